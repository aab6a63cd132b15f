"""Auditing a log: is it whole, were the dice those of the sealed seed, and do the rules still give what the log says?

Works on an exported log alone, without the table it came from: one JSON object a line with an entry and its number (earlier
exports held bare entries). Each entry holds the hash of the one before it, so that what was dropped, added or changed shows;
rolls are numbered without gaps, so that none can be left out; cards are worked out again.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from ludex.core.driving import Faces
from ludex.core.principals import EVERYBODY
from ludex.core.system import System
from ludex.store.port import Stored, hash_of
from ludex.table.chance import face, numbers_of, seal_of, stirred
from ludex.table.entries import (
    ALL,
    SALVAGED,
    Acted,
    AnyEntry,
    Handed,
    Noted,
    Opened,
    Readied,
    Resealed,
    Revealed,
    Reworded,
    Said,
    Stirred,
    read_entry,
)
from ludex.table.handouts import name_of
from ludex.table.upcasting import FORMAT
from ludex.table.verify import BROKEN, Rerun

WORDS = (Said, Reworded, Noted, Handed, Readied)
"""Entries from which nothing follows: what they say, whose words they are, and whether there were more of them, only the chain can tell."""


class Line(msgspec.Struct, frozen=True):
    """An entry of an exported log: its number, its body as it was written, and what it says."""

    n: int
    body: bytes
    entry: AnyEntry


class Problem(msgspec.Struct, frozen=True):
    """Something in the log that is not as it should be."""

    n: int
    what: str


class Audit(msgspec.Struct, frozen=True):
    """What was checked and what was found.

    `elder` acts were played by an earlier version of the rules: what they say happened is taken as it is. Entries up to
    `unchained` are from before logs were chains. `otherwise` are acts that another version told otherwise than this one would. `lost`
    throws can never be proven: their seed went with a damaged database. `earlier` entries are dated before the one that they follow.
    `refused` are refusals that the rules do not give by themselves, `uncounted` the entries of an earlier format that end the use of a
    seed without a word on how many throws fell under it. `gaps` are where a damaged database lost entries. `words`, `free` and `hidden`
    count what nothing follows from: entries of mere words, acts that any seat, or the GM for anybody, may do, and what not everybody heard.
    """

    entries: int
    rolls: int
    proven: int
    typed: int
    acts: int
    problems: tuple[Problem, ...]
    elder: int = 0
    unchained: int = 0
    head: str = ""
    otherwise: tuple[int, ...] = ()
    lost: int = 0
    earlier: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    uncounted: tuple[int, ...] = ()
    words: int = 0
    free: int = 0
    hidden: int = 0

    @property
    def taken(self) -> bool:
        """Whether something that the rules or the dice decide was taken as the log tells it."""
        return bool(self.elder or self.otherwise or self.refused or self.uncounted or self.lost or self.unchained)


class _Exported(msgspec.Struct):
    """A line of an export."""

    n: int
    entry: msgspec.Raw


def written(n: int, body: bytes) -> bytes:
    """An entry as a line of an export."""
    return msgspec.json.encode({"n": n, "entry": msgspec.Raw(body)})


PICTURE = b'{"picture":'
"""How a line of an export begins that holds a picture: they stand behind the entries."""


def written_picture(name: str, body: bytes) -> bytes:
    """A picture as a line of an export."""
    return msgspec.json.encode({"picture": name, "body": body})


def read_pictures(lines: Iterable[bytes]) -> dict[str, bytes]:
    """The pictures of an exported log by their hashes; one whose bytes are others than its name says is refused."""
    found = {}
    for line in lines:
        if line.startswith(PICTURE):
            one = msgspec.json.decode(line, type=_Pictured)
            if name_of(one.body) != one.picture:
                raise ValueError(f"the picture {one.picture[:40]} is not the one that was shown")
            found[one.picture] = one.body
    return found


class _Pictured(msgspec.Struct):
    """A line of an export that holds a picture."""

    picture: str
    body: bytes


def read_log(lines: Iterable[str | bytes]) -> list[Line]:
    found: list[Line] = []
    for place, line in enumerate((one for one in lines if one.strip()), 1):
        raw = line.encode() if isinstance(line, str) else line
        if raw.startswith(PICTURE):
            continue
        n, body = place, raw
        if raw.startswith(b'{"n":'):
            exported = msgspec.json.decode(raw, type=_Exported)
            n, body = exported.n, bytes(exported.entry)
        found.append(Line(n, body, read_entry(body)))
    return found


def known_heads(lines: Sequence[Line]) -> frozenset[str]:
    """The hash of every entry: what `.seal` told at any moment of the game is among them."""
    return frozenset(hash_of(line.body) for line in lines)


def audit(system: System, lines: Sequence[Line]) -> Audit:
    """Check a whole log: its chain, its dice and its rules."""
    unchained, chain_problems = _chain(lines)
    dice = _dice(lines)
    run, rule_problems = _rules(system, lines)
    return Audit(
        entries=len(lines),
        rolls=dice.rolls,
        proven=dice.proven,
        typed=dice.typed,
        acts=run.acts - run.elder,
        problems=(*chain_problems, *dice.problems, *rule_problems),
        elder=run.elder,
        unchained=unchained,
        head=hash_of(lines[-1].body) if lines else "",
        otherwise=tuple(run.otherwise),
        lost=dice.lost,
        earlier=tuple(line.n for before, line in pairwise(lines) if line.entry.at < before.entry.at),
        refused=tuple(run.refused),
        uncounted=tuple(dice.uncounted),
        words=sum(isinstance(line.entry, WORDS) for line in lines),
        free=run.free,
        hidden=sum(EVERYBODY not in getattr(line.entry, "audience", ALL) for line in lines),
    )


def _chain(lines: Sequence[Line]) -> tuple[int, list[Problem]]:
    """Every entry must name the hash of the one before it, and the numbers must be without gaps."""
    unchained, problems, past, form = 0, [], "", 1  # type: int, list[Problem], str, int
    for place, line in enumerate(lines, 1):
        before, form = form, max(form, format_of(line.body))
        if format_of(line.body) < before:
            problems.append(Problem(line.n, "it is of an earlier format than the entry before it"))
        if line.n != place:
            problems.append(Problem(line.n, f"entry {place} is missing"))
            break
        if line.entry.past == "" and unchained == place - 1 and (place == 1 or format_of(line.body) == 1):
            unchained = place
        elif line.entry.past != past:
            problems.append(Problem(line.n, "the entry before it was changed, dropped or added"))
        past = hash_of(line.body)
    return unchained if unchained > 1 else 0, problems


def rot(stored: Iterable[Stored]) -> Iterator[Problem]:
    """What has become of a log on a disk that nobody meant to change: entries that are missing, cannot be read, or are no longer what
    those behind them say. Neither rules nor dice are looked at. (Nothing stands behind the last entry, so it is only read.)"""
    past, place = "", 0
    for place, one in enumerate(stored, 1):
        if one.n != place:
            yield Problem(place, "the entry is missing")
            return
        try:
            entry = read_entry(one.body)
        except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError) as error:
            yield Problem(one.n, f"the entry cannot be read ({error})")
        else:
            if entry.past and entry.past != past:
                yield Problem(one.n - 1, f"the entry is not what entry {one.n} says it was")
        past = hash_of(one.body)
    if not place:
        yield Problem(1, "the entry is missing")


class _Formatted(msgspec.Struct):
    """The format of an entry; the first named none."""

    format: int = 1


def format_of(body: bytes) -> int:
    """The format in which an entry was written; those of the first were not chained."""
    return msgspec.json.decode(body, type=_Formatted).format


Thrown = tuple[int, int, Faces, int]
"""In which entry, which roll, what fell, and how often the seed had been stirred."""

Stirs = list[tuple[int, Stirred]]
"""What was put into a seed, and where that stands."""


def fits(seed: bytes, number: int, thrown: Faces) -> bool:
    """Whether a throw of that number shows what the seed gives; dice that were typed in among the table's own show what they like."""
    real = thrown.by_hand
    own = [place for place in range(len(thrown.sides)) if place not in real]
    after = len(thrown.sides) if real else 0
    faces = [face(seed, roll=number, die=after + die, sides=thrown.sides[place]) for die, place in enumerate(own)]
    return len(thrown.faces) == len(thrown.sides) and [thrown.faces[place] for place in own] == faces


