"""Before the first scene, without typing one command: a GM opens a table, asks people in and prepares; they make their characters."""

import base64
import json
import re
from urllib.parse import quote

import pytest
from playwright.async_api import expect

from tests.browser.test_access import complaints
from tests.browser.test_table import PHONE, live, type_line
from tests.ours import systems

pytestmark = pytest.mark.browser

SMALL = """() => [...document.querySelectorAll("button, a.kind, a.thing, select, label.pick span, .opt > label, input:not([type=radio], [type=checkbox], [type=hidden])")]
  .filter(one => one.checkVisibility({visibilityProperty: true}) && !one.closest(".switches") && one.getBoundingClientRect().height < 43.5 && one.getBoundingClientRect().width > 0)
  .map(one => [one.outerHTML.slice(0, 90), Math.round(one.getBoundingClientRect().height)])"""
"""What a finger would miss."""

A_PICTURE = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="  # one red dot
)


async def opened(sit, address, system):
    """A new table by the start page."""
    gm = await sit(address)
    await gm.click(f'[data-open-system="{system}"]')
    await gm.click('form[action="/tables"] button.primary')
    await live(gm)
    return gm


async def invited(gm, name):
    """A seat, and its link."""
    if await gm.locator("#seats").is_hidden():
        await gm.click("#open-seats")
    await gm.fill("#invite [name=name]", name)
    await gm.click("#invite button")
    shown = gm.locator("#links li", has_text=name).locator("input")
    await expect(shown).to_be_visible()
    return await shown.input_value()


async def test_two_seats_are_ready_with_their_pictures_at_a_new_table(sit, address):
    gm = await opened(sit, address, "boon")
    await gm.click(".first-steps [data-two-seats]")
    await expect(gm.locator("#links .link-card")).to_have_count(2)
    await expect(gm.locator("#links .qr-holder svg")).to_have_count(2)
    await expect(gm.locator("#links .qr-holder svg").last).to_be_visible()
    assert await complaints(gm) == []
    friend = await sit(await gm.locator("#links input").first.input_value(), **PHONE)
    await live(friend)
    await expect(gm.locator("#seats .pres.on")).to_have_count(2)
    await gm.click("#seats .close")
    await gm.locator(".chair").first.click()
    await expect(gm.locator("#links .link-card")).to_have_count(2)


async def make(page, name):
    """Go to creation, say who she is, and come to the table with what is suggested for the rest."""
    await page.click('.welcome [data-go="create"]')
    await expect(page.locator("#making")).to_be_visible()
    first = page.locator(".chapter input:not([type=hidden], [type=radio], [type=checkbox])").first
    await first.fill(name)
    await expect(page.locator("#grow h2")).to_have_text(name)
    assert await complaints(page) == []
    await page.click("[name=finish]")
    await live(page)
    await expect(page.locator(".rail .chip .nm", has_text=name)).to_have_count(1)


@pytest.mark.parametrize("name", sorted(systems()))
async def test_a_character_of_every_system_is_made_on_one_page(sit, address, name):
    gm = await opened(sit, address, name)
    link = await invited(gm, "玩家")
    player = await sit(link, scheme="dark", **PHONE)
    await live(player)
    await player.click('.welcome [data-go="create"]')
    await expect(player.locator("#making")).to_be_visible()
    await expect(player.locator(".step").first).to_have_css("min-height", "44px")
    assert await player.evaluate(SMALL) == []
    await player.go_back()
    await live(player)
    await make(player, "阿青")
    await expect(player.locator(".welcome")).to_have_count(0)
    await expect(gm.locator(".rail .chip .nm", has_text="阿青")).to_be_visible()
    own = await player.locator('.rail .chip[data-sheet]:not([data-sheet=""], .add)').first.get_attribute("data-chip")
    await player.goto(f"{link}/sheet/{quote(own)}")
    paper = await player.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1  # a sheet is one page of paper
    base = gm.url
    await gm.goto(f"{base}/workshop")
    assert await complaints(gm) == []
    await gm.locator(".thing:not(.new, .own)").first.click()
    await expect(gm.locator("#thing-name")).not_to_have_value("")
    await gm.click("[name=save]")
    await expect(gm.locator(".thing.own")).to_have_count(1)
    assert await complaints(gm) == []


