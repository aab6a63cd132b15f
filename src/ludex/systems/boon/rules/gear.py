"""Armour and items (BOO-PAR) joined with objects (BOO-POB), because both wear: durability, breaking, repair."""

from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Meant
from ludex.core.deeds import ACTOR, DECIMAL, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, keyed
from ludex.core.hints import larger
from ludex.core.rule import rule
from ludex.systems.boon.events import ArmorWorn, ItemHandled, ItemWorn, ThingDamaged, happen
from ludex.systems.boon.kinds import MATERIAL, Amount, BookDeed, TableDeed, offers, reading
from ludex.systems.boon.kinds.offers import acting, costs_oneself
from ludex.systems.boon.rules.actions import worn
from ludex.systems.boon.rules.health import check_amount
from ludex.systems.boon.rules.sheets import is_size
from ludex.systems.boon.sheet import Armor, Item, Number, exact
from ludex.systems.boon.state import State, Thing
from ludex.systems.boon.terms import ARMOR, Material

HIT_TARGET = 5  # BOO-ATK-4
MATERIALS = {Material.NORMAL: Fraction(1), Material.FRAGILE: Fraction(1, 2), Material.HARD: Fraction(2)}


class Wear(msgspec.Struct, frozen=True):
    """What damage did to a thing: its durability now (None: it never wears) and the points that were too many."""

    durability: int | None
    overflow: int = 0


class Worked(msgspec.Struct, frozen=True, kw_only=True):
    who: str = "?"
    item: str
    amount: int


class GearLine(Worked, TableDeed, owner=STORY):
    item: Annotated[str, Field("item", among=offers.wearable)]
    amount: Amount
    who: Annotated[
        str, keyed("who", "谁", kind=ACTOR, owner=STORY), Meant(lambda asked, said: said or acting(asked).id)
    ] = ""

    def do(self, asked: Asked) -> Do:
        item = reading.worn_said(asked.state.character(self.who), self.item)
        return Do(self.declared["does"], replace(self, item=item))


class Repair(GearLine, names=("修理", "repair"), does="repair", example=".修理 护甲 5 @安"):
    """Repair gear or armour."""


class WearDown(GearLine, names=("磨损", "wear"), does="damage_item", example=".磨损 护甲 5 @安"):
    word = costs_oneself


class Damaged(msgspec.Struct, frozen=True, kw_only=True):
    durability: int
    broken: bool
    overflow: int | None = None


class ObjectStats(msgspec.Struct, frozen=True, kw_only=True):
    size: Number = 1
    material: str = Material.NORMAL


class Sturdy(ObjectStats, BookDeed, names=("坚固", "sturdy"), does="object_stats", example=".坚固 2 坚硬"):
    size: Annotated[Number, Field("size", DECIMAL)]
    material: Annotated[str, MATERIAL] = Material.NORMAL


class Sturdiness(msgspec.Struct, frozen=True, kw_only=True):
    durability: int
    hit_target: int = HIT_TARGET


@rule("BOO-PAR-2", "BOO-PAR-3")
def wear(thing: Item | Armor | Thing, amount: int) -> Wear:
    """Durability falls by the damage, never below 0; what has none never wears."""
    if thing.durability is None:
        return Wear(None)
    left = larger(thing.durability - amount, 0)
    return Wear(left, amount - (thing.durability - left))


async def handle_item(who: str, item: Item) -> State:
    """An item of somebody's is now like this: in hand or not, loaded, with so much left."""
    facts = {name: getattr(item, name) for name in ("loaded", "ammo", "held", "uses", "lies", "lit", "burns")}
    return await happen(ItemHandled(who, item.id, **facts))


async def armor_worn(state: State, who: str, amount: int) -> tuple[State, Wear]:
    armor = state.character(who).armor
    worn_down = wear(armor, amount) if armor else Wear(None)
    if worn_down.durability is not None:
        state = await happen(ArmorWorn(who, worn_down.durability, was=armor.durability if armor else None))
    return state, worn_down


async def item_worn(state: State, who: str, *, item: str, amount: int) -> tuple[State, Wear]:
    found = state.character(who).item(item)
    worn_down = wear(found, amount) if found else Wear(None)
    if worn_down.durability is not None:
        state = await happen(ItemWorn(who, item, worn_down.durability, was=found.durability if found else None))
    return state, worn_down


@rule("BOO-POB-1")
async def thing_worn(state: State, thing: Thing, amount: int) -> State:
    """Damage to an object; at 0 it is destroyed."""
    left = wear(thing, amount).durability
    return state if left is None else await happen(ThingDamaged(thing.id, left, was=thing.durability))


def owned_item(state: State, who: str, item: str) -> Item | Armor:
    """Somebody's item, or its armour by the word `armor`."""
    character = state.character(who)
    found = character.item(item) or (character.armor if item == ARMOR else None)
    if found is None:
        raise RuleError(
            "unknown_id", id=item, ids=[*(i.id for i in character.items), *([ARMOR] if character.armor else [])]
        )
    return found


async def _set_durability(who: str, item: str, *, of: Item | Armor, durability: int) -> State:
    was = of.durability
    return await happen(
        ArmorWorn(who, durability, was) if isinstance(of, Armor) else ItemWorn(who, item, durability, was)
    )


@rule("BOO-PAR-2")
async def damage_item(state: State, given: Worked) -> Damaged:
    """Damage to an item from the GM's hand."""
    check_amount(given.amount)
    thing = owned_item(state, given.who, given.item)
    after = wear(thing, given.amount)
    if after.durability is not None:
        await _set_durability(given.who, given.item, of=thing, durability=after.durability)
    return Damaged(durability=worn(after.durability), broken=after.durability == 0, overflow=after.overflow)


@rule("BOO-PAR-4")
async def repair(state: State, given: Worked) -> Damaged:
    """Restore durability, up to the maximum; above 0 the item works again."""
    check_amount(given.amount, least=1)
    thing = owned_item(state, given.who, given.item)
    if thing.durability is None:
        return Damaged(durability=worn(None), broken=False)
    restored = thing.durability + given.amount
    if thing.durability_max is not None:
        restored = min(restored, thing.durability_max)
    await _set_durability(given.who, given.item, of=thing, durability=restored)
    return Damaged(durability=restored, broken=restored == 0)


@rule("BOO-POB-2")
async def object_stats(_state: State, given: ObjectStats) -> Sturdiness:
    """Size times 10; fragile half, stone or metal double; rounded down, at least 1."""
    if not is_size(given.size):
        raise RuleError("bad_size", clause="BOO-PSZ-1", size=given.size)
    if given.material not in list(Material):
        raise RuleError("bad_material", clause="BOO-POB-2", material=given.material, materials=list(Material))
    durability = exact(given.size) * 10 * MATERIALS[Material(given.material)]
    return Sturdiness(durability=max(int(durability), 1))
