"""People at a table, in real browsers: a GM and two players see each other live."""

import os
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
ACTION = ".手骰 8 4 4 4: .行动 +记者证 +夜班编辑 +打字飞快 亮出证件"
"""An action that succeeds (real dice typed in), so that its effects are asked for."""


def pictures(tmp_path):
    return Path(os.environ.get("LUDEX_PICTURES", tmp_path))


async def opened_demo(gm, name, *, past=False):
    """Press a demo's button on the start page; without its past nothing has happened at the table yet."""
    form = gm.locator(f'form[action="/demo/{name}"]').first
    if past:
        await form.locator("button").click()
    else:
        await form.evaluate("form => { form.action += '?at=start'; form.requestSubmit(); }")
    await live(gm)


async def demo(sit, address, name="mist", *, past=False):
    """Open the demo as its GM by the button on the start page; the other seats' links come with it."""
    gm = await sit(address)
    await opened_demo(gm, name, past=past)
    await live(gm)
    await expect(gm.locator("#links input").first).to_be_attached()
    links = await gm.eval_on_selector_all("#links input", "all => all.map(one => one.value)")
    await gm.click("[data-no-coach]")
    return gm, links


async def live(page):
    await expect(page.locator("#connection")).to_have_attribute("data-state", "live")


async def speak(page):
    """Ask for the line, which shows itself to nobody else."""
    if not await page.locator("#what").is_visible():
        await page.click("#open-story")
    if not await page.locator("#line").is_visible():
        await page.click("#speak")


async def type_line(page, text):
    await speak(page)
    await page.fill("#line", text)
    await page.press("#line", "Enter")


async def test_a_gm_and_two_players_play_an_action_with_a_question_and_see_each_other_live(sit, address, tmp_path):
    gm, links = await demo(sit, address)
    one = await sit(links[0], scheme="dark")
    two = await sit(links[1], width=390, height=844, has_touch=True, is_mobile=True)
    for page in (one, two):
        await live(page)

    await type_line(gm, "灯灭了 <b>三</b> 盏。")
    for page in (gm, one, two):
        await expect(page.locator("#log article.said").last).to_contain_text("灯灭了 <b>三</b> 盏。")

    await type_line(one, ACTION)
    await expect(one.locator(".question.mine")).to_be_visible()
    await expect(one.locator(".answer")).not_to_have_count(0)
    await expect(two.locator(".waiting")).to_be_visible()
    await expect(gm.locator(".for-others")).to_be_visible()
    await two.click("#open-story")
    await expect(two.locator("#log .die").first).to_be_visible()
    for name, page in {"gm": gm, "player": one, "phone": two}.items():
        await page.screenshot(path=pictures(tmp_path) / f"table-{name}.png")

    await one.locator(".answer[data-gaps]").first.click()
    await expect(one.locator("#ask")).to_be_visible()
    for field in await one.locator("#ask .gaps > label").all():
        offered = field.locator(".suggestions button")
        if await offered.count():
            await offered.first.click()
        else:
            await field.locator("input").fill("说服")
    await one.click("#ask [type=submit]")
    await expect(one.locator("#ask")).to_be_hidden()
    await one.locator("h1").click()
    await one.locator(".answer").last.click()

    for page in (gm, one, two):
        await expect(page.locator("#log .verdict").last).to_contain_text("成功")
    await two.click(".close-story")
    await two.click(".result .primary")
    for page in (gm, one, two):
        await expect(page.locator(".question, .waiting")).to_have_count(0)
    await gm.screenshot(path=pictures(tmp_path) / "table-after.png")


async def test_gaps_are_filled_by_the_readers_words_and_the_deed_says_what_it_does(sit, address):
    gm = await sit(address, locale="en-US", **PHONE)
    await opened_demo(gm, "fable")
    await gm.click("[data-no-coach]")
    await gm.locator(".hand:visible .deed", has_text="Bring in NPCs").click()
    block, count = gm.locator("#ask .gaps label").nth(0), gm.locator("#ask .gaps label").nth(1)
    await expect(block.locator(".suggestions button").first).to_be_focused()
    await block.locator(".suggestions button", has_text="bog wisp").click()
    await expect(block.locator("input")).to_have_value("bog wisp")
    await expect(block.locator('[aria-pressed="true"]')).to_have_text("bog wisp")
    await count.locator(".suggestions button").first.click()
    await expect(gm.locator("#ask [type=submit]")).to_be_focused()
    await gm.click("#ask [type=submit]")
    await expect(gm.locator("#ask")).to_be_hidden()
    await gm.click("#open-story")
    await expect(gm.locator("#log .entry.acted").last).to_contain_text(re.compile("bog wisp", re.IGNORECASE))


async def test_a_refusal_of_a_deed_stays_in_its_form(sit, address):
    gm, _ = await demo(sit, address, "mirror")
    await gm.locator(".hand:visible .deed", has_text="时间推进").click()
    await gm.fill("#ask .gaps input", "三百年")
    await gm.click("#ask [type=submit]")
    await expect(gm.locator("#ask .foreseen.refused")).to_be_visible()
    await expect(gm.locator("#ask")).to_be_visible()


async def test_undo_by_one_key_shows_what_was_undone_and_offers_it_back(sit, address):
    gm, links = await demo(sit, address)
    one = await sit(links[0])
    await live(one)
    await type_line(gm, ".状态 林默 受伤 2")
    await one.click('.rail [data-chip="林默"]')
    await expect(one.locator("#f-who-who-林默 .track")).to_contain_text("受伤")
    await gm.locator("h1").click()
    await gm.keyboard.press("Control+z")
    await expect(gm.locator(".toast")).to_contain_text("状态 林默、受伤、2")
    await expect(one.locator("#f-who-who-林默 .track")).to_have_count(0)
    await expect(one.locator(".entry.undone")).to_have_count(1)
    await gm.click(".toast button")
    await expect(one.locator("#f-who-who-林默 .track")).to_contain_text("受伤")
    await expect(one.locator(".entry.undone")).to_have_count(0)


