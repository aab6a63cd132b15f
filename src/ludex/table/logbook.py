"""Reading the log: what a seat may see of it, page by page, with what was undone marked as such."""

from collections.abc import Sequence

import msgspec

from ludex.core.driving import Faces
from ludex.store.port import Stored, hash_of
from ludex.table.audience import Seen, log_number, own_number, show
from ludex.table.entries import Acted, AnyEntry, recent_entry
from ludex.table.memory import Memory
from ludex.table.playing import root_of
from ludex.table.seats import Seat
from ludex.table.table import Table
from ludex.table.undo import root_taken
from ludex.table.writing import Broken


class Page(msgspec.Struct, frozen=True):
    """A stretch of the log. `standing` is the commit below it that the present stands on: the next older page goes on from there."""

    entries: tuple[Seen, ...]
    standing: int


class Logbook:
    """The log of a table as its seats may read it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def tail(self, seat: Seat, count: int, *, before: int | None = None) -> list[Seen]:
        """The last entries that a seat may see, in order."""
        return list((await self.page(seat, count, before=before)).entries)

    async def page(self, seat: Seat, count: int, *, before: int | None = None, standing: int | None = None) -> Page:
        """The same, for a reader who goes back page by page. It is counted by what the seat knows of: what is hidden takes no place."""
        memory = self.table.memory
        end = memory.n + 1 if before is None else log_number(memory, seat, before)
        first = log_number(memory, seat, max(1, own_number(memory, seat, end - 1) - count + 1))
        stored = await self.table.store.tail(self.table.id, max(0, end - first), before=end)
        return self._page(seat, stored, memory.head if standing is None else standing)

    async def after(self, seat: Seat, n: int, limit: int = 500) -> list[Seen]:
        """What came after the seat's own entry `n`: a reader who was away goes on from where it was. Empty: nothing more."""
        place = log_number(self.table.memory, seat, n)
        while stored := await self.table.stored(place, limit):
            if found := self._page(seat, stored, self.table.memory.head).entries:
                return list(found)
            place = stored[-1].n
        return []

    async def head(self, seat: Seat) -> str:
        """The hash of the last entry that a seat knows of: it does not change by what is hidden from it."""
        memory = self.table.memory
        n = log_number(memory, seat, own_number(memory, seat, memory.n))
        (last,) = await self.table.store.read(self.table.id, after=n - 1, limit=1)
        return hash_of(last.body)

    def _page(self, seat: Seat, stored: Sequence[Stored], head: int) -> Page:
        if self.table.broken:  # what was read may be somebody else's: a seat's numbers would not fit it
            raise Broken(self.table.id)
        entries = [(s.n, recent_entry(s.body)) for s in stored]
        undone, standing = _undone(entries, head)
        undone |= _taken_back(entries) | _unsaid(entries)
        known, unnamed, memory = self.table.knows(seat), self.table.unnamed(seat), self.table.memory
        never = frozenset(n for n, entry in entries if n in undone and not seat.gm and _word_of_gm(memory, entry))
        shown = ((n, show(memory, seat, n, entry, known=known, unnamed=unnamed)) for n, entry in entries)
        told = ((n, _withdrawn(seen) if n in never else seen) for n, seen in shown if seen is not None)
        return Page(tuple(_marked(seen, undone=n in undone) for n, seen in told), standing)


def _marked(seen: Seen, *, undone: bool) -> Seen:
    return seen if seen.undone == undone else msgspec.structs.replace(seen, undone=undone)


def _word_of_gm(memory: Memory, entry: AnyEntry) -> bool:
    """Whether an entry is the GM's own word, without dice: taken back it was never said, and a secret that slipped out is one again."""
    by_gm = entry.seat in memory.seats and memory.seats[entry.seat].gm
    return isinstance(entry, Acted) and by_gm and not any(isinstance(one, Faces) for one in entry.answers)


def _withdrawn(seen: Seen) -> Seen:
    return msgspec.structs.replace(seen, line="", text="", card=None, answers=(), questions=(), deed=None)


def _taken_back(entries: Sequence[tuple[int, AnyEntry]]) -> frozenset[int]:
    """Rolls of a page that changed nothing and were taken back all the same."""
    acts: dict[int, list[Acted]] = {}
    for n, entry in entries:
        if isinstance(entry, Acted):
            acts.setdefault(root_of(n, entry), []).append(entry)
    roots = {root_taken(parts) for parts in acts.values()}
    return frozenset(n for n, e in entries if isinstance(e, Acted) and not e.commits and root_of(n, e) in roots)


def _unsaid(entries: Sequence[tuple[int, AnyEntry]]) -> frozenset[int]:
    """Answers of a page that were taken back while their act went on asking: an entry after them keeps fewer than came before them."""
    found, kept = set[int](), dict[int, int]()
    for n, entry in reversed(entries):
        if isinstance(entry, Acted) and entry.act:
            least = kept.get(entry.act, entry.kept + 1)
            if entry.answers and least <= entry.kept:
                found.add(n)
            kept[entry.act] = min(least, entry.kept)
    return frozenset(found)


def _undone(entries: Sequence[tuple[int, AnyEntry]], head: int) -> tuple[frozenset[int], int]:
    """Commits of a page that `head` does not stand on, and the commit below the page that it does."""
    commits = {n: e for n, e in entries if isinstance(e, Acted) and e.commits}
    if not commits:
        return frozenset(), head
    n, kept = head, set()
    while n in commits:
        kept.add(n)
        n = commits[n].parent
    return frozenset(m for m in commits if m not in kept and m > n), n
