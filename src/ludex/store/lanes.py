"""How a store's work is run: reads beside the writes, writes one after another on a thread of their own, together where several wait.

The simulation brings lanes of its own, where nothing happens by chance.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol, TypeVar

from ludex.store.port import Batch, Failed

T = TypeVar("T")


class Job(NamedTuple):
    """Something to write, and whom to tell. What is `apart` can be made again: it never shares a transaction with entries. A `batch` is
    what an existing table goes on with.
    """

    work: Callable[[], None]
    future: "asyncio.Future[None]"
    apart: bool = False
    batch: Batch | None = None


Answer = tuple["asyncio.Future[None]", BaseException | None]


def tell(answers: Sequence[Answer]) -> None:
    """Tell how it went, each in its loop, all of one loop in a single wake-up."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Answer]] = {}
    for future, error in answers:
        by_loop.setdefault(future.get_loop(), []).append((future, error))
    for loop, those in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, those)


def _resolve(answers: Sequence[Answer]) -> None:
    for future, error in answers:
        if future.done():
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)


Write = Callable[[Sequence[Job]], None]


class Lanes(Protocol):
    """Where work is run."""

    async def read(self, work: Callable[[], T]) -> T:
        """Run a read."""
        ...

    def write(self, job: Job) -> None:
        """Run a write after those that came before it."""
        ...

    async def close(self) -> None:
        """Finish what is under way."""
        ...


class Threads:
    """One thread that writes whatever waits, one that reads."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ludex-read")
        self._closed = False
        self._writing = threading.Thread(target=self._loop, name="ludex-write", daemon=True)
        self._writing.start()

    async def read(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, work)

    def write(self, job: Job) -> None:
        if self._closed:
            job.future.set_exception(Failed("the store is closed"))
        else:
            self._jobs.put(job)

    async def close(self) -> None:
        self._closed = True
        self._jobs.put(None)
        if (
            self._writing.is_alive()
        ):  # waited for on a thread that is there: when there is no more of anything, none can be started
            await asyncio.get_running_loop().run_in_executor(self._reading, self._writing.join)
        self._reading.shutdown()

    def _loop(self) -> None:
        """Take whatever waits and write it as one. Ends on None."""
        while (job := self._jobs.get()) is not None:
            jobs, following = [job], None
            while not self._jobs.empty() and (following := self._jobs.get()) is not None:
                jobs.append(following)
            try:
                self._write(jobs)
            except Exception as error:  # noqa: BLE001  # not even a log that cannot be written ends the writer
                tell([(one.future, Failed(f"{type(error).__name__}: {error}")) for one in jobs])
            if self._closed and following is None and self._jobs.empty():
                return
