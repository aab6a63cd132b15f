"""Data: the rulebook's tables by key, and content of a table's own, judged before it comes in."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.packs import read_pack
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.fable.content import KINDS, shipped
from ludex.systems.fable.content.tables import (
    ClassEntry,
    DamageEntry,
    DomainEntry,
    EmotionEntry,
    LifeEntry,
    SpeciesEntry,
    StatusEntry,
)
from ludex.systems.fable.events import CharacterWritten, ThingAdded, ThingGone
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.feats import with_bonus_feats
from ludex.systems.fable.rules.property import things_of
from ludex.systems.fable.sheet import Character, known_feats
from ludex.systems.fable.sheet.entries import ArmorEntry, ShieldEntry, Thing, WeaponEntry
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Kind, TableName

Entry = (
    ArmorEntry
    | ClassEntry
    | DomainEntry
    | EmotionEntry
    | LifeEntry
    | ShieldEntry
    | SpeciesEntry
    | StatusEntry
    | DamageEntry
    | WeaponEntry
    | Thing
)


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


@rule("FAB-DOM-7", "FAB-PCB-1", "FAB-PEQ-2", "FAB-PEQ-3", "FAB-PST-1")
async def lookup(_state: State, given: Lookup) -> Entry:
    """One entry of a table."""
    found = shipped().table(given.table)
    if given.key not in found:
        raise RuleError("unknown_key", table=term(given.table), key=given.key, keys=list(found))
    return found[given.key]


# ---------------------------------------------------------------------- content of a table's own
class AddThing(msgspec.Struct, frozen=True):
    """An entry for one of the shelves: weapons, armors, shields, spells, npcs."""

    table: str
    key: str
    body: Plain


class OfThing(msgspec.Struct, frozen=True):
    """A thing of the table's own."""

    table: str
    key: str


class AddPack(msgspec.Struct, frozen=True):
    """A whole pack: shelf -> key -> entry."""

    pack: Plain


class PackAdded(msgspec.Struct, frozen=True):
    """How many things came in."""

    things: int


async def _bonus_learned(state: State) -> None:
    """附赠 feats are learned in the act that brings them (FAB-BEN-1, FAB-LIV-12)."""
    for who in state.characters.values():
        after = with_bonus_feats(state, who) if who.kind is Kind.PC else who
        if after != who and state.live:
            await happen(CharacterWritten(after))


async def add_pack(state: State, given: AddPack) -> PackAdded:
    """Add a pack of things; if anything is wrong with it, all of it is named and nothing is added."""
    found = read_pack(given.pack, KINDS)
    for table, entries in found.items():
        for key, entry in entries.items():
            state = await happen(ThingAdded(table, key, msgspec.to_builtins(entry)))
    await _bonus_learned(state)
    return PackAdded(sum(len(entries) for entries in found.values()))


async def add_thing(state: State, given: AddThing) -> OfThing:
    """Add a thing of the table's own; all that is wrong with it is named at once."""
    if given.table not in [kind.name for kind in KINDS]:
        raise RuleError("unknown_table", table=given.table, tables=[kind.name for kind in KINDS])
    chinese = any(not key.isascii() for key in given.body)  # who writes Chinese reads Chinese
    found = read_pack({TableName(given.table).zh if chinese else given.table: {given.key: given.body}}, KINDS)
    state = await happen(ThingAdded(given.table, given.key, msgspec.to_builtins(found[given.table][given.key])))
    await _bonus_learned(state)
    return OfThing(given.table, given.key)


async def remove_thing(state: State, given: OfThing) -> OfThing:
    """Take a thing of the table's own away; what somebody owns or knows stays, and who is named (FAB-LIV-51)."""
    own = state.things.get(given.table, {})
    if given.key not in own:
        raise RuleError("unknown_key", table=term(given.table), key=given.key, keys=list(own))
    users = [c.called for c in state.characters.values() if given.key in _uses(c)]
    if users:
        raise RuleError("in_use", clause="FAB-LIV-51", key=given.key, who=users)
    await happen(ThingGone(given.table, given.key))
    return given


def _uses(who: Character) -> tuple[str, ...]:
    """Everything that somebody owns or knows, by key."""
    return (*things_of(who.sheet), *known_feats(who), *who.sheet.spells)
