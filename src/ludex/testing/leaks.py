"""Whether what is called hidden stays hidden, whatever the system's own `redact` says.

What must be hidden is read from the declarations (`called(…, hidden=…)`, people who are `unseen`), never from `redact`. The other worlds
are made of what could be there: two people's hidden values change places, so do single things of hidden lists, a word becomes another
word. Both worlds are looked at and played on with the same dice. What a viewer reads may rest on what is hidden, as rules do; it may not
name it while it stays hidden, and nobody's open question may be made of it. Dice that decide nothing but what is hidden are secret.
"""

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ludex.core.plain import Written, list_in
from ludex.core.principals import Viewer, actors_of
from ludex.core.system import System
from ludex.core.visibility import Place
from ludex.kit.called import Column, columns
from ludex.kit.cards import Deck, decks_in
from ludex.kit.redact import redact as as_declared
from ludex.kit.shape import hidden_fields, people_of
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.testing.games import NOON, LawBroken, demand
from ludex.testing.secrets import plain_of, put_at, value_at, viewers, world_of
from ludex.testing.worlds import World, before, opened
from ludex.text.chat import Chat

EACH, MOST = 3, 12
"""So many pairs of worlds are played for each value that is hidden from a viewer, and for each viewer."""
THROWS = 4
"""So many throws of one line, until two of them decide different things."""
ANSWERS = 6
"""So many questions of one line are answered."""


class Hidden(msgspec.Struct, frozen=True):
    """A value that a viewer may not know: where it stands, and its field."""

    place: Place
    column: Column


def hidden_places(state: msgspec.Struct, viewer: Viewer) -> list[Hidden]:
    """Every value that is called hidden from a viewer."""
    found = [Hidden((one.name,), one) for one in hidden_fields(state, viewer, own=False)]
    found += [Hidden((name, "pile"), next(c for c in columns(Deck) if c.name == "pile")) for name in decks_in(state)]
    for who, person in people_of(state).items():
        own = who in viewer.controls
        found += [Hidden(("people", who, one.name), one) for one in hidden_fields(person, viewer, own=own)]
    return found


def other_worlds(system: System, state: msgspec.Struct, viewer: Viewer) -> Iterator[tuple[Hidden, msgspec.Struct]]:
    """States that differ only in what is called hidden from a viewer, with one of the places where they do."""
    plain, places = plain_of(state), hidden_places(state, viewer)
    for one in places:
        for changed in (*_swapped(plain, one, places), *_replaced(plain, one)):
            other = world_of(system, changed)
            if other is not None and other != state and as_declared(other, viewer) == as_declared(state, viewer):
                yield one, other


def _swapped(plain: Written, one: Hidden, places: list[Hidden]) -> Iterator[Written]:
    """Another hidden value of the same field in its place, and the other way round; of two hidden lists also one thing of each."""
    mine = _held(plain, one.place)
    for two in places:
        theirs = _held(plain, two.place)
        if two.place == one.place or mine == theirs or isinstance(mine, dict):
            continue
        if two.column.name == one.column.name:
            yield _with(plain, {one.place: theirs, two.place: mine})
        if isinstance(mine, list) and isinstance(theirs, list) and mine and theirs and mine[0] != theirs[0]:
            yield _with(plain, {one.place: [theirs[0], *mine[1:]], two.place: [mine[0], *theirs[1:]]})
    if isinstance(mine, list) and len(mine) > 1 and mine[0] != mine[-1]:
        yield put_at(plain, one.place, mine[::-1])


def _replaced(plain: Written, one: Hidden) -> Iterator[Written]:
    """A word of the rulebook becomes another, a truth its contrary, a number another number, a text another text."""
    value, words = _held(plain, one.place), [word for kind in one.column.words for word in kind]
    match value:
        case bool():
            yield put_at(plain, one.place, not value)
        case int():
            yield put_at(plain, one.place, value + 1)
        case str() if words:
            yield from (put_at(plain, one.place, word.value) for word in words if word.value != value)
        case str():
            yield put_at(plain, one.place, f"{value}乙" if value else "甲")
        case list() if words:
            spare = [word.value for word in words if word.value not in value]
            yield from (put_at(plain, one.place, [word, *value[1:]]) for word in spare[:2] if value)


