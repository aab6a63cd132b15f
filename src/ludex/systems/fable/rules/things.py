"""Content of a table's own: single things and whole packs, judged before they come in."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ludex.core.errors import RuleError
from ludex.systems.fable.content import KINDS, problems, refusal
from ludex.systems.fable.events import ThingAdded
from ludex.systems.fable.fold import happen
from ludex.systems.fable.state import State


class AddThing(msgspec.Struct, frozen=True):
    """An entry for one of the shelves: weapons, armors, shields, spells, npcs."""

    table: str
    key: str
    body: dict[str, Any]


class Added(msgspec.Struct, frozen=True):
    """What the table has now."""

    table: str
    key: str


class AddPack(msgspec.Struct, frozen=True):
    """A whole pack: shelf -> key -> entry."""

    pack: dict[str, Any]


class PackAdded(msgspec.Struct, frozen=True):
    """How many things came in."""

    things: int


async def add_pack(_state: State, given: AddPack) -> PackAdded:
    """Add a pack of things; if anything is wrong with it, all of it is named and nothing is added."""
    check_pack(given.pack)
    for table, entries in given.pack.items():
        for key, body in entries.items():
            await happen(ThingAdded(table, key, body))
    return PackAdded(sum(len(entries) for entries in given.pack.values()))


async def add_thing(_state: State, given: AddThing) -> Added:
    """Add a thing of the table's own; all that is wrong with it is named at once."""
    if given.table not in KINDS:
        raise RuleError("unknown_table", table=given.table, tables=list(KINDS))
    check_pack({given.table: {given.key: given.body}})
    await happen(ThingAdded(given.table, given.key, given.body))
    return Added(given.table, given.key)


def check_pack(pack: Mapping[str, Any]) -> None:
    """Refuse a pack with everything that is wrong with it."""
    if found := problems(pack):
        raise refusal(found)
