"""How fingers write a check elsewhere, in the words of the system's own check: `力量+2`, `b2 力量`, `困难力量`."""

import re
from typing import TYPE_CHECKING

from ludex.core.bounds import whole
from ludex.core.deeds import FLAG, REST, Command, Field
from ludex.core.errors import RuleError
from ludex.core.names import narrow, simplified

if TYPE_CHECKING:
    from ludex.text.chat import Chat

MODIFIERS = ("modifiers", "mod")
BOONS, BANES = ("boons", "advantage"), ("banes", "disadvantage")
GOALS = ("tn", "dl", "target")
LEVELLED = (*GOALS, "goal")
"""What systems call the fields of their checks that these habits are about."""

_SPARE = re.compile(r"([bp])\s*(\d{0,2})(?=\s|[^\x00-\x7f])\s*", re.IGNORECASE)
_ADDED = re.compile(r"(?P<what>[^\s@=]*?[^\s@=\d+\-])\s*(?P<mod>[+\-]\d{1,3})(?![\w=])")
_HARD = ("困难", "极难", "极限", "艰难", "大成功", "自动成功", "减半", "一半", "hard", "extreme", "half")
"""Levels that other games have."""


_OTHERS_NAME = re.compile(r"[.。/!！]?\s*r[ac]h?[bp]?(?![a-z])", re.IGNORECASE)
"""How a check begins that is written as other bots have it."""

_AVRAE = re.compile(r"\s(?:adv|dis|disadv)(?=\s|$)|\s-(?:b|rr|t|l|dc|ea|d|c|phrase)(?=\s)")
"""What only other bots have behind a check."""

_GLUED = re.compile(r"[^\W\d_]\s?[*/×]\s?\d{1,3}(?!\w)|[^\W\d_][+\-]\d{1,3}(?!\w)")
"""A sum in free words that somebody means to count: `敏捷-10`, `体质*5`."""

_JOINED = re.compile(r"[^\W\d_]\+[^\W\d_]")
"""Two things that are to be added, written in one: `力量+敏捷`."""

_BETTER, _WORSE = ("优势", "adv", "advantage"), ("劣势", "dis", "disadv", "disadvantage")
_BETTER_THERE, _WORSE_THERE = ("奖励", "奖励骰", "有利"), ("惩罚", "惩罚骰", "不利")
"""Words for dice of which the better or the worse count; the second only as other bots write a check."""

_EDGES = re.compile(
    rf"(?:^|\s)(?:[一两二三四五六\d]\s?[个颗次]?\s?)?({'|'.join((*_BETTER, *_WORSE))})(?=\s|$)", re.IGNORECASE
)
_EDGES_THERE = re.compile(rf"(?:^|\s)({'|'.join((*_BETTER_THERE, *_WORSE_THERE))})(?=\s|$)|[^\x00-\x7f][bp]\d?(?=\s|$)")
_GOAL = re.compile(r"[^\W\d_]\s*(\d{1,3})$")
_TIMES = re.compile(r"[^\W\d_]\s?[*×/]\s?\d{1,3}(?!\w)")
"""A product in free words: no check has a place for one."""

_OFTEN = re.compile(r"(?:^|\s)(?:[#x×]\s?\d{1,2}|[\d两二三四五六]{1,2}\s?次)(?=\s|$)", re.IGNORECASE)
"""How often, behind a check: here it stands in front."""

_MORE = re.compile(r"\s*([+\-]\d{1,3})(?![\w=])")
_THROWN = re.compile(r"(?:^|\s|[^\W_])[+\-]\s*\d*d\d", re.IGNORECASE)
"""A further modifier behind the first; dice that are to be added."""

_WORDED = re.compile(r"(?<=\s)([加减])\s?(\d{1,3})(?=\s|$)")
"""A modifier in words: 加5."""

_REACHES = re.compile(r"(?:(?<![a-z])(?:dc|tn|vs\.?)|>=|≥|≧)\s*[:=]?\s*(\d{1,3})(?!\w)", re.IGNORECASE)
_BEYOND = re.compile(r"[<>≤≧≥]\s*=?\s*\d")
"""What is to be reached, and relations that no check has."""

_AHEAD = re.compile(r"[+\-]?\d{1,3}\s*(?=[^\W\d_])")
"""A number in front of what is checked: elsewhere it is checked against."""


def in_own_words(chat: "Chat", command: Command, rest: str, typed: str = "", *, others: bool = False) -> str:
    """What is typed behind the name of a check, with habits put as the check has them. What it has no place for is refused in words.

    `typed`: the whole line; under a name that other bots have (`others`), more of it is theirs.
    """
    others = others or bool(_OTHERS_NAME.match(narrow(typed)) or _AVRAE.search(narrow(rest).lower()))
    _no_levels(chat, command, rest, others=others)
    said = _WORDED.sub(lambda found: f"{'+' if found[1] == '加' else '-'}{found[2]}", rest) if others else rest
    said = _swayed(command, _reached(command, said, others=others), others=others)
    said = _added(chat, command, _spare(chat, command, said, others=others))
    if others:
        _nothing_of_theirs(chat, command, said)
    if all(_field(command, names) is None for names in (MODIFIERS, BOONS, GOALS)):
        _nothing_swallowed(chat, command, said, others=others)
    if (others or not _is_told(command)) and _field(command, BOONS) is None and _EDGES.search(_free(said)):
        raise _not_here(chat, command, rest, "elsewhere.spare_dice")
    if not _is_told(command) and _THROWN.search(narrow(said)):
        raise _not_here(chat, command, rest, "elsewhere.modifier")
    if _TIMES.search(_free(said)):
        raise _not_here(chat, command, rest, "elsewhere.modifier")
    if others and (goal := _GOAL.search(narrow(said))) and int(goal[1]) > _sides(chat):
        raise _not_here(chat, command, rest, "elsewhere.no_goal")
    return said


