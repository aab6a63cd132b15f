"""Steps of an evening as people take them at their own pages: no step types a command.

After every step the page is measured (`Person.steady`): the board is whole and where it was, nothing is cut, nothing lies over another,
fingers can hit.
"""

import asyncio
import json
import re
from dataclasses import dataclass, field

from playwright.async_api import expect

from tests.browser.conftest import PATIENCE
from tests.browser.test_layout import boxes, check_desk, check_phone
from tests.browser.test_table import PHONE, live

DESK = {"width": 1280, "height": 720}

CALM = {"reduced_motion": "reduce"}
"""What slides in is measured where it comes to lie."""

MANY = 60
"""So many answers and turns a part of an evening takes at most."""

WORDS = "input:not([type=hidden], [type=radio], [type=checkbox])"


@dataclass
class Person:
    """Somebody at her own page, on a desk or with a phone."""

    page: object
    link: str
    phone: bool = False
    name: str = ""
    before: dict = field(default_factory=dict)

    async def steady(self):
        """What the page must keep in every state."""
        if self.phone:
            await check_phone(self.page)
            return
        await check_desk(self.page, DESK["width"], DESK["height"])
        now = await boxes(self.page)
        self.before = self.before or now
        assert now == self.before

    @property
    def log(self):
        return self.page.locator("#log")


# --- coming together --------------------------------------------------------------------------------------------------


async def opened(sit, address, system, **how):
    """A GM opens a table on the start page."""
    page = await sit(address, **DESK, **CALM, **how)
    await page.click(f'[data-open-system="{system}"]')
    await page.click('form[action="/tables"] button.primary')
    await live(page)
    gm = Person(page, page.url)
    await gm.steady()
    return gm


async def invited(gm, sit, name, *, phone=False, **how):
    """The GM makes a link; somebody sits down by it."""
    if await gm.page.locator("#seats").is_hidden():
        await gm.page.click("#open-seats")
    await gm.page.fill("#invite [name=name]", name)
    await gm.page.click("#invite button")
    shown = gm.page.locator("#links li", has_text=name).locator("input")
    link = await shown.input_value()
    await gm.page.click("#seats .close")
    page = await sit(link, **(PHONE if phone else DESK), **CALM, **how)
    await live(page)
    return Person(page, link, phone)


async def created(person, name, choices=None):
    """A character on the creation page: her name, then what is chosen in each chapter; the rest as suggested.

    A choice is the words of an option; with words of her own, a pair of both.
    """
    page = person.page
    await page.click('.welcome [data-go="create"]')
    await page.locator("#making.first").wait_for()  # its script has begun
    await page.locator(f".chapter {WORDS}").first.fill(name)
    for chapter, choice in (choices or {}).items():
        option, *own = (choice,) if isinstance(choice, str) else choice
        topic = page.locator(".topic", has=page.locator("h3", has_text=chapter)).or_(
            page.locator(".chapter", has=page.locator("h2", has_text=chapter))
        )
        chosen = topic.last.locator(".opt", has_text=option).first
        await chosen.locator("input:is([type=radio], [type=checkbox])").first.check()
        for place, words in enumerate(own):
            await chosen.locator(".blanks input").nth(place).fill(words)
    await expect(page.locator("#grow h2")).to_have_text(name)
    await expect(page.locator(".asked.wrong")).to_have_count(0)
    await page.click("[name=finish]")
    await live(page)
    await expect(page.locator(".welcome")).to_have_count(0)
    person.name = name
    await person.steady()


# --- preparing --------------------------------------------------------------------------------------------------------


async def filled(person, fields, *, within="#ask"):
    """A form: what is said for its fields, then done. Nothing is refused."""
    page = person.page
    await page.locator(within).wait_for()
    for name, value in fields.items():
        entry = page.locator(f'{within} [name="{name}"]')
        if not await entry.is_visible():
            await page.click(f"{within} details:not([open]) > summary")
        if isinstance(value, bool):
            await entry.set_checked(value)
            continue
        if "chosen" in (await entry.get_attribute("class") or ""):
            await chosen(page, f'{within} label[data-gap="{name}"]', value)
            continue
        await entry.fill(value)
    await page.click(f"{within} [type=submit]")
    await expect(page.locator(within)).to_be_hidden()
    await person.steady()


