"""Odds beside the table: worked out in processes of their own, each with a limit of work after which it is stopped.

Exact odds are somebody's question, never part of play: however large they are, no other table may feel them. What crosses over is
plain: the system's id, the state, the call and the answers so far.
"""

import asyncio
import atexit
import os
import queue
import socket
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

import structlog

from ludex.core.errors import RuleError
from ludex.core.system import System
from ludex.lab.nursery import Child, Gone, Nursery, TookTooLong, spawned
from ludex.table.house import demo_of
from ludex.table.registry import names, system

T = TypeVar("T")

WORKERS = 2
SECONDS = 8.0
"""So long may a processor work on one question."""

PATIENCE = 15
"""So many times as long it may take by the clock: a busy machine is nobody's fault, a question that hears no signal is killed."""

WAITING = 20
"""So many questions of one who asks may wait for their turn."""

Asker = tuple[str, Hashable]
"""Who asks: the table, and who of those at it."""


def systems_to_warm() -> Iterator[Callable[[], None]]:
    """What a nursery does, step by step, before anybody asks: every system is read."""
    yield from (partial(_read, name) for name in names())


def _read(name: str) -> None:
    """A system, with what is worked out of its content once."""
    demo_of(system(name), "zh")


class _Worker:
    """One process, made when it is first needed and again after it was killed."""

    def __init__(self) -> None:
        self._child: Child | None = None

    def run(
        self, job: Callable[[], T], seconds: float, nursery: Nursery | None, before: Callable[[], System] | None
    ) -> T:
        child = self._child = self._child or _started(nursery)
        try:
            found: T = child.ask(job, seconds, seconds * PATIENCE, before=before)
        except TookTooLong:
            self.end()
            structlog.get_logger().warning("odds_stopped", seconds=seconds)
            raise RuleError("odds_too_long", seconds=int(seconds)) from None
        except Gone:
            self.end()
            structlog.get_logger().error("odds_died")
            raise RuleError("odds_no_process") from None
        return found

    def end(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


def _started(nursery: Nursery | None) -> Child:
    """A process of its own; where the machine gives none (no files, no memory), that is a refusal and no failure."""
    try:
        return nursery.forked() if nursery is not None else spawned()
    except OSError as error:
        structlog.get_logger().error("odds_without_process", problem=str(error))
        raise RuleError("odds_no_process") from None


class Workers:
    """A few workers; anyone who comes when all are busy waits for a turn. One table has one worker at a time, so that no table's
    questions keep those of another waiting. Of those at a table each has one question at a time in its queue: anyone who asks without
    end waits behind herself, and nobody else is refused for it."""

    def __init__(self, count: int = WORKERS) -> None:
        self._free: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._all = [_Worker() for _ in range(count)]
        for worker in self._all:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(count, "odds")
        self._turns: dict[Hashable, tuple[asyncio.Lock, int]] = {}
        self._nursery: Nursery | None = None
        atexit.register(self.end)

    def prepare(self) -> None:
        """Have processes forked warm from now on: to be called before this one has threads, where it can be done at all."""
        if self._nursery is None and hasattr(os, "fork") and hasattr(socket, "send_fds"):
            self._nursery = Nursery(systems_to_warm())

    async def run(
        self,
        job: Callable[..., T],
        *args: object,
        seconds: float = SECONDS,
        whose: Asker = ("", ""),
        reads: str = "",
    ) -> T:
        """Run a job in a process of its own; past its time it is killed and refused (`odds_too_long`). `reads`: the system that it needs,
        which a new process reads first: on a slow machine that is no part of the job's time."""
        self._check_few(whose)
        async with self._turn(whose), self._turn(whose[0]):
            loop = asyncio.get_running_loop()
            before = partial(system, reads) if reads else None
            return await loop.run_in_executor(self._threads, self._run, partial(job, *args), seconds, before)

    def _check_few(self, whose: Asker) -> None:
        """Refuse what is too many of one who asks."""
        if whose in self._turns and self._turns[whose][1] >= WAITING:
            raise RuleError("too_fast", seconds=int(SECONDS))

    @asynccontextmanager
    async def _turn(self, whose: Hashable) -> AsyncIterator[None]:
        """One after another for everybody who is the same."""
        lock, waiting = self._turns.get(whose, (asyncio.Lock(), 0))
        self._turns[whose] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._turns.pop(whose)
            if waiting > 1:
                self._turns[whose] = lock, waiting - 1

    def _run(self, job: Callable[[], T], seconds: float, before: Callable[[], System] | None) -> T:
        worker = self._free.get()
        try:
            return worker.run(job, seconds, self._nursery, before)
        finally:
            self._free.put(worker)

    def end(self) -> None:
        for worker in self._all:
            worker.end()
        if self._nursery is not None:
            self._nursery.end()
            self._nursery = None


WORKERS_OF_THIS_PROCESS = Workers()
