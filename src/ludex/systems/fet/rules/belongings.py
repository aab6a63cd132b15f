"""What a character carries, by number and weight (随身物品): more of a thing, fewer, none (FET-LOD-2, FET-ITM-1)."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.events import SheetWritten
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.roster import changes_on, check_character, follow
from ludex.systems.fet.sheet import Item, carried, derive
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Number, tidy


class ChangeItem(msgspec.Struct, frozen=True):
    """What `change_item` is given: so many more (or fewer) of a thing; `load` of one."""

    who: str
    name: str
    count: Number
    load: Number | None = None


class ItemsChanged(msgspec.Struct, frozen=True):
    """What is carried now. `count`: of the thing that was changed."""

    who: str
    load: Number
    load_total: Number
    overloaded: bool
    name: str = ""
    count: Number = 0


@rule("FET-LOD-2")
async def change_item(state: State, given: ChangeItem) -> ItemsChanged:
    """Take or give away some of a thing; more than there are cannot go."""
    items = check_character(state, given.who).sheet.items
    if not given.name.strip():
        raise RuleError("name_missing")
    old = next((item for item in items if item.name == given.name), None)
    have = old.pieces if old else 0
    if given.count == 0 or have + given.count < 0:
        raise RuleError("not_enough", name=given.name, have=have, change=given.count)
    load = given.load if given.load is not None else old.load if old else 0
    new = Item(given.name, load, old.place if old else "", tidy(have + given.count))
    kept = tuple(new if item is old else item for item in items) if old else (*items, new)
    state = await _carry(state, given.who, tuple(item for item in kept if item.pieces > 0))
    return _report(state, given.who, new)


class DropItems(msgspec.Struct, frozen=True):
    """What `drop_items` is given: numbers from 1, or names; none: everything."""

    who: str
    which: tuple[str, ...] = ()


@rule("FET-LOD-2")
async def drop_items(state: State, given: DropItems) -> ItemsChanged:
    """Leave things behind."""
    items = check_character(state, given.who).sheet.items
    gone = {n for n, item in enumerate(items, 1) if not given.which or {f"{n}", item.name} & {*given.which}}
    if not gone:
        raise RuleError("not_carried", which=list(given.which), items=[item.name for item in items])
    state = await _carry(state, given.who, tuple(item for n, item in enumerate(items, 1) if n not in gone))
    return _report(state, given.who)


async def _carry(state: State, who: str, items: tuple[Item, ...]) -> State:
    sheet = msgspec.structs.replace(state.characters[who].sheet, items=items)
    derive(sheet, state.place)
    return await follow(await happen(SheetWritten(who, sheet)), who)


def _report(state: State, who: str, item: Item | None = None) -> ItemsChanged:
    sheet = state.characters[who].sheet
    found = derive(sheet, changes_on(state, who))
    name, count = (item.name, item.pieces) if item else ("", 0)
    return ItemsChanged(who, carried(sheet), found.load_total, found.overloaded, name, count)
