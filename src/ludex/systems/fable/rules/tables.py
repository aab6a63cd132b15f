"""The rulebook's tables as data: what there is, and one entry by key."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fable.content import (
    ClassEntry,
    DomainEntry,
    Emotion,
    Life,
    Species,
    StatusEntry,
    TypeOfDamage,
    WeaponEntry,
    shipped,
)
from ludex.systems.fable.sheet import ArmorEntry, ShieldEntry, Thing
from ludex.systems.fable.state import State


class OfTable(msgspec.Struct, frozen=True):
    """Which table."""

    name: str


class Listed(msgspec.Struct, frozen=True):
    """Its keys, in the rulebook's order."""

    count: int
    keys: tuple[str, ...]


@rule("FAB-BON-1", "FAB-QNA-1", "FAB-WPN-1", "FAB-LIF-1", "FAB-LIF-2", "FAB-LIF-3", "FAB-PEQ-3")
async def table(_state: State, given: OfTable) -> Listed:
    """The keys of a table."""
    keys = tuple(shipped().table(given.name))
    return Listed(len(keys), keys)


class Lookup(msgspec.Struct, frozen=True):
    """Which entry of which table."""

    table: str
    key: str


Entry = (
    ArmorEntry
    | ClassEntry
    | DomainEntry
    | Emotion
    | Life
    | ShieldEntry
    | Species
    | StatusEntry
    | TypeOfDamage
    | WeaponEntry
    | Thing
)


@rule("FAB-DOM-7", "FAB-PCB-1", "FAB-PEQ-2", "FAB-PEQ-3", "FAB-PST-1")
async def lookup(_state: State, given: Lookup) -> Entry:
    """One entry of a table."""
    found = shipped().table(given.table)
    if given.key not in found:
        raise RuleError("unknown_key", table=given.table, key=given.key, keys=list(found))
    return found[given.key]
