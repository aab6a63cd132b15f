"""Deeds as people speak of them on a page: who does what, with what and to whom; never the line that would be typed."""

import re
from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.deeds import CELL, DECIMAL, FLAG, REST, WHOLE, Command, Field, Filled
from ludex.core.errors import RuleError
from ludex.core.plain import Written
from ludex.core.say import Say
from ludex.desk.desk import Desk
from ludex.desk.spelling import said as said_value
from ludex.table.entries import Acted, Question
from ludex.table.preludes import CALL, PROPOSAL, spoken, wished
from ludex.text.chat import Chat
from ludex.text.lexicon import Common
from ludex.text.words import Words

_WHOSE = re.compile(r"\s*[（(](?:GM|MC|主持人)[）)]$")
"""A mark that a command is the GM's."""

_LINES = {PROPOSAL: "line", CALL: "what"}
"""Where a question quotes the line that it is about."""


_LED = re.compile(r"^\.[^：:\s][^：]*：|^\.[a-z][^:]*: ")
"""A line as it is typed that leads a sentence which says what it does."""

_TYPED = re.compile(
    r"(^|[\s：:，（])[.。][^\s.]|写|顿号|逗号|后加|再加|加[ 「]|打字|=|<|\[|[!@+]|comma|writ|typ|[Aa]dd "
)
"""A sentence about how a line is typed."""

BRIEF = 40
"""A sentence of so many letters is short."""


def brief_of(words: Words, command: str) -> str:
    """What a command is for: the first short sentence of its help that is not about how to type it, or what stands behind that."""
    key = f"commands.{command}.help"
    told = words.phrase(key) if words.has(key) else ""
    found = [one.strip() for one in re.split(r"[。；;]|\. ", told)]
    each = (*found, *(_LED.sub("", one) for one in found))
    return next((one for one in each if one and not _TYPED.search(one) and len(one) <= BRIEF), "")


def title_of(words: Words, command: str) -> str:
    """What a command is called on a page, where only those see it who may use it: without the mark that it is the GM's."""
    key = f"commands.{command}.title"
    return _WHOSE.sub("", words(key)) if words.has(key) else ""


def deed_said(chat: Chat, filled: Filled, by: str = "") -> str:
    """A deed that a seat did or wishes to do: its actor, what it is called, and what was filled in."""
    command, title = chat.desk.commands.get(filled.deed), title_of(chat.words, filled.deed)
    if command is None or not title:
        return ""
    fields = [
        field for field in command.args if filled.args.get(field.name) not in (None, "", False, [], field.default)
    ]
    whose = doer_of(chat, filled, by)
    given = [_value(chat, command, field, filled.args[field.name], of=whose) for field in fields]
    told = " ".join([title, chat.words("common.comma").join(given)]).strip()
    who = chat.desk.actors().get(whose, "")
    return f"{who}{chat.words('common.colon')}{told}" if who and who not in given else told


def line_said(chat: Chat, line: str, by: str = "") -> str:
    """The same of a line that was typed; one of every table by its title, one about another line as the wish that it is."""
    if about := wished(line):
        return chat.words(f"log.{about[0]}", line=line_said(chat, about[1], by))
    command, rest = _read(chat, line)
    filled = _filled(chat, command, rest)
    said = deed_said(chat, filled, by) if filled else _common(chat, command, rest)
    return said or spoken(line)


def act_said(chat: Chat, entry: Acted) -> str:
    """The same of what an entry of the log did: its deed, where that was not typed."""
    filled = entry.asked.filled if entry.asked and not entry.asked.line else None
    return (deed_said(chat, filled, entry.seat) if filled else "") or line_said(chat, entry.line, entry.seat)


def asked_for(question: Question, filled: Filled | None, line: str, told: Callable[[Filled | None, str], str]) -> Say:
    """What is asked; of a wish, and of what the GM calls for, the deed as it is `told` and not the line that would be typed."""
    quoted = _LINES.get(question.about, "")
    about = question.what.facts.get(quoted)
    if not isinstance(about, str):
        return question.what
    said = told(filled if wished(line) is None else None, about)
    return replace(question.what, facts={**question.what.facts, quoted: said})


def typed(chat: Chat, line: str) -> Filled | None:
    """The deed of its system that a line was typed for; None of any other line, and of one that cannot be read."""
    return _filled(chat, *_read(chat, line))


def _read(chat: Chat, line: str) -> tuple[Command | Common | None, str]:
    """The command of a line and what follows it; none where there is no such command."""
    try:
        command, found = chat.find(chat.inner(line))
    except RuleError:
        return None, ""
    return command, found.rest


def _filled(chat: Chat, command: Command | Common | None, rest: str) -> Filled | None:
    try:
        return chat.filled(command, rest) if isinstance(command, Command) else None
    except RuleError:
        return None


def _common(chat: Chat, command: Command | Common | None, rest: str) -> str:
    """What every table can do: its title, and what follows, unless that is a file."""
    if command is None or isinstance(command, Command):
        return ""
    title, words = title_of(chat.words, command.key), "" if rest.lstrip().startswith("{") else rest.strip()
    return f"{title} {words}".strip() if title else ""


def doer_of(chat: Chat, filled: Filled, by: str) -> str:
    """Whose deed it is: of nobody named, that of the seat's own character."""
    seat = chat.table.memory.seats.get(by)
    named = next((one for one, name in chat.desk.actors().items() if filled.actor in (one, name)), "")
    return named or (Desk(chat.table, seat.id).own() if seat and not seat.gm else "")


def _called(chat: Chat, field: Field, value: Written, *, of: str) -> str:
    """One thing that was filled in, as the reader calls it: what ships may have been chosen in another language than hers."""
    said = said_value(chat.desk, chat.language, field, value, of=of).strip('"')
    key = str(value).lower().replace(" ", "_")
    ships = (
        said == str(value) and field.kind != REST and any(chat.words.has(f"{one}.{key}") for one in ("things", "terms"))
    )
    return chat.words.thing(key) if ships else said


def _value(chat: Chat, command: Command, field: Field, value: Written, *, of: str) -> str:
    """What was filled in, under its name where it does not speak for itself."""
    each = value if field.several and isinstance(value, list | tuple) else (value,)
    said = chat.words("common.comma").join(_called(chat, field, one, of=of) for one in each)
    own = f"args.{command.key}_{field.name}"
    name = chat.words(own) if chat.words.has(own) else chat.words.argument(field.name)
    if field.kind == FLAG:
        return name
    if field.kind == CELL:
        return f"({said})"
    if len(each) == 2 and all(isinstance(one, int) for one in each):  # a square, where a field takes people too
        return f"({each[0]}, {each[1]})"
    counted = isinstance(value, int | float) or (field.kind in (WHOLE, DECIMAL) and not field.required)
    return f"{name} {said}" if counted else said