async def chosen(page, label, value):
    """What stands in a field that can only be chosen: these, and nothing else."""
    picks = page.locator(f"{label} .suggestions button")
    for word in value.split(","):
        pick = picks.filter(has_text=re.compile(rf"^{re.escape(word)}$"))
        if await pick.get_attribute("aria-pressed") != "true":
            await pick.click()


async def offered(person, *words):
    """A form that offers what is wanted: these, else the first, picked and done."""
    page = person.page
    await page.locator("#ask").wait_for()
    picks = page.locator("#ask .suggestions button")
    for one in [picks.filter(has_text=word).first for word in words] or [picks.first]:
        await one.click()
    await filled(person, {})


async def told_to(person, place, command, fields=None, *, at=""):
    """Something that stands beside a place of the page: the table, the scene, the clock, somebody."""
    page = person.page
    await page.click(f'{at} [data-place="{place}"]'.strip())
    await page.click(f'#menu [data-command="{command}"]')
    if fields is not None:
        await filled(person, fields)
    await person.steady()


async def prepares(gm):
    """The hand becomes the bestiary, the clock a brush."""
    await gm.page.click("[data-mode=prepare]")
    await expect(gm.page.locator(".beast").first).to_be_visible()
    await gm.steady()


async def plays(gm):
    await gm.page.click("[data-mode=play]")
    await expect(gm.page.locator("#prepare")).to_be_hidden()
    await gm.steady()


async def laid(gm, title, fields):
    """The first map: with none there, a card asks for its size."""
    await card(gm, title)
    await filled(gm, fields)
    await expect(gm.page.locator("ludex-stage")).to_be_visible()


SPOT = """([x, y]) => {
  const stage = document.querySelector("ludex-stage");
  const [cx, cy] = stage.middle([x, y]);
  const at = new DOMPoint(cx, cy).matrixTransform(stage.svg.getScreenCTM());
  return [at.x, at.y];
}"""


async def spot(page, cell):
    """Where a square of the map is on the screen."""
    return await page.evaluate(SPOT, list(cell))


async def painted(gm, tool, start, end):
    """A stroke of the brush from square to square; without a map a tool would ask for one."""
    await expect(gm.page.locator("ludex-stage")).to_be_visible()
    await gm.page.locator(".tool", has_text=tool).click()
    washes = await gm.page.locator(".map .wash").count()
    await gm.page.mouse.move(*await spot(gm.page, start))
    await gm.page.mouse.down()
    await gm.page.mouse.move(*await spot(gm.page, end), steps=6)
    await gm.page.mouse.up()
    await expect(gm.page.locator(".map .wash")).to_have_count(washes + 1)
    await gm.page.locator(".tool").first.click()
    await gm.steady()


async def dropped(gm, beast, cell):
    """A card of the bestiary on a square: somebody stands there, hidden."""
    board = await gm.page.locator("ludex-stage").bounding_box()
    x, y = await spot(gm.page, cell)
    pieces = await gm.page.locator(".board .piece").count()
    card = gm.page.locator(".beast", has=gm.page.locator("b", has_text=beast)).first
    await card.drag_to(gm.page.locator("ludex-stage"), target_position={"x": x - board["x"], "y": y - board["y"]})
    await expect(gm.page.locator(".board .piece")).to_have_count(pieces + 1)


async def came(gm, beast):
    """A card of the bestiary on a board without squares: somebody is there, hidden."""
    await gm.page.locator(".beast", has_text=beast).first.drag_to(
        gm.page.locator("#board"), target_position={"x": 640, "y": 200}
    )
    await expect(gm.page.locator(".rail .chip .nm", has_text=beast)).to_be_visible()
    await gm.steady()


