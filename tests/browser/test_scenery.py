"""A GM paints scenery: boxes of ground, lines, things in squares; everybody sees it, and nobody but the GM has the brushes."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.test_access import complaints
from tests.browser.test_table import demo, live, opened_demo

pytestmark = pytest.mark.browser

SQUARE = """([x, y]) => {
  const stage = document.querySelector("ludex-stage");
  const [a, b] = stage.middle([x, y]);
  const at = new DOMPoint(a, b).matrixTransform(stage.svg.getScreenCTM());
  return [at.x, at.y];
}"""


async def stroke(page, start, end=None):
    await page.mouse.move(*await page.evaluate(SQUARE, list(start)))
    await page.mouse.down()
    if end:
        await page.mouse.move(*await page.evaluate(SQUARE, list(end)), steps=3)
    await page.mouse.up()


async def test_scenery_is_painted_by_boxes_lines_and_single_squares(sit, address):
    gm, links = await demo(sit, address, "boon")
    player = await sit(links[0])
    await live(player)
    await gm.click("[data-mode=prepare]")
    await gm.click("[aria-controls=stamps]")
    await gm.click('.shape[data-shape="box"]')
    await gm.click('[data-stamp="flags"]')
    await stroke(gm, (8, 3), (10, 4))
    for page in (gm, player):
        await expect(page.locator(".map .p-flags")).to_have_attribute("d", "M576 216L792 216L792 360L576 360z")
    await gm.click('.shape[data-shape="line"]')
    await gm.click('[data-stamp="oak"]')
    await stroke(gm, (3, 6), (6, 6))
    await gm.click('.shape[data-shape=""]')
    await gm.click('[data-stamp="door"]')
    await stroke(gm, (7, 5))
    for page in (gm, player):
        await expect(page.locator(".map .painted use")).to_have_count(5)
        await expect(page.locator('.map .painted use[href="#st-door"]')).to_have_attribute(
            "transform", "translate(540.0 180.0) rotate(90)"
        )
    assert await complaints(gm) == []
    await gm.click('[data-stamp=""]')
    await stroke(gm, (3, 6))
    await expect(player.locator(".map .painted use")).to_have_count(4)
    await gm.click("[data-unstamp]")
    await expect(player.locator(".map .painted")).to_have_count(0)
    await expect(player.locator("#stamps")).to_have_count(0)


async def test_a_brush_of_the_rules_paints_boxes_too(sit, address):
    gm, _ = await demo(sit, address, "boon")
    await gm.click("[data-mode=prepare]")
    await gm.click('.shape[data-shape="box"]')
    await gm.locator(".palette .tool", has_text="墙").first.click()
    await stroke(gm, (9, 6), (10, 7))
    await expect(gm.locator(".map .wall-edge")).to_have_attribute(
        "d", "M504 432L576 432L576 576L504 576zM504 0L576 0L576 144L504 144zM648 0L792 0L792 144L648 144z"
    )


async def test_at_night_painted_fires_light_the_map_for_every_seat(sit, address):
    gm, links = await demo(sit, address, "boon", past=True)
    player = await sit(links[0])
    await live(player)
    for page in (gm, player):
        await expect(page.locator(".map .dusk.night")).to_have_attribute("mask", "url(#unlit)")
        await expect(page.locator('.map .painted use[href="#st-fire"]')).to_have_count(2)
        await expect(page.locator(".map .glow .warm")).to_have_count(2)
        await expect(page.locator(".map .p-water")).to_have_count(1)
        assert await complaints(page) == []


async def test_a_case_has_a_place_for_its_conclusions_before_there_is_one(sit, address):
    _, links = await demo(sit, address, "mist")
    page = await sit(links[0])
    await live(page)
    await page.click(".case-tab > summary")
    heads = page.locator(".case-room .case-column h2")
    await expect(heads).to_have_text([re.compile("谜团"), re.compile("线索"), re.compile("结论")])
    await page.click(".case-room .case-column.conclusion .cc.add")
    await expect(page.locator("dialog[open]")).to_have_count(1)


@pytest.mark.parametrize("name", ["boon", "mirror"])
async def test_in_english_too_the_brushes_are_in_sight_beside_all_other_tools(sit, address, name):
    gm = await sit(address, width=1280, height=720, locale="en-GB")
    await opened_demo(gm, name)
    await gm.evaluate("document.querySelector('[data-mode=prepare]').click()")
    palette = await gm.locator(".palette").bounding_box()
    for one in ("[aria-controls=stamps]", *(f'.shape[data-shape="{shape}"]' for shape in ("", "box", "line"))):
        tool = await gm.locator(one).bounding_box()
        assert palette["x"] <= tool["x"]
        assert tool["x"] + tool["width"] <= palette["x"] + palette["width"]
    await expect(gm.get_by_role("button", name="Box")).to_have_attribute("aria-pressed", "false")
    await gm.get_by_role("button", name="Box").click()
    await expect(gm.get_by_role("button", name="Box")).to_have_attribute("aria-pressed", "true")
    assert await complaints(gm) == []
