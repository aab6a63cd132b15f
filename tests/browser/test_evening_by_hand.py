"""An evening of a system that the page knows nothing of, by hand: the GM at a desk, a player on a phone. Nobody sees a line to type."""

import pytest
from playwright.async_api import TimeoutError as TooLate, expect

from ludex.table import registry
from tests.browser.evening import CAUGHT_UP
from tests.browser.test_layout import OVERFLOWS, TARGETS, boxes, check_desk
from tests.browser.test_table import PHONE, demo, live

pytestmark = pytest.mark.browser

STEPS = 24
"""So many clicks on cards a player tries until dice have fallen."""

SOON = 25_000
"""Milliseconds after which somebody looks again what is there: a question may have come in between."""

CARDS = ".hand:not([hidden]) .deed:not(.off, .more)"


ANOTHER = "mark => document.getElementById('f-question').dataset.mark !== mark"


async def filled(page):
    """Fill a form by what it offers, and send it; a form that is refused is put away."""
    for label in await page.locator("#ask .gaps > label").all():
        field = label.locator("input:not([type=checkbox]), textarea").first
        if not await field.count() or await field.input_value() or await field.get_attribute("required") is None:
            continue
        offered = label.locator(".suggestions button")
        if await offered.count():
            await offered.first.click(timeout=SOON)
        else:
            await field.fill("2")
    if not await page.locator("#ask").is_visible():
        return
    await page.click("#ask [type=submit]", timeout=SOON)
    await page.wait_for_function(
        "() => !document.getElementById('ask').open || !document.querySelector('#ask .foreseen').hidden"
    )
    if await page.locator("#ask").is_visible():
        await page.locator("#ask [data-close]").click()


async def answered(page):
    """Answer everything that this seat is asked; whether there was anything."""
    question = page.locator(".question.mine")
    if not await question.count():
        return False
    mark = await page.locator("#f-question").get_attribute("data-mark")
    plain = question.first.locator(".answer:not([data-gaps])")
    try:
        await (plain.last if await plain.count() else question.first.locator(".answer").first).click(timeout=SOON)
        if await page.locator("#ask").is_visible():
            await filled(page)
        await page.wait_for_function(ANOTHER, arg=mark, timeout=SOON)
    except TooLate:
        return False
    return True


async def tried(page, place):
    """One card of the shown hand, with the first target that is lit."""
    if await page.locator(".result:not([hidden])").count():
        await page.click(".result .primary")
    spread = page.locator(".hand:not([hidden]) [data-throw]")
    if await spread.count():
        await page.locator(".hand:not([hidden]) .ptag[data-tag]").first.click(timeout=SOON)
        await spread.click(timeout=SOON)
        return
    cards = page.locator(CARDS)
    count = await cards.count()
    if not count:
        return
    await cards.nth(place % count).click(timeout=SOON)
    lit = page.locator(".board .piece.lit")
    if await lit.count():
        await lit.first.press("Enter", timeout=SOON)
    if await page.locator("#ask").is_visible():
        await filled(page)
    await page.keyboard.press("Escape")


async def looked_in(page, place):
    """Try a card; who is asked something meanwhile answers first, who is led to another page comes back."""
    here = page.url
    try:
        await tried(page, place)
    except TooLate:
        await page.keyboard.press("Escape")
    if page.url != here:
        await page.goto(here)
        await live(page)


async def settled(*pages):
    """Answer until nobody is asked anything: an answer at one page may ask at another."""
    for _ in range(6):
        if not any([await answered(page) for page in pages]):
            return


async def played(gm, player):
    """Cards and answers until dice have fallen and nothing is open."""
    rolled = player.locator("#log .entry.rolled")
    for n in range(STEPS):
        await settled(player, gm)
        if await rolled.count():
            return
        await looked_in(player, n)
        assert not await player.evaluate(OVERFLOWS)
        assert await player.evaluate(TARGETS) == []
        if n % 2:
            await looked_in(gm, n // 2)
    raise AssertionError("no dice have fallen")


@pytest.mark.parametrize("name", [one for one in ("heden",) if one in registry.names()])
async def test_an_evening_by_hand(sit, address, name):
    gm, links = await demo(sit, address, name)
    await gm.set_viewport_size({"width": 1280, "height": 720})
    player = await sit(links[0], **PHONE)
    await live(player)
    before = await boxes(gm)
    await gm.click("#open-seats")
    await gm.fill('#invite [name="name"]', "迟到的人")
    await gm.click("#invite button")
    await expect(gm.locator("#links li")).to_have_count(len(links) + 1)
    await gm.click("#seats .close")
    await gm.click('.bar-nav [data-place="table"]')
    await gm.click('#menu [data-command="session"]')
    await gm.fill("#ask .gaps input", "雨夜")
    await gm.click("#ask [type=submit]")
    await expect(player.locator("#log")).to_contain_text("雨夜")
    await played(gm, player)
    await check_desk(gm, 1280, 720)
    assert await boxes(gm) == before
    await expect(gm.locator("#line")).to_be_hidden()
    undo = gm.locator('#f-history [data-do="undo"]')
    for page in (
        gm,
        player,
        gm,
        player,
    ):  # what was clicked last has happened: nothing comes between a step back and its way again
        await page.evaluate(CAUGHT_UP, page.url.split("/t/")[1])
        await settled(player, gm)
    if await undo.is_enabled():
        await undo.click()
        await gm.click('#f-history [data-do="redo"]')  # and once more: a toast goes by itself
        await expect(undo).to_be_enabled()
    await gm.click('.bar-nav [data-place="table"]')
    await gm.click('#menu [data-command="adjourn"]')
    await filled(gm)
    await settled(gm)
    assert await boxes(gm) == before
    await player.goto(f"{links[0]}/story")
    await expect(player.locator(".recap h1, .recap h2").first).to_be_visible()
    await expect(player.locator("body")).to_contain_text("雨夜")
