"""What was done unseen stays when a player takes back what came before it (L4, L5).

A player's undo must not tell of what others did in secret since: it answers as in the world in which that did not happen. So her own
step goes back alone, and what was done unseen after it is written anew on what is left, for the same audience and with the same
events. No die is thrown again: the entry that was first made keeps its faces. That is done only where it does not rest on what goes back:
the rules must give the very same events without it, and the same things in the other order the very state of now. What does rest on it is
the GM's to let go, as every undo that others have acted on: there the reply differs, because no world without it could be reached.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from ludex.core.driving import Answer, Finished, no_more
from ludex.core.errors import Diverged, RuleError
from ludex.table.acting import Call, play_on
from ludex.table.entries import RESTATE, Acted, Asked, Moved
from ludex.table.memory import as_logged, fold_events, read_events
from ludex.table.playing import Word, decide, root_of
from ludex.table.shelter import in_time
from ludex.table.table import Table
from ludex.table.table_procedures import UNSOUND, Restate

DEEP = 200
"""So many commits back it is looked for what a step stands on."""


class Unseen(msgspec.Struct, frozen=True):
    """A commit that is written anew: the entry that was first made of it, its number, and what it was asked with."""

    n: int
    entry: Acted
    asked: Asked
    answers: tuple[Answer, ...]


class Apart(msgspec.Struct, frozen=True):
    """History without one step: the state below it, and what was done unseen since and stays, the oldest first."""

    state: Any
    stays: tuple[Unseen, ...]


async def without(table: Table, step: Sequence[int], to: int, unseen: Sequence[int]) -> Apart | None:
    """History without the commits of a step, which stands on `to`; None where what was done `unseen` since rests on it."""
    now, below = table.memory.state, await table.history.state_at(to)
    stays = [await _first_made(table, n) for n in sorted(unseen)]
    gone = [await table.history.commit(n) for n in sorted(step)]
    try:
        state = below
        for one in stays:
            state = _again(table, state, one)
        for entry in gone:
            state = _folded(table, state, entry) if isinstance(entry, Acted) else state
    except (RuleError, Diverged, *UNSOUND):
        return None
    return Apart(below, tuple(stays)) if state == now else None


async def onto(table: Table, head: int, unseen: Sequence[int]) -> Apart | None:
    """History up to a commit that was taken back, with what was done `unseen` since; None where that would come out otherwise there."""
    state = await table.history.state_at(head)
    chain = await _chain(table, head) if unseen else set()
    stays = [one for one in [await _first_made(table, n) for n in sorted(unseen)] if one.n not in chain]
    try:
        after = state
        for one in stays:
            after = _again(table, after, one)
    except (RuleError, Diverged, *UNSOUND):
        return None
    return Apart(state, tuple(stays))


async def _chain(table: Table, head: int) -> set[int]:
    """The last commits that one stands on, each as it was first made."""
    found: set[int] = set()
    for _ in range(DEEP):
        entry = await table.history.commit(head)
        if not isinstance(entry, Acted):
            break
        found.add((await _first_made(table, head)).n)
        head = entry.parent
    return found


async def _first_made(table: Table, n: int) -> Unseen:
    """A commit as it was first made, with every answer of its act."""
    entry = await table.history.commit(n)
    assert isinstance(entry, Acted), "a commit after the first is an act"
    if entry.asked is not None and entry.asked.procedure == RESTATE:
        return await _first_made(table, msgspec.json.decode(entry.asked.given, type=Restate).of)
    asked, answers = entry.asked, ()  # type: Asked | None, tuple[Answer, ...]
    for number in range(entry.act or n, n + 1):
        part = await table.history.commit(number)
        if isinstance(part, Acted) and (part.act or number) == (entry.act or n) and not part.refused:
            asked, answers = part.asked or asked, answers[: part.kept] + part.answers
    assert asked is not None, "the entry that begins an act says what was asked"
    return Unseen(n, entry, asked, answers)


def _again(table: Table, state: Any, one: Unseen) -> Any:
    """The state after a deed that is done again on another state; refused where it would come out otherwise."""
    procedure, given = table.starting(one.asked.procedure, msgspec.json.decode(one.asked.given))
    call = Call(one.asked, procedure, given)
    ended = in_time(table.system, lambda: play_on(table.system, state, call, one.answers, no_more))
    if not isinstance(ended, Finished):
        raise Diverged("it waits for somebody")
    if as_logged(table.system, ended.events) != read_events(table.system, one.entry):
        raise Diverged("other events than in the log")
    return _folded(table, state, one.entry)


def _folded(table: Table, state: Any, entry: Acted) -> Any:
    return fold_events(table.system, state, read_events(table.system, entry))


async def move(table: Table, moved: Moved, apart: Apart) -> None:
    """Take one step back, or bring it back, and write what was done unseen since anew, all of it or nothing."""
    before = table.memory
    with table.whole():
        bodies = [table.admit(moved, apart.state)]
        for one in apart.stays:
            word = Word("", table.memory.n, root_of(one.n, one.entry))
            bodies += decide(table, word, _restating(table, one))[1]
    await table.commit(before, bodies)


def _restating(table: Table, one: Unseen) -> Call:
    """The call that makes the same true again, for those who know of it."""
    procedure, given = table.starting(RESTATE, Restate(one.n, msgspec.json.decode(one.entry.events)))
    raw = msgspec.Raw(msgspec.json.encode(given))
    asked = Asked(RESTATE, raw, one.asked.line, secret=one.entry.blind)
    return Call(asked, procedure, given, one.entry.audience)
