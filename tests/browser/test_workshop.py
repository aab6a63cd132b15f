"""A new GM makes things without a line of code, and an NPC in ten seconds: clicks are counted, players see nothing of it before."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.test_access import complaints
from tests.browser.test_table import type_line

LIVE = '#connection[data-state="live"]'
CODE = "[...document.querySelectorAll('textarea, input:not([type=hidden], [type=checkbox], [type=range])')].filter(one => /[{}=]/.test(one.value)).map(one => one.name)"
"""Inputs in which something like code stands."""
FILES = "[...document.querySelectorAll('.field:is(.k-written, .k-file) textarea')].map(one => one.name)"
"""Inputs that are written as in a file."""

FIRST = {"boon": "creatures", "mirror": "npcs", "fable": "npcs", "fet": "people", "mist": "challenges"}
MOST = 8
"""So many clicks may an NPC take, from the table until the players see it."""


class Clicks:
    """A hand that counts."""

    def __init__(self, page):
        self.page, self.count = page, 0

    async def __call__(self, place):
        self.count += 1
        await place.click()


async def demo(browser, address, system, at=""):
    context = await browser.new_context(viewport={"width": 1440, "height": 900}, locale="zh-CN")
    page = await context.new_page()
    await page.goto(address)
    form = page.locator(f'form[action="/demo/{system}"]').first
    await form.evaluate("(form, at) => { form.action += at; form.requestSubmit(); }", at)
    await page.wait_for_selector(LIVE, state="attached")
    links = await page.eval_on_selector_all("#links input", "all => all.map(one => one.value)")
    return page, page.url.partition("#")[0], links


@pytest.mark.parametrize("system", sorted(FIRST))
async def test_no_form_of_the_workshop_shows_code(chromium, address, system):
    page, table, _ = await demo(chromium, address, system)
    await page.goto(f"{table}/workshop")
    kinds = await page.eval_on_selector_all(".kinds a", "all => all.map(one => one.getAttribute('href'))")
    for kind in kinds:
        await page.goto(f"{address}{kind}")
        shipped = await page.eval_on_selector_all(
            ".things a.thing:not(.new)", "all => all.map(one => one.getAttribute('href'))"
        )
        for thing in shipped[:2]:
            await page.goto(f"{address}{thing}")
            assert await page.evaluate(CODE) == [], thing
            assert await page.evaluate(FILES) == [], thing
    await page.context.close()


@pytest.mark.parametrize("system", sorted(FIRST))
async def test_an_npc_in_ten_seconds(chromium, address, system):
    page, table, links = await demo(chromium, address, system)
    player = await (await chromium.new_context(locale="zh-CN")).new_page()
    await player.goto(links[0])
    await player.wait_for_selector(LIVE, state="attached")
    click = Clicks(page)
    await page.goto(f"{table}/workshop?kind={FIRST[system]}")
    click.count += 2  # 准备, then the bestiary's 新怪物
    await click(page.locator(".things a.thing:not(.new)").first)
    await page.wait_for_url("**name=*")
    await page.locator("#thing-name").fill("吞钟者")
    dial = page.locator(".dial input[type=range]").first
    await dial.focus()
    await page.keyboard.press("ArrowRight")
    click.count += 1
    await expect(page.locator(".grow-sheet > :not(h2)").first).to_be_visible()
    assert "吞钟者" not in await player.content()
    await click(page.locator("button[name=bring]"))
    await page.wait_for_selector("body.preparing")
    reveal = page.locator('.well[data-ready="吞钟者"] button[data-reveal]')
    await reveal.wait_for()
    assert "吞钟者" not in await player.content()
    await click(reveal)
    await expect(player.locator("body")).to_contain_text("吞钟者")
    assert click.count <= MOST, click.count
    await page.context.close()
    await player.context.close()


async def fill(page, steps):
    """Fill a form in as a hand does: what is chosen from a list, what is typed, what is taken from a shelf, what is added."""
    for name, value in steps:
        if name == "more":
            inputs = page.locator(f'[name^="{value}/"]')
            before = await inputs.count()
            await page.locator(f'button[name=more][value="{value}"]').click()
            await expect(inputs).not_to_have_count(before)
            continue
        place = (
            page.locator(f'[name="{name}"]').first
            if not isinstance(name, tuple)
            else page.locator(f'[name="{name[0]}"]').nth(name[1])
        )
        if await place.evaluate("one => one.tagName") == "SELECT":
            await place.select_option(label=value)
        else:
            await place.fill(value)
        if "/=add" in str(name):
            await page.wait_for_selector(f'.chip:has-text("{value}")')


MADE = {
    "a weapon on one attribute twice": (
        "fable",
        "weapons",
        "双生环",
        [
            (("v/attributes", 0), "灵巧"),
            (("v/attributes", 1), "灵巧"),
            ("v/damage", "6"),
            ("v/type", "冲击"),
            ("v/category", "奇门"),
        ],
    ),
    "a feat with a Chinese prerequisite": ("fable", "feats", "断潮", [("v/domain", "武者"), ("v/needs/=add", "稳准")]),
    "a theme with its tags": (
        "mist",
        "themes",
        "守灯",
        [("v/kind", "自我主题"), ("v/theme_tag", "守灯人"), ("v/tags", "提灯，夜路"), ("v/weakness", "怕黑")],
    ),
    "a class": (
        "boon",
        "classes",
        "巫女",
        [
            ("more", "v/levels"),
            ("v/levels/0/level", "1"),
            ("v/levels/0/hit", "1"),
            ("v/levels/0/health", "3"),
            ("v/levels/0/force", "1"),
        ],
    ),
}


@pytest.mark.parametrize("made", sorted(MADE))
async def test_a_new_gm_makes_it_without_code_and_no_player_knows(chromium, address, made):
    system, kind, name, steps = MADE[made]
    page, table, links = await demo(chromium, address, system)
    player = await (await chromium.new_context(locale="zh-CN")).new_page()
    await player.goto(links[0])
    await player.wait_for_selector(LIVE, state="attached")
    await page.goto(f"{table}/workshop?kind={kind}")
    if kind == "feats":  # many of them: they are found by a few letters, and saving knows nothing of those
        await page.locator("[data-sift]").fill("稳准")
        await expect(page.locator(".things a.thing:not(.new):visible")).to_have_text(["稳准"])
    await page.locator("#thing-name").fill(name)
    await fill(page, steps)
    assert await page.evaluate(CODE) == []
    await page.locator("button[name=save]").click()
    await page.wait_for_selector(".saved")
    await page.wait_for_selector(".secret-mark")
    assert name not in await player.content()
    await page.locator("button[name=publish]").click()
    await page.wait_for_selector("button[name=publish]", state="detached")
    await expect(player.locator("body")).to_contain_text(name)
    await page.context.close()
    await player.context.close()


async def test_a_creature_with_an_aura_and_two_attacks(chromium, address):
    """It radiates and strikes with two things, both by name; what is read beside it says so before it is saved, and it comes on stage."""
    page, table, _ = await demo(chromium, address, "boon", "?at=start")
    await page.goto(f"{table}/workshop?kind=creatures")
    await page.locator("#thing-name").fill("寒钟")
    await fill(page, [("v/health", "30"), ("v/items/=add", "战斧"), ("v/items/=add", "匕首"), ("more", "e")])
    await expect(page.locator('[name="v/items"]')).to_have_count(2)  # each once, whatever is done after it was typed
    await fill(page, [("e/0/name", "寒意"), ("e/0/aura", "12"), ("e/0/over", "敌人"), ("more", "e/0/modifiers")])
    await expect(page.locator(".grow-sheet.stale")).to_contain_text("战斧")  # while a word is open it reads as before
    assert await complaints(page) == []
    await fill(page, [("e/0/modifiers/0/of", "检定"), ("e/0/modifiers/0/give/banes", "1")])
    await expect(page.locator(".grow-sheet.stale")).to_have_count(0)
    assert await page.evaluate(CODE) == []
    await expect(page.locator(".aloud").first).to_contain_text("12 码")
    await page.locator("button[name=bring]").click()
    await page.locator('.well[data-ready="寒钟"] button[data-reveal]').click()
    chip = page.locator("#f-rail .chip", has_text="寒钟")
    await expect(chip).to_have_class(re.compile("unplaced"))  # it stands nowhere yet, and says so
    at, board = await chip.bounding_box(), await page.locator("ludex-stage").bounding_box()
    await page.mouse.move(at["x"] + 30, at["y"] + 20)
    await page.mouse.down()
    await page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2, steps=6)
    await page.mouse.up()
    await expect(chip).not_to_have_class(re.compile("unplaced"))
    await page.click("[data-mode=play]")
    await type_line(page, ".检定 力量 @柏")  # it radiates: whoever is called in its reach has the bane
    await expect(page.locator("#log .entry.acted").last).to_contain_text("劣势 1")
    await page.context.close()


OWN = {
    "fet": ([("skills", "灭世")], "people", "skills"),
    "mirror": ([("organs", "钟腺"), ("actions", "钟鸣")], "npcs", "actions"),
}
"""By system: what a GM copies and calls otherwise, then who gets the last of it, and where."""


@pytest.mark.parametrize("system", sorted(OWN))
async def test_a_boss_with_own_skills_is_played_the_same_evening_and_nobody_knows_before(chromium, address, system):
    things, people, field = OWN[system]
    page, table, links = await demo(chromium, address, system)
    player = await (await chromium.new_context(locale="zh-CN")).new_page()
    await player.goto(links[0])
    await player.wait_for_selector(LIVE, state="attached")
    for kind, name in things:
        await page.goto(f"{table}/workshop?kind={kind}")
        await page.locator(".things a.thing:not(.new)").first.click()
        await page.wait_for_url("**name=*")
        await page.locator("#thing-name").fill(name)
        assert await page.evaluate(CODE) == []
        await page.locator("button[name=save]").click()
        await page.wait_for_selector(".saved")
    await page.goto(f"{table}/workshop?kind={people}")
    await page.locator(".things a.thing:not(.new)").nth(2).click()
    await page.wait_for_url("**name=*")
    await page.locator("#thing-name").fill("吞钟者")
    if not await page.locator(f'[name="v/{field}/=add"]').is_visible():
        await page.locator(".field-more > summary").first.click()
    await fill(page, [(f"v/{field}/=add", things[-1][1])])
    assert await page.evaluate(CODE) == []
    await page.locator("button[name=bring]").click()
    reveal = page.locator('.well[data-ready="吞钟者"] button[data-reveal]')
    await reveal.wait_for()
    seen = await player.content()
    assert not any(name in seen for name in ("吞钟者", *(name for _, name in things)))
    await reveal.click()
    await expect(page.locator("#f-rail")).to_contain_text(
        "吞钟者"
    )  # what a player perceives of it is the rules' matter
    assert things[-1][1] not in await player.content()
    await page.context.close()
    await player.context.close()


async def test_somebody_who_is_written_is_tried_against_the_party_before_she_is_saved(chromium, address):
    page, table, links = await demo(chromium, address, "boon")
    player = await (await chromium.new_context(locale="zh-CN")).new_page()
    await player.goto(links[0])
    await player.wait_for_selector(LIVE, state="attached")
    await page.goto(f"{table}/workshop?kind=creatures")
    await expect(page.locator("[data-against]")).to_be_disabled()
    await page.locator(".things a.thing:not(.new)", has_text="兽人头领").click()
    await page.wait_for_url("**name=*")
    await page.locator("#thing-name").fill("吞钟者")
    await expect(page.locator(".onward .note.grow")).to_contain_text("可以存了")
    await page.click("[data-against]")
    shares = page.locator(".against-body .ways b")
    await expect(shares).to_have_count(2)
    await page.locator("#thing-count").fill("6")
    await expect(shares.first).to_have_text(re.compile(r"^0%"))  # six of them are too many
    await expect(page.locator(".against-body .falls li")).to_have_count(3)
    assert await complaints(page) == []
    assert "吞钟者" not in await player.content()
    await page.goto(f"{table}/workshop?kind=items")
    await expect(page.locator("[data-against]")).to_have_count(0)
    await player.context.close()
    await page.context.close()