async def test_typing_focus_and_open_trees_survive_what_others_do(sit, address):
    gm, links = await demo(sit, address)
    one = await sit(links[0])
    await live(one)
    await one.click('.rail [data-chip="周遥"]')
    section = one.locator("#f-who-who-周遥 details.section")
    await speak(one)
    await one.fill("#line", "我正想说")
    await type_line(gm, ".状态 周遥 受伤 1")
    await expect(section).to_contain_text("受伤")
    await expect(section).to_have_attribute("open", "")
    await expect(one.locator("#line")).to_have_value("我正想说")
    await expect(one.locator("#line")).to_be_focused()


async def test_enter_while_composing_chinese_sends_nothing(sit, address):
    gm, _ = await demo(sit, address)
    line = gm.locator("#line")
    await speak(gm)
    await line.fill("nihao")
    before = await gm.locator("#log .entry").count()
    await line.dispatch_event("keydown", {"key": "Enter", "keyCode": 229, "isComposing": True, "bubbles": True})
    await type_line(gm, "你好")
    await expect(gm.locator("#log article.said")).to_have_count(1)
    await expect(gm.locator("#log .entry")).to_have_count(before + 1)


async def test_a_page_comes_back_by_itself_after_the_server_did_and_has_missed_nothing(server, sit, address):
    gm, links = await demo(sit, address)
    one = await sit(links[0])
    await live(one)
    await speak(one)
    await one.fill("#line", "半句话")
    server.stop()
    await expect(one.locator("#connection")).to_have_attribute("data-state", "away")
    await one.press("#line", "Enter")
    await expect(one.locator("#reply")).to_contain_text("断线")
    await expect(one.locator("#line")).to_have_value("半句话")
    server.start()
    for page in (gm, one):
        await live(page)
    await type_line(gm, "你不在的时候")
    await expect(one.locator("#log article.said")).to_contain_text("你不在的时候")
    await one.press("#line", "Enter")
    await expect(gm.locator("#log article.said").last).to_contain_text("半句话")


async def test_a_device_without_a_network_says_so_at_once_and_keeps_what_was_typed(sit, address):
    gm, _ = await demo(sit, address)
    await gm.context.set_offline(True)
    await expect(gm.locator("#connection")).to_have_attribute("data-state", "away")
    await type_line(gm, "在吗")
    await expect(gm.locator("#reply")).to_contain_text("断线")
    await expect(gm.locator("#line")).to_have_value("在吗")
    await gm.context.set_offline(False)
    await live(gm)
    await gm.press("#line", "Enter")
    await expect(gm.locator("#log article.said").last).to_contain_text("在吗")


async def test_the_language_and_the_theme_are_switched(sit, address):
    page = await sit(address)
    await page.click("[data-language=en]")
    await expect(page.locator("h1")).to_have_text("Ludex")
    await page.click("[data-theme-switch]")
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")


async def test_on_a_phone_what_others_do_to_ones_own_is_told_and_what_concerns_others_passes(sit, address):
    gm, links = await demo(sit, address, "boon")
    one, phone = await sit(links[0]), await sit(links[1], **PHONE)
    for page in (one, phone):
        await live(page)
    await type_line(one, ".r d20")
    await type_line(one, ".ck 力量")
    await expect(phone.locator("#result")).to_be_visible()
    await expect(phone.locator("#result")).to_be_hidden()  # by itself
    await type_line(gm, ".伤害 柏 3")
    await expect(phone.locator("#toasts")).to_contain_text("柏")
    await type_line(phone, ".ck 力量")
    await expect(phone.locator("#result")).to_be_visible()
    await type_line(gm, ".undo")
    await expect(phone.locator("#result")).to_be_hidden()  # it did not happen


async def test_a_secret_that_slipped_out_and_was_taken_back_is_read_no_more(sit, address):
    gm, links = await demo(sit, address, "boon")
    one = await sit(links[0])
    await live(one)
    await type_line(gm, ".物件 密道在井里")
    await expect(one.locator("#log")).to_contain_text("密道在井里")
    await type_line(gm, ".undo")
    await expect(one.locator("#log")).not_to_contain_text("密道在井里")
    await expect(gm.locator("#log .entry.undone")).to_contain_text(["密道在井里"])
    await one.reload()
    await live(one)
    await expect(one.locator("#log")).not_to_contain_text("密道在井里")


PASTE = """text => {
  const held = new DataTransfer();
  held.setData("text/plain", text);
  document.getElementById("board").dispatchEvent(new ClipboardEvent("paste", { clipboardData: held, bubbles: true, cancelable: true }));
}"""


async def test_a_characters_file_that_is_pasted_on_the_table_is_asked_about_and_she_comes(sit, address):
    home, _ = await demo(sit, address, "boon")
    await type_line(home, ".导出角色 安")
    await expect(home.locator("#reply")).to_contain_text("}")
    file = re.search(r"\{.*\}", await home.locator("#reply").inner_text(), re.DOTALL)[0]
    away, _ = await demo(sit, address, "boon")
    await away.evaluate(PASTE, "先看看这一句。")
    await expect(away.locator("#ask")).to_be_hidden()
    await away.evaluate(PASTE, file.replace("安", "阿远"))
    await expect(away.locator("#ask textarea")).to_have_value(re.compile("阿远"))
    await away.click("#ask [type=submit]")
    await away.locator(".question.mine .answer", has_text="英雄").click()
    await expect(away.locator("#f-rail")).to_contain_text("阿远")
