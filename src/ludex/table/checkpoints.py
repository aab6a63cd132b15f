"""When checkpoints are kept: as soon as opening the table again would cost more reading than it should.

A checkpoint never decides whether something happened. It is kept beside play, and that it could not be is said in the
server's log and nowhere else.
"""

import asyncio

import structlog

from ludex.core.system import System
from ludex.store.port import Store
from ludex.table.freezing import freeze, freeze_state, pieces_of
from ludex.table.history import SPAN
from ludex.table.memory import Memory

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
