"""From a click to the next paint, in a real browser over a real server: p95 of picking a card, moving, rolling and answering at the demo fights.

`python -m benchmarks.paint boon 40` prints one system with so many clicks. What is timed is the page's own clock: from the event to
the second animation frame after the change that it led to. The bar is 60 ms.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Page, async_playwright
from tests.browser.conftest import CHROMIUM
from tests.fronts.server import Server

from benchmarks.measure import Row

CLICKS = 30
BAR = 0.06

WATCH = """() => {
  window.took = [];
  window.paint = (what, change, only) => new Promise((settle) => {
    const end = (seconds) => { window.took.push(seconds); settle(seconds); };
    let began = 0;
    const seen = new MutationObserver(() => {
      seen.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => end(performance.now() - began)));
    });
    seen.observe(document.querySelector(change), only ? { subtree: true, attributeFilter: only } : { subtree: true, childList: true, attributes: true, characterData: true });
    began = performance.now();
    what();
  });
}"""

ROLL = """() => window.paint(() => {
  const form = document.querySelector("#tray form");
  form.elements.dice.value = "2d6";
  form.requestSubmit();
}, "#log")"""
PICK = """() => window.paint(() => document.querySelector(".hand:not([hidden]) .deed[data-aim]:not(.off)").click(), "#f-hand")"""
MOVE = """([id, x, y]) => window.paint(() => {
  const stage = document.querySelector("ludex-stage");
  stage.place(stage.querySelector(`[data-id="${id}"]`), [x, y], "");
}, "#f-board", ["data-x", "data-y"])"""
"""Until the table's own answer is drawn: what the page shows at once does not count."""


async def clicked(page: Page, clicks: int) -> list[float]:
    """Milliseconds of each click: a card, dice, and where there is a map a piece that is put to and fro."""
    await page.evaluate(WATCH)
    stage = await page.query_selector("ludex-stage[data-move] .piece")
    piece = [await stage.get_attribute(f"data-{name}") for name in ("id", "x", "y")] if stage else []
    for n in range(clicks):
        card = n % 3 == 0 and await page.query_selector(".hand:not([hidden]) .deed[data-aim]:not(.off)")
        await page.evaluate(PICK if card else ROLL)
        if piece:
            await page.evaluate(MOVE, [piece[0], int(piece[1] or 0) + n % 2, int(piece[2] or 0) + 2])
        await page.wait_for_timeout(120)
    took: list[float] = await page.evaluate("() => window.took")
    return sorted(took[4:])


async def measured(folder: Path, systems: list[str], clicks: int) -> dict[str, list[float]]:
    """Every system's clicks."""
    server = Server(folder / "data")
    await asyncio.to_thread(server.start)
    found = {}
    try:
        async with async_playwright() as driver:
            browser = await driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
            for system in systems:
                made = server.call("POST", "/api/demos", {"system": system})["seats"]
                context = await browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
                page = await context.new_page()
                await page.goto(f"http://127.0.0.1:{server.port}/t/{made['gm']}")
                await page.wait_for_selector('#connection[data-state="live"]', state="attached")
                await page.wait_for_timeout(1500)
                found[system] = await clicked(page, clicks)
                await context.close()
            await browser.close()
    finally:
        server.end()
    return found


def run(clicks: int = CLICKS, systems: tuple[str, ...] = ("boon", "mirror", "fable")) -> list[Row]:
    """The p95 of each."""
    with tempfile.TemporaryDirectory() as folder:
        took = asyncio.run(measured(Path(folder), list(systems), clicks))
    return [
        Row(f"click to paint, {system}, p95", each[int(len(each) * 0.95)] / 1000, BAR, 1.0, "60 ms")
        for system, each in took.items()
    ]


if __name__ == "__main__":
    names = tuple(name for name in sys.argv[1:] if not name.isdecimal()) or ("boon", "mirror", "fable")
    count = next((int(name) for name in sys.argv[1:] if name.isdecimal()), CLICKS)
    with tempfile.TemporaryDirectory() as place:
        for name, each in asyncio.run(measured(Path(place), list(names), count)).items():
            middle, high = each[len(each) // 2], each[int(len(each) * 0.95)]
            print(f"{name:<8} {len(each)} clicks: median {middle:.1f} ms, p95 {high:.1f} ms, most {each[-1]:.1f} ms")