def _free(rest: str) -> str:
    """The words of a line that are no field of the check by their form: without `key=…`, `who:what`, `@who`, `+tag`."""
    words = simplified(narrow(rest).lower()).split()
    return " ".join(word for word in words if not (set("=:@") & set(word) or word[0] in "+-"))


def _sides(chat: "Chat") -> int:
    """The sides of the die that the system's checks are made with: beyond them a number is a chance in per cent, as other games have it."""
    return whole(chat.table.system.die.removeprefix("d")) or 100


def _is_told(command: Command) -> bool:
    """Whether a check is told in a sentence, so that 优势 may be a word of it; else a thing is named that is checked."""
    return all(field.kind == REST or (field.keys and field.name not in GOALS) for field in command.args)


def _nothing_of_theirs(chat: "Chat", command: Command, said: str) -> None:
    """Refuse what counts in a check of other bots and would be free words in this one: a number in front, how often, dice, a relation."""
    plain = narrow(said)
    if _AHEAD.match(plain) and not (plain[0] in "+-" and _field(command, MODIFIERS)):
        raise _not_here(chat, command, said, "elsewhere.no_goal")
    if _OFTEN.search(plain):
        raise _not_here(chat, command, said, "elsewhere.times")
    if _THROWN.search(plain):
        raise _not_here(chat, command, said, "elsewhere.modifier")
    if _BEYOND.search(plain):
        raise _not_here(chat, command, said, "elsewhere.no_goal")
    if _EDGES_THERE.search(simplified(plain.lower())):
        raise _not_here(chat, command, said, "elsewhere.spare_dice")
    if any(_MORE.fullmatch(word) for word in plain.split()) and _field(command, MODIFIERS) is None:
        raise _not_here(chat, command, said, "elsewhere.modifier")


def _reached(command: Command, rest: str, *, others: bool) -> str:
    """`力量 dc15`, `力量>=15`: what is to be reached, as the check has it."""
    field = _field(command, GOALS)
    found = _REACHES.search(narrow(rest)) if field is not None and (others or not _is_told(command)) else None
    if found is None or field is None:
        return rest
    return f"{rest[: found.start()].rstrip()} {field.keys[0]}={found[1]} {rest[found.end() :].lstrip()}".rstrip()


def _swayed(command: Command, rest: str, *, others: bool) -> str:
    """`力量 adv`, `力量 优势 优势`: each word for a better or a worse die, as the check has it."""
    for names, words, theirs in ((BOONS, _BETTER, _BETTER_THERE), (BANES, _WORSE, _WORSE_THERE)):
        field = _field(command, names)
        known = {*words, *(theirs if others else ())}
        count = sum(word in known for word in simplified(narrow(rest).lower()).split())
        if field is None or not count:
            continue
        left = [word for word in rest.split() if simplified(narrow(word).lower()) not in known]
        rest = " ".join([*left, field.keys[0] if field.kind == FLAG else f"{field.keys[0]}={count}"])
    return rest


def _nothing_swallowed(chat: "Chat", command: Command, rest: str, *, others: bool) -> None:
    """Refuse numbers in the free words of a check that has no place for any."""
    said = _free(rest)
    if _GLUED.search(said):
        raise _not_here(chat, command, rest, "elsewhere.modifier")
    if others and _JOINED.search(said):
        raise _not_here(chat, command, rest, "elsewhere.modifier")
    if others and _GOAL.search(said):
        raise _not_here(chat, command, rest, "elsewhere.no_goal")


def _field(command: Command, names: tuple[str, ...]) -> Field | None:
    return next((field for field in command.args if field.name in names and field.keys), None)


def _spare(chat: "Chat", command: Command, rest: str, *, others: bool) -> str:
    """`b2 力量`, `p 力量`: more dice of which the better or the worse count."""
    found = _SPARE.match(narrow(rest))
    if found is None or not (others or any(_field(command, names) for names in (BOONS, MODIFIERS))):
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
        end, total = found.end(), int(found["mod"])
        while more := _MORE.match(narrow(rest), end):
            end, total = more.end(), total + int(more[1])
        return f"{rest[: found.end('what')]} {rest[end:].strip()} {field.keys[0]}={total:+d}"
    if any(arg.keys and "+" in arg.keys for arg in command.args):
        return rest  # a sign is the system's own mark
    raise _not_here(chat, command, rest, "elsewhere.modifier")


def _no_levels(chat: "Chat", command: Command, rest: str, *, others: bool) -> None:
    """`困难力量`, `力量 困难`: other games have levels; here a check has a goal."""
    said = simplified(narrow(rest).lower()).split()
    if not said or not (others or any(field.name in LEVELLED for field in command.args)):
        return
    if said[0].startswith(_HARD) or any(word in _HARD for word in said):
        raise _not_here(chat, command, rest, "elsewhere.level")


def _not_here(chat: "Chat", command: Command, rest: str, key: str) -> RuleError:
    usage = chat.example(command) or f".{chat.called(command)}"
    return RuleError("elsewhere", text=f"{chat.called(command)} {rest[:30]}", here=chat.words(key, example=usage))
