"""Handing things over: what somebody carries goes to somebody else (随身物品; FET-ITM-1, FET-LIV-47). Both loads follow (FET-LIV-13)."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Actor
from ludex.core.deeds import WHOLE, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.rule import rule
from ludex.systems.fet.events.people import SheetWritten
from ludex.systems.fet.kinds import OwnDeed, Person, offers
from ludex.systems.fet.rules.counting import derived
from ludex.systems.fet.rules.resources import follow
from ludex.systems.fet.rules.roster import check_alive, check_character
from ludex.systems.fet.sheet import Item, Sheet
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Number, tidy


class HandOver(OwnDeed, names=("递给", "递", "hand"), does="hand_over", group="people", example=".递给 韩左 急救箱"):
    """What `hand_over` is given: a thing or a weapon of one's own, to whom; `count`: how many of it, all where nothing is said."""

    who: Actor
    whom: Person
    thing: Annotated[str, Field("", among=offers.own_things)]
    count: Annotated[int | None, Field("", WHOLE, least=1)] = None


class HandedOver(msgspec.Struct, frozen=True):
    """Who has it now, how many of it, and what its giver still carries."""

    who: str
    whom: str
    name: str
    count: Number
    load: Number
    load_total: Number


@rule("FET-ITM-1", "FET-LIV-13", "FET-LIV-47")
async def hand_over(state: State, given: HandOver) -> HandedOver:
    """Give somebody what one carries; it keeps its rounds, its load and its note."""
    for who in (given.who, given.whom):
        check_alive(state, who)
    own, other = check_character(state, given.who).sheet, check_character(state, given.whom).sheet
    if given.who == given.whom:
        raise RuleError("not_to_oneself", clause="FET-ITM-1", who=state.called(given.who))
    moved = _weapon_moved(state, given, own, other) or _item_moved(given, own, other)
    for who, sheet in zip((given.who, given.whom), moved[:2], strict=True):
        state = await follow(await happen(SheetWritten(who, sheet)), who, before=state)
    left = derived(state, given.who)
    return HandedOver(given.who, given.whom, given.thing, moved[2], left.load, left.load_total)


def _weapon_moved(state: State, given: HandOver, own: Sheet, other: Sheet) -> tuple[Sheet, Sheet, Number] | None:
    """Both sheets after a weapon has changed hands; None where it is no weapon."""
    fighter = state.fighter(given.who)
    weapon = next((one for one in own.weapons if one.name == given.thing), None)
    if weapon is None:
        return None
    weapon = fighter.weapons.get(weapon.name, weapon) if fighter else weapon  # FET-LIV-9: it keeps its rounds
    arms = tuple(one for one in own.weapons if one.name != given.thing)
    taken = (*(one for one in other.weapons if one.name != given.thing), replace(weapon, down=False, place=""))
    return replace(own, weapons=arms), replace(other, weapons=taken), 1


def _item_moved(given: HandOver, own: Sheet, other: Sheet) -> tuple[Sheet, Sheet, Number]:
    """Both sheets after so many of a thing have changed hands."""
    have = next((one for one in own.items if one.name == given.thing and not one.down), None)
    if have is None:
        carried = [*(one.name for one in own.items if not one.down), *(one.name for one in own.weapons if not one.down)]
        raise RuleError("not_carried", clause="FET-LIV-9", which=[given.thing], items=carried)
    count = have.pieces if given.count is None else given.count
    if count > have.pieces:
        raise RuleError("not_enough", name=have.name, have=have.pieces, change=-count)
    left = tuple(_fewer(one, count) if one is have else one for one in own.items)
    items = tuple(one for one in left if one.pieces > 0)
    same = next((one for one in other.items if one.name == have.name and not one.down), None)
    more = replace(same, count=tidy(same.pieces + count)) if same else replace(have, count=count)
    taken = tuple(more if one is same else one for one in other.items) if same else (*other.items, more)
    return replace(own, items=items), replace(other, items=taken), count


def _fewer(item: Item, count: Number) -> Item:
    return replace(item, count=tidy(item.pieces - count))
