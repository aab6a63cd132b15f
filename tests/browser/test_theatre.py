"""What each system's board is there for: a body to strike at, acts on the time axis, a scene that is played, a hand that holds still."""

import pytest
from playwright.async_api import expect

from tests.browser.evening import CARD
from tests.browser.test_table import PHONE, demo, live, opened_demo, type_line

pytestmark = pytest.mark.browser

CALM = {"reduced_motion": "reduce"}
GONE = "mark => document.querySelector('.coming') || document.getElementById('f-question').dataset.mark !== mark"


async def seated(sit, address, name, seat=0, **how):
    gm, links = await demo(sit, address, name)
    page = await sit(links[seat], **CALM, **how)
    await live(page)
    return gm, page


@pytest.mark.parametrize("how", [{"width": 1440}, PHONE], ids=["desk", "phone"])
async def test_a_blow_goes_where_the_body_is_clicked(sit, address, how):
    _, page = await seated(sit, address, "mirror", **how)
    await page.locator(CARD, has_text="挥砍").click()
    await page.locator('.board .piece.lit[data-id="bandit1"]').click()
    body = page.locator("#body-pick")
    await expect(body).to_be_visible()
    await expect(body.locator(".part-odds")).to_have_count(4)
    await body.locator('.body-part[data-part="arm"]').click()
    await expect(body.locator('.limb.chosen[data-part="arm"]')).to_have_count(1)
    await expect(body.locator(".act.primary")).to_have_text("挥砍：臂")
    await body.locator(".act.primary").click()
    await expect(body).to_be_hidden()
    await expect(page.locator("#log")).to_contain_text("臂")


async def test_keys_choose_a_part_and_escape_puts_the_card_back(sit, address):
    _, page = await seated(sit, address, "mirror")
    await page.keyboard.press("1")
    await page.locator('.board .piece.lit[data-id="bandit1"]').press("Enter")
    body = page.locator("#body-pick")
    await expect(body.locator(".part-odds")).to_have_count(4)
    first = await body.locator('.body-part[aria-checked="true"]').get_attribute("data-part")
    await page.keyboard.press("ArrowDown")
    await expect(body.locator(f'.body-part[aria-checked="true"]:not([data-part="{first}"])')).to_have_count(1)
    await page.keyboard.press("Escape")
    await expect(body).to_be_hidden()
    await expect(page.locator(".deed.picked")).to_have_count(0)


async def test_wounds_are_slots_on_rail_hand_and_sheet(sit, address):
    _, page = await seated(sit, address, "mirror")
    await expect(page.locator('.rail .chip[data-chip="an"] > .wounds > .wounds-row')).to_have_count(4)
    await expect(page.locator(".hand:visible .self .wounds .wound")).to_have_count(16)
    await page.click('.rail .chip[data-chip="an"]')
    await expect(page.locator(".sheets .opened .human-figure")).to_be_visible()


async def test_an_act_is_declared_on_the_axis_and_its_handle_makes_it_longer(sit, address):
    _, page = await seated(sit, address, "fet", 1)
    marks = await page.locator(".axis .mark").all_text_contents()
    await page.locator(CARD, has_text="攻击").first.click()
    await page.locator('.board .lane-who.lit[data-name="守卫"]').click()
    panel, handle = page.locator("#declare"), page.locator(".aims .handle")
    await expect(handle).to_be_visible()
    await expect(page.locator(".aims .aim.mine")).to_have_count(1)
    before = int(await panel.locator("output").text_content())
    at = await handle.bounding_box()
    await page.mouse.move(at["x"] + 12, at["y"] + 12)
    await page.mouse.down()
    await page.mouse.move(at["x"] + 160, at["y"] + 12, steps=6)
    await page.mouse.up()
    await expect(panel.locator("output")).not_to_have_text(str(before))
    assert int(await panel.locator("output").text_content()) > before
    await panel.locator(".way", has_text="力量").click()
    await expect(panel.locator('.way[aria-checked="true"]')).to_contain_text("力量")
    await panel.locator(".act.primary").click()
    await expect(panel).to_be_hidden()
    await expect(page.locator(".act-bar.running[data-aims]")).to_have_count(1)
    await expect(page.locator(".aims .aim")).to_have_count(1)
    assert await page.locator(".axis .mark").all_text_contents() == marks


