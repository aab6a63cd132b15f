"""Things as content (MIR-LIV-53): wares by name, what a record gives somebody, and what it stops."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.names import named
from ludex.core.plain import Written
from ludex.core.rule import rule
from ludex.systems.mirror.effects.bearing import Wares, belongings, firsts_of, item_of, stock
from ludex.systems.mirror.sheet import Character, Goods, Item, Place, Ware


class ItemGiven(Item, frozen=True, kw_only=True):
    """A thing on a record: of a ware that ships (`ware`, by id or name), or in full."""

    id: str = ""
    ware: str = ""


def ware_named(name: str, wares: Mapping[str, Ware]) -> str:
    """The id of a ware by its id, its name, or the unique beginning of either."""
    names = {i: (i, ware.name or i) for i, ware in wares.items()}
    return named(name, names, unknown="unknown_item", value=name[:40], among=[shown for _, shown in names.values()])


def things(given: tuple[str | ItemGiven, ...]) -> tuple[Item, ...]:
    """What a record gives her, each thing under an id of its own; one by name alone is held or worn where that is its use."""
    found: tuple[Item, ...] = ()
    for one in given:
        asked = ItemGiven(ware=one) if isinstance(one, str) else one
        made = _thing(asked, found)
        found += (replace(made, place=usual_place(made, found)) if isinstance(one, str) else made,)
    return found


@rule("MIR-LIV-51")
def written_out(given: Iterable[Written], wares: Mapping[str, Ware]) -> list[Written]:
    """What a record gives her, with the table's own wares in full, so that nobody needs a library to read it."""
    found: list[Written] = []
    used: set[Goods] = set()
    for one in given:
        key = next((i for i, ware in wares.items() if one in (i, ware.name)), "")
        if key and key not in stock().items:
            place = Place.PACKED if wares[key].kind in used else USUAL.get(wares[key].kind, Place.PACKED)
            found.append({**msgspec.to_builtins(wares[key]), "name": wares[key].name or key, "place": place.value})
        else:
            found.append(one)
        used |= {wares[key].kind} if key else set()
    return found


def _thing(asked: ItemGiven, others: tuple[Item, ...]) -> Item:
    if not asked.ware:
        plain = {name: getattr(asked, name) for name in Ware.__struct_fields__}
        return Item(id=free_id(asked.id or asked.name, others), place=asked.place, **plain)
    key = ware_named(asked.ware, stock().items)
    return replace(item_of(stock().items[key], free_id(asked.id or key, others)), place=asked.place)


def free_id(wanted: str, others: tuple[Item, ...]) -> str:
    taken = {i.id for i in others}
    return next(i for n in range(1, len(taken) + 2) if (i := wanted if n == 1 else f"{wanted}-{n}") not in taken)


USUAL = {Goods.WEAPON: Place.HELD, Goods.ARMOUR: Place.WORN}
"""Where the first thing of a kind is."""


def usual_place(item: Item, others: tuple[Item, ...]) -> Place:
    """Where a thing is that somebody comes with: the first weapon in the hand, the first armour on the body, the rest packed."""
    if any(i.kind is item.kind and i.used for i in others):
        return Place.PACKED
    return USUAL.get(item.kind, Place.PACKED)


def first_actions(c: Character) -> tuple[str, ...]:
    """The actions that her ranks bring by themselves, where no ware does: magic, fists and fangs (MIR-LIV-53)."""
    if c.actions or c.items is not None:
        return ()
    return brought_actions(c, stock())


def brought_actions(c: Character, there: Wares) -> tuple[str, ...]:
    return tuple(first for first in firsts_of({**c.weapons, **c.magic}, there) if first and first not in there.items)


@rule("MIR-LIV-49")
def armour(c: Character, part_type: str) -> int:
    worn = [i.dr for i in belongings(c) if i.kind is Goods.ARMOUR and i.place is Place.WORN and part_type in i.covers]
    return max(worn, default=0)


def placed(c: Character, item: str, place: Place) -> tuple[Item, ...]:
    return tuple(replace(i, place=place) if i.id == item else i for i in belongings(c))
