"""The table in the middle, measured: the board is whole and never moves, nothing is cut, nothing lies over another, fingers can hit."""

import pytest
from playwright.async_api import expect

from tests.browser.test_table import PHONE, demo, live, opened_demo
from tests.ours import systems

pytestmark = pytest.mark.browser

DESKS = ((1280, 720), (1440, 900), (1920, 1080))
PHONES = ((390, 844), (360, 800))
PARTS = (".bar-top", ".rail", ".clock", ".board-area", ".foot", ".drawer-side")

BOXES = """parts => parts.map(part => {
  const box = document.querySelector(part).getBoundingClientRect();
  return [part, Math.round(box.x), Math.round(box.y), Math.round(box.right), Math.round(box.bottom)];
})"""

CUT = """() => [...document.querySelectorAll(".deed b, .chip .nm, .self h2, .bar-top h1, .answer-text b, .when b")]
  .filter(one => one.offsetParent && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow !== "ellipsis")
  .map(one => one.textContent)"""

MESS = """parts => {
  const leaves = [], cut = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const own = node.parentElement;
    if (!node.data.trim() || !own.closest(parts) || own.closest(".sr, [hidden], option, textarea")) continue;
    if (!own.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom], gone = false, soft = false, lost = false;
      for (let one = own; one && one !== document.body && !gone; one = one.parentElement) {
        const style = getComputedStyle(one);
        gone = style.clipPath !== "none";
        if (one instanceof SVGElement || style.overflowX === "visible") continue;
        const frame = one.getBoundingClientRect();
        soft ||= style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none" || /auto|scroll/.test(style.overflowX + style.overflowY);
        if (!soft && (right > frame.right + 1 || bottom > frame.bottom + 3) && left < frame.right) lost = true;
        [left, top, right, bottom] = [Math.max(left, frame.left), Math.max(top, frame.top), Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
      }
      if (lost && !gone) cut.push(node.data.trim());
      if (gone || right - left < 3 || bottom - top < 5) continue;
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (seen && (own.contains(seen) || seen.contains(own))) leaves.push([own, node.data.trim(), left, top, right, bottom]);
    }
  }
  const over = [];
  leaves.forEach(([a, said, l, t, r, b], n) => leaves.slice(n + 1).forEach(([c, other, l2, t2, r2, b2]) => {
    if (a !== c && Math.min(r, r2) - Math.max(l, l2) > 2 && Math.min(b, b2) - Math.max(t, t2) > 5) over.push(`${said} over ${other}`);
  }));
  return [...new Set([...cut.map((one) => `${one} is cut`), ...over])];
}"""
"""What of the words around the board is cut where no dots say so, and what lies over other words."""

WORDED = ".bar-top, .rail, .clock, .foot, .drawer-tabs, .dock, .sheets"

OVERFLOWS = (
    "() => document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight + 1"
)

TARGETS = """() => {
  const touched = "button, a[href], select, summary, textarea, input:not([type=hidden]), label:has(input)";
  const clipped = (one, x, y) => {
    for (let over = one.parentElement; over; over = over.parentElement) {
      const box = over.getBoundingClientRect();
      if (getComputedStyle(over).overflow !== "visible" && (x < box.left || x > box.right || y < box.top || y > box.bottom)) return true;
    }
    return x < 0 || y < 0 || x > innerWidth || y > innerHeight;
  };
  const missed = (one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = (dx, dy) => document.elementFromPoint(x + dx, y + dy)?.closest(touched) === one;
    const edges = [...(box.width < 43.5 ? [[-21, 0], [21, 0]] : []), ...(box.height < 43.5 ? [[0, -21], [0, 21]] : [])];
    return hit(0, 0) && edges.some(([dx, dy]) => !clipped(one, x + dx, y + dy) && !hit(dx, dy));
  };
  return [...document.querySelectorAll(touched)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".skip, .sr, label input") && missed(one))
    .map((one) => `${one.outerHTML.slice(0, 90)} ${Math.round(one.getBoundingClientRect().width)}x${Math.round(one.getBoundingClientRect().height)}`);
}"""
"""What is nearer to its middle than a finger is wide and yet not touched there; a taller area than is drawn counts."""


OPENED = {
    ".hand:not([hidden]) .self-face, .hand:not([hidden]) .table-hand": ".sheets .opened, .hand",
    "#open-seats": "#seats",
    '.bar-nav [data-place="table"]': "#menu[open] .menu-deed",
    '[data-place="clock"]': "#menu[open]",
    "#open-story": "#what .drawer-tabs",
}
"""What a finger opens over the board of a phone."""

ASIDE = """() => [...document.querySelectorAll("dialog[open] *, .sheets *, .drawer:not([hidden]) *, .drawer-side *")]
  .filter((one) => one.checkVisibility() && (one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1))
  .filter((one) => !one.closest("svg, .rows, .sr, .drawer-tabs"))
  .map((one) => one.outerHTML.slice(0, 120))"""
