"""Impatient people: who clicks twice means it once, what is taken back was never said, and no card leads nowhere."""

import pytest
from playwright.async_api import expect

from tests.browser.test_table import demo, live

pytestmark = pytest.mark.browser


async def test_a_conflict_of_several_clicked_twice_and_thought_better_of(sit, address):
    gm, links = await demo(sit, address, "heden")
    one, other = [await sit(link) for link in links[:2]]
    await live(one)
    await live(other)
    card = gm.locator(".hand:not([hidden]) .deed", has_text="冲突一轮")
    await card.dblclick()
    await expect(gm.locator("#ask")).to_be_visible()  # nobody fights alone: whoever takes part is chosen in the form
    for name in await gm.locator("#ask .suggestions button").all():
        await name.click()
    await gm.locator("#ask [type=submit]").dblclick()
    for page in (one, other, gm):
        await expect(page.locator(".question.mine")).to_have_count(1)

    await one.locator(".answer", has_text="守").dblclick()
    await expect(one.locator(".question.mine")).to_have_count(0)
    await expect(one.locator(".toast")).to_have_count(0)
    await one.keyboard.press("Control+z")
    await expect(one.locator(".question.mine")).to_have_count(1)
    await expect(one.locator(".toast")).to_have_count(0)  # it was not lost on the way
    await one.locator(".answer", has_text="退").click()
    await other.locator(".answer", has_text="退").click()
    await gm.locator(".answer", has_text="守").click()

    told = one.locator("#log .entry:not(.folded-in)", has_text="出招").last
    await told.locator("summary").click()
    await expect(told.locator(".answered")).to_have_count(3)
    await expect(told.locator(".answered", has_text="作了回答")).to_have_count(0)
    await expect(told.locator(".answered", has_text="退")).to_have_count(2)
    await expect(one.locator("#log .entry.undone:visible")).to_have_count(0)
    await one.reload()
    await live(one)
    await expect(one.locator("#log .entry.undone:visible")).to_have_count(0)


async def test_what_somebody_was_told_is_over_with_her_next_deed(sit, address):
    _, links = await demo(sit, address, "heden")
    page = await sit(links[0])
    await live(page)
    await page.locator(".hand:not([hidden]) .deed", has_text="检定").first.click()
    await page.locator("#ask .suggestions button").first.click()
    await page.evaluate(
        "() => { const later = window.setTimeout; window.setTimeout = (what, ms, ...more) => later(what, ms > 5000 ? 1e9 : ms, ...more); }"
    )
    await page.evaluate(
        "import(document.querySelector('script[src$=\"table.js\"]').src.replace('whole/table.js', 'pop.js')).then(pop => pop.toast('…', {label: '…'}))"
    )
    await expect(page.locator(".toast")).to_have_count(1)
    await page.locator("#ask [type=submit]").click()
    await expect(page.locator(".toast")).to_have_count(0)  # by itself it would stay for ever