async def test_a_table_is_prepared_and_three_people_come(sit, address):
    gm = await opened(sit, address, "boon")
    links = [await invited(gm, name) for name in ("甲", "乙", "丙")]
    await gm.click("#seats .close")
    one, two, three = [await sit(link) for link in links]
    for page in (one, two, three):
        await live(page)

    await one.click('.welcome [data-go="create"]')  # from nothing, with a mistake on the way
    await one.fill('[name="field.name"]', "霜")
    await one.locator(".step", has_text="属性").click()
    scores = one.locator(".chapter.is .blanks input")
    for place, score in enumerate(("30", "8", "8", "8")):
        await scores.nth(place).fill(score)
    await expect(one.locator(".asked.wrong .field-wrong")).to_be_visible()
    assert await complaints(one) == []
    await scores.nth(0).fill("14")
    await expect(one.locator(".asked.wrong")).to_have_count(0)
    await one.locator(".step", has_text="装备").click()
    await one.locator(".chapter.is .opt").nth(1).click()
    await expect(one.locator(".chapter.is .opt.has input")).to_have_attribute("data-own", "yes")
    await expect(one.locator("#grow")).to_contain_text("14")
    await one.click("[name=finish]")
    await live(one)
    await expect(one.locator(".rail .chip .nm", has_text="霜")).to_be_visible()

    await two.locator(".welcome [data-sample]").first.click()  # ready-made, as free as one that she makes
    await expect(two.locator(".welcome")).to_have_count(0)
    await make(three, "雨")
    await expect(gm.locator(".rail .chip[data-sheet]:not([data-sheet=''], .add)")).to_have_count(3)

    await gm.click("[data-mode=prepare]")  # a group is gathered, hidden until it is revealed
    await gm.locator(".beast", has=gm.locator("b", has_text="哥布林")).first.press(
        "Enter"
    )  # by keys alone: taken up, two of them, into a new group
    await gm.locator("#carry [data-carry=more]").press("Enter")
    assert await complaints(gm) == []
    await gm.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert await complaints(gm) == []
    await gm.locator(".well.new .take").press("Enter")
    await gm.fill("#ask .gaps input", "门后的埋伏")
    await gm.click("#ask [type=submit]")
    await expect(gm.locator('.well[data-ready="门后的埋伏"]')).to_be_visible()
    await gm.locator(".beast", has_text="狼").first.drag_to(gm.locator('.well[data-ready="门后的埋伏"]'))
    await expect(gm.locator('.well[data-ready="门后的埋伏"]')).to_contain_text("狼")
    await gm.click('[data-reveal="门后的埋伏"]')
    await expect(gm.locator(".rail .chip .nm", has_text="哥布林")).to_have_count(2)
    await expect(gm.locator(".rail .chip .nm", has_text="狼")).to_have_count(1)
    await expect(one.locator(".rail .chip .nm", has_text="哥布林")).to_have_count(2)

    await gm.click("[data-papers]")  # a handout with a picture lies over everybody's board
    await gm.click("#papers summary")
    await gm.fill("#papers [name=title]", "旧信")
    await gm.fill(".new-handout [name=text]", "别在雨夜进城。")
    picture = {"name": "a.png", "mimeType": "image/png", "buffer": base64.b64decode(A_PICTURE)}
    await gm.set_input_files("#papers [name=picture]", picture)
    assert await complaints(gm) == []
    reader = gm.locator(".new-handout .pick").first
    name = await reader.text_content()
    await reader.click()
    await gm.fill(".new-note [name=text]", "信是假的。")  # who was picked stays picked
    await gm.click(".new-note button")
    await expect(gm.locator(".note-list")).to_contain_text("信是假的。")
    await expect(reader.locator("input")).to_be_checked()
    await expect(gm.locator(".new-handout [value=now]")).to_have_text(f"只给{name}看")
    await reader.click()
    await expect(gm.locator(".new-handout [value=now]")).to_have_text("发给他们看")
    await gm.click(".new-handout [value=now]")
    await expect(one.locator("#paper")).to_contain_text("别在雨夜进城")
    await expect(one.locator("#paper img")).to_be_visible()
    assert await complaints(one) == []
    await one.keyboard.press("Escape")
    await expect(one.locator("#paper")).to_be_hidden()
    await one.click("[data-papers]")
    await one.fill(".new-note [name=text]", "信是假的")
    await one.click(".new-note button")
    await expect(one.locator(".note-list")).to_contain_text("信是假的")
    await one.click("#papers [data-close]")

    await one.locator(".rail .chip", has_text="霜").click()  # a face, a file, a page to print
    await one.set_input_files(".sheets .opened input[data-picture]", picture)
    await expect(one.locator(".sheets .opened [data-unpicture]")).to_be_visible()
    async with one.expect_download() as download:
        await one.click(".sheets .opened [data-export-sheet]")
    path = await (await download.value).path()
    assert json.loads(path.read_text())["name"] == "霜"
    await one.click('.sheets .opened [data-go^="sheet"]')
    await expect(one.locator(".a4 h1")).to_have_text("霜")
    await expect(one.locator(".a4 .portrait")).to_be_visible()
    assert await complaints(one) == []


async def test_what_is_wrong_with_content_stands_beside_its_field(sit, address):
    gm = await opened(sit, address, "boon")
    base = gm.url
    await gm.goto(f"{base}/workshop?kind=creatures")
    await gm.locator(".thing:not(.new, .own)", has_text="兽人").first.click()
    await gm.fill('[name="v/strength"]', "二")
    await expect(gm.locator("#v-strength-wrong")).to_contain_text("整数")
    await gm.click("[name=save]")
    await expect(gm.locator(".all-wrong")).to_be_visible()
    for scheme in ("light", "dark"):
        await gm.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert await complaints(gm) == []
    await gm.fill('[name="v/strength"]', "18")
    await gm.fill("#thing-name", "大兽人")
    await expect(gm.locator("#v-strength-wrong")).to_have_count(0)
    await gm.click("[name=save]")
    await expect(gm.locator(".thing.own")).to_have_count(1)
    await gm.click("[name=drop]")
    await expect(gm.locator(".thing.own")).to_have_count(0)


