"""Steps of history: what a person's word led to, as far as a seat knows of it, and moving the head from one to another.

What a person's word led to is one step: the unbroken run of commits from the head that share its root. It belongs to the
seat whose word it was, no matter who answered on the way.
"""

from collections.abc import AsyncIterator, Callable, Collection, Sequence

import msgspec

from ludex.core.errors import RuleError
from ludex.core.principals import Who
from ludex.table.audience import heard, show
from ludex.table.chance import KeptDice, Throws, keeps
from ludex.table.entries import ALL, Acted, Moved
from ludex.table.memory import Act, Memory
from ludex.table.parked import dropped_with, forbidden_at
from ludex.table.playing import root_of
from ludex.table.seats import Seat
from ludex.table.table import Table

Spell = Callable[[Acted | Act], str]
"""What was asked for as a line that people read."""


def typed_line(one: Acted | Act) -> str:
    """What was asked for as it was typed."""
    return one.asked.line if one.asked is not None else ""


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

    `left` are the roots of steps that a jump leaves behind, `again` the dice that fall again when the same is done again.
    """

    head: int
    root: int = 0
    audience: tuple[Who, ...] = ALL
    of: int = 0
    left: tuple[int, ...] = ()
    again: tuple[KeptDice, ...] = ()

    @property
    def roots(self) -> tuple[int, ...]:
        """The roots of the steps that it takes back or leaves behind."""
        return tuple(root for root in (self.root, *self.left) if root)


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
    """Move the head, if the table still stands where this was decided. Each move has its own state: whom it takes along is in that. What
    waits is looked at once, where the last of them leads to."""
    states = [await table.history.state_at(move.head) for move in moves]
    gone = await forbidden_at(table, states[-1], {root for move in moves for root in move.roots})
    before = table.memory
    if (before.head, before.redo) != (stood.head, stood.redo):
        raise RuleError("moved_meanwhile")
    with table.whole():
        *others, last = zip(moves, states, strict=True)
        bodies = [table.admit(moved(table, seat, move, way), state) for move, state in others]
        bodies.append(table.admit(moved(table, seat, last[0], way, gone), last[1]))
    await table.commit(before, bodies)


def moved(table: Table, seat: Seat, move: Move, way: str, gone: Collection[Act] = ()) -> Moved:
    """The entry of a move; `gone` are acts that are forbidden where it leads to."""
    dropped = dropped_with(table, move.roots, gone)
    moved = Moved(at=table.clock(), seat=seat.id, head=move.head, way=way, of=move.of or move.root, dropped=dropped)
    return msgspec.structs.replace(moved, audience=move.audience, again=move.again)


async def dice_of(table: Table, seat: Seat, roots: Sequence[int]) -> tuple[KeptDice, ...]:
    """The dice of the steps with these roots that fall again when a player who takes them back does the same again."""
    if not keeps(table.memory, seat) or not roots:
        return ()
    throws = Throws()
    for n in range(min(roots), table.memory.n + 1):
        entry = await table.history.commit(n)
        if isinstance(entry, Acted):
            throws.add(n, entry)
    return throws.of(roots)


def hearers(step: Step) -> tuple[Who, ...]:
    """Who may know that a step was taken back: those who knew of it."""
    return ALL if step.entry.announced else step.entry.audience


def not_yours(table: Table, seat: Seat, step: Step, spell: Spell) -> RuleError:
    """A refusal to move somebody else's step; what this seat may not read of it is not told either."""
    seen = show(table.memory, seat, step.root, step.entry, known=table.knows(seat), unnamed=table.unnamed(seat))
    return RuleError(
        "undo_not_yours",
        by=table.seat_name(step.entry.seat),
        line=spell(step.entry) if seen and (seen.line or seen.deed) else "…",
    )