@pytest.mark.parametrize("how", [{"width": 1280, "height": 720}, PHONE], ids=["desk", "phone"])
async def test_a_scene_shows_opponents_threats_and_the_case_to_every_seat(sit, address, how):
    _, page = await seated(sit, address, "mist", **how)
    await expect(page.locator(".theatre .scenery.at-platform")).to_be_visible()
    foe = page.locator(".theatre .player.foe", has_text="站务保安")
    await expect(foe.locator(".plate-track").first).to_be_visible()
    await expect(page.locator(".threat-card.open")).to_be_visible()
    await page.click(".case-tab > summary")
    await expect(page.locator(".case-room .cc", has_text="湿车票")).to_be_visible()
    await page.click(".case-tab > summary")
    await expect(page.locator(".case-room .cc").first).to_be_hidden()


async def test_a_fight_in_fable_says_who_comes_and_its_clocks_are_pies(sit, address):
    gm, page = await seated(sit, address, "fable")
    await expect(page.locator(".theatre .scenery.at-bridge.hour-night.weather-rain")).to_be_visible()
    await expect(page.locator(".pie", has_text="放下吊桥").locator("path.on")).to_have_count(1)
    held = await page.locator(f"{CARD}:visible b").all_text_contents()
    assert len(held) == 8
    await gm.locator(CARD, has_text="开始冲突").click()
    await page.locator(".question.mine, .coming").first.wait_for()
    while not await page.locator(".coming").count():
        for one in (page, gm):
            await one.evaluate("document.querySelector('.question .answer:not([data-gaps])')?.click()")
        await page.wait_for_function(GONE, arg=await page.locator("#f-question").get_attribute("data-mark"))
    await expect(page.locator(".coming li.first")).to_be_visible()
    acting = page.locator(".rail .chip.now")
    await expect(acting).to_have_count(1)
    if "苏砚" not in (await acting.get_attribute("title")):  # the hand holds still while another acts
        await expect(page.locator(".deed[data-kept]:visible")).to_have_count(8)


async def test_cards_behind_the_row_are_one_click_away(sit, address):
    _, page = await seated(sit, address, "fable")
    more = page.locator(".hand:visible [data-unfold]")
    await expect(more).to_have_attribute("aria-expanded", "false")
    await more.click()
    await expect(more).to_have_attribute("aria-expanded", "true")
    assert await page.locator(f"{CARD}:visible").count() > 8


async def test_light_is_one_glow_and_a_wall_has_an_edge(sit, address):
    _, page = await seated(sit, address, "mirror")
    await expect(page.locator(".map .glow .warm").first).to_be_visible()
    await expect(page.locator(".map .wall-edge")).to_have_count(1)
    await expect(page.locator(".map .wash.fog")).to_have_count(1)
    await expect(page.locator(".map .word", has_text="看不到")).to_have_count(1)


async def test_the_first_minute_is_one_strip_and_one_click_sits_down(sit, address):
    gm = await sit(address, **CALM)
    await opened_demo(gm, "boon", past=True)
    await expect(gm.locator("#seats")).to_be_hidden()
    await gm.locator("#coach a").click()
    await live(gm)
    await expect(gm.locator("#f-title")).to_contain_text("安")
    await expect(gm.locator("#coach li.is:visible").first).to_contain_text("答下面这一问")
    await expect(gm.locator("#log .evening:visible")).to_have_count(3)
    await gm.locator(".question.mine .answer").first.click()
    await expect(gm.locator(".question")).to_have_count(0)
    await expect(gm.locator("#coach li.is:visible").first).to_contain_text("点一张牌")
    await gm.click("[data-no-coach]")
    await expect(gm.locator("#coach")).to_be_hidden()


@pytest.mark.parametrize("size", [(844, 390), (640, 360)])
async def test_on_a_low_screen_every_answer_is_seen_and_the_board_too(sit, address, size):
    gm = await sit(address, **CALM)
    await opened_demo(gm, "boon", past=True)
    link = await gm.locator("#links input").first.input_value()
    page = await sit(link, width=size[0], height=size[1], **CALM)
    await live(page)
    await expect(page.locator(".question.mine .answer")).to_have_count(4)
    for place in range(4):
        await expect(page.locator(".question.mine .answer").nth(place)).to_be_in_viewport()
    board, sheet = [await page.locator(one).bounding_box() for one in (".board", ".questions")]
    assert sheet["y"] - board["y"] >= 70
    fingers = await sit(link, width=size[0], height=size[1], has_touch=True, is_mobile=True, **CALM)
    await live(fingers)
    for said in await fingers.locator(".question.mine .answer-text").all():
        box = await said.bounding_box()
        assert box["width"] >= 80  # no name stands on its head
        assert box["height"] <= 48


