"""What the page offers can be typed: every button's line is understood, also about people with names of several words."""

import re

import pytest

from ludex.core.deeds import Command, word
from ludex.core.errors import RuleError
from ludex.core.packs import reworded
from ludex.core.view import Action, Actions, Empty, Stage, Tags
from ludex.fronts.web.draw import Drawing
from ludex.store.sqlite import SqliteStore
from ludex.table.demo import demo_of
from ludex.table.house import House
from ludex.table.registry import systems
from ludex.table.seating import invite
from ludex.text.chat import Chat
from ludex.text.grammar import command_line
from ludex.text.words import LANGUAGES

GAP = re.compile(r"<([^<>]+)>")
HAN = re.compile("[\u3400-\u9fff]")
MISREAD = {
    "too_many_arguments",
    "missing_argument",
    "bad_argument",
    "not_among",
    "unknown_actor",
    "which_actor",
    "unknown_command",
    "no_such_command",
    "line_too_long",
}
"""Refusals that mean that a line was not read as it was meant. The rules may refuse as they like."""


def offered(view):
    """Every line of a view that somebody may send by clicking."""
    yield from view.can
    for section in (*view.who, *view.where):
        for part in section.parts:
            if isinstance(part, Actions):
                yield from part.actions
            elif isinstance(part, Empty) and part.action:
                yield part.action
            elif isinstance(part, Tags):
                yield from (Action("", tag.line) for tag in part.tags if tag.line)
            elif isinstance(part, Stage):
                yield from (Action("", piece.line) for piece in part.pieces if piece.line)


def completed(action, drawing):
    """The line as this reader's page sends it, with its gaps filled by suggestions: the first ones of all, then each other.

    Nothing where somebody has to think of something.
    """
    line = drawing.line(action.line)
    gaps = GAP.findall(line)
    fills = [[drawing.typed(one)[0] for one in action.fill.get(gap.removesuffix("…"), ())] for gap in gaps]
    if not all(fills):
        return
    first = [fill[0] for fill in fills]
    for place, fill in enumerate(fills or [[""]]):
        for value in fill:
            whole = line
            for n, gap in enumerate(gaps):
                whole = whole.replace(f"<{gap}>", word(value if n == place else first[n]))
            yield whole


def misread(desk, line):
    """Why a line was not understood, or nothing."""
    try:
        command, found = desk.find(command_line(line))
        if isinstance(command, Command):
            desk.desk.prepare(desk.filled(command, found.rest))
    except RuleError as error:
        return error.code if error.code in MISREAD or error.code.startswith(("bad_", "unknown_", "no_such")) else ""
    return ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("several", [False, True], ids=["one word", "several words"])
@pytest.mark.parametrize("name", sorted(systems()))
async def test_every_line_that_is_offered_is_understood(name, several, language, tmp_path):
    system = systems()[name]
    demo = system.demo()
    people = {x for pair in system.actors(demo.state).items() for x in pair if not x.isascii()}
    state = reworded(demo.state, {x: f"{x} of the Hill" for x in people} if several else {})
    house = House(SqliteStore(tmp_path / "offers.db"))
    table, _ = await house.create(name, name=name, state=state)
    mine = tuple(system.actors(state))[:1]
    await invite(table, table.seat("gm"), role="player", name="ann", controls=mine)
    seen = 0
    for seat in table.memory.seats.values():
        desk = Chat(table, seat.id, language)
        for action in offered(system.look(state, seat.viewer())):
            for line in completed(action, Drawing.at(desk)):
                seen += 1
                assert (line, misread(desk, line)) == (line, "")
    assert seen
    await house.close()


def foreign(table, language):
    """What is offered to anybody at the table in another script than the reader's."""
    for seat in table.memory.seats.values():
        drawing = Drawing.at(Chat(table, seat.id, language))
        for action in offered(table.system.look(table.memory.state, seat.viewer())):
            fills = [text for fill in action.fill.values() for one in fill for text in drawing.typed(one)]
            for text in (drawing.line(action.line), drawing.say(action.label), drawing.say(action.group), *fills):
                if HAN.search(text):
                    yield text


@pytest.mark.parametrize("name", sorted(systems()))
async def test_what_an_english_page_offers_is_english_all_through_the_demo(name, tmp_path):
    house = House(SqliteStore(tmp_path / "offers.db"))
    table, _ = await house.demo(name, name=name, gm="GM", language="en")
    desk = Chat(table, "gm", "en")
    assert list(foreign(table, "en")) == []
    for line in demo_of(table.system, "en").lines:
        await desk.line(line)
        for act in list(table.memory.parked.values()):
            await table.cancel(desk.seat, act.number)
        assert (line, list(foreign(table, "en"))) == (line, [])
    await house.close()
