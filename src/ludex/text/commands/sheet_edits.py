"""`.st 力量50 hp-1d3 敏捷=10+2*3`: fields of a sheet with arithmetic and dice. Dice fall at the table, in the log, like any others."""

import re
from fractions import Fraction
from math import floor

import msgspec

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow
from ludex.desk import roster
from ludex.dice import DiceError, Expression, parse, roll
from ludex.table.characters import sheets_of
from ludex.table.table_procedures import FreelyRolled
from ludex.text.chat import Chat
from ludex.text.commands.characters import edit
from ludex.text.grammar import pull_actors, tokens, without_actor
from ludex.text.reply import Reply, joined
from ludex.text.sheet_numbers import SAME

_NUMBER = r"(?:\d*[dD]\d+(?:[kKqQ][hHlL]?\d+)?|\d+|\((?:[^()]|\([^()]*\)){1,60}\))"
_PAIR = re.compile(
    rf"(?P<name>[^\d\s+\-*/=:,&@()]+)\s*(?P<sign>[+\-*/]?[=:]?)\s*(?P<value>{_NUMBER}(?:\s*[+\-*/]\s*{_NUMBER})*)\s*"
)
"""`力量50`, `hp-1d3`, `hp += 2`, `敏捷: 10+2*3`."""

MOST = 40


class Change(msgspec.Struct, frozen=True):
    """A field as it was typed, what is done to it, and the sum."""

    name: str
    sign: str
    value: str


async def reckoned(chat: Chat, rest: str) -> Reply:
    """Every field and value of the line, glued or not; a sign changes what stands there."""
    said = tokens(rest, list(chat.desk.actors().values()))
    names, _ = pull_actors(said)
    actor = chat.desk.actor(names[0]) if names else chat.desk.own()
    if not actor:
        raise _whose(chat, without_actor(rest, said))
    chat.check_acts_for(actor)
    whom = f" @{chat.called_actor(actor)}" if names else ""
    changes = [_as_called(chat, actor, change) for change in read(without_actor(rest, said))]
    for change in changes:
        _check_fits(chat, actor, change)
    async with chat.table.together():
        return joined([reply for change in changes for reply in await _changed(chat, actor, change, whom)])


def _whose(chat: Chat, rest: str) -> RuleError:
    """The refusal of a line that names nobody by somebody who has no character: how it is written with a name, if it can be read at all."""
    try:
        read(rest)
    except RuleError:
        return RuleError("whose")
    return RuleError("st_whose", text=rest.strip()[:40], example=next(iter(chat.desk.actors().values()), "…"))


def _check_fits(chat: Chat, actor: str, change: Change) -> None:
    """Refuse dice before they fall that may come to more or less than the field takes."""
    fields = roster.form(chat.desk, actor).fields
    field = next((f for f in fields if folded(change.name) in {folded(f.name), folded(f.zh), folded(f.en)}), None)
    if change.sign or field is None or not (read := _parsed(change, change.value)).terms:
        return
    ends = [_whole(roll(read, throw).value) for throw in (_lowest, _highest)]
    low, high = min(ends), max(ends)
    if (field.low is not None and low < field.low) or (field.high is not None and high > field.high):
        floor_, roof = ("…" if one is None else one for one in (field.low, field.high))
        raise RuleError(
            "st_rolled_beyond", entry=change.name, dice=change.value, least=low, most=high, low=floor_, high=roof
        )


def _lowest(sides: tuple[int, ...]) -> tuple[int, ...]:
    return (1,) * len(sides)


def _highest(sides: tuple[int, ...]) -> tuple[int, ...]:
    return sides


def _parsed(change: Change, text: str) -> Expression:
    """What a field is set to, read."""
    try:
        return parse(text)
    except DiceError as error:
        raise RuleError("st_form", text=f"{change.name}{change.sign}{change.value}"[:40]) from error


def read(rest: str) -> list[Change]:
    """What is to be changed, in the order typed; what is no field with a number is refused."""
    said, found, at = narrow(rest).strip(), list[Change](), 0
    while at < len(said):
        pair = _PAIR.match(said, at)
        if pair is None or len(found) >= MOST:
            raise RuleError("st_form", text=said[at : at + 20])
        found.append(Change(pair["name"].strip(), pair["sign"].rstrip("=:"), pair["value"]))
        at = pair.end()
        while at < len(said) and said[at] in ",，、;；":
            at += 1
    if not found:
        raise RuleError("st_form", text=rest[:20])
    return found


async def _changed(chat: Chat, actor: str, change: Change, whom: str) -> list[Reply]:
    """One field: its dice fall first, if there are any."""
    if change.sign in ("+", "-") and change.value.isdecimal() and _is_left(chat, actor, change):
        return [await edit(chat, f"{change.name} {change.sign}{change.value}{whom}")]
    text = f"{_stands(chat, actor, change)}{change.sign}{change.value}" if change.sign else change.value
    expression = _parsed(change, text)
    if not expression.terms:
        return [await edit(chat, f"{change.name} {_whole(roll(expression, _no_dice).value)}{whom}")]
    outcome = await chat.desk.run(Do("ludex.roll", {"dice": f"{text} {change.name}"}), line=f".st {change.name} {text}")
    rolled = outcome.finished.result if outcome.finished else None
    if not isinstance(rolled, FreelyRolled):
        raise RuleError("st_form", text=text[:40])
    return [await chat.told(outcome), await edit(chat, f"{change.name} {_whole(rolled.value)}{whom}")]


def _no_dice(_sides: tuple[int, ...]) -> tuple[int, ...]:
    """There are none in a sum of numbers."""
    raise RuleError("st_form", text="d")


def _whole(value: Fraction | int) -> int:
    """A whole number, rounded down as dice bots round."""
    return floor(value)


def _as_called(chat: Chat, actor: str, change: Change) -> Change:
    """A field by the name that this sheet has for it; refused before any die falls where it has none."""
    fields, said = roster.form(chat.desk, actor).fields, folded(change.name)
    if any(said in {folded(f.name), folded(f.zh), folded(f.en)} for f in fields):
        return change
    same = next((names for names in SAME if said in names), ())
    found = [f.zh for f in fields if {folded(f.name), folded(f.zh), folded(f.en)} & set(same)]
    if len(found) == 1:
        return msgspec.structs.replace(change, name=found[0])
    sheets_of(chat.table.system).entry(change.name)  # says which fields there are
    return change


def _is_left(chat: Chat, actor: str, change: Change) -> bool:
    """Whether a field is what is left of a resource: the system itself adds to it and takes from it."""
    fields = roster.form(chat.desk, actor).fields
    return any(f.left and folded(change.name) in {folded(f.name), folded(f.zh), folded(f.en)} for f in fields)


def _stands(chat: Chat, actor: str, change: Change) -> int:
    """What stands in a field now."""
    fields = roster.form(chat.desk, actor).fields
    now = next((f.value for f in fields if folded(change.name) in {folded(f.name), folded(f.zh), folded(f.en)}), None)
    if now is None:
        sheets_of(chat.table.system).entry(change.name)  # says which fields there are
    if not isinstance(now, int | float) or isinstance(now, bool):
        raise RuleError("st_form", text=f"{change.name}{change.sign}{change.value}"[:40])
    return floor(now)
