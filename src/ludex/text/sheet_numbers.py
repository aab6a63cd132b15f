"""Numbers of the own sheet and stored expressions inside dice: `.r 1d20+力量`, `.st &手枪=1d6+2` and then `.r 手枪`.

Each stands in the roll with its name beside it (`1d20+13[力量]`), so that everybody sees what was added.
"""

import re
from collections.abc import Mapping

from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.desk import roster
from ludex.dice import parse
from ludex.table.settings import Aliased
from ludex.text.chat import Chat
from ludex.text.reply import Reply

SAME = (
    ("hp", "血", "血量", "生命", "生命值", "生命点", "体力", "health"),
    ("mp", "魔法", "魔力", "法力", "精神", "mana"),
    ("str", "力量", "strength"),
    ("dex", "agi", "敏捷", "灵巧", "agility", "dexterity"),
    ("con", "体质", "constitution"),
    ("int", "智力", "intelligence"),
    ("wil", "will", "意志", "willpower"),
)
"""What other sheets call the same thing."""

STORED = "&"
"""How the name of a stored expression begins; it lies among the short names of its seat."""

MOST = 50
DEEPEST = 5
_NAME = re.compile(r"[^\W\d_]+(?:_[^\W\d_]+)*")
_SIGNS = "+-*/×(,"
_DIE = re.compile(r"(?<![^\W\d_])d\s*\d|\dd", re.IGNORECASE)
"""Dice in an expression: several names without any are no sum of numbers (`.r dex+ins` is a check)."""
_NOTE = re.compile(r"\[[^\[\]]*\]")


def with_numbers(chat: Chat, rest: str) -> str:
    """What is to be rolled, with the numbers that its names stand for; names that stand for none, and the reason, stay as they are."""
    stored = _stored(chat)
    put_in = _put_in(rest, _numbers(chat), stored, 0) if stored or chat.desk.own() else rest
    names = put_in.count("]") - rest.count("]")
    return rest if names > 1 and not stored and not _DIE.search(put_in) else put_in


def _put_in(rest: str, numbers: Mapping[str, str], stored: Mapping[str, str], depth: int) -> str:
    said, built, at = narrow(rest), "", 0
    notes = [note.span() for note in _NOTE.finditer(said)]
    for found in _NAME.finditer(said):
        start, end = found.span()
        if any(low <= start < high for low, high in notes):
            continue
        counts, key = _counts(said, start, end, inside=bool(built) or at > 0), folded(found[0])
        if not counts and not _begins(said, start, end):
            continue
        if key in stored and depth < DEEPEST:
            value = f"({_put_in(stored[key], numbers, stored, depth + 1)})"
        elif key in numbers:
            value = numbers[key]
        else:
            continue
        built, at = f"{built}{rest[at:start]}{value}[{found[0]}]", end
    return built + rest[at:]


def _begins(said: str, start: int, end: int) -> bool:
    """Whether a name stands alone in front, before its reason at most."""
    return not said[:start].strip() and said[end : end + 1] in ("", " ")


def _counts(said: str, start: int, end: int, *, inside: bool) -> bool:
    """Whether a name stands in a sum: behind a sign, or in front of one at the beginning; not in the reason behind the dice."""
    before, behind = said[:start].rstrip(), said[end:].lstrip()
    if before:
        glued = not said[end : end + 1].isdecimal()
        return (
            before[-1] in _SIGNS and glued and (inside or any(letter.isdecimal() for letter in before) or before == "(")
        )
    return behind[:1] in ("+", "-", "*", "/", "×") and behind[1:2] != ""


def _numbers(chat: Chat) -> dict[str, str]:
    """Every number on the own sheet by each of its names, and by what other sheets call it."""
    own = chat.desk.own()
    if not own:
        return {}
    try:
        fields = roster.form(chat.desk, own).fields
    except RuleError:  # a system without sheets
        return {}
    found = dict[str, str]()
    for field in fields:
        if isinstance(field.value, bool) or not isinstance(field.value, int | float):
            continue
        value = f"{field.value:g}" if field.value >= 0 else f"({field.value:g})"
        names = {folded(field.name), folded(field.zh), folded(field.en)}
        for name in names:
            found[name] = value
        for same in (one for one in SAME if names & set(one)):
            for name in same:
                found.setdefault(name, value)
    return found


def _stored(chat: Chat) -> dict[str, str]:
    """The expressions that this seat has stored."""
    own = chat.table.memory.settings.aliases.get(chat.desk.seat_id, {})
    return {folded(name[1:]): line for name, line in own.items() if name.startswith(STORED)}


async def store(chat: Chat, rest: str) -> Reply:
    """`.st &手枪=1d6+2`: an expression by a name; `.st &手枪`: what it is; `.st &手枪=`: it is forgotten."""
    name, equals, line = (
        part.strip() for part in rest.lstrip("&＆").replace("＝", "=").replace("：", "=").partition("=")
    )
    own = chat.table.memory.settings.aliases.get(chat.desk.seat_id, {})
    key = f"{STORED}{narrow(name).lower()}"
    if not equals:
        if key not in own:
            raise RuleError("stored_form")
        return Reply(f"&{name} = {own[key]}")
    if not _NAME.fullmatch(narrow(name)) or len(name) > 20 or len(line) > 200:
        raise RuleError("stored_form")
    if line:
        parse(with_numbers(chat, line))
        if len(own) >= MOST:
            raise RuleError("too_many_aliases", limit=MOST)
    await chat.table.settle(chat.seat, Aliased(chat.desk.seat_id, key, line))
    told = "told.stored" if line else "told.stored_gone"
    return Reply(chat.words(told, name=name, line=line), chat.desk.last)
