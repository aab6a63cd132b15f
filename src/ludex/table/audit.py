"""Auditing a log: is it whole, were the dice those of the sealed seed, and do the rules still give what the log says?

Works on an exported log alone, without the table it came from: one JSON object a line with an entry and its number (earlier
exports held bare entries). Each entry holds the hash of the one before it, so that what was dropped, added or changed shows;
rolls are numbered without gaps, so that none can be left out; cards are worked out again.
"""

from collections.abc import Iterable, Sequence

import msgspec

from ludex import __version__
from ludex.core.driving import Faces, Finished, Parked, no_more
from ludex.core.errors import Diverged, RuleError
from ludex.core.system import System, Told
from ludex.store.port import hash_of
from ludex.table import everywhere
from ludex.table.acting import Call, play_on
from ludex.table.audience import viewers
from ludex.table.chance import face, seal_of, stirred
from ludex.table.entries import Acted, AnyEntry, Moved, Opened, Resealed, Revealed, Stirred, read_entry
from ludex.table.memory import Memory, admit, as_logged, read_events, rolls_in
from ludex.table.pictures import name_of
from ludex.table.preludes import Begun


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
    `unchained` are from before logs were chains.
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
    """An exported log."""
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
    rolls, proven, typed, dice_problems = _dice(lines)
    acts, rule_problems = _rules(system, lines)
    elder = sum(isinstance(line.entry, Acted) and line.entry.system_version != system.version for line in lines)
    problems = (*chain_problems, *dice_problems, *rule_problems)
    head = hash_of(lines[-1].body) if lines else ""
    return Audit(len(lines), rolls, proven, typed, acts - elder, problems, elder, unchained, head)


def _chain(lines: Sequence[Line]) -> tuple[int, list[Problem]]:
    """Every entry must name the hash of the one before it, and the numbers must be without gaps."""
    unchained, problems, past = 0, [], ""  # type: int, list[Problem], str
    for place, line in enumerate(lines, 1):
        if line.n != place:
            problems.append(Problem(line.n, f"entry {place} is missing"))
            break
        if line.entry.past == "" and unchained == place - 1:
            unchained = place
        elif line.entry.past != past:
            problems.append(Problem(line.n, "the entry before it was changed, dropped or added"))
        past = hash_of(line.body)
    return unchained if unchained > 1 else 0, problems


Thrown = tuple[int, int, Faces, int]
"""In which entry, which roll, what fell, and how often the seed had been stirred."""


class _Seeds:
    """The dice of a log as far as they can be proven: throws wait for the seed that they fell under."""

    def __init__(self) -> None:
        self.seal = ""
        self.roll = 0
        self.stirs: list[str] = []
        self.thrown: list[Thrown] = []
        self.put_away: dict[str, tuple[list[str], list[Thrown]]] = {}
        self.problems: list[Problem] = []
        self.rolls = self.proven = self.typed = 0

    def acted(self, n: int, entry: Acted) -> None:
        """The throws of an act, numbered without gaps."""
        if entry.first != self.roll:
            self.problems.append(Problem(n, f"rolls {self.roll} to {entry.first - 1} are missing"))
        number = entry.first
        for answer in entry.answers:
            if isinstance(answer, Faces):
                self.rolls += 1
                self.typed += answer.typed
                if not answer.typed:
                    self.thrown.append((n, number, answer, len(self.stirs)))
                    number += 1
        self.roll = entry.first + rolls_in(entry.answers)

    def stirred(self, entry: Stirred) -> None:
        """Somebody has put something of their own into the seed."""
        self.stirs.append(entry.text)
        self.roll = 0

    def resealed(self, entry: Resealed) -> None:
        """The dice are new; what fell before waits for the reveal of the seed that was put away."""
        self.put_away[self.seal] = (self.stirs, self.thrown)
        self.seal, self.roll, self.stirs, self.thrown = entry.seal, 0, [], []

    def revealed(self, n: int, entry: Revealed) -> None:
        """Seeds are shown: everything that fell under them is worked out again."""
        for earlier in map(bytes.fromhex, entry.earlier):
            self._prove(earlier, *self.put_away.pop(seal_of(earlier), ([], [])))
        seed = bytes.fromhex(entry.seed)
        if seal_of(seed) != self.seal:
            self.problems.append(Problem(n, "the revealed seed is not the one that was sealed"))
        else:
            self._prove(seed, self.stirs, self.thrown)
        self.seal, self.roll, self.stirs, self.thrown = entry.seal, 0, [], []

    def _prove(self, seed: bytes, texts: Sequence[str], thrown: Sequence[Thrown]) -> None:
        seeds = [seed]
        for text in texts:
            seeds.append(stirred(seeds[-1], text))
        for n, roll, answer, stirs in thrown:
            faces = tuple(face(seeds[stirs], roll=roll, die=k, sides=s) for k, s in enumerate(answer.sides))
            if answer.faces != faces:
                self.problems.append(Problem(n, f"roll {roll} shows {list(answer.faces)}, the seed gives otherwise"))
        self.proven += len(thrown)


