"""Deeds that must wait: some take turns, so while one of them is open, a button that would begin another says whom it waits for."""

from collections.abc import Callable, Mapping

from ludex.core.deeds import Command, Do, word
from ludex.core.errors import RuleError
from ludex.core.view import Label
from ludex.table import acting
from ludex.table.memory import Act
from ludex.text.chat import Chat
from ludex.text.grammar import command_line

Held = Callable[[str, Mapping[str, str]], str]
"""From a line and what may stand in its gaps to why it cannot be sent now; empty if it can."""


def open_turn(chat: Chat) -> Act | None:
    """The act that everything which takes turns with it waits for."""
    return acting.open_turn(chat.table.memory, chat.table.procedure)


def holding(chat: Chat) -> Held:
    """What holds lines back at this chat now."""
    why = waiting_for(chat)
    if not why:
        return lambda _line, _gaps: ""
    return lambda line, gaps: why if _takes_turns(chat, line, gaps) else ""


def waiting_for(chat: Chat) -> str:
    """Why what takes turns cannot begin now; empty if it can."""
    act = open_turn(chat)
    if act is None:
        return ""
    mine = any(one.act.number == act.number for one in chat.desk.questions())
    return chat.words("web.answer_first" if mine else "web.held", who=chat.name_of(act.question.who))


def _takes_turns(chat: Chat, line: str, gaps: Mapping[str, str]) -> bool:
    """Whether a line would begin something that waits for the open act; what cannot be read yet is left to try."""
    for gap, value in gaps.items():
        line = line.replace(f"<{gap}>", word(value))
    try:
        typed = command_line(line, chat.table.system.prefixes)
        command, found = chat.find(typed) if typed else (None, None)
        if found is None or not isinstance(command, Command):
            return False
        todo = chat.desk.prepare(chat.filled(command, found.rest))
    except RuleError:
        return False
    return isinstance(todo, Do) and chat.table.procedure(todo.procedure).alone


def first_of(fill: Mapping[str, tuple[Label, ...]], gap: str, read: Callable[[Label], str]) -> str:
    """Something that may stand in a gap: its first suggestion, else a number, which also passes for a name."""
    offered = fill.get(gap.removesuffix("…"), ())
    return read(offered[0]) if offered else "1"
