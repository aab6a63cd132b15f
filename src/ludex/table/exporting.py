"""A seat's own export: what it may see, as a chain over its own numbers, so that proving it tells nothing hidden.

One JSON object a line. Each holds the hash of the line before it, and the seat's own number without gaps: what was dropped, added or
changed afterwards shows (`ludex verify`). Seals and revealed seeds stand in it; a throw carries its number as soon as its seed has been
revealed, and not before: numbers count hidden rolls too. The GM's export is the log itself (`audit.py`).
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ludex.core.driving import Faces
from ludex.core.system import System
from ludex.store.port import hash_of
from ludex.table.audience import Seen, knows, show, unnamed
from ludex.table.audit import Line, Problem
from ludex.table.chance import face, seal_of, stirred
from ludex.table.entries import Acted, AnyEntry, Moved, Opened, Resealed, Revealed, Stirred
from ludex.table.memory import Memory, admit
from ludex.table.seats import Seat

MARK = b'{"own":'
"""How a line of a seat's export begins."""

TYPED = -1
"""The number of a throw that somebody typed in."""


class Thrown(msgspec.Struct, frozen=True):
    """The numbers of the throws that are seen in an entry, under which seal, and how often it had been stirred."""

    seal: str
    stirs: int
    numbers: tuple[int, ...]


class Own(msgspec.Struct, frozen=True):
    """One line: the seat's own number, the hash of the line before, what is seen, and what proves its dice."""

    own: int
    past: str
    seen: Seen
    system: str = ""
    seal: str = ""
    seed: str = ""
    stir: str = ""
    earlier: tuple[str, ...] = ()
    thrown: Thrown | None = None


class _Seals:
    """Which seal and which numbers the throws of a log stand under; which seals were opened later."""

    def __init__(self, entries: Sequence[AnyEntry]) -> None:
        self.opened = {
            seal_of(bytes.fromhex(seed))
            for entry in entries
            if isinstance(entry, Revealed)
            for seed in (entry.seed, *entry.earlier)
        }
        self.seal, self.stirs = "", 0

    def thrown(self, entry: Acted, shown: Sequence[Faces]) -> Thrown | None:
        """The numbers of an act's throws, those alone that are `shown`."""
        numbers, number = [], entry.first
        for answer in entry.answers:
            if isinstance(answer, Faces):
                if any(answer is one for one in shown):
                    numbers.append(TYPED if answer.typed else number)
                number += not answer.typed
        return Thrown(self.seal, self.stirs, tuple(numbers)) if numbers and self.seal in self.opened else None

    def pass_by(self, entry: AnyEntry) -> None:
        """What the next throws stand under."""
        match entry:
            case Opened() | Revealed() | Resealed():
                self.seal, self.stirs = entry.seal, 0
            case Stirred():
                self.stirs += 1


def exported(system: System, memory: Memory, seat: Seat, lines: Iterable[Line]) -> Iterator[bytes]:
    """A log as a seat may see it now, line by line."""
    log, past, own = list(lines), "", 0
    seals = _Seals([line.entry for line in log])
    known, secret = knows(system, memory, seat), unnamed(system, memory, seat)
    for line in log:
        seen = show(memory, seat, line.n, line.entry, known=known, unnamed=secret)
        if seen is not None:
            own += 1
            written = msgspec.json.encode(_own(own, past, seen, line.entry, seals))
            past = hash_of(written)
            yield written
        seals.pass_by(line.entry)


def _own(own: int, past: str, seen: Seen, entry: AnyEntry, seals: _Seals) -> Own:
    bare = Own(own, past, seen)
    match entry:
        case Opened():
            return msgspec.structs.replace(bare, seal=entry.seal, system=entry.system)
        case Revealed():
            return msgspec.structs.replace(bare, seal=entry.seal, seed=entry.seed, earlier=entry.earlier)
        case Stirred():
            return msgspec.structs.replace(bare, seal=entry.seal, stir=entry.text)
        case Resealed():
            return msgspec.structs.replace(bare, seal=entry.seal)
        case Acted() if seen.dice:
            return msgspec.structs.replace(bare, thrown=seals.thrown(entry, seen.dice))
    return bare


def remembered(system: System, lines: Iterable[Line]) -> Memory:
    """The memory that a log comes to."""
    memory, states = Memory(), {}  # type: Memory, dict[int, object]
    for line in lines:
        moved_to = states.get(line.entry.head) if isinstance(line.entry, Moved) else None
        memory = admit(system, memory, line.entry, past=hash_of(line.body), moved_to=moved_to)
        states[memory.head] = memory.state
    return memory


class Checked(msgspec.Struct, frozen=True):
    """What was found in a seat's export."""

    entries: int
    rolls: int
    proven: int
    problems: tuple[Problem, ...]
    head: str


def check(raw: Sequence[bytes]) -> Checked:
    """Check a seat's export: its chain, its numbers, and every throw whose seed it shows."""
    lines = [msgspec.json.decode(one, type=Own) for one in raw]
    problems, past = [], ""  # type: list[Problem], str
    for place, (line, body) in enumerate(zip(lines, raw, strict=True), 1):
        if (line.own, line.seen.n) != (place, place):
            problems.append(Problem(place, f"entry {place} is missing"))
            break
        if line.past != past:
            problems.append(Problem(place, "the entry before it was changed, dropped or added"))
        past = hash_of(body)
    rolls = sum(len(line.seen.dice) for line in lines)
    proven, wrong = _dice(lines)
    return Checked(len(lines), rolls, proven, (*problems, *wrong), past)


def _dice(lines: Sequence[Own]) -> tuple[int, list[Problem]]:
    """Every throw that carries its number, against the seed that was shown for its seal."""
    seeds = {
        seal_of(bytes.fromhex(seed)): bytes.fromhex(seed) for one in lines for seed in (one.seed, *one.earlier) if seed
    }
    stirs, seal = {}, ""  # type: dict[str, list[str]], str
    for line in lines:
        if line.stir:
            stirs.setdefault(seal, []).append(line.stir)
        elif line.seal:
            seal = line.seal
    proven, problems = 0, []  # type: int, list[Problem]
    for line in lines:
        thrown = line.thrown
        if thrown is None:
            continue
        if thrown.seal not in seeds or len(thrown.numbers) != len(line.seen.dice):
            problems.append(Problem(line.own, "its dice stand under no seed that is shown"))
            continue
        seed = seeds[thrown.seal]
        for text in stirs.get(thrown.seal, ())[: thrown.stirs]:
            seed = stirred(seed, text)
        for number, dice in zip(thrown.numbers, line.seen.dice, strict=True):
            proven += number != TYPED
            if number != TYPED and dice.faces != _faces(seed, number, dice):
                problems.append(Problem(line.own, f"roll {number} shows {list(dice.faces)}, the seed gives otherwise"))
    return proven, problems


def _faces(seed: bytes, number: int, dice: Faces) -> tuple[int, ...]:
    return tuple(face(seed, roll=number, die=place, sides=sides) for place, sides in enumerate(dice.sides))
