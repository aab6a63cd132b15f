"""The map and the start page in a real browser: pieces move by hand and by keys, tables are made and shared by links."""

import pytest
from playwright.async_api import expect

from tests.browser.test_table import demo, live, opened_demo, speak, type_line

pytestmark = pytest.mark.browser


async def middle(page, piece):
    box = await page.locator(f'.piece[data-id="{piece}"]').first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_a_piece_is_dragged_and_moved_by_keys_and_everybody_sees_it(sit, address):
    gm, links = await demo(sit, address, "boon")
    player = await sit(links[0])
    await live(player)
    piece = gm.locator('ludex-stage .piece[data-id="an"]')
    name, x, y = [await piece.get_attribute(f"data-{key}") for key in ("id", "x", "y")]
    ground = await gm.locator("ludex-stage .ground").bounding_box()
    cell = ground["width"] / 12
    from_x, from_y = await middle(gm, name)
    await gm.mouse.move(from_x, from_y)
    await gm.mouse.down()
    await gm.mouse.move(from_x + 4 * cell, from_y, steps=6)
    await gm.mouse.up()
    seen = player.locator(f'.piece[data-id="{name}"]')
    await expect(seen).to_have_attribute("data-x", str(int(x) + 4))
    await expect(seen).to_have_attribute("data-y", y)
    await gm.locator(f'.piece[data-id="{name}"]').focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):  # above stands a thing, where nobody can be put
        await gm.keyboard.press(key)
    await expect(seen).to_have_attribute("data-x", str(int(x) + 5))
    await expect(seen).to_have_attribute("data-y", str(int(y) - 1))


async def test_a_table_is_made_shared_by_a_link_and_found_again(sit, address):
    gm = await sit(address)
    await gm.locator("[data-open-system]").first.click()
    await gm.fill('[name="name"]', "雨夜<i>")
    await gm.fill('[name="gm"]', "阿明")
    await gm.click(".new-table .primary")
    await live(gm)
    await expect(gm.locator("h1")).to_have_text("雨夜<i>")
    await gm.click("#open-seats")
    await gm.fill('#invite [name="name"]', "小红")
    await gm.select_option('#invite [name="role"]', "observer")
    await gm.click("#invite button")
    link = await gm.input_value("#links input")
    guest = await sit(address)
    await guest.fill('[name="link"]', "not a link")
    await guest.click("#open-link button")
    await expect(guest.locator("#open-link .problem")).to_be_visible()
    await guest.fill('[name="link"]', link)
    await guest.click("#open-link button")
    await live(guest)
    await expect(guest.locator("#f-title")).to_contain_text("小红")
    await gm.click("#seats .close")
    await type_line(gm, ".invite 小蓝")
    await expect(gm.locator("#reply")).to_contain_text(f"{address}/t/")
    await guest.goto(address)
    await expect(guest.locator("#recent a")).to_contain_text("雨夜<i>")
    await gm.click("#open-seats")
    seats = await gm.locator('[data-do="dismiss"]').count()
    await gm.click('[data-do="dismiss"]')
    await expect(gm.locator('[data-do="dismiss"]')).to_have_count(seats - 1)
    await guest.click("#recent a")
    await expect(guest.locator("h1")).to_have_text("这里没有座位")


async def test_completion_and_history_in_the_command_line(sit, address):
    gm, _ = await demo(sit, address)
    line = gm.locator("#line")
    await speak(gm)
    await gm.keyboard.type(".rh")
    await expect(gm.locator("#offers li").first).to_contain_text("暗骰")
    await gm.keyboard.press("Tab")
    await gm.keyboard.type("d6")
    await gm.keyboard.press("Enter")
    await expect(gm.locator("#log .entry.hidden-part .die")).to_have_count(1)
    await type_line(gm, "你好")
    await expect(line).to_have_value("")
    await line.press("ArrowUp")
    await line.press("ArrowUp")
    await expect(line).to_have_value(".rh d6")
    await line.fill(".没有这条")
    await line.press("Enter")
    await expect(gm.locator("#reply.refused")).to_contain_text("没有")
    await expect(line).to_have_value(".没有这条")


async def test_values_are_offered_also_after_a_name_of_several_words(sit, address):
    gm, _ = await demo(sit, address)
    await speak(gm)
    await gm.keyboard.type(".状态 林")
    await expect(gm.locator("#offers li").first).to_contain_text("林默")
    await gm.keyboard.press("Tab")
    await expect(gm.locator("#line")).to_have_value(".状态 林默")
    english = await sit(address, locale="en-US")
    await opened_demo(english, "mist")
    await english.click("[data-no-coach]")
    await speak(english)
    await english.keyboard.type(".peek @Lin +press")
    await expect(english.locator("#offers li").first).to_contain_text("press card")
    await english.keyboard.press("Tab")
    await expect(english.locator("#line")).to_have_value(".peek @Lin +press card")
    await english.keyboard.press("Enter")
    await expect(english.locator("#reply")).to_contain_text("press card")