async def brought_on(gm, group, who):
    """A group that was ready comes to the table."""
    await gm.page.click(f'[data-reveal="{group}"]')
    await expect(gm.page.locator(".rail .chip .nm", has_text=who)).to_be_visible()
    await gm.steady()


async def gathered(gm, beast, group):
    """A card of the bestiary into a group that waits in the tray: its name makes it."""
    there = gm.page.locator(f'.well[data-ready="{group}"]')
    new = not await there.count()
    await gm.page.locator(".beast", has_text=beast).first.drag_to(gm.page.locator(".well.new") if new else there)
    if new:
        await filled(gm, {"title": group})
    await expect(there).to_contain_text(beast)
    await gm.steady()


async def placed(gm, who, cell):
    """Somebody of the rail is carried onto a square."""
    board = await gm.page.locator("ludex-stage").bounding_box()
    x, y = await spot(gm.page, cell)
    chip = gm.page.locator(".rail .chip[data-chip]", has=gm.page.locator(".nm", has_text=who)).first
    await chip.drag_to(gm.page.locator("ludex-stage"), target_position={"x": x - board["x"], "y": y - board["y"]})
    await expect(gm.page.locator(f'.board .piece[data-name^="{who}"]')).to_have_count(1)
    await gm.steady()


async def handed_out(gm, title, words, *readers):
    """A handout lies over everybody's board, and is put away."""
    page = gm.page
    await page.click("[data-papers]")
    await page.click("#papers summary")
    await page.fill("#papers [name=title]", title)
    await page.fill(".new-handout [name=text]", words)
    await page.click(".new-handout [value=now]")
    for reader in readers:
        await expect(reader.page.locator("#paper")).to_contain_text(words)
        await reader.page.click("#paper .close")
        await reader.steady()
    if await page.locator("#papers[open]").count():
        await page.click("#papers [data-close]")
    if await page.locator("#paper").is_visible():
        await page.click("#paper .close")


# --- playing ----------------------------------------------------------------------------------------------------------

CARD = ".hand:not([hidden]) .deed:not(.more)"
ANOTHER = "mark => document.getElementById('f-question').dataset.mark !== mark"


async def began(gm, title, *others):
    """The session begins."""
    await told_to(gm, "table", "session", {"title": title}, at=".bar-nav")
    for one in others:
        await expect(one.log).to_contain_text(title)


async def seen_away(person):
    """A phone shows the last result until it is put away."""
    if await person.page.locator(".result:not([hidden])").count():
        await person.page.click(".result .primary")


async def card(person, title):
    """A card of the hand that lies there."""
    await seen_away(person)
    found = person.page.locator(f"{CARD}:not(.off)", has=person.page.locator("b", has_text=title)).first
    table = person.page.locator(".rail .table-chip:not([aria-current])")
    if await table.count() and not await found.count():
        await table.click()
    unfold = person.page.locator(".hand:not([hidden]) [data-unfold]")
    await expect(found.or_(unfold).locator("visible=true").first).to_be_visible()  # the hand is dealt
    if not await found.is_visible():  # it lies behind the row
        await unfold.click()
    await found.click()
    await person.steady()


CAUGHT_UP = """async secret => {
  const here = await fetch("/api/seat", { headers: { authorization: `Bearer ${secret}` } });
  const { entries } = await here.json();
  while (Number(document.body.dataset.last) < entries) await new Promise(requestAnimationFrame);
}"""


async def settled(*people):
    """Every page has come as far as the table: whatever is read off them next is true."""
    for one in people:
        await asyncio.wait_for(one.page.evaluate(CAUGHT_UP, one.link.split("/t/")[1]), PATIENCE / 1000)


async def has(person, title):
    """Whether that card lies in the hand and may be played."""
    return await person.page.locator(f"{CARD}:not(.off)", has=person.page.locator("b", has_text=title)).count() > 0


TOUCHED = "() => !document.body.classList.contains('aiming') || document.querySelector('.overlay .pin')"
FORESEEN = "() => document.querySelector('.pins .pin, .board .odds-label')"