def seed_of(shown: str) -> bytes:
    """A seed as a log shows it; nothing of what is none."""
    try:
        return bytes.fromhex(shown)
    except ValueError:
        return b""


class _Seeds:
    """The dice of a log as far as they can be proven: throws wait for the seed that they fell under."""

    def __init__(self) -> None:
        self.seal = ""
        self.roll = 0
        self.stirs: Stirs = []
        self.thrown: list[Thrown] = []
        self.put_away: dict[str, tuple[Resealed, Stirs, list[Thrown]]] = {}
        self.problems: list[Problem] = []
        self.rolls = self.proven = self.typed = self.lost = 0
        self.uncounted: list[int] = []

    def counted(self, line: Line, rolls: int | None) -> None:
        """What ends the use of a seed says how many throws there were, so that the last of them cannot be left out either."""
        if rolls is None and format_of(line.body) < FORMAT:
            self.uncounted.append(line.n)
        elif rolls != self.roll:
            said = "not how many rolls" if rolls is None else f"that {rolls} rolls"
            self.problems.append(Problem(line.n, f"it says {said} stand before it: there are {self.roll}"))

    def acted(self, n: int, entry: Acted) -> None:
        """The throws of an act, numbered without gaps."""
        if entry.first > self.roll:
            self.problems.append(Problem(n, f"rolls {self.roll} to {entry.first - 1} are missing"))
        elif entry.first < self.roll:
            self.problems.append(Problem(n, f"roll {entry.first} is there twice: the next is {self.roll}"))
        numbers = iter(numbers_of(entry))
        for answer in entry.answers:
            if isinstance(answer, Faces):
                self.rolls += 1
                self.typed += answer.typed
                if not answer.typed:
                    self.thrown.append((n, next(numbers), answer, len(self.stirs)))
        self.roll = entry.first + entry.fresh

    def stirred(self, n: int, entry: Stirred) -> None:
        """Somebody has put something of their own into the seed."""
        self.stirs.append((n, entry))
        self.roll = 0

    def resealed(self, entry: Resealed) -> None:
        """The dice are new; what fell before waits for the reveal of the seed that was put away."""
        self.put_away[self.seal] = (entry, self.stirs, self.thrown)
        self.seal, self.roll, self.stirs, self.thrown = entry.seal, 0, [], []

    def revealed(self, n: int, entry: Revealed) -> None:
        """Seeds are shown: everything that fell under them is worked out again."""
        for earlier in map(seed_of, entry.earlier):
            if (found := self.put_away.pop(seal_of(earlier), None)) is None:
                self.problems.append(Problem(n, "it shows a seed that was not put away"))
            else:
                self._prove(earlier, *found[1:])
        self._left_out(n)
        seed = seed_of(entry.seed)
        if seal_of(seed) != self.seal:
            self.problems.append(Problem(n, "the revealed seed is not the one that was sealed"))
        else:
            self._prove(seed, self.stirs, self.thrown)
        self.seal, self.roll, self.stirs, self.thrown = entry.seal, 0, [], []

    def _left_out(self, n: int) -> None:
        """A reveal shows every seed that was put away; one may have been lost with a damaged database, and in no other way."""
        for resealed, _, thrown in self.put_away.values():
            if resealed.why == SALVAGED:
                self.lost += len(thrown)
            else:
                self.problems.append(Problem(n, "it does not show a seed that was put away"))
        self.put_away.clear()

    def _prove(self, seed: bytes, stirs: Stirs, thrown: Sequence[Thrown]) -> None:
        seeds = [seed]
        for n, entry in stirs:
            seeds.append(stirred(seeds[-1], entry.text))
            if seal_of(seeds[-1]) != entry.seal:
                self.problems.append(Problem(n, "its seal is not that of the seed with these words in it"))
        for n, roll, answer, count in thrown:
            if not fits(seeds[count], roll, answer):
                self.problems.append(Problem(n, f"roll {roll} shows {list(answer.faces)}, the seed gives otherwise"))
        self.proven += len(thrown)


def _dice(lines: Sequence[Line]) -> _Seeds:
    """Every throw against the seed of its time; throws under a seed not yet revealed cannot be proven."""
    seeds = _Seeds()
    for line in lines:
        match line.entry:
            case Opened():
                seeds.seal = line.entry.seal
            case Acted():
                seeds.acted(line.n, line.entry)
            case Stirred():
                seeds.counted(line, line.entry.rolls)
                seeds.stirred(line.n, line.entry)
            case Resealed():
                seeds.counted(line, line.entry.rolls)
                seeds.resealed(line.entry)
            case Revealed():
                seeds.counted(line, line.entry.rolls)
                seeds.revealed(line.n, line.entry)
    return seeds


def _rules(system: System, lines: Sequence[Line]) -> tuple[Rerun, list[Problem]]:
    """Run every entry again on those before it; one that cannot follow them ends it."""
    run, problems = Rerun(system), []  # type: Rerun, list[Problem]
    for line in lines:
        try:
            problems += [Problem(line.n, what) for what in run.go_on(line.entry, hash_of(line.body))]
        except BROKEN as error:
            problems.append(Problem(line.n, f"it does not follow ({error}); nothing from here on was run again"))
            break
    return run, problems
