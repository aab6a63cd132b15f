"""The map by mouse, keys and fingers: ways and areas are shown before they are done; portraits; a seat that comes back."""

import io
import re

import pytest
from PIL import Image
from playwright.async_api import expect

from tests.browser.test_table import PHONE, demo, live

pytestmark = pytest.mark.browser


def png():
    """A small picture."""
    written = io.BytesIO()
    Image.new("RGB", (40, 30), "teal").save(written, "PNG")
    return {"name": "picture.png", "mimeType": "image/png", "buffer": written.getvalue()}


async def spot(page, x, y):
    """Where a cell of the map is on the screen."""
    return await page.evaluate(
        """([x, y]) => {
          const stage = document.querySelector("ludex-stage");
          const [cx, cy] = stage.middle([x, y]);
          const at = new DOMPoint(cx, cy).matrixTransform(stage.svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        [x, y],
    )


async def turn_of(page, name):
    await page.locator(".hand:visible .deed", has_text=name).click()
    await expect(page.locator("#f-title .need")).to_contain_text(name)


async def test_a_way_is_shown_before_it_is_gone_by_mouse_and_by_keys(sit, address):
    _, links = await demo(sit, address, "boon")
    an = await sit(links[0])
    await live(an)
    await turn_of(an, "安")
    await an.mouse.click(*await spot(an, 0, 2))
    await expect(an.locator(".overlay .path-line")).to_have_count(1)
    await expect(an.locator(".overlay .pin")).to_contain_text("2 码")
    await an.mouse.move(*await spot(an, 3, 3))  # somebody stands there
    await expect(an.locator(".overlay .cell-mark.nope")).to_have_count(1)
    await an.keyboard.press("Escape")
    await expect(an.locator(".overlay *")).to_have_count(0)
    await an.locator(".hand:visible .deed", has_text="移动").click()
    for key in ("ArrowLeft", "ArrowDown"):
        await an.keyboard.press(key)
    await expect(an.locator("#tell")).to_contain_text("1, 2")
    await an.keyboard.press("Enter")
    piece = an.locator('.board .piece[data-id="an"]')
    await expect(piece).to_have_attribute("data-x", "1")
    await expect(piece).to_have_attribute("data-y", "2")


async def test_an_area_is_laid_where_the_mouse_is_and_reaches_those_in_it(sit, address):
    gm, links = await demo(sit, address, "boon")
    duo = await sit(links[2])
    await live(duo)
    await turn_of(duo, "朵")
    await duo.locator(".hand:visible .deed", has_text="爆炎").click()
    await duo.mouse.move(*await spot(duo, 3, 3))
    await expect(duo.locator(".overlay .wash.laid")).to_have_count(1)
    await expect(duo.locator('.piece.reached[data-id="orc1"]')).to_have_count(1)
    await expect(duo.locator('.piece.reached.own[data-id="an"]')).to_have_css("opacity", "1")  # who is caught is seen
    await expect(duo.locator(".overlay.over .pin")).to_contain_text("有自己人：安")
    await expect(duo.locator(".map .wash.reach")).to_be_hidden()  # nobody goes anywhere
    await duo.mouse.click(*await spot(duo, 3, 3))
    await expect(duo.locator("#log .entry", has_text="朵").last).to_be_visible()
    await expect(gm.locator("#log")).to_contain_text("爆炎")


async def test_a_picked_card_says_at_once_who_cannot_be_chosen_and_why(sit, address):
    _, links = await demo(sit, address, "boon")
    an = await sit(links[0])
    await live(an)
    await turn_of(an, "安")
    await an.locator(".hand:visible .deed", has_text="长剑").click()
    far = an.locator('.board .piece[data-id="archer1"]')
    await expect(far).to_have_attribute("aria-label", re.compile("太远了"))
    await expect(far).not_to_have_class(re.compile("lit"))
    await expect(an.locator('.board .piece.lit[data-id="orc1"]')).to_have_count(1)
    await expect(an.locator(".pins .pin:not(.nope)").first).to_contain_text("%")


async def test_on_a_phone_a_tap_shows_the_way_and_a_second_goes_it(sit, address):
    _, links = await demo(sit, address, "boon")
    an = await sit(links[0], **PHONE)
    await live(an)
    await turn_of(an, "安")
    x, y = await spot(an, 1, 2)
    await an.touchscreen.tap(x, y)
    await expect(an.locator(".overlay .pin")).to_contain_text("再点")
    piece = an.locator('.board .piece[data-id="an"]')
    await expect(piece).to_have_attribute("data-x", "2")
    await an.touchscreen.tap(x, y)
    await expect(piece).to_have_attribute("data-x", "1")


async def test_a_ruler_measures_as_the_system_does(sit, address):
    gm, _ = await demo(sit, address, "mirror")
    await gm.click('[data-zoom="ruler"]')
    await gm.mouse.move(*await spot(gm, 0, 0))
    await gm.mouse.down()
    await gm.mouse.move(*await spot(gm, 3, 2), steps=4)
    await expect(gm.locator(".overlay .pin")).to_have_text("5 格")
    await gm.mouse.up()


async def test_a_portrait_and_a_picture_under_the_map(sit, address):
    gm, links = await demo(sit, address, "boon")
    an = await sit(links[0])
    await live(an)
    await an.locator('.rail [data-chip="an"]').click()
    await an.locator('.sheets .opened input[data-picture="an"]').set_input_files(png())
    for page in (an, gm):
        await expect(page.locator('.piece[data-id="an"] image.face')).to_have_count(1)
        await expect(page.locator('.rail [data-chip="an"] > .seal img')).to_have_count(1)
        assert (
            await page.evaluate(
                "() => { const i = document.querySelector('.rail img'); return i.decode().then(() => i.naturalWidth) }"
            )
            > 0
        )
    await gm.locator('input[data-picture="ground"]').set_input_files(png())
    await expect(an.locator(".map .backdrop")).to_have_count(1)
    await gm.click('[data-unpicture="ground"]')
    await expect(an.locator(".map .backdrop")).to_have_count(0)


async def test_a_seat_that_was_taken_away_comes_back_with_its_link(sit, address):
    gm, links = await demo(sit, address, "boon")
    an = await sit(links[0])
    await live(an)
    await gm.click("#open-seats")
    await gm.locator('[data-do="dismiss"]').first.click()
    await expect(gm.locator(".toast")).to_contain_text("安")
    await gm.click(".toast button")
    await expect(gm.locator(".toast")).to_contain_text("回来")
    await an.goto(links[0])
    await live(an)
    await expect(an.locator("#f-title")).to_contain_text("安")
    await expect(an.locator('.hand[data-hand="an"]')).to_have_count(1)


async def test_who_is_clicked_on_the_rail_is_aimed_at_and_a_gms_npc_is_taken_in_hand(sit, address):
    gm, links = await demo(sit, address, "boon")
    an = await sit(links[0])
    await live(an)
    await turn_of(an, "安")
    await an.locator(".hand:visible .deed", has_text="长剑").click()
    await an.locator('.rail [data-chip="archer1"]').click()  # too far, and it says so: it was chosen
    await expect(an.locator(".toast")).to_contain_text("太远")
    await expect(an.locator(".sheets .opened")).to_have_count(0)
    await gm.locator('.rail [data-chip="orc1"]').click()
    await expect(gm.locator(".hand:visible .self-name h2")).to_have_text("兽人1")
    await expect(gm.locator(".sheets .opened")).to_have_count(0)
    await gm.locator('.rail [data-chip="orc1"]').click()
    await expect(gm.locator(".sheets .opened")).to_have_count(1)


async def test_on_a_phone_the_map_begins_at_ones_own_token(sit, address):
    gm, links = await demo(sit, address, "boon")
    await gm.evaluate(
        "() => document.querySelector('ludex-stage').moved(document.querySelector('.piece[data-id=an]'), [10, 1])"
    )
    await expect(gm.locator('.piece[data-id="an"]')).to_have_attribute("data-x", "10")
    an = await sit(links[0], **PHONE)
    await live(an)
    x, y = await spot(an, 10, 1)
    home = await an.locator("ludex-stage").bounding_box()
    assert home["x"] < x < home["x"] + home["width"]
    assert home["y"] < y < home["y"] + home["height"]
