"""Everybody can use the page: axe finds nothing to complain of, in light and dark, on a desk and on a phone."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

from tests.browser.test_table import demo, live, type_line
from tests.ours import systems

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


ONLY_WRONG = {"resultTypes": ["violations"]}
"""What is right is not listed: that takes axe longer than all the rest."""


AT_REST = """() => document.getAnimations().every((one) =>
    one.playState !== "running" || one.effect.getComputedTiming().iterations === Infinity)"""
"""Nothing on the page comes up or goes any more: what is half faded in has no colours yet."""


async def complaints(page):
    """What is wrong with the page as it stands, and stays wrong when it is looked at again: the rule and where it is broken."""
    for _ in range(3):
        await page.wait_for_function(AT_REST)
        found = await Axe().run(page, options=ONLY_WRONG)
        if not found.response["violations"]:
            break
    return [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found.response["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_pages_without_a_table(sit, address, scheme):
    page = await sit(address, scheme=scheme)
    for path in ("/", "/rules/mist", "/credits", "/t/not-a-seat-of-any-table"):
        await page.goto(address + path)
        assert await complaints(page) == []


@pytest.mark.parametrize("name", sorted(systems()))
async def test_a_table_for_its_gm_and_for_a_player_on_a_phone(sit, address, name):
    gm, links = await demo(sit, address, name)
    assert await complaints(gm) == []
    await gm.locator('.rail .chip:not([data-sheet=""], .add)').first.click()
    assert await complaints(gm) == []
    await gm.click("#open-seats")
    assert await complaints(gm) == []
    await gm.click("#seats .close")
    await type_line(gm, ".help")
    await expect(gm.locator("#reply")).to_be_visible()
    assert await complaints(gm) == []
    await gm.locator('.sheets .opened [data-place="person"]').click()
    await expect(gm.locator("#menu .menu-deed").first).to_be_visible()
    assert await complaints(gm) == []
    player = await sit(links[0], scheme="dark", **PHONE)
    await live(player)
    assert await complaints(player) == []
    await player.click("#open-story")
    assert await complaints(player) == []
