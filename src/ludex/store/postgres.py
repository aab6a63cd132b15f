"""The PostgreSQL store: one log per table as everywhere, shared by several nodes; a table is written by the node that holds its lease.

Writes go one after another over one connection, those that wait together in one transaction, each batch in a savepoint of its
own. A batch checks in the same transaction that its number follows the last one and that its node still holds the lease, with the
number it had when it took it: a node that slept past its lease is refused, whatever it believes. It holds the lease's row meanwhile, so
nothing may stay in a transaction for longer than a lease: the database ends what its node left there.
"""

import asyncio
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import asyncpg
import structlog

from ludex.store.leases import Elsewhere, Node
from ludex.store.moving import Whole, move
from ludex.store.port import Batch, Checkpoint, Failed, State, Stored, TableRow, UnknownTable, Unusable, told
from ludex.store.postgres_schema import migrate
from ludex.store.postgres_writing import GONE, Work, Writer, write
from ludex.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Connection = PoolConnectionProxy[asyncpg.Record]


LEASE = 6.0
"""Seconds that a lease lasts; it is prolonged three times as often."""

PATIENCE = 20.0
"""Seconds that an answer of the database is waited for."""

DOWN = (*GONE, asyncpg.PostgresError)
"""The database is not there, was restarted under a connection (which the driver may notice in the middle of something), or refuses: nothing of
that transaction can be trusted."""


