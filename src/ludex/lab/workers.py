"""Odds beside the table: worked out in processes of their own, each with a time limit after which it is killed.

Exact odds are somebody's question, never part of play: however large they are, no other table may feel them. What crosses over is
plain: the system's id, the state, the call and the answers so far.
"""

import asyncio
import atexit
import queue
from collections.abc import Callable
from multiprocessing import TimeoutError as TookTooLong
from multiprocessing import get_context
from multiprocessing.pool import Pool
from typing import TypeVar

import structlog

from ludex.core.errors import RuleError

T = TypeVar("T")

WORKERS = 2
SECONDS = 8.0
"""So long may one question take."""


class _Worker:
    """One process, made when it is first needed and again after it was killed."""

    def __init__(self) -> None:
        self._pool: Pool | None = None

    def run(self, job: Callable[..., T], args: tuple[object, ...], seconds: float) -> T:
        if self._pool is None:
            self._pool = get_context("spawn").Pool(1)
        try:
            return self._pool.apply_async(job, args).get(seconds)
        except TookTooLong:
            self.end()
            structlog.get_logger().warning("odds_stopped", seconds=seconds)
            raise RuleError("odds_too_long", seconds=int(seconds)) from None

    def end(self) -> None:
        """Kill the process."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None


class Workers:
    """A few workers; whoever comes when all are busy waits for a turn."""

    def __init__(self, count: int = WORKERS) -> None:
        self._free: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._all = [_Worker() for _ in range(count)]
        for worker in self._all:
            self._free.put(worker)
        atexit.register(self.end)

    async def run(self, job: Callable[..., T], *args: object, seconds: float = SECONDS) -> T:
        """Run a job in a process of its own; past its time it is killed and refused (`odds_too_long`)."""
        return await asyncio.to_thread(self._run, job, args, seconds)

    def _run(self, job: Callable[..., T], args: tuple[object, ...], seconds: float) -> T:
        worker = self._free.get()
        try:
            return worker.run(job, args, seconds)
        finally:
            self._free.put(worker)

    def end(self) -> None:
        """Kill all processes."""
        for worker in self._all:
            worker.end()


WORKERS_OF_THIS_PROCESS = Workers()
