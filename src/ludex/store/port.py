"""What a store is: an append-only log per table, checkpoints beside it, and the way from a secret link to a seat.

When `append` returns, the entries are on disk. Entries are numbered from 1 without gaps; appending at a number that is
taken is `Conflict`, so two writers can never both believe they were first.
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec


class Conflict(Exception):
    """Somebody else has already written that entry."""


class UnknownTable(Exception):
    """There is no table of that id."""


class TableRow(msgspec.Struct, frozen=True):
    """A table as the store lists it. `secret` is the current dice seed and never leaves the server."""

    id: str
    system: str
    name: str
    created: str
    secret: bytes


class Stored(msgspec.Struct, frozen=True):
    """One entry of a log: its number and its JSON."""

    n: int
    body: bytes


class Checkpoint(msgspec.Struct, frozen=True):
    """The memory after entry `n`, whose state stands on commit `head`."""

    n: int
    head: int
    body: bytes


class Batch(msgspec.Struct, frozen=True):
    """What is written together: entries from number `first` on, links (hash -> seat id) that come alive or (empty seat) die with them, a new dice seed."""

    table: str
    first: int
    entries: tuple[bytes, ...]
    links: dict[str, str] = {}
    secret: bytes | None = None


class Store(Protocol):
    """A place where tables live."""

    async def create(self, row: TableRow, batch: Batch) -> None:
        """Add a table with its first entries."""
        ...

    async def append(self, batch: Batch) -> None:
        """Write entries; they are durable when this returns. `Conflict` if the numbers are taken."""
        ...

    async def read(self, table: str, *, after: int = 0, limit: int | None = None) -> Sequence[Stored]:
        """Entries with a number above `after`, in order."""
        ...

    async def tail(self, table: str, count: int, *, before: int | None = None) -> Sequence[Stored]:
        """The last `count` entries (with numbers below `before`), in order."""
        ...

    async def entry(self, table: str, n: int) -> Stored | None:
        """One entry."""
        ...

    async def row(self, table: str) -> TableRow:
        """A table, or `UnknownTable`."""
        ...

    async def rows(self) -> Sequence[TableRow]:
        """All tables, newest first."""
        ...

    async def seat(self, link: str) -> tuple[str, str] | None:
        """The table and seat that a link's hash opens."""
        ...

    async def save(self, table: str, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint."""
        ...

    async def latest(self, table: str) -> Checkpoint | None:
        """The newest checkpoint."""
        ...

    async def at_head(self, table: str, head: int) -> Checkpoint | None:
        """A checkpoint whose state stands on that commit."""
        ...

    async def backup(self, path: str) -> None:
        """Write a consistent copy while play goes on."""
        ...

    async def close(self) -> None:
        """Finish what is under way and let go of the disk."""
        ...