def _dice(lines: Sequence[Line]) -> tuple[int, int, int, list[Problem]]:
    """Every throw against the seed of its time; throws under a seed not yet revealed cannot be proven."""
    seeds = _Seeds()
    for line in lines:
        match line.entry:
            case Opened():
                seeds.seal = line.entry.seal
            case Acted():
                seeds.acted(line.n, line.entry)
            case Stirred():
                seeds.stirred(line.entry)
            case Resealed():
                seeds.resealed(line.entry)
            case Revealed():
                seeds.revealed(line.n, line.entry)
    return seeds.rolls, seeds.proven, seeds.typed, seeds.problems


def _rules(system: System, lines: Sequence[Line]) -> tuple[int, list[Problem]]:
    """Run every act again on the state it stood on; its events and cards must be those of the log."""
    memory, states, problems, acts = Memory(), {}, [], 0  # type: Memory, dict[int, object], list[Problem], int
    version = 0
    for line in lines:
        entry = line.entry
        if isinstance(entry, Acted):
            acts += 1
            problems += [Problem(line.n, what) for what in _again(system, memory, entry)]
        if isinstance(entry, Acted | Opened):
            if entry.system_version < version:
                problems.append(Problem(line.n, "it says that earlier rules made it than the entry before it"))
            version = max(version, entry.system_version)
        moved_to = states.get(entry.head) if isinstance(entry, Moved) else None
        memory = admit(system, memory, entry, past=hash_of(line.body), moved_to=moved_to)
        states[memory.head] = memory.state
    return acts, problems


def _again(system: System, memory: Memory, entry: Acted) -> list[str]:
    before = memory.parked.get(entry.act)
    asked = entry.asked or (before.asked if before else None)
    if asked is None:
        return ["it answers an act that nobody began"]
    if entry.system_version != system.version:
        return []
    answers = (before.answers if before else ())[: entry.kept] + entry.answers
    procedure = system.procedures.get(asked.procedure) or everywhere.common(system)[asked.procedure]
    name = asked.line or asked.procedure
    try:
        call = Call(asked, procedure, procedure.read(msgspec.json.decode(asked.given)))
        outcome = play_on(system, memory.state, call, answers, no_more)
    except (Diverged, RuleError) as error:
        return [] if _refused_so(entry, error) else [f"{name}: {error}"]
    if entry.refused:
        known = isinstance(outcome, Parked) or entry.refused in BESIDE
        return [] if known else [f"{name}: the rules do not refuse it"]
    if isinstance(outcome, Parked):
        waits, logged = [ask.who for ask in outcome.asks], [question.who for question in entry.questions]
        return [] if waits == logged else [f"{name}: it waits for {waits}, the log says {logged}"]
    if as_logged(system, outcome.events) != read_events(system, entry):
        return [f"{name}: other events than in the log"]
    return _cards(system, memory, entry, call, outcome)


BESIDE = frozenset(
    {"dice_count", "dice_left_over", "not_your_dice", "observers_watch", "too_many_questions", "system_failed"}
)
"""Refusals after the first die that are the table's own, and no rule's."""


def _refused_so(entry: Acted, error: Diverged | RuleError) -> bool:
    """Whether an act was refused as the log says. Of one that was answered on the way the log keeps no more than the dice."""
    if not entry.refused:
        return False
    return isinstance(error, Diverged) or error.code == entry.refused or entry.refused in BESIDE


def _cards(system: System, memory: Memory, entry: Acted, call: Call, outcome: Finished) -> list[str]:
    """The cards of this version's entries, worked out again; those of other versions may have been worded otherwise."""
    if entry.made != __version__:
        return []
    came: Begun = outcome.result
    told = Told(call.asked.procedure, came.given, came.result, memory.state, outcome.state)
    cards, seen = everywhere.told_to(system, told, viewers(memory))
    same = (msgspec.json.encode(cards), seen) == (msgspec.json.encode(entry.cards), entry.seen)
    return [] if same else [f"{call.asked.line or call.asked.procedure}: another card than the rules give"]