async def test_a_question_that_comes_while_the_story_is_open_is_answered_there(sit, address):
    gm, links = await demo(sit, address, "boon")
    page = await sit(links[0], **PHONE, **CALM)
    await live(page)
    await page.click("#open-story")
    for line in (".上 柏", ".手骰 15: .攻击 哥布林1 匕首 @柏", ".手骰 2 2: .不防", ".手骰 15: .攻击 安 @哥布林1"):
        await type_line(gm, line)
        await expect(gm.locator("#line")).to_have_value("")
    answer = page.locator(".question.mine .answer").last
    await expect(answer).to_be_in_viewport()
    await page.locator("#log").click(position={"x": 20, "y": 20})
    await page.locator("#answer-here").click()
    await answer.click()
    await expect(page.locator(".question")).to_have_count(0)
    await expect(page.locator("#answer-here")).to_be_hidden()
    await expect(page.locator("#log")).to_be_visible()


async def test_a_card_of_the_case_lies_where_it_is_dragged_and_still_opens(sit, address):
    _, links = await demo(sit, address, "mist")
    page = await sit(links[0], **CALM)
    await live(page)
    await page.locator(".case-tab > summary").click()
    card = page.locator(".case [data-card-id]", has_text="湿车票")
    before = await card.bounding_box()
    await page.mouse.move(before["x"] + 40, before["y"] + 20)
    await page.mouse.down()
    await page.mouse.move(before["x"] + 100, before["y"] + 170, steps=4)
    await page.mouse.up()
    after = await card.bounding_box()
    assert [round(after[one] - before[one]) for one in "xy"] == [60, 150]
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await page.reload()
    await live(page)
    await page.locator(".case-tab > summary").click()
    await expect(card).to_be_visible()
    again = await card.bounding_box()
    assert [round(again[one] - before[one]) for one in "xy"] == [60, 150]
    await card.click()
    await expect(page.locator("dialog[open]")).to_have_count(1)


async def test_what_lands_without_a_die_floats_on_the_lane_of_whom_it_hits(sit, address):
    gm, _ = await demo(sit, address, "fet", past=True)
    for line in (
        ".攻 30 力量 打手 @韩左",
        ".攻 30 智力 打手 @爱丽丝",
        ".攻 30 智力 打手 @夜莺",
        ".攻 30 力量 韩左 @守卫",
    ):
        await type_line(gm, line)
        await expect(gm.locator("#line")).to_have_value("")
    await gm.locator(".clock-deeds .act", has_text="推进").click()
    floats = gm.locator("#moment .float")
    await expect(floats.first).to_contain_text("−66")  # 36 and 30 in one moment
    thug = await gm.locator('.lane:has([data-id="打手"])').bounding_box()
    at = await floats.first.bounding_box()
    assert thug["y"] - 12 <= at["y"]
    assert at["y"] + at["height"] <= thug["y"] + thug["height"] + 12
    await expect(gm.locator("#log .moved").last).to_contain_text("打手")


async def test_back_closes_a_sheet_before_it_leaves_the_table(sit, address):
    _, page = await seated(sit, address, "boon", **PHONE)
    here = page.url
    await page.locator(".hand:visible .self-face").click()
    await expect(page.locator(".sheets .opened")).to_be_visible()
    await page.evaluate("history.back()")
    await expect(page.locator(".sheets .opened")).to_have_count(0)
    assert page.url == here
    await page.click("#open-story")
    await page.evaluate("history.back()")
    await expect(page.locator("#what")).to_be_hidden()
    assert page.url == here


async def test_a_low_screen_keeps_half_its_height_for_the_board(sit, address):
    _, page = await seated(sit, address, "boon", width=844, height=390)
    board = await page.locator(".board-area").bounding_box()
    assert board["height"] >= 195


async def test_the_header_says_who_is_waited_for(sit, address):
    gm, page = await seated(sit, address, "boon")
    await page.locator(CARD, has_text="安 上").click()
    await expect(page.locator(".need")).to_contain_text("安")
    await page.locator(CARD, has_text="长剑").click()
    await page.locator('.board .piece.lit[data-id="orc1"]').click()
    if await gm.locator(".question.mine").count():
        await expect(page.locator(".need")).to_have_count(0)
        await expect(page.locator(".waited")).to_contain_text("兽人1")


async def test_a_page_of_a_table_loads_its_scripts_as_one(sit, address):
    _, page = await seated(sit, address, "boon")
    names = await page.evaluate(
        "performance.getEntriesByType('resource').map(one => one.name).filter(one => one.endsWith('.js'))"
    )
    assert len(names) == 2


