"""A database that fails: a real PostgreSQL behind connections that refuse statements and break off, all of it from one seed.

The loop of the simulation has no sockets, so a statement is run by another thread, to its end, while everything here stands still.
One transaction is under way at a time: what would depend on the order of answers does not. Leases last for ever: nodes that lose
them are tried with real processes (tests/fronts/test_nodes.py).
"""

import asyncio
import threading
from collections import Counter
from contextlib import asynccontextmanager
from functools import cache

import asyncpg

from ludex.store.leases import Node
from ludex.store.postgres import PostgresStore
from ludex.store.postgres_schema import migrate

FOR_EVER = 10.0**9
TABLES = "tables, entries, links, seeds, pictures, checkpoints, pieces, states, leases"


class Wire:
    """A real connection, on a loop and thread of its own."""

    def __init__(self, dsn):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.real = self.run(asyncpg.connect(dsn))
        self.run(migrate(self.real))

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(60)


wire = cache(Wire)
"""One for each database."""


class Link:
    """A connection as the store knows it. Any statement may fail; after a crash none is ever answered."""

    def __init__(self, pool):
        self.pool = pool
        self.depth = 0

    def __getattr__(self, name):
        async def asked(sql, *values):
            return await self.pool.step(sql, getattr(self.pool.wire.real, name)(sql, *values))

        if name not in ("fetch", "fetchrow", "fetchval", "execute", "executemany"):
            raise AttributeError(name)
        return asked

    @asynccontextmanager
    async def transaction(self):
        name = f"s{self.depth}"
        await self.execute(f"SAVEPOINT {name}" if self.depth else "BEGIN")
        self.depth += 1
        try:
            yield
        except BaseException:
            self.depth -= 1
            if not self.pool.dead:
                self.pool.undo(f"ROLLBACK TO {name}" if self.depth else "ROLLBACK")
            raise
        self.depth -= 1
        try:
            await self.execute(f"RELEASE {name}" if self.depth else "COMMIT")
        except asyncpg.PostgresConnectionError:
            if not self.depth:  # a connection that breaks takes its transaction with it, unless it was made
                self.pool.undo("ROLLBACK")
            raise


class Pool:
    """What the store takes its connections from, for one life of the server."""

    def __init__(self, database):
        self.database = database
        self.wire = database.wire
        self.turn = asyncio.Lock()
        self.dead = False
        self.committing = False

    @asynccontextmanager
    async def acquire(self, timeout=None):  # noqa: ASYNC109  # nothing here is waited for without end
        async with self.turn:
            yield Link(self)

    async def step(self, sql, work):
        """One statement, in its own time."""
        self.committing = sql == "COMMIT"
        try:
            await asyncio.sleep(self.database.pause())
            if self.dead:
                await asyncio.get_running_loop().create_future()
            self.database.before(sql)
        except BaseException:
            work.close()
            raise
        done = self.wire.run(work)
        self.committing = False
        self.database.after(sql)
        return done

    def undo(self, sql):
        """A transaction that is given up; one that was made after all is no more under way."""
        if self.wire.real.is_in_transaction():
            self.wire.run(self.wire.real.execute(sql))

    async def close(self):
        pass


class Database:
    """One database through all its crashes: as `Disk`, for a simulation."""

    closes = False

    def __init__(self, dsn, chance):
        self.wire = wire(dsn)
        self.chance = chance
        self.rate = 0.0
        self.vague = False
        self.slow = 1.0
        self.met = Counter()
        self.pool = self.store = None

    def prepare(self):
        """Nothing is there."""
        self.wire.run(self.wire.real.execute(f"ROLLBACK; TRUNCATE {TABLES}"))

    def pause(self):
        return self.chance.expovariate(1.0) * self.slow / 4  # a batch is several statements

    def open(self):
        """The store as a server opens it."""
        self.pool = Pool(self)
        self.store = PostgresStore("", Node("simulated"), lease=FOR_EVER)
        self.store._pool = self.pool
        self.store._writer.start(self.pool)
        return self.store

    def before(self, sql):
        if self.rate and self.chance.random() < self.rate / 2:
            self.met[sql.split(maxsplit=1)[0].lower()] += 1
            raise asyncpg.PostgresConnectionError("the connection was closed")

    def after(self, sql):
        if sql == "COMMIT" and self.vague and self.chance.random() < self.rate:
            self.met["vague"] += 1
            raise asyncpg.PostgresConnectionError("the connection was closed after all was written")

    def crash(self):
        """The server dies. The transaction under way is gone, unless its end was on the way."""
        self.pool.dead = True
        made = self.pool.committing and self.chance.random() < 0.5
        self.met["torn" if self.pool.committing else "crash"] += 1
        self.pool.undo("COMMIT" if made else "ROLLBACK")
