"""Things as content (MIR-LIV-53): the wares that ship, what a rank brings, and what somebody has who was never given anything."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.hints import once
from ludex.core.names import named
from ludex.core.packs import Written, shipped_pack
from ludex.core.rule import rule
from ludex.systems.mirror.content.records import Authored, Bearing
from ludex.systems.mirror.sheet import Character, Goods, Item, Place, Plain, Ware
from ludex.systems.mirror.terms import PACKAGE

CLOTHES = "clothes"
"""What everybody wears who was given nothing else."""


class Gear(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon category or a magic source that ranks can be held in; `first` is the ware or action that a rank in it brings."""

    kind: str
    title: str = ""
    text: str = ""
    part: str = ""
    first: str = ""


ITEMS = Bearing("items", Ware, ("item", "物品"))
GEAR = Authored("gear", Gear, ("器械", "武器种类", "魔法源流"))


class Stock(msgspec.Struct, frozen=True):
    """Wares and categories: those that ship, or all that a table has."""

    items: dict[str, Ware]
    gear: dict[str, Gear]


@lru_cache(maxsize=1)
def stock() -> Stock:
    """What comes with the system; characters are made of it, so it is read before them."""
    return Stock(**shipped_pack(PACKAGE, (ITEMS, GEAR)))


def item_of(ware: Ware, known_as: str, place: Place = Place.PACKED) -> Item:
    """A thing of a ware, under an id of its own."""
    return Item(id=known_as, place=place, **asdict(ware))


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
    """What a record gives her, with the table's own wares in full, so that whoever reads it needs no library."""
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
    """An id that none of her things has."""
    taken = {i.id for i in others}
    return next(i for n in range(1, len(taken) + 2) if (i := wanted if n == 1 else f"{wanted}-{n}") not in taken)


USUAL = {Goods.WEAPON: Place.HELD, Goods.ARMOUR: Place.WORN}
"""Where the first thing of a kind is."""


def usual_place(item: Item, others: tuple[Item, ...]) -> Place:
    """Where a thing is that somebody comes with: the first weapon in the hand, the first armour on the body, the rest packed."""
    if any(i.kind is item.kind and i.used for i in others):
        return Place.PACKED
    return USUAL.get(item.kind, Place.PACKED)


@rule("MIR-LIV-47", "MIR-LIV-49")
def belongings(c: Character) -> tuple[Item, ...]:
    """What she has: what she was given, else what her ranks bring; one with actions of her own has no more than those."""
    if c.items is not None:
        return c.items
    if c.actions:
        return ()
    return _usual(c)


@once
def _usual(c: Character) -> tuple[Item, ...]:
    """What her ranks bring of what ships."""
    return _brought(c, stock())


def _brought(c: Character, there: Stock) -> tuple[Item, ...]:
    """Of each weapon category with a rank its first ware, the first of them held; plain clothes worn."""
    arms = [name for name in _firsts(c.weapons, there) if name in there.items]
    held = [item_of(there.items[i], i, Place.PACKED if n else Place.HELD) for n, i in enumerate(arms)]
    return (*held, item_of(there.items[CLOTHES], CLOTHES, Place.WORN))


def first_actions(c: Character) -> tuple[str, ...]:
    """The actions that her ranks bring by themselves, where no ware does: magic, fists and fangs (MIR-LIV-53)."""
    if c.actions or c.items is not None:
        return ()
    return _first_actions(c, stock())


def _first_actions(c: Character, there: Stock) -> tuple[str, ...]:
    return tuple(first for first in _firsts({**c.weapons, **c.magic}, there) if first and first not in there.items)


def _firsts(ranks: Mapping[str, int], there: Stock) -> list[str]:
    """What ranks bring, wares by their ids."""
    firsts = [there.gear[name].first for name, rank in ranks.items() if rank > 0 and name in there.gear]
    ids = {ware.name: i for i, ware in there.items.items() if ware.name}
    return [ids.get(first, first) for first in firsts]


@rule("MIR-LIV-47")
def with_firsts(c: Character, there: Stock, actions: Mapping[str, Plain]) -> Character:
    """One who was given nothing and has a rank in a category of the table's own: what her ranks bring is hers, things and actions."""
    own = [n for n, rank in {**c.weapons, **c.magic}.items() if rank > 0 and n in there.gear and n not in stock().gear]
    if not own or c.items is not None or c.actions:
        return c
    known = tuple(actions[name] for name in _first_actions(c, there) if name in actions)
    return replace(c, items=_brought(c, there), actions=known)


@rule("MIR-LIV-49")
def armour(c: Character, part_type: str) -> int:
    """The DR that a part type is given by what she wears."""
    worn = [i.dr for i in belongings(c) if i.kind is Goods.ARMOUR and i.place is Place.WORN and part_type in i.covers]
    return max(worn, default=0)


def placed(c: Character, item: str, place: Place) -> tuple[Item, ...]:
    """Her things with one of them elsewhere."""
    return tuple(replace(i, place=place) if i.id == item else i for i in belongings(c))
