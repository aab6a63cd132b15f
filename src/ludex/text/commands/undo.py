"""Undo, redo, branches and jumps: moving through history by chat."""

from collections.abc import Sequence

from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.core.principals import EVERYBODY
from ludex.table.entries import Acted
from ludex.table.playing import Outcome
from ludex.text.chat import Chat
from ludex.text.reply import Reply
from ludex.text.telling import line_text

MOST_STEPS = 1000
"""Steps of history in one line."""


async def undo(chat: Chat, rest: str) -> Reply:
    """`.undo`, `.undo 3`."""
    return await taken_back(chat, await chat.desk.undo(steps(rest)))


async def taken_back(chat: Chat, undone: list[Acted] | Outcome) -> Reply:
    """What was taken back, or what waits for the GM's word on it."""
    if isinstance(undone, Outcome):
        return await chat.told(undone)
    return _moved(chat, "told.undone", undone)


async def redo(chat: Chat, rest: str) -> Reply:
    """`.redo`, `.redo 3`."""
    redone = await chat.desk.redo(steps(rest))
    return _moved(chat, "told.redone", redone)


def _moved(chat: Chat, key: str, entries: Sequence[Acted]) -> Reply:
    """What was taken back or brought back. It is for the whole table only if all of it was."""
    lines = [chat.words(key, line=line_text(chat.words, chat.desk.line(e))) for e in entries]
    hidden = any(EVERYBODY not in e.audience for e in entries)
    return Reply("\n".join(lines), chat.desk.last, private=hidden)


def steps(rest: str) -> int:
    """How many steps (or entries) a line asks for; one if it does not say."""
    slim = narrow(rest).strip()
    if not slim:
        return 1
    found = whole(slim) or 0
    if not 1 <= found <= MOST_STEPS:
        raise RuleError("bad_argument", arg="steps", value=rest[:40], kind="int", hint=".undo 3")
    return found


async def branches(chat: Chat, _rest: str) -> Reply:
    """`.branches`: where abandoned branches end."""
    memory = chat.table.memory
    tips = (*memory.branches, *memory.redo[-1:])
    if not tips:
        return Reply(chat.words("told.no_branches", head=chat.desk.number(memory.head)))
    return Reply(
        chat.words("told.branches", head=chat.desk.number(memory.head), tips=[f"#{chat.desk.number(n)}" for n in tips])
    )


async def goto(chat: Chat, rest: str) -> Reply:
    """`.goto 42`: to any commit of any branch (GM)."""
    slim = narrow(rest).lstrip("#").strip()
    head = whole(slim)
    if head is None:
        raise RuleError("bad_argument", arg="n", value=rest[:40], kind="int")
    await chat.desk.jump(head)
    return Reply(chat.words("told.jumped", head=head), chat.desk.last, private=False)
