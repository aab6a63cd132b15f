"""A world for the law on two of them (`pairs.py`): a table with its people, dice that can be thrown again, and all that a seat gets."""

import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from unittest.mock import patch

import msgspec

from ludex.core.plain import Written
from ludex.core.principals import HOST, OBSERVER, PLAYER
from ludex.core.say import say
from ludex.core.system import System
from ludex.table.acting import Call
from ludex.table.audience import Seen, own_number
from ludex.table.audit import read_log, written
from ludex.table.chance import Chance
from ludex.table.exporting import exported
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.table.playing import Outcome, Word
from ludex.table.preludes import Proposed
from ludex.table.seating import invite
from ludex.table.seats import Seat
from ludex.table.settings import Trust, Trusted
from ludex.table.table import Table
from ludex.table.unseen import UNSEEN
from ludex.text import lines
from ludex.text.chat import Chat
from ludex.text.reply import Reply

Got = dict[str, Written]
"""What a seat gets, by what it is."""

Also = Callable[["World"], Awaitable[Got]]
"""What a seat gets by a front end."""

LOOKED_UP = (".谁", ".log 3", ".log get", ".回顾", ".团记", ".讲义", ".stat", ".help", ".seal", ".auto")
"""Lines that only show something."""

_HASH = re.compile(r"\b[0-9a-f]{12,64}\b")


class Steady(Chance):
    """Dice that show the same in both worlds: their faces follow from the step, and from which throw of it they are."""

    def __init__(self) -> None:
        super().__init__(b"")
        self.key = ""
        self.fell: list[tuple[int, ...]] = []

    def turn_to(self, key: str) -> None:
        self.key, self.fell = key, []

    def throw(self, sides: tuple[int, ...], *, after: int = 0) -> tuple[int, ...]:
        self.roll += 1
        return self.throw_again(self.roll, sides, after=after)

    def throw_again(self, number: int, sides: tuple[int, ...], *, after: int = 0) -> tuple[int, ...]:  # noqa: ARG002
        """The next faces too: which number a throw has may differ between the worlds, which one of the step it is may not."""
        thrown = f"{self.key}:{len(self.fell)}"
        self.fell.append(sides)
        return tuple(_face(f"{thrown}:{place}", side) for place, side in enumerate(sides, after))


def _proposed(chat: Chat, call: Call, typed: Sequence[int]) -> Call:
    """A call as a question to the GM, with the faces that were typed in for it."""
    told = call.asked.prelude.kinds if isinstance(call.asked.prelude, Proposed) else ()
    prelude = Proposed((*told, UNSEEN), (), chat.seat.name, why=say("errors.gm_only"), faces=tuple(typed))
    return msgspec.structs.replace(call, asked=msgspec.structs.replace(call.asked, prelude=prelude))


def _face(key: str, sides: int) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest()) % sides + 1


class World:
    """One table of a pair: the GM's chat, the watcher's, and another player's."""

    def __init__(self, house: House, host: Chat, watcher: Chat, other: Chat, secret: str) -> None:
        self.house, self.host, self.watcher, self.other = house, host, watcher, other
        self.secret = secret
        self.dice = Steady()
        host.table.chance = self.dice

    @property
    def known(self) -> msgspec.Struct:
        """The state as the watcher may know it."""
        state: msgspec.Struct = self.watcher.desk.state
        return state

    @property
    def heard(self) -> int:
        """How many entries of the log the watcher may know of."""
        memory = self.watcher.table.memory
        return own_number(memory, self.watcher.seat, memory.n)

    @property
    def thrown(self) -> list[tuple[int, ...]]:
        """The dice that the last step took, by their sides."""
        return self.dice.fell

    @property
    def run(self) -> str:
        """How the table is run, which is no secret of the world: it may make a difference to everybody."""
        one = self.host.table.memory.settings
        return repr((sorted(one.automatic), one.phrases, one.trust, one.allowed, one.pace, one.numbers, one.die))

    async def typed(self, chat: Chat, line: str, key: str) -> Reply:
        self.dice.turn_to(key)
        return await chat.line(line)

    async def proposed(self, chat: Chat, line: str, key: str) -> Reply:
        """Type a line that comes before the GM here too, as if something unseen forbade it."""
        table = chat.table
        play = table.play

        async def asked(word: Word, call: Call, *, typed: Sequence[int] = (), **given: Any) -> Outcome:
            if word.seat != chat.seat.id:
                return await play(word, call, typed=typed, **given)
            return await play(word, _proposed(chat, call, typed), **given)

        with patch.multiple(table, play=asked):
            return await self.typed(chat, line, key)

    @property
    def unseen_acts(self) -> list[int]:
        """The acts that wait and of which the watcher does not know."""
        known = [one.act.number for one in self.watcher.desk.waits()]
        return [number for number in self.host.table.memory.parked if number not in known]

    @property
    def asks_unseen(self) -> set[int]:
        """The acts that wait for the GM because something unseen forbids them."""
        return {
            number
            for number, act in self.host.table.memory.parked.items()
            if isinstance(act.asked.prelude, Proposed) and UNSEEN in act.asked.prelude.kinds
        }


