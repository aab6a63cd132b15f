"""A fight by keys alone: everything can be reached, what is reached is seen, and the next step is always one key away."""

import pytest
from playwright.async_api import expect

from tests.browser.test_access import complaints
from tests.browser.test_table import PHONE, demo, live

pytestmark = pytest.mark.browser

HERE = """() => {
  const one = document.activeElement;
  const kind = one.closest(".chip") ? "chip" : one.matches(".piece") ? "piece" : one.matches(".deed") ? "card" : one.id || one.dataset.zoom || one.dataset.do || one.dataset.show || one.dataset.place || one.nodeName;
  const style = getComputedStyle(one);
  const seen = one.matches("body, ludex-stage, .skip, #log") || style.outlineStyle !== "none" || style.boxShadow !== "none" || one.matches(".piece") || Boolean(one.closest(".file"));
  return [kind, seen];
}"""


BEHIND = """() => [...document.querySelectorAll(".hands button")].filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => one.outerHTML.slice(0, 90))"""
"""What keys would still reach under a question that lies over it."""


async def test_everything_is_reached_by_tab_and_shows_that_it_is(sit, address):
    gm, _ = await demo(sit, address, "boon")
    await gm.evaluate("() => document.activeElement.blur()")
    found = {}
    for _ in range(110):
        await gm.keyboard.press("Tab")
        kind, seen = await gm.evaluate(HERE)
        found[kind] = found.get(kind, True) and seen
    wanted = {
        "chip",
        "piece",
        "card",
        "in",
        "ruler",
        "open-story",
        "speak",
        "open-dice",
        "story",
        "table",
        "clock",
        "open-seats",
    }
    assert wanted <= set(found), wanted - set(found)
    assert [kind for kind, seen in found.items() if not seen] == []


async def test_a_fight_by_keys_alone(sit, address):
    gm, links = await demo(sit, address, "boon")
    an = await sit(links[0])
    await live(an)
    await an.keyboard.press("1")
    await expect(an.locator("#f-title .need")).to_contain_text("安")
    await an.keyboard.press("1")
    await expect(an.locator(".piece.lit:focus")).to_have_count(1)
    await expect(an.locator(".pins .pin").first).to_be_visible()
    assert await complaints(an) == []
    await an.keyboard.down(" ")
    await expect(an.locator("#chart")).to_be_visible()
    assert await complaints(an) == []
    await an.keyboard.up(" ")
    await expect(an.locator("#chart")).to_be_hidden()
    first = await an.evaluate("() => document.activeElement.dataset.id")
    await an.keyboard.press("ArrowRight")
    await expect(an.locator(f'.piece.lit:focus:not([data-id="{first}"])')).to_have_count(1)
    await an.keyboard.press("ArrowLeft")
    await expect(an.locator(f'.piece.lit:focus[data-id="{first}"]')).to_have_count(1)
    await an.keyboard.press("Enter")
    await expect(an.locator("#log .entry.rolled, #f-question .waiting").first).to_be_visible()
    mine = gm.locator(".question.mine")
    await gm.wait_for_function(
        "() => document.querySelector('.question.mine') || document.querySelector('#log .verdict')"
    )
    if await mine.count():
        assert await complaints(gm) == []
        await gm.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert await complaints(gm) == []
        assert await gm.evaluate(BEHIND) == []
        await gm.locator("h1").click()
        await gm.keyboard.press("1")
        await expect(mine).to_have_count(0)
    await expect(gm.locator("#log .verdict").last).to_be_visible()
    await gm.keyboard.press("Control+z")
    await expect(gm.locator(".toast")).to_be_visible()
    await an.keyboard.press("t")
    await expect(an.locator("#line")).to_be_focused()
    await an.keyboard.press("Escape")
    await expect(an.locator("#speak")).to_be_focused()
    await an.locator('.rail [data-chip="an"]').focus()
    await an.keyboard.press("Enter")
    await expect(an.locator(".sheets .opened")).to_be_visible()
    await an.keyboard.press("Escape")
    await expect(an.locator(".sheets .opened")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_in_the_tray_the_story_and_on_a_phone(sit, address, scheme):
    gm, links = await demo(sit, address, "boon")
    await gm.emulate_media(color_scheme=scheme)
    await gm.click("#open-dice")
    assert await complaints(gm) == []
    await gm.keyboard.press("Escape")
    phone = await sit(links[0], scheme=scheme, **PHONE)
    await live(phone)
    await phone.locator(".hand:visible .deed").first.click()
    await phone.locator(".hand:visible .deed", has_text="移动").click()
    assert await complaints(phone) == []
    await phone.goto(f"{links[0]}/story")
    assert await complaints(phone) == []


async def test_everything_that_can_be_done_is_found_by_a_few_letters(sit, address):
    _, links = await demo(sit, address, "boon")
    player = await sit(links[0])
    await live(player)
    await player.locator("#board").click(position={"x": 4, "y": 4})
    await player.keyboard.press("?")
    await expect(player.locator("#menu .find-deed")).to_be_focused()
    await expect(player.locator("#menu .menu-group").first).to_contain_text("长剑")
    assert await complaints(player) == []
    await player.locator("#menu .find-deed").fill("长剑")
    await expect(player.locator("#menu .menu-deed:visible")).to_have_count(1)
    await player.keyboard.press("Enter")
    await expect(player.locator("#menu")).to_be_hidden()
    await expect(player.locator(".deed.picked")).to_contain_text("长剑")
    await player.click("#speak")
    await player.keyboard.press("Control+k")  # also from where somebody writes
    await expect(player.locator("#menu .find-deed")).to_be_focused()
    await player.locator("#menu .find-deed").fill("没有这样的事")
    await expect(player.locator("#menu .menu-deed:visible")).to_have_count(0)
    await player.go_back()
    await expect(player.locator("#menu")).to_be_hidden()
