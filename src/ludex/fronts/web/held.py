"""Deeds that must wait: some take turns, so while one of them is open, a button that would begin another says whom it waits for."""

from collections.abc import Callable, Mapping

from ludex.core.command import Command, Do, word
from ludex.core.errors import RuleError
from ludex.core.view import Label
from ludex.fronts.chat.desk import Desk
from ludex.fronts.chat.grammar import command_line
from ludex.fronts.web.whose import own
from ludex.table import acting
from ludex.table.memory import Act

Held = Callable[[str, Mapping[str, str]], str]
"""From a line and what may stand in its gaps to why it cannot be sent now; empty if it can."""


def open_turn(desk: Desk) -> Act | None:
    """The act that everything which takes turns with it waits for."""
    return acting.open_turn(desk.table.memory, desk.table.procedure)


def holding(desk: Desk) -> Held:
    """What holds lines back at this desk now."""
    act = open_turn(desk)
    if act is None:
        return lambda _line, _gaps: ""
    mine = act in own(desk.table, desk.seat)
    why = desk.words("web.answer_first" if mine else "web.held", who=desk.name_of(act.question.who))
    return lambda line, gaps: why if _takes_turns(desk, line, gaps) else ""


def _takes_turns(desk: Desk, line: str, gaps: Mapping[str, str]) -> bool:
    """Whether a line would begin something that waits for the open act; what cannot be read yet is left to try."""
    for gap, value in gaps.items():
        line = line.replace(f"<{gap}>", word(value))
    try:
        typed = command_line(line, desk.table.system.prefixes)
        command, found = desk.find(typed) if typed else (None, None)
        if found is None or not isinstance(command, Command):
            return False
        todo = desk.prepare(command, found.rest)
    except RuleError:
        return False
    return isinstance(todo, Do) and desk.table.procedure(todo.procedure).alone


def first_of(fill: Mapping[str, tuple[Label, ...]], gap: str, read: Callable[[Label], str]) -> str:
    """Something that may stand in a gap: its first suggestion, else a number, which also passes for a name."""
    offered = fill.get(gap.removesuffix("…"), ())
    return read(offered[0]) if offered else "1"