def _held(plain: Written, place: Place) -> Written:
    """What stands at a place; nothing where there is no such place."""
    found = value_at(plain, place)
    return None if found is ... else found


def _with(plain: Written, values: dict[Place, Written]) -> Written:
    for place, value in values.items():
        plain = put_at(plain, place, value)
    return plain


def check_leaks(system: System) -> int:
    """Demand that nothing that is called hidden can be told by anybody from whom it is; how many pairs of worlds there were."""
    return asyncio.run(_checked(system))


async def _checked(system: System) -> int:
    assert system.demo is not None
    state, pairs = system.demo().state, 0
    if system.redact is not None:
        demand(
            system.redact(state, Viewer()) == state,
            "`redact` hides something from the GM, and that cannot be kept: she answers for everybody, corrects and undoes; "
            "give her whole state back",
        )
    for seat, viewer in enumerate((*viewers(system)[1:], viewers(system)[0])):
        played = Counter[Place]()
        for hidden, other in other_worlds(system, state, viewer):
            _check_redact(system, state, other, viewer, hidden)
            if played[hidden.place] < EACH and played.total() < MOST:
                played[hidden.place] += 1
                await _play_pair(system, seat, other)
        pairs += played.total()
        await _play_dice(system, seat, viewer)
    return pairs


def _check_redact(system: System, state: msgspec.Struct, other: msgspec.Struct, viewer: Viewer, hidden: Hidden) -> None:
    if system.redact is None:
        raise LawBroken(f"`{_named(hidden)}` is called hidden, and the system has no `redact`")
    here, there = system.redact(state, viewer), system.redact(other, viewer)
    told = f"`redact` shows `{_named(hidden)}` to {_eyes(viewer)}, though it is called hidden: let it stand at its default there"
    demand(here == there, told)


def _named(hidden: Hidden) -> str:
    return ".".join(map(str, hidden.place))


def _eyes(viewer: Viewer) -> str:
    return f"the player of {', '.join(viewer.controls)}" if viewer.controls else "an observer"


async def _play_pair(system: System, seat: int, other: msgspec.Struct) -> None:
    """Both worlds are played by the same lines, dice and answers, and read by the one who may not tell them apart.

    Where a line has made one world of them, or two that she may tell apart, the lines behind it are played in a pair of their own.
    """
    lines = list(_lines(system))
    with tempfile.TemporaryDirectory() as folder:
        house = House(SqliteStore(Path(folder) / "worlds.db"), clock=lambda: NOON)
        try:
            while lines:
                here, there = [await opened(system, house, seat, trust="open", state=one) for one in (None, other)]
                while lines and await _same_line(here, there, lines.pop(0)):
                    pass
        finally:
            await house.close()


def _lines(system: System) -> tuple[str, ...]:
    """What is typed: the examples of all deeds, and the lines of the demo."""
    demo = system.demo().lines if system.demo else ()
    return tuple(dict.fromkeys((*(one.example for one in system.commands if one.example), *demo)))


async def _same_line(here: World, there: World, line: str) -> bool:
    """Type a line in both worlds and compare; whether they are still two worlds, and such that the watcher may not tell them apart."""
    replies = [await world.typed(world.host, line, line) for world in (here, there)]
    if replies[0].ok != replies[1].ok:
        return False
    for step in range(ANSWERS):
        _check_questions(here, there, line)
        if not await _answered(here, there, f"{line} {step}"):
            break
    viewer, states = here.watcher.desk.viewer, [world.host.table.memory.state for world in (here, there)]
    if as_declared(states[0], viewer) != as_declared(states[1], viewer):
        return False
    read = [repr(await before(world.watcher)) for world in (here, there)]
    if read[0] != read[1]:
        _check_named(here, there, read, line=line)
    return bool(states[0] != states[1])


async def _answered(here: World, there: World, key: str) -> bool:
    """The GM answers the same question in both worlds with its first closed answer; whether there was one."""
    acts = [sorted(world.host.table.memory.parked) for world in (here, there)]
    if not acts[0] or acts[0] != acts[1]:
        return False
    replies = []
    for world in (here, there):
        act = world.host.table.memory.parked[acts[0][0]]
        open_number = world.host.desk.act_number(act.number)
        replies.append(await world.typed(world.host, f".选 #{open_number} 1", key))
    return replies[0].ok and replies[1].ok