class PostgresStore:
    """A database that several nodes share."""

    def __init__(self, dsn: str, node: Node, *, lease: float = LEASE) -> None:
        self.dsn = dsn
        self.node = node
        self.lease = lease
        self._lost: Callable[[str], None] = lambda _table: None
        self._tokens: dict[str, int] = {}
        self._until: dict[str, float] = {}
        self._writer = Writer(node, lease, self._let_go)
        self._prolonging: asyncio.Task[None] | None = None
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None
        self._pools: list[asyncpg.Pool[asyncpg.Record]] = []

    async def start(self) -> "PostgresStore":
        """Connect, bring the schema up to date, and begin to write and to prolong."""
        try:
            self._pool = await self._connected(most=7)
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                await migrate(connection)
            writing = await self._connected(most=2, bounded=("statement_timeout",))
        except DOWN as error:
            raise Unusable(f"the database cannot be reached: {told(error)}") from error
        self._writer.start(writing)
        self._prolonging = asyncio.create_task(self._prolong_on())
        return self

    async def _connected(self, *, most: int, bounded: tuple[str, ...] = ()) -> "asyncpg.Pool[asyncpg.Record]":
        """Connections that end by themselves, on both sides, when nobody is there any more: a transaction that was left open within a lease, a
        wait for somebody else's too, and a connection whose other end is gone soon after it."""
        leased = ("idle_in_transaction_session_timeout", "lock_timeout", "tcp_user_timeout", *bounded)
        bounds = dict.fromkeys(leased, f"{round(self.lease * 1000)}ms") | {"tcp_keepalives_count": "2"}
        bounds |= dict.fromkeys(("tcp_keepalives_idle", "tcp_keepalives_interval"), f"{max(1, round(self.lease / 3))}s")
        pool = await asyncpg.create_pool(
            self.dsn,
            min_size=1,
            max_size=most,
            timeout=PATIENCE,
            command_timeout=PATIENCE,
            server_settings=bounds,
            init=self._keep_alive,
        )
        self._pools.append(pool)
        return pool

    async def _keep_alive(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        """Have the system notice within a lease or so that the database's machine is gone."""
        transport: asyncio.Transport = getattr(connection, "_transport")  # noqa: B009  # the driver knows no such option
        found = transport.get_extra_info("socket")
        with socket.socket(fileno=os.dup(found.fileno())) as same:
            if same.family not in (socket.AF_INET, socket.AF_INET6):
                return
            same.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            second = max(1, round(self.lease / 3))
            wanted = {"USER_TIMEOUT": round(self.lease * 1000), "KEEPIDLE": second, "KEEPINTVL": second, "KEEPCNT": 2}
            for name, value in wanted.items():
                if option := getattr(socket, f"TCP_{name}", None):  # not every system has all of them
                    same.setsockopt(socket.IPPROTO_TCP, option, value)

    # --- leases ------------------------------------------------------------------------------------------------------

    def takes(self, table: str) -> bool:  # noqa: ARG002  # every table
        """A new table lives where it is made."""
        return True

    def holds(self, table: str) -> bool:
        """Whether this node still believes to hold a table; what it writes is checked again by the fence."""
        return self._until.get(table, 0.0) > asyncio.get_running_loop().time()

    async def claim(self, table: str) -> None:
        """Take a table for this node, if no other holds it; `Elsewhere` if one does."""
        if not self._writer.sound:
            await self._writer.submit(_nothing)
        began = asyncio.get_running_loop().time()
        found = await self._row(  # by the clock of the moment: it may have waited for what another node left in a transaction
            "INSERT INTO leases AS l VALUES ($1, 1, $2, $3, now() + $4 * interval '1 second')"
            " ON CONFLICT (table_id) DO UPDATE SET token = l.token + (l.node <> $2)::int, node = $2, address = $3, until = excluded.until"
            " WHERE l.node = $2 OR l.until < clock_timestamp() RETURNING token",
            table, self.node.name, self.node.address, self.lease,
        )  # fmt: skip
        if found is None:
            raise Elsewhere(await self.holder(table) or self.node)
        self._tokens[table], self._until[table] = found["token"], began + self.lease

    async def holder(self, table: str) -> Node | None:
        """The node that holds a table now."""
        found = await self._row("SELECT node, address FROM leases WHERE table_id = $1 AND until >= now()", table)
        return None if found is None else Node(found["node"], found["address"])

    async def release(self, table: str) -> None:
        self._until.pop(table, None)
        token = self._tokens.pop(table, None)
        await self._row(
            "UPDATE leases SET until = now() - interval '1 second' WHERE table_id = $1 AND node = $2 AND token = $3 RETURNING 1",
            table, self.node.name, token or 0,
        )  # fmt: skip

    async def neighbours(self) -> list[Node]:
        """The other nodes at which tables live now."""
        sql = "SELECT DISTINCT node, address FROM leases WHERE node <> $1 AND address <> '' AND until >= now() ORDER BY node"
        return [Node(row["node"], row["address"]) for row in await self.all(sql, self.node.name)]

    async def key(self) -> str:
        """What nodes of this database know one another by: made by the first that asks."""
        made = "INSERT INTO cluster VALUES (1, $1) ON CONFLICT DO NOTHING"
        await self.change([(made, (secrets.token_urlsafe(32),))])
        return str((await self.all("SELECT key FROM cluster"))[0]["key"])

    def watch(self, lost: Callable[[str], None]) -> None:
        self._lost = lost

    async def _prolong_on(self) -> None:
        """Prolong every lease of this node, again and again, whatever became of the last time; none without a writer."""
        while True:
            await asyncio.sleep(self.lease / 3)
            if not self._writer.sound:
                self._let_go()
            try:
                await self._prolong()
            except Failed:
                pass  # told by the one who asked
            except Exception as error:  # noqa: BLE001  # a node that prolongs nothing any more loses all its tables
                structlog.get_logger().error("not_prolonged", problem=told(error))

    async def _prolong(self) -> None:
        """Prolong every lease that this node still holds. One that was lost is not held any more."""
        began = asyncio.get_running_loop().time()
        kept = await self.all(
            "WITH mine AS (SELECT table_id FROM leases WHERE node = $1 AND until >= now() AND table_id = ANY($3) ORDER BY table_id FOR UPDATE)"
            " UPDATE leases SET until = now() + $2 * interval '1 second' FROM mine WHERE leases.table_id = mine.table_id"
            " RETURNING leases.table_id, token",
            self.node.name, self.lease, list(self._tokens),
        )  # fmt: skip
        mine = {row["table_id"]: row["token"] for row in kept}
        for table, token in tuple(self._tokens.items()):
            if mine.get(table) == token:
                self._until[table] = began + self.lease
            elif self._until.pop(table, None) is not None:
                self._lost(table)

    def _let_go(self) -> None:
        """Hold nothing any more: what this node cannot write to is another's as soon as its lease is over."""
        for table in tuple(self._tokens):
            del self._tokens[table]
            if self._until.pop(table, None) is not None:
                self._lost(table)

    # --- writing -----------------------------------------------------------------------------------------------------

    async def create(self, row: TableRow, batch: Batch) -> None:
        async def work(connection: "Connection") -> None:
            values = (row.id, row.system, row.name, row.created, row.secret)
            await connection.execute("INSERT INTO tables VALUES ($1, $2, $3, $4, $5)", *values)
            await write(connection, batch)

        await self._writer.submit(work)
        await self.claim(row.id)

    async def append(self, batch: Batch) -> None:
        """Write entries; durable on return. `Fenced` if the table lives elsewhere by now."""
        if batch.table not in self._tokens:
            await self.claim(batch.table)
        await self._writer.submit(
            lambda connection: write(connection, batch), lease=(batch.table, self._tokens[batch.table])
        )

    async def save(self, table: str, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint; an older one never takes the place of a newer."""
        pieces = [(table, name, body) for name, body in checkpoint.pieces.items()]

        async def work(connection: "Connection") -> None:
            await connection.executemany("INSERT INTO pieces VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", pieces)
            newer = "ON CONFLICT (table_id) DO UPDATE SET n = excluded.n, body = excluded.body WHERE excluded.n >= checkpoints.n"
            await connection.execute(
                f"INSERT INTO checkpoints VALUES ($1, $2, $3) {newer}", table, checkpoint.n, checkpoint.body
            )

        await self._writer.submit(work)

    async def keep(self, table: str, states: Sequence[State]) -> None:
        rows = [(table, state.head, state.body) for state in states]
        sql = "INSERT INTO states VALUES ($1, $2, $3) ON CONFLICT (table_id, head) DO UPDATE SET body = excluded.body"
        await self._writer.submit(lambda connection: connection.executemany(sql, rows))

    async def forget(self, table: str) -> None:
        async def work(connection: "Connection") -> None:
            for name in ("checkpoints", "pieces", "states"):
                await connection.execute(f"DELETE FROM {name} WHERE table_id = $1", table)

        await self._writer.submit(work)

    async def bring(self, whole: Whole) -> None:
        """A whole table from another store, dice and links as they were."""

        async def work(connection: "Connection") -> None:
            row, table = whole.row, whole.row.id
            await connection.execute(
                "INSERT INTO tables VALUES ($1, $2, $3, $4, $5)", table, row.system, row.name, row.created, row.secret
            )
            entries = [(table, stored.n, stored.body) for stored in whole.entries]
            await connection.executemany("INSERT INTO entries VALUES ($1, $2, $3)", entries)
            links = [(link, table, seat) for link, seat in whole.links.items()]
            await connection.executemany("INSERT INTO links VALUES ($1, $2, $3)", links)
            seeds = [(table, place, seed) for place, seed in whole.seeds]
            await connection.executemany("INSERT INTO seeds VALUES ($1, $2, $3)", seeds)
            pictures = [(table, name, body) for name, body in whole.pictures.items()]
            await connection.executemany("INSERT INTO pictures VALUES ($1, $2, $3)", pictures)

        await self._alone(work)

    async def whole(self, table: str) -> Whole:
        links = await self.all("SELECT hash, seat FROM links WHERE table_id = $1", table)
        seeds = await self.all("SELECT place, seed FROM seeds WHERE table_id = $1 ORDER BY place", table)
        pictures = await self.all("SELECT name, body FROM pictures WHERE table_id = $1", table)
        return Whole(
            await self.row(table),
            tuple(await self.read(table)),
            {row["hash"]: row["seat"] for row in links},
            tuple((row["place"], row["seed"]) for row in seeds),
            {row["name"]: row["body"] for row in pictures},
        )

    async def change(self, statements: Sequence[tuple[str, Sequence[str | int]]]) -> int:
        """Small changes beside the tables, all or nothing; how many rows the last one touched."""
        done = ""

        async def work(connection: "Connection") -> None:
            nonlocal done
            for sql, values in statements:
                done = await connection.execute(sql, *values)

        await self._alone(work)
        return int(done.rpartition(" ")[2] or 0)

    async def _alone(self, work: Work) -> None:
        """A transaction of its own, beside the writer's: for what stands on no lease."""
        assert self._pool is not None
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection, connection.transaction():
                await work(connection)
        except DOWN as error:
            structlog.get_logger().error("write_failed", problem=told(error), jobs=1)
            raise Failed(told(error)) from error

    # --- reading -----------------------------------------------------------------------------------------------------

    async def read(self, table: str, *, after: int = 0, limit: int | None = None) -> Sequence[Stored]:
        sql = "SELECT n, body FROM entries WHERE table_id = $1 AND n > $2 ORDER BY n LIMIT $3"
        return [Stored(row["n"], row["body"]) for row in await self.all(sql, table, after, limit)]

    async def tail(self, table: str, count: int, *, before: int | None = None) -> Sequence[Stored]:
        sql = "SELECT n, body FROM entries WHERE table_id = $1 AND n < $2 ORDER BY n DESC LIMIT $3"
        found = await self.all(sql, table, 2**62 if before is None else before, count)
        return [Stored(row["n"], row["body"]) for row in reversed(found)]

    async def entry(self, table: str, n: int) -> Stored | None:
        found = await self._row("SELECT n, body FROM entries WHERE table_id = $1 AND n = $2", table, n)
        return None if found is None else Stored(found["n"], found["body"])

    async def row(self, table: str) -> TableRow:
        found = await self._row("SELECT id, system, name, created, secret FROM tables WHERE id = $1", table)
        if found is None:
            raise UnknownTable(table)
        return TableRow(*found.values())

    async def rows(self) -> Sequence[TableRow]:
        sql = "SELECT id, system, name, created, secret FROM tables ORDER BY created DESC, id"
        return [TableRow(*row.values()) for row in await self.all(sql)]

    async def seeds(self, table: str) -> Sequence[bytes]:
        return [
            row["seed"] for row in await self.all("SELECT seed FROM seeds WHERE table_id = $1 ORDER BY place", table)
        ]

    async def seat(self, link: str) -> tuple[str, str] | None:
        found = await self.all("SELECT table_id, seat FROM links WHERE hash = $1", link)
        return next(((row["table_id"], row["seat"]) for row in found), None)

    async def picture(self, table: str, name: str) -> bytes | None:
        found = await self._row("SELECT body FROM pictures WHERE table_id = $1 AND name = $2", table, name)
        return None if found is None else bytes(found["body"])

    async def pictures(self, table: str) -> Sequence[str]:
        sql = "SELECT name FROM pictures WHERE table_id = $1 ORDER BY name"
        return [row["name"] for row in await self.all(sql, table)]

    async def latest(self, table: str) -> Checkpoint | None:
        found = await self._row("SELECT n, body FROM checkpoints WHERE table_id = $1", table)
        if found is None:
            return None
        pieces = await self.all("SELECT name, body FROM pieces WHERE table_id = $1", table)
        return Checkpoint(found["n"], found["body"], {row["name"]: row["body"] for row in pieces})

    async def nearest(self, table: str, head: int) -> State | None:
        sql = "SELECT head, body FROM states WHERE table_id = $1 AND head <= $2 ORDER BY head DESC LIMIT 1"
        found = await self._row(sql, table, head)
        return None if found is None else State(found["head"], found["body"])

    async def backup(self, path: str) -> None:
        """Every table into a database file that `ludex restore`, `tables` and `export` read; each table whole at its own moment."""
        file = SqliteStore(path)
        try:
            await move(self, file)
        finally:
            await file.close()

    async def close(self) -> None:
        """Let the writer finish, give every table back, and let go of the database."""
        await self._writer.close()
        if self._prolonging is not None:
            self._prolonging.cancel()
        for table in tuple(self._tokens):
            with suppress(Failed):
                await self.release(table)
        for pool in self._pools:
            try:
                await asyncio.wait_for(pool.close(), PATIENCE)
            except DOWN:
                pool.terminate()

    # --- how it is run -----------------------------------------------------------------------------------------------

    async def all(self, sql: str, *values: object) -> "list[asyncpg.Record]":
        assert self._pool is not None
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                return await connection.fetch(sql, *values)
        except DOWN as error:
            structlog.get_logger().error("read_failed", problem=told(error))
            raise Failed(told(error)) from error

    async def _row(self, sql: str, *values: object) -> "asyncpg.Record | None":
        found = await self.all(sql, *values)
        return found[0] if found else None


async def _nothing(connection: "Connection") -> None:
    """What a writer writes to show that it can."""
    await connection.execute("SELECT 1")