"""What stands beyond the side of the screen in it."""


SIDEWAYS = """() => [...document.querySelectorAll("dialog[open]")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"""
"""Dialogs that scroll sideways."""


async def boxes(page):
    return {part: rest for part, *rest in await page.evaluate(BOXES, PARTS)}


def apart(one, other):
    return one[2] <= other[0] + 1 or other[2] <= one[0] + 1 or one[3] <= other[1] + 1 or other[3] <= one[1] + 1


async def check_desk(page, width, height):
    found = await boxes(page)
    board = found[".board-area"]
    assert board[3] <= height
    assert board[2] - board[0] >= width * 0.6
    assert board[3] - board[1] >= height * 0.5
    names = list(found)
    over = [(a, b) for n, a in enumerate(names) for b in names[n + 1 :] if not apart(found[a], found[b])]
    assert over == []
    assert await page.evaluate(CUT) == []
    assert await page.evaluate(MESS, WORDED) == []
    assert not await page.evaluate(OVERFLOWS)
    return board


async def check_phone(page):
    """Nothing is wider than the screen, fingers can hit, and the board stands above the hand."""
    assert not await page.evaluate(OVERFLOWS)
    assert await page.evaluate(TARGETS) == []
    (_, _, top, _, bottom), (_, _, foot, *_) = await page.evaluate(BOXES, (".board", ".foot"))  # both at one moment
    assert bottom - top >= 200
    assert bottom <= foot + 1


@pytest.mark.parametrize("name", sorted(systems()))
async def test_on_desks_and_phones_the_board_is_whole_nothing_is_cut_and_fingers_hit(sit, address, name):
    gm, links = await demo(sit, address, name)
    for width, height in DESKS:
        await gm.set_viewport_size({"width": width, "height": height})
        await check_desk(gm, width, height)
    await gm.context.add_cookies([{"name": "language", "value": "en", "url": address}])
    await gm.reload()
    for width, height in reversed(DESKS):
        await gm.set_viewport_size({"width": width, "height": height})
        await check_desk(gm, width, height)
    await gm.locator('.rail .chip:not([data-sheet=""], .add)').first.click()
    await gm.locator(".sheets .opened").wait_for()
    await check_desk(gm, 1280, 720)
    page = await sit(links[0], **PHONE)
    await live(page)
    for width, height in PHONES:
        await page.set_viewport_size({"width": width, "height": height})
        await check_phone(page)
    await page.context.add_cookies([{"name": "language", "value": "en", "url": address}])
    await page.reload()
    await live(page)
    for way, opened in OPENED.items():
        await page.locator(f"{way}:visible").first.click()
        await page.locator(opened).first.wait_for()
        assert await page.evaluate(TARGETS) == [], opened
        assert await page.evaluate(ASIDE) == [], opened
        await page.keyboard.press("Escape")
        await page.evaluate("() => document.querySelector('#seats:not([hidden]) .close, .close-story')?.click()")
    await page.click('.bar-nav [data-place="table"]')
    await page.click("#menu [data-papers]")
    await page.locator("#papers[open] .new-note").wait_for()
    assert await page.evaluate(TARGETS) == []


async def test_a_question_and_its_answer_move_nothing(sit, address):
    gm, links = await demo(sit, address, "boon")
    one = await sit(links[0], width=1280, height=720)
    await gm.set_viewport_size({"width": 1280, "height": 720})
    await live(one)
    before = await boxes(one)
    await one.locator(".hand:visible .deed").first.click()
    await one.locator("#log .entry", has_text="主动权").wait_for(state="attached")
    sword = one.locator(".hand:visible .deed[data-aim]").first
    await sword.click()
    await one.locator('.board .piece.lit[data-id="orc1"]').wait_for()
    assert await boxes(one) == before
    await one.locator('.board .piece[data-id="orc1"]').click(force=True)
    await one.locator("#log .entry.rolled").first.wait_for()
    await gm.locator("#log .entry.rolled").first.wait_for(state="attached")  # what is asked comes with it
    if await gm.locator(".question.mine").count():  # a miss asks nobody
        board = await check_desk(gm, 1280, 720)
        await gm.locator(".question.mine .answer").last.click()
        await gm.locator(".question.mine").wait_for(state="detached")
        assert (await check_desk(gm, 1280, 720)) == board
    assert await boxes(one) == before


async def test_a_form_of_choices_does_not_scroll_sideways(sit, address):
    gm, _ = await demo(sit, address, "mirror")
    await gm.click(".rail .chip.add")
    await gm.click('#menu .menu-deed[data-command="npc"]')
    await gm.locator("dialog.ask[open] .suggestions").wait_for()
    assert await gm.evaluate(SIDEWAYS) == []


