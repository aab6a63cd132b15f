"""Writing to PostgreSQL: what waits together in one transaction, each batch apart, and only by the node that holds its table."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import asyncpg
import structlog

from ludex.store.leases import Fenced, Node
from ludex.store.port import Batch, Conflict, Failed, Stored, told

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

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
