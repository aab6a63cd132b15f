"""Editing a sheet (FET-LVL-3, FET-LIV-45, FET-LIV-46): everything follows, what was lost stays lost, and what changed is told."""

from collections.abc import Iterable

import msgspec

from ludex.core.bounds import converted
from ludex.core.packs import Plain
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.fet.content.english import in_words
from ludex.systems.fet.events import LevelRaised, SheetWritten
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.counting import derived
from ludex.systems.fet.rules.roster import Named, check_character, follow, pools, unblanked
from ludex.systems.fet.sheet import Sheet, hindrance, sheet_problems
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import ELEVEN, Number, half_up


class SetSheet(msgspec.Struct, frozen=True):
    """What `set_sheet` is given: fields of the sheet to set (a list is replaced whole); `add` appends to lists."""

    who: str
    set: Plain = {}
    add: Plain = {}
    side: str | None = None
    npc: bool | None = None
    stage: str | None = None


class Edited(msgspec.Struct, frozen=True):
    """One thing that an edit has changed (FET-LIV-45): a field of the sheet or what follows from it, from what to what."""

    field: str
    before: Number | str
    after: Number | str


class SheetSet(msgspec.Struct, frozen=True):
    """What is left of the sheet's problems, where stamina and will stand now, and what has changed."""

    who: str
    problems: tuple[str, ...]
    stamina: Number
    stamina_max: Number
    will: Number
    will_max: Number
    changed: tuple[Edited, ...] = ()


@rule("FET-LVL-3", "FET-SHT-3")
async def set_sheet(state: State, given: SetSheet) -> SheetSet:
    """Change a sheet; everything follows, and what was lost stays lost."""
    before = state
    plain = msgspec.to_builtins(check_character(state, given.who).sheet)
    plain.update(given.set)
    for field, thing in given.add.items():
        plain[field] = [*plain.get(field, ()), thing]
    sheet = converted(unblanked(plain), Sheet)
    derive(sheet, state.place, state.options)
    state = await happen(SheetWritten(given.who, sheet, npc=given.npc, side=given.side, stage=given.stage))
    state = await raised(before, state, given.who)
    state = await follow(state, given.who, before=before)
    now = pools(state, given.who)
    left = sheet_problems(sheet)
    changed = edited(before, state, given.who)
    return SheetSet(given.who, left, now.stamina, now.stamina_max, now.will, now.will_max, changed)


@rule("FET-LIV-46")
async def raised(before: State, state: State, who: str) -> State:
    """A level that has changed is a line of the log of levels."""
    old = before.characters[who].level if who in before.characters else None
    new = state.characters[who].level
    if old is None or old == new or state.characters[who].draft:
        return state
    return await happen(LevelRaised(who, old, new))


TEXTS = ("name", "race", "gender", "job", "player", "background", "looks", "personality", "features")
NUMBERS = ("adult_age", "standard_size", "age", "size", "appearance", "assets", "level", "ratio", "load")
LISTS = ("items", "weapons", "traits", "skills")
FOLLOWS = ("stamina_max", "will_max", "load", "load_total", "cash")
"""What is worth telling of what follows from a sheet."""


@rule("FET-LIV-45")
def edited(before: State, after: State, who: str) -> tuple[Edited, ...]:
    """What an edit has changed: fields, lists by their names, values, and what follows."""
    if who not in before.characters:
        return ()
    old, new = before.characters[who].sheet, after.characters[who].sheet
    shown = [(name, getattr(old, name), getattr(new, name)) for name in (*TEXTS, *NUMBERS)]
    shown += [(name, _names(getattr(old, name)), _names(getattr(new, name))) for name in LISTS]
    if not hindrance(old) and not hindrance(new):
        was, now = derived(before, who), derived(after, who)
        shown += [(name, half_up(was.values[name], 2), half_up(now.values[name], 2)) for name in ELEVEN]
        shown += [(f"now_{name}", getattr(was, name), getattr(now, name)) for name in FOLLOWS]
    return tuple(Edited(name, _plain(a), _plain(b)) for name, a, b in shown if a != b)


def _names(things: Iterable[Named]) -> str:
    """Names in a row, as names of their script are set apart."""
    names = [thing.name for thing in things]
    return (", " if all(name.isascii() for name in names) else "、").join(names)


def _plain(value: Number | str | None) -> Number | str:
    return "" if value is None else value


RENAMED = {"ratio": "sheet_ratio", "load": "written_load"}
"""Fields whose name means something else elsewhere."""


@rule("FET-LIV-45")
def edit_said(one: Edited) -> Say:
    """What has changed, old and new."""
    before, after = (_shown(one.field, value) for value in (one.before, one.after))
    return say("told.field_changed", field=term(RENAMED.get(one.field, one.field)), before=before, after=after)


def _shown(field: str, value: Number | str) -> Number | Label:
    if value == "":
        return say("told.blank")
    return in_words(value) if isinstance(value, str) and field in ("race", "job", "background") else value
