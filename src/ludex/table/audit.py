"""Auditing a log: were the dice those of the sealed seed, and do the rules still give what the log says?

Works on an exported log alone (one JSON entry a line), without the table it came from.
"""

from collections.abc import Iterable, Sequence

import msgspec

from ludex.core.driving import Faces, Parked, play
from ludex.core.errors import Diverged, RuleError
from ludex.core.system import System
from ludex.table.chance import face, seal_of
from ludex.table.common import COMMON
from ludex.table.entries import Acted, AnyEntry, Moved, Opened, Revealed, read_entry
from ludex.table.memory import Memory, admit, fold


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


def _dice(entries: Sequence[AnyEntry]) -> tuple[int, int, int, list[Problem]]:
    """Every throw against the seed of its time; throws under a seed not yet revealed cannot be proven."""
    seal, thrown, problems = "", [], []  # type: str, list[tuple[int, int, Faces]], list[Problem]
    rolls = proven = typed = 0
    for n, entry in enumerate(entries, 1):
        if isinstance(entry, Opened):
            seal = entry.seal
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
            problems += _against_seed(n, seal, bytes.fromhex(entry.seed), thrown)
            proven += len(thrown)
            seal, thrown = entry.seal, []
    return rolls, proven, typed, problems


def _against_seed(n: int, seal: str, seed: bytes, thrown: Sequence[tuple[int, int, Faces]]) -> list[Problem]:
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
    answers = (before.answers if before else ())[: entry.kept] + entry.answers
    procedure = system.procedures.get(entry.asked.procedure) or COMMON[entry.asked.procedure]
    given = procedure.read(msgspec.json.decode(entry.asked.given))

    def no_more(sides: tuple[int, ...]) -> tuple[int, ...]:
        raise Diverged(f"the log has no faces for {sides}")

    try:
        outcome = play(
            lambda: procedure.run(memory.state, given),
            memory.state,
            lambda state, event: fold(system, state, event),
            answers=answers,
            throw=no_more,
        )
    except (Diverged, RuleError) as error:
        return [f"{entry.asked.line or entry.asked.procedure}: {error}"]
    if isinstance(outcome, Parked):
        same = entry.question is not None and entry.question.who == outcome.ask.who
        return [] if same else [f"{entry.asked.line}: it waits for {outcome.ask.who}, the log says otherwise"]
    if msgspec.json.encode(outcome.events) != bytes(entry.events):
        return [f"{entry.asked.line or entry.asked.procedure}: other events than in the log"]
    return []
