"""Steps of history: what a person's word led to, as far as a seat knows of it, and moving the head from one to another.

What a person's word led to is one step: the unbroken run of commits from the head that share its root. It belongs to the
seat whose word it was, no matter who answered on the way.
"""

from collections.abc import AsyncIterator
from typing import Any

import msgspec

from ludex.core.errors import RuleError
from ludex.core.principals import Who
from ludex.table.audience import show
from ludex.table.entries import ALL, Acted, Moved
from ludex.table.lapsing import dropped_with
from ludex.table.memory import Memory
from ludex.table.numbering import heard
from ludex.table.playing import root_of
from ludex.table.seats import Seat
from ludex.table.table import Table


class Step(msgspec.Struct, frozen=True):
    """One step of history: the entry of the person's word that it began with, its number, the head below it, its commits (newest first)."""

    root: int
    entry: Acted
    to: int
    commits: tuple[int, ...]

    @property
    def head(self) -> int:
        """Its last commit."""
        return self.commits[0]


class Move(msgspec.Struct, frozen=True):
    """A move of the head: `root` is that of the step which it takes back, `of` that of one which it brings back; `audience` may know of it.

    `left` are the roots of steps that a jump leaves behind.
    """

    head: int
    root: int = 0
    audience: tuple[Who, ...] = ALL
    of: int = 0
    left: tuple[int, ...] = ()


FAR = 40
"""So many steps that she knows of a player's own one is looked for."""

DEEP = 200
"""So many steps back, with those that she does not know of."""


def knows(table: Table, seat: Seat, step: Step) -> bool:
    """Whether a seat knows of a step, by its beginning or by what came of it."""
    return any(heard(table.memory, seat, n) for n in (step.root, *step.commits))


async def known_steps(table: Table, seat: Seat, head: int) -> AsyncIterator[tuple[Step, tuple[Step, ...]]]:
    """The steps up to a commit that a seat knows of, newest first, each with those above it of which it does not."""
    unseen: tuple[Step, ...] = ()
    known = 0
    for _ in range(DEEP):
        step = await step_at(table, head) if known < FAR else None
        if step is None:
            return
        if knows(table, seat, step):
            known += 1
            yield step, unseen
        else:
            unseen = (*unseen, step)
        head = step.to


async def latest(table: Table, seat: Seat, head: int) -> Step | None:
    """The last step up to a commit that a seat knows of."""
    async for step, _ in known_steps(table, seat, head):
        return step
    return None


async def step_at(table: Table, head: int) -> Step | None:
    """The step whose last commit is `head`; None at the beginning of the log."""
    entry = await table.history.commit(head)
    if not isinstance(entry, Acted):
        return None
    root = root_of(head, entry)
    commits, to = [head], entry.parent
    while to:
        before = await table.history.commit(to)
        if not isinstance(before, Acted) or root_of(to, before) != root:
            break
        commits.append(to)
        to = before.parent
    began = await table.history.commit(root)
    return Step(root, began if isinstance(began, Acted) else entry, to, tuple(commits))


async def move(table: Table, seat: Seat, moves: list[Move], way: str, stood: Memory) -> None:
    """Move the head, if the table still stands where this was decided. Each move has its own state: whom it takes along is in that."""
    states = [await table.history.state_at(move.head) for move in moves]
    before = table.memory
    if (before.head, before.redo) != (stood.head, stood.redo):
        raise RuleError("moved_meanwhile")
    with table.whole():
        paired = zip(moves, states, strict=True)
        bodies = [table.admit(moved(table, seat, move, way, state), state) for move, state in paired]
    await table.commit(before, bodies)


def moved(table: Table, seat: Seat, move: Move, way: str, state: Any) -> Moved:
    """The entry of a move, which leads to a state."""
    dropped = dropped_with(table, (move.root, *move.left), state)
    of, audience = move.of or move.root, move.audience
    return Moved(at=table.clock(), seat=seat.id, head=move.head, way=way, of=of, dropped=dropped, audience=audience)


def hearers(step: Step) -> tuple[Who, ...]:
    """Who may know that a step was taken back: those who knew of it."""
    return ALL if step.entry.announced else step.entry.audience


def not_yours(table: Table, seat: Seat, step: Step) -> RuleError:
    """A refusal to move somebody else's step; what this seat may not read of it is not told either."""
    seen = show(table.memory, seat, step.root, step.entry, known=table.knows(seat), unnamed=table.unnamed(seat))
    return RuleError("undo_not_yours", by=table.seat_name(step.entry.seat), line=(seen.line if seen else "") or "…")
