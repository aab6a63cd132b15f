"""An evening without typing one command: people are asked in, act on things, answer, take back, and read the story."""

import pytest
from playwright.async_api import expect

from tests.browser.test_access import complaints
from tests.browser.test_table import demo, live

pytestmark = pytest.mark.browser


async def no_line(page):
    """The page shows no line to type unless somebody asked for one."""
    await expect(page.locator("#line")).to_be_hidden()


async def test_dice_whispers_and_a_session_by_hand(sit, address):
    gm, links = await demo(sit, address, "mist")
    one = await sit(links[0])
    await live(one)
    await one.click("#open-dice")
    await one.click('#tray [data-sides="6"]')
    await one.click('#tray [data-sides="6"]')
    await expect(one.locator('#tray [name="dice"]')).to_have_value("2d6")
    await one.fill('#tray [name="reason"]', "开门")
    await one.click("#tray [type=submit]")
    await expect(gm.locator("#log .entry.rolled .die")).to_have_count(2)
    await expect(one.locator("#tray")).to_be_hidden()
    await one.keyboard.press("t")
    await expect(one.locator("#line")).to_be_focused()
    await one.select_option("#say-to", index=1)
    await one.fill("#line", "只说给你听")
    await one.press("#line", "Enter")
    await expect(gm.locator("#log .entry.said.hidden-part")).to_contain_text("只说给你听")
    await gm.click('.bar-nav [data-place="table"]')
    await gm.click('#menu [data-command="session"]')
    await gm.fill("#ask .gaps input", "末班车")
    await gm.click("#ask [type=submit]")
    await expect(one.locator("#log")).to_contain_text("末班车")


async def test_things_on_the_case_board_carry_their_deeds(sit, address):
    gm, _ = await demo(sit, address, "mist")
    await gm.click(".case-tab > summary")
    await gm.locator(".cc.mystery").first.click()
    await expect(gm.locator('#menu [data-command="truth"]')).to_be_visible()
    await gm.click("#menu [data-close]")
    await gm.locator(".cc.add").click()
    await gm.click('#menu [data-command="clue"]')
    await gm.fill('#ask [name="id"]', "伞")
    await gm.click("#ask [type=submit]")
    await expect(gm.locator(".cc.clue", has_text="伞")).to_be_visible()


async def test_a_sheet_is_edited_in_place_and_a_link_is_made_anew(sit, address):
    gm, links = await demo(sit, address, "boon")
    one = await sit(links[0])
    await live(one)
    await one.click('.rail [data-chip="an"]')
    await one.locator('.sheets .opened .pen[data-field="strength"]').press("Enter")
    await one.fill(".pen-form input", "99")
    await one.keyboard.press("Enter")
    await expect(one.locator(".pen-form .field-wrong")).to_be_visible()
    assert await complaints(one) == []
    await one.fill(".pen-form input", "15")
    await one.keyboard.press("Enter")
    await expect(one.locator(".pen-form")).to_have_count(0)
    await gm.click('.rail [data-chip="an"]')
    await expect(gm.locator(".sheets .opened .fact", has_text="力量").first).to_contain_text("15")
    await gm.click("#open-seats")
    await gm.locator('[data-do="relink"]').first.click()
    shown = "old => ![...document.querySelectorAll('#links input')].some(one => one.value === old)"
    await gm.wait_for_function(shown, arg=links[0])
    fresh = await gm.locator("#links input").last.input_value()
    await one.goto(links[0])
    await expect(one.locator("h1")).to_have_text("这里没有座位")
    await one.goto(fresh)
    await live(one)


async def test_a_deed_is_put_together_from_tags_and_its_odds_follow(sit, address):
    gm, links = await demo(sit, address, "mist")
    one = await sit(links[0])
    await live(one)
    await one.click('.ptag[data-tag="记者证"]')
    await expect(one.locator(".throw-odds .oddsbar")).to_be_visible()
    first = await one.locator(".throw-odds .key").text_content()
    await one.click('.ptag[data-tag="打字飞快"]')
    await expect(one.locator(".throw-odds .key")).not_to_have_text(first)
    await one.click("[data-throw]")
    await expect(gm.locator("#log .entry.rolled .die").first).to_be_visible()
    await no_line(one)


async def test_a_deed_with_no_tag_in_it_asks_for_its_words_before_dice_fall(sit, address):
    _, links = await demo(sit, address, "mist")
    one = await sit(links[0])
    await live(one)
    await expect(one.locator(".throw-odds")).to_contain_text("效力 0")
    await one.click("[data-throw]:not([data-gaps])")
    await expect(one.locator("#ask")).to_be_visible()
    assert await one.locator("#log .entry.rolled").count() == 0
