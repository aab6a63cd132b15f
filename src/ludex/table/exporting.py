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
from ludex.table.audit import Line, Problem, fits, seed_of
from ludex.table.chance import numbers_of, seal_of, stirred
from ludex.table.entries import Acted, AnyEntry, Moved, Opened, Resealed, Revealed, Stirred
from ludex.table.memory import Memory, admit
from ludex.table.seats import Seat

MARK = b'{"own":'
"""How a line of a seat's export begins."""

TYPED = -1
"""The number of a throw that somebody typed in."""


class Thrown(msgspec.Struct, frozen=True):
    """The numbers of the throws that are seen in an entry, under which seal, and how often it had been stirred; those that
    fell `again`, because they were taken back."""

    seal: str
    stirs: int
    numbers: tuple[int, ...]
    again: tuple[int, ...] = ()


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
        numbers, own = [], iter(numbers_of(entry))
        for answer in entry.answers:
            if isinstance(answer, Faces):
                number = TYPED if answer.typed else next(own)
                numbers += [number] if any(answer is one for one in shown) else []
        if not numbers or self.seal not in self.opened:
            return None
        return Thrown(self.seal, self.stirs, tuple(numbers), tuple(one for one in entry.again if one in numbers))

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
    if lines and not lines[0].system:
        problems.append(Problem(1, "it does not begin with the opening of the table"))
    dice = _Dice(lines)
    for line in lines:
        dice.read(line)
    rolls = sum(len(line.seen.dice) for line in lines)
    return Checked(len(lines), rolls, dice.proven, (*problems, *dice.problems), past)


class _Dice:
    """The throws of an export against the seeds that it shows: every one whose seed is shown carries its number, each number once
    but for those that fell again."""

    def __init__(self, lines: Sequence[Own]) -> None:
        shown = [seed_of(seed) for one in lines for seed in (one.seed, *one.earlier) if seed]
        self.seeds = {seal_of(seed): seed for seed in shown}
        self.seal = ""
        self.stirs = self.next = self.proven = 0
        self.seed: bytes | None = None
        self.problems: list[Problem] = []

    def read(self, line: Own) -> None:
        """One more line."""
        if line.seed and seal_of(seed_of(line.seed)) != self.seal:
            self._wrong(line, "the revealed seed is not the one that was sealed")
        if line.seen.dice:
            self._thrown(line)
        if line.stir:
            self.stirs, self.next = self.stirs + 1, 0
            self.seed = stirred(self.seed, line.stir) if self.seed is not None else None
            if self.seed is not None and seal_of(self.seed) != line.seal:
                self._wrong(line, "its seal is not that of the seed with these words in it")
        elif line.seal:
            self.seal, self.stirs, self.next, self.seed = line.seal, 0, 0, self.seeds.get(line.seal)

    def _thrown(self, line: Own) -> None:
        thrown = line.thrown
        if thrown is None and self.seed is None:
            return
        numbers = thrown.numbers if thrown else ()
        under = (thrown.seal, thrown.stirs) == (self.seal, self.stirs) if thrown else False
        if self.seed is None or not under or len(numbers) != len(line.seen.dice):
            self._wrong(line, "its dice stand under no seed that is shown")
            return
        for number, dice in zip(numbers, line.seen.dice, strict=True):
            self._proves(line, self.seed, number, dice, again=thrown is not None and number in thrown.again)

    def _proves(self, line: Own, seed: bytes, number: int, dice: Faces, *, again: bool) -> None:
        if dice.typed or number == TYPED:
            if not (dice.typed and number == TYPED):
                self._wrong(line, "it does not say whether its dice were typed in")
            return
        self.proven += 1
        if number < self.next and not again:
            self._wrong(line, f"roll {number} is there twice")
        elif not fits(seed, number, dice):
            self._wrong(line, f"roll {number} shows {list(dice.faces)}, the seed gives otherwise")
        self.next = max(self.next, number + 1)

    def _wrong(self, line: Own, what: str) -> None:
        self.problems.append(Problem(line.own, what))