OUT = """inside => [...document.querySelectorAll(inside)].filter(one => {
  const at = one.getBoundingClientRect(), home = document.getElementById("board").getBoundingClientRect();
  return at.bottom > home.bottom || document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)?.closest("button") !== one;
}).map(one => one.textContent.trim())"""
"""Buttons of the board that are cut, or lie under something."""


async def test_every_way_on_of_an_empty_table_is_seen(sit, address):
    gm = await sit(address, width=1280, height=720)
    await gm.click('[data-open-system="mirror"]')
    await gm.click('form[action="/tables"] button.primary')
    await live(gm)
    assert await gm.evaluate(OUT, ".void button") == []


async def test_a_raised_card_keeps_its_name(sit, address):
    _, links = await demo(sit, address, "fet")
    one = await sit(links[0], width=1280, height=720, locale="en-US")
    await live(one)
    card = one.locator(".hand:visible .deed").first
    await card.click()
    chip = await one.locator(".hand:visible .several").bounding_box()
    name = await card.locator("b").evaluate(
        "b => { const r = document.createRange(); r.selectNodeContents(b); const at = r.getBoundingClientRect(); return [at.right, at.bottom] }"
    )
    assert name[0] <= chip["x"] or name[1] <= chip["y"]


APART = """() => {
  const [board, asked] = [".board-area", ".questions"].map((one) => document.querySelector(one).getBoundingClientRect());
  const floor = asked.height ? Math.min(board.bottom, asked.top) : board.bottom;
  const boxes = [...document.querySelectorAll(".theatre .player, .lane-who")].map((one) => [one.dataset.name, one.getBoundingClientRect()]);
  const mine = document.querySelector(".hand[data-mine]")?.dataset.hand;
  const about = asked.height ? [...document.querySelectorAll(".map .piece")].filter((one) => one.dataset.id === mine || one.classList.contains("now")) : [];
  boxes.push(...about.map((one) => [one.dataset.name, one.querySelector("rect, circle").getBoundingClientRect()]));
  const out = boxes.filter(([, box]) => box.left < board.left - 1 || box.right > board.right + 1 || box.top < board.top - 1 || box.bottom > floor + 1);
  const over = boxes.flatMap(([name, a], n) => boxes.slice(n + 1).filter(([, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2).map(([other]) => `${name} over ${other}`));
  const thin = [...document.querySelectorAll(".question.mine .stack")].filter((one) => one.getBoundingClientRect().width < 80);
  return [...out.map(([name]) => `${name} is out of sight`), ...over, ...thin.map(() => "a bar is too thin to read")];
}"""
"""Who stands in a scene or on a lane and is not seen whole, and chances that nobody can read."""


@pytest.mark.parametrize("name", ["boon", "fable", "fet", "mirror", "mist"])
async def test_on_a_phone_on_its_side_everybody_is_seen_and_the_story_comes_when_asked_for(sit, address, name):
    gm, links = await demo(sit, address, name, past=True)
    page = await sit(links[0], width=844, height=390, reduced_motion="reduce")
    await live(page)
    assert await page.evaluate(APART) == []
    await expect(page.locator(".drawer-side")).to_be_hidden()
    await page.click("#open-story")
    await expect(page.locator("#log")).to_be_visible()
    await gm.set_viewport_size({"width": 844, "height": 390})
    assert await gm.evaluate(APART) == []


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
@pytest.mark.parametrize("how", [{"width": 1280, "height": 720}, PHONE, {"width": 844, "height": 390}])
async def test_the_strip_of_the_first_minute_holds_what_it_says(sit, address, locale, how):
    page = await sit(address, locale=locale, reduced_motion="reduce", **how)
    await opened_demo(page, "boon", past=True)
    await expect(page.locator("#coach a")).to_be_visible()
    outside = await page.eval_on_selector_all(
        "#coach, #coach :is(li, b, .note, a)",
        """all => all.filter((one) => {
          const [box, strip] = [one.getBoundingClientRect(), document.getElementById("coach").getBoundingClientRect()];
          return box.height && (box.bottom > strip.bottom + 1 || box.right > strip.right + 1 || one.scrollHeight > one.clientHeight + 2 && one.clientHeight && one.nodeName !== "LI");
        }).map((one) => one.textContent)""",
    )
    assert outside == []


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
async def test_on_a_small_desk_every_demo_of_the_start_page_is_in_sight(sit, address, locale):
    page = await sit(address, width=1280, height=720, locale=locale)
    demos = page.locator('form[action^="/demo/"] button')
    assert await demos.count() > len(
        systems()
    )  # the first of them stands large above the others; heden is there where it is installed
    for place in range(await demos.count()):
        await expect(demos.nth(place)).to_be_in_viewport(ratio=1)
