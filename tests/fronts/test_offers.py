"""What is offered can be done: every deed is understood with whatever is offered for it, as data and written as a line."""

import re
from functools import partial

import pytest

from ludex.core.deeds import Command, Filled
from ludex.core.errors import RuleError
from ludex.core.packs import reworded
from ludex.core.principals import actor_of
from ludex.core.view import Deeds, Empty, Facts, Stage, Tags
from ludex.fronts.web.drawing.draw import Drawing
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House, demo_of
from ludex.table.seating import invite
from ludex.text import lines
from ludex.text.chat import Chat
from ludex.text.grammar import command_line
from ludex.text.lexicon import own_of
from ludex.text.words import LANGUAGES
from tests.ours import systems

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
"""Refusals that mean that a deed was not read as it was meant. The rules may refuse as they like."""


def offered(chat):
    """Every deed that somebody may do by clicking."""
    yield from chat.desk.deeds()
    view = chat.desk.look()
    for section in (*view.who, *view.where):
        for part in section.parts:
            match part:
                case Deeds():
                    yield from part.deeds
                case Empty() if part.deed:
                    yield part.deed
                case Tags():
                    yield from (tag.deed for tag in part.tags if tag.deed)
                case Facts():
                    yield from (row.deed for row in part.rows if row.deed)
                case Stage():
                    yield from (piece.deed for piece in part.pieces if piece.deed)


def completed(deed, command):
    """The deed with its gaps filled by what is offered: the first of all, then each other. Nothing where somebody must think."""
    whom = actor_of(deed.of) if deed.of else ""
    values = {gap.name: [value.value for value in gap.values if value.refusal is None] for gap in deed.gaps}
    if not all(values.values()):
        return

    def given(name, value):
        return [value] if command.field(name).several else value

    first = {name: given(name, found[0]) for name, found in values.items()}
    yield Filled(deed.name, {**deed.given, **first}, whom)
    for name, found in values.items():
        for value in found[1:]:
            yield Filled(deed.name, {**deed.given, **first, name: given(name, value)}, whom)


def misread(run):
    """Why something was not understood, or nothing."""
    try:
        run()
    except RuleError as error:
        return error.code if error.code in MISREAD or error.code.startswith(("bad_", "no_such")) else ""
    return ""


def typed(chat, line):
    command, found = chat.find(command_line(line, chat.table.system.prefixes))
    if not isinstance(command, Command):  # one of every table that does the system's own work where that is meant
        command = own_of(chat, command.names[0])
    assert isinstance(command, Command)
    return chat.desk.prepare(chat.filled(command, found.rest))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("several", [False, True], ids=["one word", "several words"])
@pytest.mark.parametrize("name", sorted(systems()))
async def test_every_deed_that_is_offered_is_understood(name, several, language, tmp_path):
    system = systems()[name]
    demo = system.demo()
    people = {x for pair in system.actors(demo.state).items() for x in pair if not x.isascii()}
    state = reworded(demo.state, {x: f"{x} of the Hill" for x in people} if several else {})
    house = House(SqliteStore(tmp_path / "offers.db"))
    table, _ = await house.create(name, name=name, state=state)
    mine = tuple(system.actors(state))[:1]
    await invite(table, table.seat("gm"), role="player", name="Ann", controls=mine)
    seen = 0
    for seat in table.memory.seats.values():
        chat = Chat(table, seat.id, language)
        for deed in offered(chat):
            for filled in completed(deed, chat.desk.command(deed.name)):
                seen += 1
                assert (filled, misread(partial(chat.desk.prepare, filled))) == (filled, "")
                line = lines.write(chat.desk, chat.words, filled)
                assert (line, misread(partial(typed, chat, line))) == (line, "")
    assert seen
    await house.close()


def foreign(chat):
    """What is offered in another script than the reader's."""
    drawing = Drawing.at(chat)
    for deed in offered(chat):
        values = [drawing.say(value.label) for gap in deed.gaps for value in gap.values]
        for text in (
            chat.written(deed),
            drawing.say(deed.title),
            drawing.say(deed.group),
            drawing.say(deed.cost),
            *values,
        ):
            if HAN.search(text):
                yield text


@pytest.mark.parametrize("name", sorted(systems()))
async def test_what_an_english_page_offers_is_english_all_through_the_demo(name, tmp_path):
    house = House(SqliteStore(tmp_path / "offers.db"))
    table, _ = await house.demo(name, name=name, gm="GM", language="en")
    chats = [Chat(table, seat, "en") for seat in table.memory.seats]
    assert [text for chat in chats for text in foreign(chat)] == []
    for line in demo_of(table.system, "en").lines:
        await chats[0].line(line)
        for act in list(table.memory.parked.values()):
            await table.cancel(chats[0].seat, act.number)
        assert (line, [text for chat in chats for text in foreign(chat)]) == (line, [])
    await house.close()
