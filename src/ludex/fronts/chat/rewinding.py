"""Undo, redo, branches and jumps: moving through history by chat."""

from collections.abc import Sequence

from ludex.core.errors import RuleError
from ludex.core.numerals import whole
from ludex.fronts.chat.desk import Desk
from ludex.fronts.chat.grammar import narrow
from ludex.fronts.chat.reply import Reply
from ludex.table.entries import Acted

MOST_STEPS = 1000
"""Steps of history in one line."""


async def undo(desk: Desk, rest: str) -> Reply:
    """`.undo`, `.undo 3`."""
    undone = await desk.table.undo(desk.seat, steps(rest))
    return _moved(desk, "told.undone", undone)


async def redo(desk: Desk, rest: str) -> Reply:
    """`.redo`, `.redo 3`."""
    redone = await desk.table.redo(desk.seat, steps(rest))
    return _moved(desk, "told.redone", redone)


def _moved(desk: Desk, key: str, entries: Sequence[Acted]) -> Reply:
    """What was taken back or brought back. It is for the whole table only if all of it was."""
    lines = [desk.words(key, line=e.asked.line or e.asked.procedure) for e in entries]
    hidden = any("all" not in e.asked.audience for e in entries)
    return Reply("\n".join(lines), desk.table.memory.n, private=hidden)


def steps(rest: str) -> int:
    """How many steps (or entries) a line asks for; one if it does not say."""
    slim = narrow(rest).strip()
    if not slim:
        return 1
    found = whole(slim) or 0
    if not 1 <= found <= MOST_STEPS:
        raise RuleError("bad_argument", arg="steps", value=rest[:40], kind="int", hint=".undo 3")
    return found


async def branches(desk: Desk, _rest: str) -> Reply:
    """`.branches`: where abandoned branches end."""
    memory = desk.table.memory
    tips = (*memory.branches, *memory.redo[-1:])
    if not tips:
        return Reply(desk.words("told.no_branches", head=memory.head))
    return Reply(desk.words("told.branches", head=memory.head, tips=[f"#{n}" for n in tips]))


async def goto(desk: Desk, rest: str) -> Reply:
    """`.goto 42`: to any commit of any branch (GM)."""
    slim = narrow(rest).lstrip("#").strip()
    head = whole(slim)
    if head is None:
        raise RuleError("bad_argument", arg="n", value=rest[:40], kind="int")
    await desk.table.jump(desk.seat, head)
    return Reply(desk.words("told.jumped", head=head), desk.table.memory.n, private=False)
