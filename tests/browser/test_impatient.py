"""Impatient people: a double click is one wish; what the GM paints is seen; what is rolled is shown to fingers too."""

import pytest
from playwright.async_api import expect

from tests.browser import evening as e
from tests.browser.test_table import PHONE, live

pytestmark = pytest.mark.browser


async def party(sit, address):
    """A GM at a desk, a fighter at another, a mage with a phone, and a map."""
    gm = await e.opened(sit, address, "boon")
    frost = await e.invited(gm, sit, "甲")
    rain = await e.invited(gm, sit, "乙", phone=True)
    await e.created(frost, "霜")
    await e.created(rain, "雨", {"职业": "法师"})
    await e.laid(gm, "摆出棋盘", {"width": "12", "height": "8"})
    return gm, frost, rain


async def test_a_double_click_is_one_wish(sit, address):
    gm, frost, rain = await party(sit, address)
    await gm.page.click('.bar-nav [data-place="table"]')
    await gm.page.click('#menu [data-command="call"]')
    for word in ("霜", "雨", "感知"):
        await gm.page.locator("#ask .suggestions button", has_text=word).first.click()
    await gm.page.dblclick("#ask [type=submit]")
    await expect(gm.page.locator("#ask")).to_be_hidden()
    await expect(frost.page.locator(".question.mine")).to_be_visible()
    await e.settled(gm, frost, rain)
    await expect(frost.page.locator(".question")).to_have_count(1)
    await frost.page.locator(".question.mine .answer").dblclick()
    await expect(frost.page.locator(".question.mine")).to_have_count(0)
    await e.settled(gm, frost, rain)
    await expect(frost.page.locator(".toast")).to_have_count(0)
    await expect(gm.page.locator("#log .entry.rolled:has(.verdict)")).to_have_count(1)


async def test_a_map_is_painted_before_anybody_is_there(sit, address):
    gm = await e.opened(sit, address, "boon")
    await e.laid(gm, "摆出棋盘", {"width": "12", "height": "8"})
    await e.prepares(gm)
    await e.painted(gm, "墙", (5, 1), (5, 4))


async def test_what_the_brush_paints_is_seen_unless_it_is_drawn_unseen(sit, address):
    gm, frost, _ = await party(sit, address)
    await e.prepares(gm)
    await e.painted(gm, "墙", (5, 1), (5, 4))
    await expect(frost.page.locator(".map .wash.wall")).to_have_count(1)
    await gm.page.click(".tool.veil")
    await e.painted(gm, "困难", (8, 5), (9, 5))
    await e.settled(gm, frost)
    await expect(gm.page.locator(".legend")).to_contain_text("困难地形（玩家看不到）")
    await expect(frost.page.locator(".map .wash.difficult")).to_have_count(0)
    await expect(frost.page.locator(".map .wash.wall")).to_have_count(1)


async def test_a_phone_sees_its_targets_and_what_a_spell_rolled(sit, address):
    gm, frost, rain = await party(sit, address)
    await e.prepares(gm)
    await e.placed(gm, "霜", (2, 2))
    await e.placed(gm, "雨", (1, 4))
    await e.dropped(gm, "哥布林", (11, 4))
    await e.plays(gm)
    await e.revealed(gm, "哥布林", frost, rain)
    page = rain.page
    await page.reload()
    await live(page)
    await e.card(rain, "奥术闪电")
    target = page.locator('.board .piece.lit[data-name^="哥布林"]')
    await expect(target).to_be_visible()
    box = await target.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    await target.tap()
    await page.locator(".overlay .pin").wait_for()
    await target.tap()
    for one in (gm, frost):
        if await e.asked(one):
            await e.answered(one)
    await expect(page.locator(".result")).to_be_visible()
    await expect(page.locator(".result .die")).not_to_have_count(0)
