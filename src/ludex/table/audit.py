"""Auditing a log: were the dice those of the sealed seed, and do the rules still give what the log says?

Works on an exported log alone (one JSON entry a line), without the table it came from.
"""

from collections.abc import Iterable, Sequence

import msgspec

from ludex.core.driving import Faces, Parked
from ludex.core.errors import Diverged, RuleError
from ludex.core.system import System
from ludex.table.acting import Call, play_on
from ludex.table.chance import face, seal_of
from ludex.table.entries import Acted, AnyEntry, Moved, Opened, Resealed, Revealed, read_entry
from ludex.table.everywhere import COMMON
from ludex.table.memory import Memory, admit, as_logged, read_events


class Problem(msgspec.Struct, frozen=True):
    """Something in the log that is not as it should be."""

    n: int
    what: str


class Audit(msgspec.Struct, frozen=True):
    """What was checked and what was found."""

    entries: int
    rolls: int
    proven: int
    typed: int
    acts: int
    problems: tuple[Problem, ...]


def read_log(lines: Iterable[str | bytes]) -> list[AnyEntry]:
    """An exported log."""
    return [read_entry(line.encode() if isinstance(line, str) else line) for line in lines if line.strip()]


def audit(system: System, entries: Sequence[AnyEntry]) -> Audit:
    """Check dice and rules of a whole log."""
    rolls, proven, typed, dice_problems = _dice(entries)
    acts, rule_problems = _rules(system, entries)
    return Audit(len(entries), rolls, proven, typed, acts, (*dice_problems, *rule_problems))


Thrown = tuple[int, int, Faces]
"""In which entry, which roll, and what fell."""


def _dice(entries: Sequence[AnyEntry]) -> tuple[int, int, int, list[Problem]]:
    """Every throw against the seed of its time; throws under a seed not yet revealed cannot be proven."""
    seal, thrown, problems = "", [], []  # type: str, list[Thrown], list[Problem]
    sealed: dict[str, list[Thrown]] = {}
    rolls = proven = typed = 0
    for n, entry in enumerate(entries, 1):
        if isinstance(entry, Opened):
            seal = entry.seal
        elif isinstance(entry, Resealed):
            sealed[seal] = thrown
            seal, thrown = entry.seal, []
        elif isinstance(entry, Acted):
            number = entry.first
            for answer in entry.answers:
                if isinstance(answer, Faces):
                    rolls += 1
                    typed += answer.typed
                    if not answer.typed:
                        thrown.append((n, number, answer))
                        number += 1
        elif isinstance(entry, Revealed):
            for seed in map(bytes.fromhex, entry.earlier):
                put_away = sealed.pop(seal_of(seed), [])
                problems += _against_seed(n, seal_of(seed), seed, put_away)
                proven += len(put_away)
            problems += _against_seed(n, seal, bytes.fromhex(entry.seed), thrown)
            proven += len(thrown)
            seal, thrown = entry.seal, []
    return rolls, proven, typed, problems


def _against_seed(n: int, seal: str, seed: bytes, thrown: Sequence[Thrown]) -> list[Problem]:
    if seal_of(seed) != seal:
        return [Problem(n, "the revealed seed is not the one that was sealed")]
    return [
        Problem(at, f"roll {roll} shows {list(answer.faces)}, the seed gives otherwise")
        for at, roll, answer in thrown
        if answer.faces != tuple(face(seed, roll=roll, die=k, sides=s) for k, s in enumerate(answer.sides))
    ]


def _rules(system: System, entries: Sequence[AnyEntry]) -> tuple[int, list[Problem]]:
    """Run every act again on the state it stood on; its events must be those of the log."""
    memory, states, problems, acts = Memory(), {}, [], 0  # type: Memory, dict[int, object], list[Problem], int
    for n, entry in enumerate(entries, 1):
        if isinstance(entry, Acted):
            acts += 1
            problems += [Problem(n, what) for what in _again(system, memory, entry)]
        moved_to = states.get(entry.head) if isinstance(entry, Moved) else None
        memory = admit(system, memory, entry, moved_to=moved_to)
        states[memory.head] = memory.state
    return acts, problems


def _again(system: System, memory: Memory, entry: Acted) -> list[str]:
    before = memory.parked.get(entry.act)
    asked = entry.asked or (before.asked if before else None)
    if asked is None:
        return ["it answers an act that nobody began"]
    if entry.refused:
        return []
    answers = (before.answers if before else ())[: entry.kept] + entry.answers
    procedure = system.procedures.get(asked.procedure) or COMMON[asked.procedure]
    name = asked.line or asked.procedure

    def no_more(sides: tuple[int, ...]) -> tuple[int, ...]:
        raise Diverged(f"the log has no faces for {sides}")

    try:
        call = Call(asked, procedure, procedure.read(msgspec.json.decode(asked.given)))
        outcome = play_on(system, memory.state, call, answers, no_more)
    except (Diverged, RuleError) as error:
        return [f"{name}: {error}"]
    if isinstance(outcome, Parked):
        waits, logged = [ask.who for ask in outcome.asks], [question.who for question in entry.questions]
        return [] if waits == logged else [f"{name}: it waits for {waits}, the log says {logged}"]
    if as_logged(system, outcome.events) != read_events(system, entry):
        return [f"{name}: other events than in the log"]
    return []
