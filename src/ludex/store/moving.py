"""Carrying tables from one store to another, whole: entries with their chain, links, dice seeds, pictures."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from ludex.store.port import Stored, TableRow


class Whole(msgspec.Struct, frozen=True):
    """Everything that a store keeps of a table and that cannot be made again."""

    row: TableRow
    entries: tuple[Stored, ...]
    links: Mapping[str, str]
    seeds: tuple[tuple[int, bytes], ...]
    pictures: Mapping[str, bytes]


class Movable(Protocol):
    """A store that gives and takes whole tables."""

    async def rows(self) -> Sequence[TableRow]:
        """All tables."""
        ...

    async def whole(self, table: str) -> Whole:
        """A whole table."""
        ...

    async def bring(self, whole: Whole) -> None:
        """Take a whole table in."""
        ...


async def move(source: Movable, target: Movable, tables: Sequence[str] = ()) -> list[str]:
    """Copy tables (all where none is named) that the target does not have yet; their ids."""
    there = {row.id for row in await target.rows()}
    wanted = [row.id for row in await source.rows() if (not tables or row.id in tables) and row.id not in there]
    for table in wanted:
        await target.bring(await source.whole(table))
    return wanted