async def struck(person, title, at=""):
    """A card against a lawful target, its chance seen before; whether there was one."""
    page = person.page
    await card(person, title)
    await page.wait_for_function(FORESEEN)
    await person.steady()
    whom = f'[data-name^="{at}"]' if at else ""
    target = page.locator(f".board .piece.lit{whom}").first
    if not await target.count():
        await page.keyboard.press("Escape")
        return False
    assert re.search(r"\d", await target.get_attribute("aria-label"))
    if not person.phone:
        await target.click()
    else:
        await target.tap()
        await page.wait_for_function(TOUCHED)
        if await page.locator(".overlay .pin").count():  # where a place is shown first, a second tap means it
            await target.tap()
    if await page.locator("#body-pick").is_visible():  # which part, on the body of whom it is aimed at
        await page.click("#body-pick .act.primary")
    return True


async def declared(person, force, by=""):
    """An act that was aimed is declared on the time axis: how much, and by what."""
    page = person.page
    panel = page.locator("#declare")
    await panel.wait_for()
    await panel.locator("input[type=range]").fill(force)
    if by:
        await panel.locator(".way", has_text=by).click()
    await expect(panel.locator(".act.primary")).to_be_enabled()
    await panel.locator(".act.primary").click()


async def answered(person, *wanted):
    """One question of this seat: the first answer with one of these words, else the last plain one."""
    page = person.page
    question = page.locator(".question.mine").first
    await question.wait_for()
    await seen_away(person)
    mark = await page.locator("#f-question").get_attribute("data-mark")
    await person.steady()
    for words in wanted:
        found = question.locator(".answer", has_text=words)
        if await found.count():
            await found.first.click()
            break
    else:
        await question.locator(".answer:not([data-gaps])").last.click()
    if not await page.locator("#ask").is_visible():
        await page.wait_for_function(ANOTHER, arg=mark)
    await person.steady()


async def asked(person):
    """Whether this seat is asked something."""
    return await person.page.locator(".question.mine").count() > 0


async def sheet_of(person, who):
    """Open somebody's sheet from the rail: where that takes her hand first, by a second click."""
    chip = person.page.locator(".rail .chip[data-chip]", has=person.page.locator(".nm", has_text=who)).first
    await chip.click()
    if not await person.page.locator(".sheets .opened").count():
        await chip.click()


async def revealed(gm, who, *others):
    """Whoever is hidden is shown to all, from her sheet."""
    await sheet_of(gm, who)
    await gm.page.click(".sheets .opened [data-unveil]")
    await expect(gm.page.locator(".sheets .opened [data-unveil]")).to_have_count(0)
    await gm.page.keyboard.press("Escape")
    await expect(gm.page.locator(".sheets .opened")).to_have_count(0)
    for one in others:
        await expect(one.page.locator(".rail .chip:not(.add)", has_text=who.rstrip("0123456789暗"))).to_have_count(1)
    await gm.steady()


TURN = """() => ({
  mine: document.querySelectorAll(".question.mine").length > 0,
  asked: [...document.querySelectorAll(".rail .chip.asked")].map(chip => chip.title.split(" · ")[0]),
  now: [...document.querySelectorAll(".rail .chip.now")].map(chip => chip.title.split(" · ")[0]),
  last: document.querySelector("#log").lastElementChild.id,
})"""


GONE_ON = """([last, idle]) => document.querySelector("#log").lastElementChild.id !== last
  || (idle && document.querySelector(".question.mine, .rail .chip.asked, .rail .chip.now"))"""


async def turns(gm, party, *, player, foes, over, answers=()):
    """Turn by turn, as the GM's page says whose it is, until it is over. `player` and `foes` are what is done with a turn."""
    for _ in range(MANY):
        await settled(gm, *party)
        if await over():
            return
        now = await gm.page.evaluate(TURN)
        asked = next((one for one in party if one.name in now["asked"]), None)
        acting = next((one for one in party if one.name in now["now"]), None)
        if now["mine"]:
            await answered(gm, *answers)
        elif asked:
            await answered(asked, *answers)
        elif acting:
            await acting.page.locator(f'.rail .chip.now[title^="{acting.name}"]').wait_for(state="attached")
            await player(acting)
        elif now["now"]:
            await foes(gm)
        idle = not (now["mine"] or now["asked"] or now["now"])
        await gm.page.wait_for_function(GONE_ON, arg=[now["last"], idle])
    raise AssertionError("it is never over")


