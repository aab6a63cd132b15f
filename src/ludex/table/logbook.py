"""Reading the log: what a seat may see of it, page by page, with what was undone marked as such."""

from collections.abc import Sequence

import msgspec

from ludex.store.port import Stored
from ludex.table.audience import Seen, show
from ludex.table.entries import Acted, AnyEntry, Moved, read_entry
from ludex.table.seats import Seat
from ludex.table.table import Table


class Logbook:
    """The log of a table as its seats may read it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def tail(self, seat: Seat, count: int, *, before: int | None = None) -> list[Seen]:
        """The last entries that a seat may see, in order."""
        stored = await self.table.store.tail(self.table.id, count, before=before)
        return self._seen(seat, stored)

    async def after(self, seat: Seat, n: int, limit: int = 500) -> list[Seen]:
        """What came after entry `n`: a reader who was away goes on from where it was."""
        return self._seen(seat, await self.table.store.read(self.table.id, after=n, limit=limit))

    def _seen(self, seat: Seat, stored: Sequence[Stored]) -> list[Seen]:
        entries = [(s.n, read_entry(s.body)) for s in stored]
        undone = self._undone(entries)
        shown = ((n, show(self.table.memory, seat, n, entry)) for n, entry in entries)
        return [msgspec.structs.replace(seen, undone=n in undone) for n, seen in shown if seen is not None]

    def _undone(self, entries: Sequence[tuple[int, AnyEntry]]) -> frozenset[int]:
        """Commits of this page that the present does not stand on."""
        commits = {n: e for n, e in entries if isinstance(e, Acted) and e.done and e.events != b"[]"}
        if not commits or (
            not any(isinstance(e, Moved) for _, e in entries) and self.table.memory.head == max(commits)
        ):
            return frozenset()
        n, kept = self.table.memory.head, set()
        while n in commits:
            kept.add(n)
            n = commits[n].parent
        return frozenset(m for m in commits if m not in kept and m > n)
