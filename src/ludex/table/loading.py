"""Loading a table: its checkpoint, and every entry after it. A long way without one leaves checkpoints and states behind."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import structlog

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.system import System
from ludex.store.port import Failed, Store, Stored, hash_of
from ludex.table.entries import AnyEntry, Moved, read_entry
from ludex.table.history import SPAN, History, freeze, freeze_state, pieces_of, thaw
from ludex.table.memory import Memory, admit
from ludex.table.table_procedures import UNSOUND

_VALUE = re.compile(r"value '.*'")

PAGE = 500
"""So many entries are read at once."""


class Unreadable(Exception):
    """A log that cannot be read: an entry is missing, damaged, of a newer Ludex, or no longer fits its system."""

    @property
    def told(self) -> str:
        """The same without any value that stands in the log."""
        return _VALUE.sub("value", str(self))


class Loaded(msgspec.Struct, frozen=True):
    """A memory, the checkpoint that it was loaded from, and how many entries were read after that."""

    memory: Memory
    saved: Memory
    cost: int


async def load(system: System, store: Store, table: str) -> Loaded:
    """Load a table. What another version kept is dropped, and states are kept along a way that was long."""
    checkpoint = await store.latest(table)
    saved = thaw(system, checkpoint) if checkpoint else None
    if checkpoint and saved is None:
        await _forget(store, table)
    history = History(table, system, store)
    memory = await _fold(system, history, saved or Memory())
    return Loaded(memory, saved or Memory(), memory.n - (saved.n if saved else 0))


async def load_memory(system: System, store: Store, table: str) -> Memory:
    """The memory of a table as the disk has it."""
    return (await load(system, store, table)).memory


async def _fold(system: System, history: History, memory: Memory) -> Memory:
    kept = memory.n
    async for stored in _entries(history, memory.n):
        entry = _read(stored, memory.n + 1)
        moved_to = await history.state_at(entry.head) if isinstance(entry, Moved) else None
        memory = _admit(system, memory, entry, past=hash_of(stored.body), moved_to=moved_to)
        history.remember(memory.head, memory.state)
        if memory.n - kept >= SPAN and not isinstance(entry, Moved):
            await history.keep([freeze_state(system, memory.head, memory.state)])
            kept = memory.n
    return memory


async def _forget(store: Store, table: str) -> None:
    try:
        await store.forget(table)
    except Failed as error:  # it is only in the way
        structlog.get_logger().warning("not_forgotten", table=table, problem=str(error))


def _admit(system: System, memory: Memory, entry: AnyEntry, *, past: str, moved_to: Any) -> Memory:
    try:
        return admit(system, memory, entry, past=past, moved_to=moved_to)
    except SystemFailed:
        raise
    except (RuleError, *UNSOUND) as error:
        raise Unreadable(f"entry {memory.n + 1} does not follow from those before: {error}") from error


async def _entries(history: History, after: int) -> AsyncIterator[Stored]:
    """Every entry after a number."""
    while page := await history.store.read(history.table, after=after, limit=PAGE):
        for stored in page:
            yield stored
        after = page[-1].n


def _read(stored: Stored, expected: int) -> AnyEntry:
    if stored.n != expected:
        raise Unreadable(f"entry {expected} is missing")
    try:
        return read_entry(stored.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise Unreadable(f"entry {stored.n} cannot be read: {error}") from error


MOVE = 50
"""What a move through history counts for, in entries: reading it again means to look for the state it moved to."""


class Keeper:
    """The checkpoints of one table. `saved` is the memory of the last one, `cost` what was read since it when the table was loaded."""

    def __init__(self, store: Store, table: str, system: System, saved: Memory, cost: int = 0) -> None:
        self.store = store
        self.table = table
        self.system = system
        self.n = saved.n
        self._pieces = pieces_of(saved)
        self._moves = 0
        self._cost = cost
        self._keeping: asyncio.Task[None] | None = None

    def moves(self, count: int) -> None:
        """History was moved so many times."""
        self._moves += count

    def due(self, memory: Memory) -> bool:
        """Whether it is time for a checkpoint."""
        owed = memory.n - self.n + MOVE * self._moves
        return max(owed, self._cost) >= SPAN and self._keeping is None

    def start(self, memory: Memory) -> None:
        """Keep one beside play."""
        self._keeping = asyncio.ensure_future(self.keep(memory))
        self._keeping.add_done_callback(self._ended)

    def _ended(self, _done: "asyncio.Future[None]") -> None:
        self._keeping = None

    async def finish(self, memory: Memory) -> None:
        """Keep the last one, so that opening is quick."""
        if self._keeping is not None:
            await asyncio.wait((self._keeping,))
        if memory.n > self.n or self._cost:
            await self.keep(memory)

    async def keep(self, memory: Memory) -> None:
        """Keep a checkpoint of this memory, which is on disk. If that fails, it is tried again when the next one is due."""
        self.n, self._moves, self._cost = memory.n, 0, 0
        try:
            checkpoint = freeze(self.system, memory, self._pieces)
            await self.store.keep(self.table, (freeze_state(self.system, memory.head, memory.state),))
            await self.store.save(self.table, checkpoint)
        except Exception as error:  # noqa: BLE001  # whatever it is, no entry is the worse for it
            problem = f"{type(error).__name__}: {error}"
            structlog.get_logger().warning("checkpoint_not_kept", table=self.table, n=memory.n, problem=problem)
            self._cost = 1
        else:
            self._pieces = pieces_of(memory)