async def test_seats_are_scanned_taken_away_and_given_back(sit, address):
    gm = await opened(sit, address, "mist")
    link = await invited(gm, "甲")
    await gm.locator("#links li").get_by_role("button", name="二维码").click()
    await expect(gm.locator("#links svg.qr")).to_be_visible()
    assert await complaints(gm) == []
    player = await sit(link)
    await live(player)
    await gm.click('[data-do="dismiss"]')
    await expect(player.locator("#connection")).to_have_attribute("data-state", "dead")
    await gm.click(".toast button")
    await expect(gm.locator('[data-do="dismiss"]')).to_have_count(1)
    await player.goto(link)
    await live(player)
    await gm.goto(f"{gm.url}/help")
    await gm.fill("#find-clause", "线索")
    await expect(gm.locator(".clauses > div:visible").first).to_contain_text("线索")
    assert await complaints(gm) == []


async def test_an_open_form_takes_note_when_the_table_changes(sit, address):
    gm = await opened(sit, address, "fet")
    one = await sit(await invited(gm, "玩家"))
    await live(one)
    await make(one, "阿青")
    await one.locator(".hand:visible .deed", has_text="检定").first.click()
    await one.locator("#ask .suggestions button", has_text="力量").click()
    await one.click("#ask [type=submit]")
    await expect(one.locator("#ask .foreseen.refused")).to_contain_text("目标数值")
    await gm.click("#seats .close")
    await type_line(gm, ".tar 100")
    await expect(one.locator("#ask .foreseen.refused")).to_have_count(0)
    await one.click("#ask [type=submit]")
    await expect(one.locator("#ask")).to_be_hidden()


async def test_an_open_form_offers_what_is_there_by_now(sit, address):
    gm = await opened(sit, address, "mist")
    for line in (".任务 末班车", ".备线索 旧伞"):
        await type_line(gm, line)
    other = await sit(gm.url)
    await live(other)
    await gm.locator(".hand:visible .deed", has_text="揭示藏着的").first.click()
    picks = gm.locator("#ask .suggestions button")
    await expect(picks.filter(has_text="旧伞")).to_have_count(1)
    await type_line(other, ".备线索 断伞骨")
    await picks.filter(has_text="断伞骨").click()
    await gm.click("#ask [type=submit]")
    await expect(gm.locator("#ask")).to_be_hidden()
    await expect(gm.locator("#log")).to_contain_text("断伞骨")


async def test_whoever_makes_a_character_is_here(sit, address):
    gm = await opened(sit, address, "boon")
    link = await invited(gm, "玩家")
    seat = gm.locator("#f-chairs .chair", has_text="玩家")
    await expect(seat).to_have_class(re.compile("away"))
    await sit(f"{link}/create")
    await expect(seat).not_to_have_class(re.compile("away"))


async def test_a_step_of_creation_is_a_link_that_a_click_follows_before_the_page_s_script_is_there(sit, address):
    gm = await opened(sit, address, "fable")
    create = f"{gm.url.partition('#')[0]}/create"
    await gm.goto(create)
    goes = await gm.locator(".step").nth(2).get_attribute("href")
    other = await sit(f"{create}{goes}")
    await expect(other.locator(".step").nth(2)).to_have_attribute("aria-current", "step")
    await expect(other.locator(".chapter.is input:visible").first).to_be_in_viewport()


async def test_creation_is_six_groups_on_one_page_and_points_say_what_is_left(sit, address):
    gm = await opened(sit, address, "fable")
    await gm.goto(f"{gm.url.partition('#')[0]}/create")
    steps = gm.locator(".step")
    await expect(steps).to_have_count(6)
    await gm.fill('[name="field.name"]', "苏砚")
    points = gm.locator(".points[data-total]").first
    await expect(points.locator(".points-left")).to_have_text("还剩 0 点")
    await points.locator('[data-by="1"]').first.click()
    await expect(points.locator(".points-left")).to_have_text("多了 1 点")
    await expect(points.locator("input").nth(3)).to_have_value("8")
    await expect(gm.locator(".asked.wrong .field-wrong").first).to_be_visible()
    await steps.nth(1).click()
    await gm.click("[data-next]")  # what is wrong stops whoever goes on
    await expect(steps.nth(1)).to_have_attribute("aria-current", "step")
    await points.locator('[data-by="-1"]').nth(1).click()
    await expect(gm.locator(".asked.wrong")).to_have_count(0)
    await gm.click("[data-next]")
    await expect(steps.nth(2)).to_have_attribute("aria-current", "step")
    await gm.locator(".chapter").nth(4).hover()
    await gm.mouse.wheel(0, 100000)
    await expect(steps.nth(5)).to_have_attribute("aria-current", "step")
    await expect(gm.locator("#grow")).to_contain_text("D9")
    assert await complaints(gm) == []
