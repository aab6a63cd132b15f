"""Hidden stays hidden: two worlds that differ only in what a seat may not know give that seat the same.

The other worlds are made by changing single values of a state: first those that stand under a mark (`core/visibility.py`), of which no
trace may be left, then any, of which those are kept that `redact` leaves the seat no trace of.
What is compared is all that a seat gets without doing anything: its view, deeds, offers, help, odds and refusals.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from types import EllipsisType

import msgspec

from ludex.core.deeds import Command, Do, Filled
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.plain import Written, list_in
from ludex.core.principals import HOST, OBSERVER, PLAYER, Viewer
from ludex.core.system import System
from ludex.core.visibility import Place, kept_from
from ludex.lab import preview
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.testing.draws import Draw
from ludex.testing.games import NOON, demand
from ludex.text import drawing, lines
from ludex.text.chat import Chat

TRIES = 400
"""So many changes are tried for each viewer."""

MARKED = 6
"""So many changes of what is marked."""

WORLDS = 12
"""So many other worlds are compared for each viewer."""

ANYWHERE = (".看", ".谁", ".help", ".set", ".攻击 x")
"""Lines of every table, and one that may mean nothing."""


def check_hidden(system: System, draw: Draw, *, worlds: int = WORLDS) -> int:
    """Compare what viewers of the demo get in worlds that they cannot tell apart; how many worlds there were."""
    return asyncio.run(_compared(system, draw, worlds))


async def _compared(system: System, draw: Draw, worlds: int) -> int:
    assert system.demo is not None
    state, compared = system.demo().state, 0
    async with _house() as house:
        for viewer in viewers(system):
            here = await everything(system, state, viewer, house)
            marked = marked_worlds(system, state, viewer, draw)
            for place, other in chain(marked, other_worlds(system, state, viewer, draw, most=worlds)):
                compared += 1
                there = await everything(system, other, viewer, house)
                for name, got in here.items():
                    where = ".".join(map(str, place))
                    demand(got == there[name], f"{name} gives away `{where}` to {viewer}, though `redact` hides it")
    return compared


def viewers(system: System) -> list[Viewer]:
    """An observer, and the first players of the demo."""
    assert system.demo is not None
    seats = list(system.demo().seats.values())
    return [Viewer(OBSERVER, (), system.numbers), *(Viewer(PLAYER, tuple(held), system.numbers) for held in seats[:2])]


def leaves(plain: Written, path: Place = ()) -> Iterator[Place]:
    """The places of all single values."""
    if isinstance(plain, dict):
        for key, held in plain.items():
            yield from leaves(held, (*path, key))
    elif isinstance(plain, list):
        for place, held in enumerate(plain):
            yield from leaves(held, (*path, place))
    else:
        yield path


def plain_of(state: msgspec.Struct) -> Written:
    plain: Written = msgspec.json.decode(msgspec.json.encode(state))
    return plain


def changed(plain: Written, place: Place, draw: Draw) -> Written:
    """The same data with one value changed; None where there is nothing to change."""
    match value_at(plain, place):
        case bool() as value:
            return put_at(plain, place, not value)
        case int() | float() as value:
            return put_at(plain, place, value + draw.one((-2, -1, 1, 2, 7)))
        case str() as value:
            return put_at(plain, place, f"{value}{draw.one('xyz')}")
    return None


def put_at(plain: Written, place: Place, value: Written) -> Written:
    if not place:
        return value
    step, *rest = place
    if isinstance(plain, dict):
        return {key: put_at(held, tuple(rest), value) if key == step else held for key, held in plain.items()}
    held = list_in(plain)
    return [put_at(one, tuple(rest), value) if n == step else one for n, one in enumerate(held)]


def other_worlds(
    system: System, state: msgspec.Struct, viewer: Viewer, draw: Draw, *, most: int = WORLDS
) -> Iterator[tuple[Place, msgspec.Struct]]:
    """States that a viewer cannot tell from this one, with what is different in them."""
    assert system.redact is not None
    plain = plain_of(state)
    places, known, found = list(leaves(plain)), system.redact(state, viewer), 0
    for _ in range(TRIES if places else 0):
        place = draw.one(places)
        other = world_of(system, changed(plain, place, draw))
        if other is not None and other != state and _looks_like(system, other, viewer, known):
            found += 1
            yield place, other
        if found >= most:
            return


def marked_worlds(
    system: System, state: msgspec.Struct, viewer: Viewer, draw: Draw
) -> Iterator[tuple[Place, msgspec.Struct]]:
    """States that differ in what a mark keeps from a viewer; breaks the law where `redact` shows her the difference."""
    assert system.redact is not None
    plain, known = plain_of(state), system.redact(state, viewer)
    held = [(place, value_at(plain, place)) for place in kept_from(state, viewer)]
    places = [(*place, *leaf) for place, value in held if value is not ... for leaf in leaves(value)]
    for _ in range(MARKED if places else 0):
        place = draw.one(places)
        other = world_of(system, changed(plain, place, draw))
        if other is None or other == state:
            continue
        where = ".".join(map(str, place))
        demand(_looks_like(system, other, viewer, known), f"`redact` shows {viewer} `{where}`, which a mark keeps")
        yield place, other


def unknown_numbers(system: System, state: msgspec.Struct, viewer: Viewer, draw: Draw) -> list[Place]:
    """Where numbers stand of which a viewer would not know if they were others."""
    assert system.redact is not None
    plain, known = plain_of(state), system.redact(state, viewer)
    found = []
    for place in leaves(plain):
        if isinstance(value_at(plain, place), int | float):
            other = world_of(system, changed(plain, place, draw))
            if other is not None and _looks_like(system, other, viewer, known):
                found.append(place)
    return found


def value_at(plain: Written, place: Place) -> Written | EllipsisType:
    """What stands at a place of plain data; an ellipsis where there is no such place."""
    for step in place:
        match plain, step:
            case dict(), str() if step in plain:
                plain = plain[step]
            case list(), int() if step < len(plain):
                plain = plain[step]
            case _:
                return ...
    return plain


def world_of(system: System, plain: Written) -> msgspec.Struct | None:
    """Plain data as a state; None if it is none."""
    try:
        found: msgspec.Struct | None = msgspec.convert(plain, system.state) if plain is not None else None
    except (msgspec.ValidationError, LookupError, ValueError, RuleError):
        return None
    return found


def _looks_like(system: System, other: msgspec.Struct, viewer: Viewer, known: msgspec.Struct) -> bool:
    assert system.redact is not None
    try:
        return bool(system.redact(other, viewer) == known)
    except (RuleError, SystemFailed):  # no world at all: a word in it that the rulebook does not have
        return False


@asynccontextmanager
async def _house() -> AsyncIterator[House]:
    with tempfile.TemporaryDirectory() as folder:
        house = House(SqliteStore(Path(folder) / "worlds.db"), clock=lambda: NOON)
        try:
            yield house
        finally:
            await house.close()


async def everything(
    system: System, state: msgspec.Struct, viewer: Viewer, house: House | None = None
) -> dict[str, Written]:
    """All that a seat gets without doing anything, by what it is; at a table of this house, or of one of its own."""
    if house is None:
        async with _house() as own:
            return await everything(system, state, viewer, own)
    table, _ = await house.create(system.id, name="world", state=state)
    seat, _ = await invite(table, table.seat(HOST), role=viewer.role, name="Watcher", controls=viewer.controls)
    return _all(system, Chat(table, seat.id))


def _all(system: System, chat: Chat) -> dict[str, Written]:
    desk = chat.desk
    found: dict[str, Written] = {
        "look": msgspec.json.encode(desk.look()) if system.look else b"",
        "deeds": msgspec.json.encode(desk.deeds()),
        "the list of actors": desk.actors(),
    }
    for command in system.commands:
        found[f"what is offered for {command.key}"] = lines.known_words(desk, command)
    for line in tried(system):
        found[f"the odds of {line}"], found[f"the refusal of {line}"] = asked(chat, line)
    return found


def tried(system: System) -> tuple[str, ...]:
    """Lines that a person may type: the examples of all commands, the demo's, and some of every table."""
    demo = system.demo().lines if system.demo else ()
    return (*(command.example for command in system.commands if command.example), *demo, *ANYWHERE)


def asked(chat: Chat, line: str) -> tuple[str, str]:
    """What a line says that is not done: its odds, and how it would be refused."""
    odds = said = ""
    try:
        command, found = chat.find(chat.inner(line))
        if isinstance(command, Command):
            filled = chat.filled(command, found.rest)
            chat.desk.prepare(filled)
            odds = _odds(chat, filled)
    except RuleError as error:
        said = chat.refusal(error, line)
    return odds, said


def _odds(chat: Chat, filled: Filled) -> str:
    """The odds of a deed, worked out here and now; nothing where it has none."""
    todo = chat.desk.foresee(filled)
    if not isinstance(todo, Do) or not chat.table.procedure(todo.procedure).odds:
        return ""
    return drawing.preview_text(chat.words, preview.ahead(chat.table, todo, chat.desk.viewer))
