"""Where effects come from that somebody bears: abilities, statuses and things, those that ship and those of a table (MIR-LIV-35, MIR-LIV-53).

What somebody has is here too, because things in use bear upon her; who was never given anything has what her ranks bring.
"""

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import asdict

from ludex.core.effects.records import Effect
from ludex.core.hints import once, remembered
from ludex.core.packs import Kind, read_pack, shipped_pack
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.systems.mirror.effects.kinds import Bearing
from ludex.systems.mirror.sheet import Ability, Character, Item, Place, Ware
from ludex.systems.mirror.terms import PACKAGE, key_of


class StatusRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A status: what it does is an effect record."""

    name: str = ""
    text: str = ""
    tags: tuple[str, ...] = ()
    level: int = 0
    harmful: bool = False
    voluntary: bool = False
    effect: Effect = Effect()


ABILITIES = Bearing("abilities", Ability, ("ability", "能力"))
STATUSES = Bearing("statuses", StatusRecord, ("status", "状态"))


class Sources(msgspec.Struct, frozen=True):
    """Abilities and statuses by their ids: those that ship, or all that a table has."""

    abilities: dict[str, Ability] = {}
    statuses: dict[str, StatusRecord] = {}

    def status(self, name: str) -> StatusRecord | None:
        """A status by its id or name."""
        return self.statuses.get(key_of(name)) or next(
            (r for i, r in self.statuses.items() if name in (i, r.name)), None
        )


@lru_cache(maxsize=1)
def shipped_sources() -> Sources:
    """What comes with the system."""
    return Sources(**shipped_pack(PACKAGE, (ABILITIES, STATUSES)))


def sources(catalogue: Mapping[str, Mapping[str, Plain]]) -> Sources:
    """What the table has: what ships, and its own over it."""
    own = {kind: catalogue[kind] for kind in Sources.__struct_fields__ if catalogue.get(kind)}
    return _joined(msgspec.json.encode(own)) if own else shipped_sources()


@remembered(64)
def _joined(catalogue: bytes) -> Sources:
    """A table's own over what ships, read once as long as nobody changes it."""
    own, base = read_pack(msgspec.json.decode(catalogue), (ABILITIES, STATUSES)), shipped_sources()
    return Sources({**base.abilities, **own.get("abilities", {})}, {**base.statuses, **own.get("statuses", {})})


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
GEAR = Kind("gear", Gear, ("武器种类", "魔法源流", "器械"))


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
    return brought(c, stock())


def brought(c: Character, there: Stock) -> tuple[Item, ...]:
    """Of each weapon category with a rank its first ware, the first of them held; plain clothes worn."""
    arms = [name for name in firsts_of(c.weapons, there) if name in there.items]
    held = [item_of(there.items[i], i, Place.PACKED if n else Place.HELD) for n, i in enumerate(arms)]
    return (*held, item_of(there.items[CLOTHES], CLOTHES, Place.WORN))


def firsts_of(ranks: Mapping[str, int], there: Stock) -> list[str]:
    """What ranks bring, wares by their ids."""
    firsts = [there.gear[name].first for name, rank in ranks.items() if rank > 0 and name in there.gear]
    ids = {ware.name: i for i, ware in there.items.items() if ware.name}
    return [ids.get(first, first) for first in firsts]
