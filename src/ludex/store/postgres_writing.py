"""Writing to PostgreSQL: what waits together in one transaction, each batch apart, and only by the node that holds its table.

The writer is watched: a transaction that is not over within a lease is given up, whatever it waits for, and its node lets its tables go.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import asyncpg
import structlog

from ludex.store.leases import Fenced, Node
from ludex.store.port import Batch, Conflict, Failed, Stored, told

if TYPE_CHECKING:
    from asyncpg.pool import Pool, PoolConnectionProxy

    Connection = PoolConnectionProxy[asyncpg.Record]

Work = Callable[["Connection"], Awaitable[None]]
Held = Mapping[str, tuple[str, int]]
"""The node and number of the leases of some tables."""


GONE = (OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.InternalClientError, TimeoutError)
"""The connection is broken, or nobody knows what became of it: nothing more can be done in its transaction."""


class Job(NamedTuple):
    """Something to write, whom to tell, and the lease that it stands on, if any."""

    work: Work
    future: "asyncio.Future[None]"
    lease: tuple[str, int] | None = None


TOGETHER = 64
"""So many jobs share a transaction at most: it is over long before a lease is."""


class Writer:
    """Writes whatever waits, one transaction after another. `stuck` is told when one is not over within a lease."""

    def __init__(self, node: Node, lease: float, stuck: Callable[[], None]) -> None:
        self.node = node
        self.lease = lease
        self._stuck = stuck
        self._came_through = True
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._pool: Pool[asyncpg.Record] | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self, pool: "Pool[asyncpg.Record]") -> None:
        """Begin to write, over connections of this pool."""
        self._pool = pool
        self._task = asyncio.create_task(self._write_on())

    @property
    def sound(self) -> bool:
        """Whether it goes on writing, and the last transaction was not given up."""
        return self._came_through and self._task is not None and not self._task.done()

    async def submit(self, work: Work, *, lease: tuple[str, int] | None = None) -> None:
        """Write something, if its lease is still held; it is on disk on return."""
        if self._task is None or self._task.done():
            raise Failed("nothing is written any more")
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(Job(work, future, lease))
        await future

    async def close(self) -> None:
        """Let it finish what it has."""
        self._jobs.put_nowait(None)
        if self._task is not None:
            await asyncio.wait({self._task})

    async def _write_on(self) -> None:
        """Take whatever waits and write it as one transaction. Ends on None."""
        ended = False
        while not ended:
            jobs: list[Job] = []
            job = await self._jobs.get()
            while job is not None:
                jobs.append(job)
                if self._jobs.empty() or len(jobs) >= TOGETHER:
                    break
                job = self._jobs.get_nowait()
            ended = job is None
            if jobs:
                await self._write(jobs)

    async def _write(self, jobs: Sequence[Job]) -> None:
        """One transaction, for as long as a lease lasts. Whatever goes wrong is answered and told; the writer itself lives on."""
        connections: list[Connection] = []
        writing = asyncio.ensure_future(self._transact(jobs, connections))
        over, _ = await asyncio.wait({writing}, timeout=self.lease)
        if over:
            self._ended(writing, jobs)
            return
        structlog.get_logger().critical("writer_stuck", node=self.node.name, seconds=self.lease, jobs=len(jobs))
        self._came_through = False
        for connection in connections:
            connection.terminate()  # to break it off in order would wait for the database again
        writing.cancel()
        writing.add_done_callback(lambda done: done.cancelled() or done.exception())
        _answer(jobs, [Failed(f"the writer was stuck for {self.lease:g} s") for _ in jobs])
        self._stuck()

    async def _transact(self, jobs: Sequence[Job], connections: "list[Connection]") -> None:
        """Write some jobs as one transaction, and answer them. `connections`: the one that it is under way on."""
        assert self._pool is not None
        async with self._pool.acquire(timeout=self.lease) as connection:
            connections.append(connection)
            try:
                async with connection.transaction():
                    holders = await held(connection, jobs)
                    answers = [await attempt(connection, job, holders, self.node) for job in jobs]
            finally:
                connections.clear()
            _answer(jobs, answers)

    def _ended(self, writing: "asyncio.Future[None]", jobs: Sequence[Job]) -> None:
        """A transaction has come to an end: tell what is wrong, and those who have not heard from it."""
        error = asyncio.CancelledError("it was broken off") if writing.cancelled() else writing.exception()
        self._came_through = True
        if error is not None:
            structlog.get_logger().error("write_failed", problem=told(error), jobs=len(jobs))
            _answer(jobs, [Failed(told(error)) for _ in jobs])


def _answer(jobs: Sequence[Job], answers: Sequence[BaseException | None]) -> None:
    """Tell those who still wait how it went."""
    for job, refused in zip(jobs, answers, strict=True):
        if job.future.done():
            continue
        if refused is None:
            job.future.set_result(None)
        else:
            job.future.set_exception(refused)


async def held(connection: "Connection", jobs: Sequence[Job]) -> Held:
    """Who holds the tables that are written to, until the transaction ends. Locked in one order everywhere, so that nobody waits in a circle."""
    tables = [job.lease[0] for job in jobs if job.lease]
    if not tables:
        return {}
    sql = "SELECT table_id, node, token FROM leases WHERE table_id = ANY($1) ORDER BY table_id FOR SHARE"
    return {row["table_id"]: (row["node"], row["token"]) for row in await connection.fetch(sql, tables)}


async def attempt(connection: "Connection", job: Job, holders: Held, node: Node) -> BaseException | None:
    """One batch within the common transaction, if its node holds the table; what refuses it, if anything does."""
    if job.lease and holders.get(job.lease[0]) != (node.name, job.lease[1]):
        return Fenced(f"the table is held by {holders.get(job.lease[0], ('nobody',))[0]}")
    try:
        async with connection.transaction():
            await job.work(connection)
    except (asyncpg.UniqueViolationError, Conflict):
        return Conflict()
    except GONE:
        raise
    except Exception as error:  # noqa: BLE001  # something about this batch: the others are none the worse for it
        structlog.get_logger().error("batch_failed", problem=told(error))
        return Failed(told(error))
    return None


async def write(connection: "Connection", batch: Batch) -> None:
    """A batch, if it follows the last entry: what rests on one that was never written is never written either."""
    last = "SELECT n, body FROM entries WHERE table_id = $1 ORDER BY n DESC LIMIT 1"
    found = await connection.fetchrow(last, batch.table)
    if not batch.follows(Stored(*found) if found else None):
        raise Conflict
    numbers = list(range(batch.first, batch.first + len(batch.entries)))
    sql = "INSERT INTO entries SELECT $1, new.n, new.body FROM unnest($2::bigint[], $3::bytea[]) AS new(n, body)"
    await connection.execute(sql, batch.table, numbers, list(batch.entries))
    for link, seat in batch.links.items():
        if seat:
            again = "ON CONFLICT (hash) DO UPDATE SET table_id = excluded.table_id, seat = excluded.seat"
            await connection.execute(f"INSERT INTO links VALUES ($1, $2, $3) {again}", link, batch.table, seat)
        else:
            await connection.execute("DELETE FROM links WHERE hash = $1", link)
    if kept := [(batch.table, name, body) for name, body in batch.pictures.items()]:
        await connection.executemany("INSERT INTO pictures VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", kept)
    if batch.secret is not None:
        await _reseed(connection, batch, batch.secret)


async def _reseed(connection: "Connection", batch: Batch, secret: bytes) -> None:
    """A new dice seed: the one before is put away, or has been revealed with all that were."""
    if batch.put_away:
        aside = "INSERT INTO seeds SELECT id, $1, secret FROM tables WHERE id = $2"
        await connection.execute(aside, batch.first, batch.table)
    else:
        await connection.execute("DELETE FROM seeds WHERE table_id = $1", batch.table)
    await connection.execute("UPDATE tables SET secret = $1 WHERE id = $2", secret, batch.table)