async def opened(
    system: System, house: House, seat: int, *, trust: Trust | None, state: msgspec.Struct | None = None
) -> World:
    """A table at which people of the demo sit, and an observer; the watcher is the player of this place, or the observer behind them."""
    assert system.demo is not None
    demo = system.demo()
    table, _ = await house.create(system.id, name="world", state=demo.state if state is None else state)
    if trust:
        await table.settle(table.seat(HOST), Trusted("", trust))
    held = [*demo.seats.values()][:2]
    seats = [await _seated(table, f"P{n}", PLAYER, tuple(actors)) for n, actors in enumerate(held)]
    seats.append(await _seated(table, "Watching", OBSERVER, ()))
    (watcher, secret), (other, _) = seats[seat % len(seats)], seats[0 if seat else 1]
    return World(house, Chat(table, HOST), Chat(table, watcher.id), Chat(table, other.id), secret)


async def _seated(table: Table, name: str, role: str, controls: tuple[str, ...]) -> tuple[Seat, str]:
    return await invite(table, table.seat(HOST), role=role, name=name, controls=controls)


async def got(world: World, also: Also | None = None, *, whole: bool = True) -> Got:
    """All that the watcher of a world gets: what is before her and her log; the `whole` is what she can look up, too."""
    chat = world.watcher
    found = await before(chat)
    if not whole:
        return found
    for line in LOOKED_UP:
        found[line] = bare(await chat.line(line))
    for command in chat.table.system.commands:
        found[f"words for {command.key}"] = lines.known_words(chat.desk, command)
    found["export"] = await _exported(world)
    return {**found, **(await also(world) if also else {})}


async def before(chat: Chat) -> Got:
    """What a seat has before it without doing anything."""
    desk = chat.desk
    return {
        "view": msgspec.to_builtins(desk.look()) if chat.table.system.look else None,
        "deeds": msgspec.to_builtins(desk.deeds(), enc_hook=str),
        "people": desk.actors(),
        "waits": [
            (desk.act_number(one.act.number), await chat.question(one), desk.line_of(one.act)) for one in desk.waits()
        ],
        "questions": [(desk.act_number(one.act.number), repr(one.question)) for one in desk.questions()],
        "last": desk.last,
        "log": [masked(one) for one in await Logbook(chat.table).after(chat.seat, 0, 10_000)],
    }


async def dice_read(chat: Chat) -> Written:
    """How many dice of which kind a seat reads in its log, throw by throw."""
    seen = await Logbook(chat.table).after(chat.seat, 0, 10_000)
    return [[throw.sides for throw in one.dice] for one in seen]


async def _exported(world: World) -> list[str]:
    table, seat = world.watcher.table, world.watcher.seat
    stored = [written(one.n, one.body) for one in await world.house.store.read(table.id)]
    return [masked(one.decode()) for one in exported(table.system, table.memory, seat, read_log(stored))]


def masked(told: Written | Seen) -> str:
    """A text without hashes, which differ by the salt of the log."""
    return _HASH.sub("…", told if isinstance(told, str) else repr(told))


def bare(reply: Reply) -> tuple[Written, ...]:
    return masked(reply.text), reply.n, reply.private, reply.code, repr(reply.card), repr(reply.sections)


def differing(here: Written, there: Written) -> str:
    """The first place where two things differ, a little around it."""
    one, two = (
        str(x) if isinstance(x, str) else json.dumps(x, ensure_ascii=False, default=repr) for x in (here, there)
    )
    place = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"  …{one[max(0, place - 150) : place + 250]}\n  …{two[max(0, place - 150) : place + 250]}"
