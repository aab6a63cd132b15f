"""A GM rehearses on the page, without typing: the card grows, is turned, and ends with «enough» or with being closed."""

import pytest
from playwright.async_api import expect

from tests.browser.test_access import complaints
from tests.browser.test_table import demo, live, type_line

pytestmark = pytest.mark.browser

LONG = 60_000
"""Milliseconds: the processes beside the table have to start on a busy machine."""


async def test_the_running_battle_is_rehearsed_and_turned(sit, address):
    gm, _ = await demo(sit, address, "fet")
    await live(gm)
    await gm.click("[data-mode=prepare]")
    await gm.locator(".well.now [data-rehearse]").click()
    card = gm.locator("#rehearsal")
    await expect(card.locator(".rehearsed")).to_contain_text("会打：我方赢", timeout=LONG)
    await expect(card).not_to_have_class("menu rehearsal runs")
    assert await complaints(gm) == []
    await gm.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert await complaints(gm) == []
    await card.locator('[data-watch="typical"]').click()
    await expect(card.locator(".rehearsal-story li").first).to_be_visible(timeout=LONG)
    await expect(card.locator(".rehearsal-story")).to_contain_text("打手")
    many = card.locator('input[name="count:打手"]')
    await many.fill("6")
    await expect(card.locator(".rehearsed")).to_contain_text("会打：对方赢", timeout=LONG)
    await card.locator("[data-hold]").click()
    await card.locator('[data-find="count:打手"]').click()
    await expect(card.locator('input[name="count:打手"]')).to_have_value("4", timeout=LONG)
    await expect(card.locator(".rehearsal-held h3")).to_have_text("打手 几个 6")
    await expect(card.locator(".rehearsal-held .ways li")).to_have_count(4)
    await expect(card.locator(".rehearsal-curve .dot.now title")).to_have_text("4: 100% (100–100)")
    await card.locator("[data-target]").fill("50")
    await card.locator("[data-target]").blur()
    await many.fill("5")
    await expect(card.locator('[data-find="count:打手"]')).to_have_text("找到 50%", timeout=LONG)
    assert await complaints(gm) == []
    await card.locator("[data-close]").click()
    await expect(card).to_be_hidden()


async def test_what_is_ready_is_rehearsed_until_it_is_enough(sit, address):
    gm, _ = await demo(sit, address, "boon")
    await live(gm)
    await type_line(gm, ".准备 门后 | .登场 哥布林 3 阵营=敌人 位=9,2")
    await gm.click("[data-mode=prepare]")
    await gm.locator('[data-rehearse="门后"]').click()
    card = gm.locator("#rehearsal")
    await expect(card.locator(".ways li")).to_have_count(2, timeout=LONG)
    hidden = card.locator(".unseen label", has_text="食人魔1").locator("input")
    await hidden.uncheck()
    await expect(card.locator(".rehearsed .falls li").first).to_be_visible(timeout=LONG)
    await expect(hidden).not_to_be_checked()
    await card.locator("[data-enough]").click()
    await expect(card.locator("[data-enough]")).to_be_hidden()
    assert await complaints(gm) == []
    await card.locator("[data-close]").click()
    await expect(gm.locator('.well[data-ready="门后"]')).to_be_visible()  # it has not come on
