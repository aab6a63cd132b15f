"""Hidden is hidden: two worlds that differ only in what a seat may not know give that seat the same views, deeds, offers, odds and refusals.

The worlds are made by changing single values of a system's state at random and keeping those changes that `redact` takes away.
"""

import asyncio
import random
import tempfile
from pathlib import Path

import msgspec
import pytest

from ludex.core.deeds import Command
from ludex.core.errors import RuleError
from ludex.core.principals import OBSERVER, PLAYER, Viewer
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.registry import systems
from ludex.table.seating import invite
from ludex.text import drawing, lines
from ludex.text.chat import Chat
from ludex.text.rolling import foresee

OURS = sorted(name for name, system in systems().items() if system.redact is not None)
TRIES = 400
WORLDS = 12


def leaves(plain, path=()):
    """The paths of all single values."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield from leaves(value, (*path, key))
    elif isinstance(plain, list):
        for place, value in enumerate(plain):
            yield from leaves(value, (*path, place))
    else:
        yield path


def changed(plain, path, chance):
    """The same data with one value changed."""
    copy = msgspec.json.decode(msgspec.json.encode(plain))
    holder = copy
    for step in path[:-1]:
        holder = holder[step]
    value = holder[path[-1]]
    match value:
        case bool():
            holder[path[-1]] = not value
        case int():
            holder[path[-1]] = value + chance.choice((-2, -1, 1, 2, 7))
        case float():
            holder[path[-1]] = value + chance.choice((-1.5, 2.5))
        case str():
            holder[path[-1]] = f"{value}{chance.choice('xyz')}"
        case _:
            return None
    return copy


def other_worlds(system, state, viewer):
    """States that a viewer cannot tell from this one."""
    chance = random.Random(f"{system.id} {viewer}")
    plain = msgspec.json.decode(msgspec.json.encode(state))
    paths = list(leaves(plain))
    known = system.redact(state, viewer)
    found = 0
    for _ in range(TRIES):
        other = changed(plain, chance.choice(paths), chance)
        try:
            world = msgspec.convert(other, system.state) if other is not None else state
            same = world != state and system.redact(world, viewer) == known
        except (msgspec.ValidationError, LookupError, ValueError, RuleError):
            continue
        if same:
            found += 1
            yield world
        if found >= WORLDS:
            return


async def everything(system, state, viewer):
    """All that a seat gets without doing anything: its view, deeds, offers, help, odds of what it could do, and refusals."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(SqliteStore(Path(folder) / "world.db"), clock=lambda: "2026-01-01T00:00:00Z")
        table, _ = await house.create(system.id, name="world", state=state)
        seat, _ = await invite(table, table.seat("gm"), role=viewer.role, name="Watcher", controls=viewer.controls)
        chat = Chat(table, seat.id)
        got = [msgspec.json.encode(chat.desk.look()), msgspec.json.encode(chat.desk.deeds())]
        got.append(msgspec.json.encode(chat.desk.actors()))
        got.append(drawing.view_text(chat.words, chat.desk.look(), "", chat.written, chat.desk.deeds()))
        fields = [field for command in system.commands for field in command.args]
        got.extend([str(one) for one in lines.offered_words(chat.desk, field)] for field in fields)
        got.extend([(line, await asked(chat, line)) for line in tried(system)])
        await house.close()
        return got


def tried(system):
    """Lines that a person may type: the examples of all commands, and the demo's."""
    return [
        *(c.example for c in system.commands if c.example),
        *system.demo().lines,
        ".看",
        ".谁",
        ".help",
        ".攻击 x",
        ".set",
    ]


async def asked(chat, line):
    """What a line that is not done says: the odds of it, and how it would be refused."""
    try:
        previews = await foresee(chat, line)
        odds = drawing.preview_text(chat.words, previews)
    except RuleError as error:
        odds = chat.refusal(error, line)
    try:
        command, found = chat.find(chat.inner(line))
        if isinstance(command, Command):
            chat.desk.prepare(chat.filled(command, found.rest))
        said = ""
    except RuleError as error:
        said = chat.refusal(error, line)
    return odds, said


def viewers(system, state):
    actors = tuple(system.actors(state))
    seats = list(system.demo().seats.values())
    return [Viewer(OBSERVER), *(Viewer(PLAYER, tuple(held)) for held in seats[:2] if set(held) <= set(actors))]


@pytest.mark.parametrize("name", OURS)
def test_what_may_not_be_known_makes_no_difference(name):
    system = systems()[name]
    state = system.demo().state
    compared = 0
    for viewer in viewers(system, state):
        here = asyncio.run(everything(system, state, viewer))
        for world in other_worlds(system, state, viewer):
            compared += 1
            there = asyncio.run(everything(system, world, viewer))
            for one, other in zip(here, there, strict=True):
                assert one == other
    assert compared, "nothing at the demo table is hidden from anybody"


@pytest.mark.parametrize("name", OURS)
def test_redacting_twice_is_redacting_once_and_the_gm_knows_all(name):
    system = systems()[name]
    state = system.demo().state
    assert system.known_to(state, Viewer()) is state
    for viewer in viewers(system, state):
        known = system.redact(state, viewer)
        assert type(known) is type(state)
        assert system.redact(known, viewer) == known
