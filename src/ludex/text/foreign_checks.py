"""How fingers write a check elsewhere, in the words of the system's own check: `力量+2`, `b2 力量`, `困难力量`."""

import re
from typing import TYPE_CHECKING

from ludex.core.deeds import FLAG, Command, Field
from ludex.core.errors import RuleError
from ludex.core.names import narrow, simplified

if TYPE_CHECKING:
    from ludex.text.chat import Chat

MODIFIERS = ("modifiers", "mod")
BOONS, BANES = ("boons", "advantage"), ("banes", "disadvantage")
GOALS = ("tn", "dl", "target")
"""What systems call the fields of their checks that these habits are about."""

_SPARE = re.compile(r"([bp])\s*(\d{0,2})(?=\s|[^\x00-\x7f])\s*", re.IGNORECASE)
_ADDED = re.compile(r"(?P<what>[^\s@=]*?[^\s@=\d+\-])\s*(?P<mod>[+\-]\d{1,3})(?![\w=])")
_HARD = ("困难", "极难", "极限", "艰难", "hard", "extreme")
"""Levels that other games have."""


def in_own_words(chat: "Chat", command: Command, rest: str) -> str:
    """What is typed behind the name of a check, with habits put as the check has them. What it has no place for is refused in words."""
    _no_levels(chat, command, rest)
    return _added(chat, command, _spare(chat, command, rest))


def _field(command: Command, names: tuple[str, ...]) -> Field | None:
    return next((field for field in command.args if field.name in names and field.keys), None)


def _spare(chat: "Chat", command: Command, rest: str) -> str:
    """`b2 力量`, `p 力量`: more dice of which the better or the worse count."""
    found = _SPARE.match(narrow(rest))
    if found is None or not any(_field(command, names) for names in (BOONS, MODIFIERS)):
        return rest
    field = _field(command, BOONS if found[1].lower() == "b" else BANES)
    if field is None:
        raise _not_here(chat, command, rest, "elsewhere.spare_dice")
    written = field.keys[0] if field.kind == FLAG else f"{field.keys[0]}={found[2] or 1}"
    return f"{rest[found.end() :]} {written}"


def _added(chat: "Chat", command: Command, rest: str) -> str:
    """`力量+2`, `力量 -1`: a modifier behind what is checked."""
    found = _ADDED.match(narrow(rest))
    if found is None:
        return rest
    field = _field(command, MODIFIERS)
    if field is not None:
        return f"{rest[: found.end('what')]} {rest[found.end() :].strip()} {field.keys[0]}={found['mod']}"
    if any(arg.keys and "+" in arg.keys for arg in command.args):
        return rest  # a sign is the system's own mark
    raise _not_here(chat, command, rest, "elsewhere.modifier")


def _no_levels(chat: "Chat", command: Command, rest: str) -> None:
    """`困难力量`, `力量 困难`: other games have levels; here a check has a goal."""
    said = simplified(narrow(rest).lower()).split()
    if not said or not any(field.name in GOALS for field in command.args):
        return
    if said[0].startswith(_HARD) or any(word in _HARD for word in said):
        raise _not_here(chat, command, rest, "elsewhere.level")


def _not_here(chat: "Chat", command: Command, rest: str, key: str) -> RuleError:
    usage = chat.example(command) or f".{chat.called(command)}"
    return RuleError("elsewhere", text=f"{chat.called(command)} {rest[:30]}", here=chat.words(key, example=usage))
