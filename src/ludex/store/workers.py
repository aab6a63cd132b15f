"""One database file and several workers: each process serves the tables whose ids fall to it, and all of them write to the file, in turn.

A worker that has died is replaced by one of the same place, once the system has taken everything from it that it held: two never serve one
table, without any lease. SQLite's own lock is polled, so that a process may wait for it many times as long as the other one needs it; so
there is a gate before it, which the system opens for the one who has waited longest.
"""

import fcntl
import os
import sqlite3
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from ludex.store.lanes import Job
from ludex.store.leases import Elsewhere, Node
from ludex.store.opening import connect_to_read
from ludex.store.sqlite import SqliteStore

GATE = "ludex.turn"
"""The file in a data folder that is locked by the worker who writes."""

LINKS = 20_000
"""Of so many links it is remembered whose they are."""

REPLACED = 2.0
"""Seconds within which a worker that has died is there again."""


class Crew(msgspec.Struct, frozen=True):
    """The workers of one server, by their places, and what they know one another by."""

    nodes: tuple[Node, ...]
    key: str

    def place_of(self, table: str) -> int:
        """The place of the worker at which a table lives."""
        return zlib.crc32(table.encode()) % len(self.nodes)


class WorkerStore(SqliteStore):
    """The file, as the worker at one place has it."""

    def __init__(self, path: str | Path, crew: Crew, place: int) -> None:
        self.crew, self.place, self.node = crew, place, crew.nodes[place]
        self.lease = REPLACED
        self._gate = os.open(Path(path).with_name(GATE), os.O_RDWR | os.O_CREAT, 0o600)
        self._looking = connect_to_read(Path(path))
        self._places: OrderedDict[str, int] = OrderedDict()
        super().__init__(path, prepared=True)

    def takes(self, table: str) -> bool:
        return self.crew.place_of(table) == self.place

    def holds(self, table: str) -> bool:
        """The same: nobody else ever serves it."""
        return self.takes(table)

    async def claim(self, table: str) -> None:
        """A table of another worker is served there."""
        if not self.takes(table):
            raise Elsewhere(self.crew.nodes[self.crew.place_of(table)])

    async def holder(self, table: str) -> Node | None:
        return self.crew.nodes[self.crew.place_of(table)]

    async def neighbours(self) -> list[Node]:
        return [node for node in self.crew.nodes if node != self.node]

    async def key(self) -> str:
        """What workers know one another by."""
        return self.crew.key

    def place_behind(self, link: str) -> int | None:
        """The place at which the table behind a link's hash lives, at once: a link never leads to another table than it did."""
        if (known := self._places.get(link)) is not None:
            return known
        try:
            found = self._looking.execute("SELECT table_id FROM links WHERE hash = ?", (link,)).fetchone()
        except sqlite3.Error:
            return None  # the one who reads it in earnest says what is wrong
        if found is None:
            return None
        place = self._places[link] = self.crew.place_of(found[0])
        if len(self._places) > LINKS:
            self._places.popitem(last=False)
        return place

    async def close(self) -> None:
        """Let go of the file and the gate."""
        await super().close()
        self._looking.close()
        with suppress(OSError):
            os.close(self._gate)

    def _commit(self, jobs: Sequence[Job]) -> None:
        """Write when it is this worker's turn."""
        fcntl.flock(self._gate, fcntl.LOCK_EX)
        try:
            super()._commit(jobs)
        finally:
            fcntl.flock(self._gate, fcntl.LOCK_UN)
