"""Moving through history: undo, redo, and jumping to any commit of any branch. Nothing is ever deleted.

What a person's word led to is one step: the unbroken run of commits from the head that share its root. It belongs to the
seat whose word it was, whoever answered on the way.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from ludex.core.deeds import Do
from ludex.core.driving import Faces
from ludex.core.errors import RuleError
from ludex.core.principals import Who
from ludex.table.audience import show
from ludex.table.entries import ALL, Acted, Moved, Opened, read_entry
from ludex.table.everywhere import Rewind, Rewound
from ludex.table.playing import Outcome
from ludex.table.preludes import Proposed
from ludex.table.seats import Seat, check_gm
from ludex.table.table import Table, root_of


class Step(msgspec.Struct, frozen=True):
    """One step of history: the entry of the person's word that it began with, its number, and the head it moves to."""

    root: int
    entry: Acted
    to: int


FAR = 40
"""So many steps back a player's own one is looked for."""


async def undo(table: Table, seat: Seat, steps: int = 1) -> list[Acted] | Outcome:
    """Take the last steps back: a player her own, the GM anything. What was undone comes back, newest first.

    What a player may not take back by herself (dice have fallen in it, or others have acted since) is proposed to the GM.
    """
    if not seat.gm and (proposal := await _proposal(table, seat)):
        line = proposal.lines[-1] if proposal.lines else ""
        return await table.act(
            seat,
            Do("ludex.rewind", proposal),
            line=f".undo {line}".strip(),
            prelude=Proposed(("story",), (), seat.name),
        )
    return await _several(steps, lambda: _back(table, seat))


async def carry_out(table: Table, seat: Seat, allowed: Rewound) -> None:
    """Take back what the GM has allowed, if nothing has happened since."""
    await _move(table, seat, allowed.to, "undo", on=allowed.on, root=allowed.root)


async def _proposal(table: Table, seat: Seat) -> Rewind | None:
    """What a player's undo asks the GM for; None where it is the player's own to take back, or nobody's to ask for."""
    if table.memory.settings.trusts("story", table.scope()) != "ask":
        return None
    head, lines = table.memory.head, []  # type: int, list[str]
    for _ in range(FAR):
        step = await _step(table, head)
        if step is None:
            return None
        lines.append(step.entry.line)
        if step.entry.seat == seat.id:
            alone = head == table.memory.head and not await _has_dice(table, step.root, head)
            return None if alone else Rewind(step.to, table.memory.head, step.root, tuple(lines))
        head = step.to
    return None


async def _has_dice(table: Table, root: int, head: int) -> bool:
    """Whether dice have fallen in what a person's word led to."""
    for stored in await table.store.read(table.id, after=root - 1, limit=head - root + 1):
        entry = read_entry(stored.body)
        if (
            isinstance(entry, Acted)
            and root_of(stored.n, entry) == root
            and any(isinstance(a, Faces) for a in entry.answers)
        ):
            return True
    return False


async def redo(table: Table, seat: Seat, steps: int = 1) -> list[Acted]:
    """Bring undone steps back."""
    return await _several(steps, lambda: _forth(table, seat))


async def jump(table: Table, seat: Seat, head: int) -> None:
    """Go to any commit of any branch (GM)."""
    check_gm(seat)
    on = table.memory.head
    entry = await table.history.commit(head)
    if not (isinstance(entry, Opened) or (isinstance(entry, Acted) and entry.commits)):
        raise RuleError("no_such_commit", n=head)
    await _move(table, seat, head, "jump", on=on)


async def _several(steps: int, step: Callable[[], Awaitable[Acted]]) -> list[Acted]:
    """So many steps; where the way ends, or what is somebody else's begins, it ends with those before."""
    moved = [await step()]
    with suppress(RuleError):
        while len(moved) < steps:
            moved.append(await step())
    return moved


async def _back(table: Table, seat: Seat) -> Acted:
    head = table.memory.head
    step = await _step(table, head)
    if step is None:
        raise RuleError("nothing_to_undo")
    _check_own(table, seat, step)
    await _move(table, seat, step.to, "undo", on=head, root=step.root, audience=_heard(step))
    return step.entry


async def _forth(table: Table, seat: Seat) -> Acted:
    head, ahead = table.memory.head, table.memory.redo
    step = await _step(table, ahead[0]) if ahead else None
    if step is None:
        raise RuleError("nothing_to_redo")
    _check_own(table, seat, step)
    await _move(table, seat, ahead[0], "redo", on=head, audience=_heard(step))
    return step.entry


async def _step(table: Table, head: int) -> Step | None:
    """The step whose last commit is `head`; None at the beginning of the log."""
    entry = await table.history.commit(head)
    if not isinstance(entry, Acted):
        return None
    root = root_of(head, entry)
    to = entry.parent
    while to:
        before = await table.history.commit(to)
        if not isinstance(before, Acted) or root_of(to, before) != root:
            break
        to = before.parent
    began = await table.history.commit(root)
    return Step(root, began if isinstance(began, Acted) else entry, to)


async def _move(
    table: Table, seat: Seat, head: int, way: str, *, on: int, root: int = 0, audience: tuple[Who, ...] = ALL
) -> None:
    """Move the head, if the table still stands `on` the commit where this was decided."""
    state = await table.history.state_at(head)
    if table.memory.head != on:
        raise RuleError("moved_meanwhile")
    dropped = tuple(n for n, act in table.memory.parked.items() if root and act.root == root)
    entry = Moved(at=table.clock(), seat=seat.id, head=head, way=way, dropped=dropped, audience=audience)
    await table.write(entry, moved_to=state)


def _heard(step: Step) -> tuple[Who, ...]:
    """Who may know that a step was taken back: those who knew of it."""
    return ALL if step.entry.announced else step.entry.audience


def _check_own(table: Table, seat: Seat, step: Step) -> None:
    """Refuse moving somebody else's step; what this seat may not read of it is not told either."""
    if not seat.gm and step.entry.seat != seat.id:
        seen = show(table.memory, seat, step.root, step.entry, known=table.knows(seat), unnamed=table.unnamed(seat))
        raise RuleError("undo_not_yours", by=table.seat_name(step.entry.seat), line=(seen.line if seen else "") or "…")