async def quiet(gm, *party):
    """Whatever anybody is still asked is answered, until nobody is."""
    for _ in range(MANY):
        await settled(gm, *party)
        waited = [one for one in (gm, *party) if await asked(one)]
        if not waited:
            return
        await answered(waited[0])
    raise AssertionError("it is never over")


async def happened(person, words, but="\0"):
    """Whether an entry of the story tells of it; not one that holds other words too."""
    return await person.page.locator("#log .entry", has_text=words).filter(has_not_text=but).count() > 0


UNDONE = re.compile("undone")


async def undone(gm, *others):
    """The last thing is taken back and done again: everybody sees it struck out, then not."""
    await settled(gm, *others)
    last = await gm.page.evaluate("() => document.querySelector('#log').lastElementChild.id")
    entry = gm.page.locator(f"#{last}")
    await gm.page.click('#f-history [data-do="undo"]')
    await expect(entry).to_have_class(UNDONE)
    for one in others:
        await expect(one.page.locator("#log .entry.undone")).not_to_have_count(0)
    await gm.steady()
    await gm.page.click('#f-history [data-do="redo"]')
    await expect(entry).not_to_have_class(UNDONE)
    await gm.steady()


# --- afterwards -------------------------------------------------------------------------------------------------------


async def closed(gm):
    """The session ends: the GM is asked what it brought."""
    await told_to(gm, "table", "adjourn", at=".bar-nav")
    first = gm.page.locator(".question.mine .answer").first
    await answered(gm, (await first.locator("b").text_content()).strip("…"))
    await expect(gm.page.locator(".question.mine")).to_have_count(0)
    await expect(gm.log).to_contain_text(re.compile("收团 |经验"))


async def grown(person, *wanted):
    """Questions one after another, as when somebody grows: the first answers that fit, until nothing is asked."""
    await person.page.locator(".question.mine").first.wait_for()
    for _ in range(MANY):
        await answered(person, *wanted)
        await settled(person)
        if not await asked(person):
            return
    raise AssertionError("it is never over")


async def recap(person, *words):
    """The story page of the last session, and back to the table."""
    page = person.page
    await page.goto(f"{person.link}/story")
    for one in words:
        await expect(page.locator(".recap")).to_contain_text(one)
    await page.goto(person.link)
    await live(page)


async def carried_over(sit, address, person, system):
    """A character as a file from one table to another, where the GM lets her in."""
    page = person.page
    await page.locator(".hand:not([hidden]) .self-face").click()
    async with page.expect_download() as download:
        await page.click(".sheets .opened [data-export-sheet]")
    path = await (await download.value).path()
    assert json.loads(path.read_text())["name"] == person.name
    gm = await opened(sit, address, system)
    guest = await invited(gm, sit, "客人", phone=person.phone)
    async with guest.page.expect_file_chooser() as chooser:
        await guest.page.click(".welcome [data-import]")
    await (await chooser.value).set_files(path)
    await answered(gm, "允许")
    await expect(guest.page.locator(".hand:not([hidden]) .self-name h2")).to_have_text(person.name)
    await guest.steady()
    return guest


async def done_to(person, who, command, fields=None):
    """Something that stands beside somebody, from her sheet."""
    page = person.page
    await sheet_of(person, who)
    await page.click('.sheets .opened [data-place="person"]')
    await page.click(f'#menu [data-command="{command}"]')
    if fields is not None:
        await filled(person, fields)
    await page.keyboard.press("Escape")
    await expect(page.locator(".sheets .opened")).to_have_count(0)
    await person.steady()