CROSSED = """() => {
  const path = document.querySelector(".threat path"), ends = new Set(["goblin1", "an"]);
  const points = [...Array(21).keys()].map((n) => path.getPointAtLength((path.getTotalLength() * n) / 20));
  return [...document.querySelectorAll("svg.map .piece")].filter((one) => !ends.has(one.dataset.id)).filter((one) => {
    const [x, y] = [...one.getAttribute("transform").matchAll(/-?[\\d.]+/g)].map(Number);
    return points.some((at) => Math.hypot(at.x - x, at.y - y) < Number(one.dataset.r));
  }).map((one) => one.dataset.id);
}"""
"""Over whom the arrow of an attack lies that is asked about."""


async def test_the_arrow_of_an_attack_lies_over_nobody(sit, address):
    _, links = await demo(sit, address, "boon", past=True)
    page = await sit(links[0], **CALM)
    await live(page)
    await expect(page.locator(".threat path")).to_have_count(2)
    assert await page.evaluate(CROSSED) == []


OVER = """([one, two]) => {
  const boxes = (found) => [...document.querySelectorAll(found)].filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes(one).flatMap((a) => boxes(two).filter((b) => meet(a, b))).length;
}"""


async def test_in_a_low_room_a_scene_of_many_lies_over_nothing_else(sit, address):
    gm = await sit(address, **CALM)
    await opened_demo(gm, "fable", past=True)
    host = await sit(gm.url, width=1280, height=720, locale="en-GB", **CALM)
    await live(host)
    await expect(host.locator(".theatre .player")).to_have_count(5)
    await expect(host.locator(".coming")).to_be_visible()
    for pair in (
        [".theatre .player", ".coming, .scene-foot > *"],
        [".panels > *", ".questions > *"],
        [".scene-foot > *", ".panels > *"],
    ):
        assert await host.evaluate(OVER, pair) == 0, pair


async def test_all_odds_of_what_is_put_together_are_read_at_once(sit, address):
    gm = await sit(address, locale="en-GB", **CALM)
    await opened_demo(gm, "mist")
    link = await gm.locator("#links input").first.input_value()
    page = await sit(link, width=1280, height=800, locale="en-GB", **CALM)
    await live(page)
    await page.locator(".hand:not([hidden]) .ptag[data-tag]").nth(1).click()
    await expect(page.locator(".throw-odds .key span")).to_have_count(3)
    holder = page.locator(".throw-odds")
    assert await holder.evaluate("one => one.scrollHeight <= one.clientHeight + 1")


async def test_every_answer_with_its_odds_is_seen_on_a_small_desk_in_english(sit, address):
    gm = await sit(address, locale="en-GB", **CALM)
    await opened_demo(gm, "mirror", past=True)
    link = await gm.locator("#links input").first.input_value()
    page = await sit(link, width=1280, height=720, locale="en-GB", **CALM)
    await live(page)
    answers = page.locator(".question.mine .answer")
    await expect(answers).to_have_count(4)
    for place in range(4):
        await expect(answers.nth(place)).to_be_in_viewport(ratio=1)
    await expect(page.locator(".question.mine .line")).to_be_visible()


@pytest.mark.parametrize("how", [{"width": 1280, "height": 720}, PHONE], ids=["desk", "phone"])
async def test_what_landed_stands_on_its_lane_until_the_time_moves_on(sit, address, how):
    gm, _ = await demo(sit, address, "fet", past=True)
    here = gm.url
    page = await sit(here, **CALM, **how)
    await live(page)
    landed = page.locator(".aims .landed")
    await expect(landed).to_have_text(["−72"])
    thug = await page.locator('.lane:has([data-id="打手"])').bounding_box()
    at = await landed.bounding_box()
    assert thug["y"] <= at["y"]
    assert at["y"] + at["height"] <= thug["y"] + thug["height"]
    for line in (".攻 30 力量 打手 @韩左", ".盾 30 智力 @爱丽丝", ".盾 30 智力 @夜莺", ".盾 30 力量 @守卫"):
        await type_line(gm, line)
        await expect(gm.locator("#line")).to_have_value("")
    await gm.locator(".clock-deeds .act", has_text="推进").click()
    await expect(landed.filter(has_text="−72")).to_have_count(0)


async def test_what_is_declared_is_read_beside_its_panel(sit, address):
    _, links = await demo(sit, address, "fet", past=True)
    page = await sit(links[1], width=1280, height=720, **CALM)
    await live(page)
    await page.locator(CARD, has_text="攻击").first.click()
    await page.locator('.board .lane-who.lit[data-name="守卫"]').click()
    text, panel = page.locator(".aims .ghost-text"), page.locator("#declare")
    await expect(text).to_contain_text("→")
    said, over = await text.bounding_box(), await panel.bounding_box()
    assert said["x"] + said["width"] <= over["x"]
