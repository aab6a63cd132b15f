"""Every screen of the drawings from real tables, to be put beside them: `make gallery`, into build/gallery.

Both themes, both languages, four sizes. A screen is reached as a person reaches it; nothing is drawn for the picture.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, Server

OUT = Path("build/gallery")
SIZES = {"1280": (1280, 720), "1440": (1440, 900), "1920": (1920, 1080), "390": (390, 844)}
LIVE = '#connection[data-state="live"]'
REST = 700
"""Milliseconds until odds have come and nothing moves."""

CARD = ".hand:not([hidden]) .deed[data-deed]:not(.off)"
Step = Callable[[Page], Awaitable[None]]


async def rest(page: Page) -> None:
    await page.wait_for_timeout(REST)


async def picked(page: Page) -> None:
    """The first card that is aimed at somebody, picked."""
    await page.locator(f"{CARD}[data-aim]").first.click()
    await rest(page)


async def aimed(page: Page) -> None:
    """The same, and whoever is lit clicked: a body, the time axis."""
    await picked(page)
    lit = page.locator(".board .piece.lit").first
    if await lit.count():
        await lit.click()
    await rest(page)


async def sheet(page: Page) -> None:
    """Somebody's sheet over the board."""
    await page.locator(".hand:not([hidden]) .self-face").first.click()
    await rest(page)


async def case(page: Page) -> None:
    """The case board, where there is one beside a scene."""
    await page.locator(".case-tab > summary").click()
    await rest(page)


async def prepare(page: Page) -> None:
    """The GM's preparing."""
    await page.evaluate("document.querySelector('[data-mode=prepare]').click()")
    await rest(page)


SCREENS: dict[str, dict[str, Step]] = {
    "boon": {"own": rest},
    "mirror": {"own": rest, "aimed": aimed, "sheet": sheet},
    "fable": {"own": rest, "picked": picked},
    "fet": {"own": rest, "declared": aimed},
    "mist": {"own": rest, "case": case},
}
"""What a player's page is shown doing, by system."""


class Gallery:
    """One server, one browser, one picture after another."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    async def page(self, link: str, size: str, scheme: str, locale: str) -> Page:
        width, height = SIZES[size]
        phone = width < 700
        context = await self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=locale,
            reduced_motion="reduce",
            has_touch=phone,
            is_mobile=phone,
        )
        page = await context.new_page()
        page.set_default_timeout(15_000)
        await page.goto(link)
        return page

    async def demo(self, system: str, locale: str, *, past: bool = False) -> tuple[str, list[str]]:
        """A demo table, in the middle of its evening or before anything has happened: the GM's link, and those of the other seats."""
        page = await self.page(self.address, "1440", "light", locale)
        at = "" if past else "form.action += '?at=start';"
        form = page.locator(f'form[action="/demo/{system}"]').first
        await form.evaluate(f"form => {{ {at} form.requestSubmit(); }}")
        await page.wait_for_selector(LIVE, state="attached")
        links = await page.eval_on_selector_all("#links input", "all => all.map(one => one.value)")
        found = page.url.partition("#")[0], links
        await page.context.close()
        return found

    async def shot(self, name: str, link: str, step: Step, size: str, scheme: str, locale: str) -> None:
        """One screen in one size, theme and language."""
        page = await self.page(link, size, scheme, locale)
        if "/t/" in link:
            await page.wait_for_selector(LIVE, state="attached")
        await rest(page)
        await step(page)
        await page.screenshot(path=OUT / f"{name}-{size}-{scheme}-{locale[:2]}.png")
        await page.context.close()


async def hang() -> None:
    """All of them."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "ludex.db")
        try:
            async with async_playwright() as driver:
                browser = await driver.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
                await _all(Gallery(browser, server.address))
                await browser.close()
        finally:
            server.stop()


async def _all(gallery: Gallery) -> None:
    for locale in ("zh-CN", "en-GB"):
        for size in SIZES:
            for scheme in ("light", "dark"):
                await gallery.shot("start", gallery.address, rest, size, scheme, locale)
        for system, steps in SCREENS.items():
            gm, links = await gallery.demo(system, locale)
            host, seats = await gallery.demo(system, locale, past=True)
            for size in SIZES:
                for scheme in ("light", "dark"):
                    for name, step in steps.items():
                        await gallery.shot(f"{system}-{name}", links[0], step, size, scheme, locale)
                    await gallery.shot(f"{system}-past", seats[0], rest, size, scheme, locale)
                    await gallery.shot(f"{system}-gm", host, rest, size, scheme, locale)
            await gallery.shot(f"{system}-prepare", gm, prepare, "1440", "light", locale)


if __name__ == "__main__":
    OUT.mkdir(parents=True, exist_ok=True)
    asyncio.run(hang())
    print(OUT, len(list(OUT.glob("*.png"))))