def _check_questions(here: World, there: World, line: str) -> None:
    """What somebody else is asked in the open is not made of what is hidden."""
    mine = here.watcher.desk.viewer.controls
    one, two = (
        {(n, q.who): (a.sealed, q) for n, a in w.host.table.memory.parked.items() for q in a.questions}
        for w in (here, there)
    )
    for key, (sealed, question) in one.items():
        if key not in two or sealed or any(who in mine for who in actors_of(question.who)):
            continue
        if (question.what, question.options) != (two[key][1].what, two[key][1].options):
            raise LawBroken(
                f"after {line} the question {question.what.key} asks somebody in the open with what is hidden from others: "
                "ask it with choose_all(…, sealed=True)"
            )


def _check_named(here: World, there: World, read: list[str], *, line: str) -> None:
    """What the watcher reads may differ by what comes out, but not name what is still hidden from her, at all or beside whose it is."""
    viewer = here.watcher.desk.viewer
    states = [world.host.table.memory.state for world in (here, there)]
    pieces = [set(_PIECE.split(text)) for text in read]
    for hidden in hidden_places(states[0], viewer):
        values = [set(_tokens(_held(plain_of(state), hidden.place))) for state in states]
        whose = _names(states[0], hidden.place)
        about = [[p for p in pieces[n] - pieces[1 - n] if any(_says(p, name) for name in whose)] for n in (0, 1)]
        for mine, theirs in ((0, 1), (1, 0)):
            secret = values[mine] - values[theirs]
            named = [value for value in secret if _says(read[mine], value) and not _says(read[theirs], value)]
            beside = [value for value in secret if any(_says(p, value) for p in about[mine])]
            named += [value for value in beside if not any(_says(p, value) for p in about[theirs])]
            if told := sorted(named):
                raise LawBroken(
                    f"{line} tells {_eyes(viewer)} `{_named(hidden)}` ({told[0]}), which stays hidden from her: "
                    "call what tells it hidden too, or let an event make it known"
                )


_PIECE = re.compile(r"(?=EventLine\(|Fact\(|Tag\(|Section\(|Seen\()")
"""Where something begins that is told by itself."""


def _names(state: msgspec.Struct, place: Place) -> tuple[str, ...]:
    """How somebody is named of whom a value is; nobody's is the scene's."""
    if place[0] != "people":
        return ()
    one = people_of(state).get(str(place[1]))
    return (str(place[1]), str(getattr(one, "name", "")) or str(place[1]))


def _tokens(value: Written) -> Iterator[str]:
    """The words and ids that a value is made of; numbers are no names."""
    if isinstance(value, str) and value:
        yield value
    elif isinstance(value, list):
        for one in list_in(value):
            yield from _tokens(one)


def _says(text: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


async def _play_dice(system: System, seat: int, viewer: Viewer) -> None:
    """Of dice that changed nothing but what is hidden from somebody she sees neither the faces nor what they decided."""
    for line in _lines(system):
        with tempfile.TemporaryDirectory() as folder:
            house = House(SqliteStore(Path(folder) / "worlds.db"), clock=lambda: NOON)
            try:
                first: World | None = None
                for number in range(THROWS):
                    world = await opened(system, house, seat, trust="open")
                    await world.typed(world.host, line, f"{line} {number}")
                    if not world.thrown:
                        break
                    first = first or world
                    if first.host.table.memory.state != world.host.table.memory.state:
                        await _check_dice([first, world], viewer, line)
                        break
            finally:
                await house.close()


async def _check_dice(worlds: list[World], viewer: Viewer, line: str) -> None:
    states = [world.host.table.memory.state for world in worlds]
    if as_declared(states[0], viewer) != as_declared(states[1], viewer):
        return
    seen = [repr(await before(world.watcher)) for world in worlds]
    if seen[0] != seen[1]:
        _check_named(worlds[0], worlds[1], seen, line=line)
    read = [await _dice(world.watcher) for world in worlds]
    demand(
        read[0] == read[1],
        f"the dice of {line} tell {_eyes(viewer)} what they decided, and that is hidden: roll(…, secret=True)",
    )


async def _dice(chat: Chat) -> str:
    seen = await Logbook(chat.table).after(chat.seat, 0, 10_000)
    return repr([one.dice for one in seen])
