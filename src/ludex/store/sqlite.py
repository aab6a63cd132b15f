"""The SQLite store: WAL, synchronous=FULL, one writer with group commit.

Whatever is waiting when the writer comes round goes to disk in one transaction; each batch is its own savepoint, so a
conflict refuses that batch alone. Batches of entries that go on from what this writer wrote last need no savepoint: all of them are
one statement, since every statement is two changes of threads while the table plays on. Futures are resolved after the commit, never
before. What can be made again (checkpoints, states) is written in transactions of its own: it cannot harm an entry.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog

from ludex.store.files import Presence
from ludex.store.lanes import Answer, Job, Lanes, Threads, Write, tell
from ludex.store.moving import Whole, copy, keep_unlinked
from ludex.store.opening import connect, prepare
from ludex.store.port import Batch, Checkpoint, Conflict, Failed, State, Stored, TableRow, UnknownTable, as_stored, told

Work = Callable[[sqlite3.Connection], None]
Values = tuple[str | int | bytes | None, ...]
"""What a statement is given."""

Rows = list[Any]
"""What it finds: as SQLite gives it."""
Connect = Callable[[str], sqlite3.Connection]

REMEMBERED = 1024
"""Of so many tables the writer knows the last entry."""

MOST = 10_000
"""About so many values go into one statement."""

DISK = (sqlite3.OperationalError, sqlite3.InternalError)
"""The disk is at fault, not what was to be written: nothing of that transaction can be trusted."""


class SqliteStore:
    """One database file. With `prepared` somebody has made sure of it already."""

    def __init__(
        self,
        path: str | Path,
        *,
        lanes: Callable[[Write], Lanes] = Threads,
        join: Connect = connect,
        prepared: bool = False,
    ) -> None:
        if not prepared:
            prepare(Path(path))
        self.path = str(path)
        self._writer = join(self.path)
        self._reader = join(self.path)
        self._last: dict[str, Stored] = {}
        self._presence = Presence(Path(path))
        self._lanes: Lanes = lanes(self._commit)

    # --- writing -------------------------------------------------------------------------------------------------

    async def create(self, row: TableRow, batch: Batch) -> None:
        def work(connection: sqlite3.Connection) -> None:
            values = (row.id, row.system, row.name, row.created, row.secret)
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?)", values)
            _write(connection, batch)

        await self._submit(work)

    def append(self, batch: Batch) -> "asyncio.Future[None]":
        """Write entries; durable when it is done. (No task of its own: it is what every line waits for.)"""
        return self._submitted(lambda connection: _write(connection, batch), batch=batch)

    async def save(self, table: str, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint; an older one never takes the place of a newer."""
        pieces = [(table, name, body) for name, body in checkpoint.pieces.items()]
        newer = "ON CONFLICT DO UPDATE SET n = excluded.n, body = excluded.body WHERE excluded.n >= n"

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT OR IGNORE INTO pieces VALUES (?, ?, ?)", pieces)
            values = (table, checkpoint.n, checkpoint.body)
            connection.execute(f"INSERT INTO checkpoints VALUES (?, ?, ?) {newer}", values)

        await self._submit(work, apart=True)

    async def keep(self, table: str, states: Sequence[State]) -> None:
        rows = [(table, state.head, state.body) for state in states]
        sql = "INSERT OR REPLACE INTO states VALUES (?, ?, ?)"
        await self._submit(lambda connection: _many(connection, sql, rows), apart=True)

    async def forget(self, table: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            for name in ("checkpoints", "pieces", "states"):
                connection.execute(f"DELETE FROM {name} WHERE table_id = ?", (table,))

        await self._submit(work, apart=True)

    async def bring(self, whole: Whole) -> None:
        """A whole table from another store, dice and links as they were."""
        row, table = whole.row, whole.row.id

        def work(connection: sqlite3.Connection) -> None:
            values = (table, row.system, row.name, row.created, row.secret)
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?)", values)
            entries = [(table, stored.n, stored.body) for stored in whole.entries]
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", entries)
            connection.executemany(
                "INSERT INTO links VALUES (?, ?, ?)", [(h, table, s) for h, s in whole.links.items()]
            )
            connection.executemany("INSERT INTO seeds VALUES (?, ?, ?)", [(table, p, seed) for p, seed in whole.seeds])
            kept = [(table, name, body) for name, body in whole.pictures.items()]
            connection.executemany("INSERT INTO pictures VALUES (?, ?, ?)", kept)

        await self._submit(work)

    # --- one machine holds everything ----------------------------------------------------------------------------

    def takes(self, table: str) -> bool:  # noqa: ARG002  # every table
        """Every table lives here."""
        return True

    def holds(self, table: str) -> bool:  # noqa: ARG002  # every table
        """One machine holds everything."""
        return True

    async def claim(self, table: str) -> None:
        """Nobody else could hold it."""

    async def release(self, table: str) -> None:
        """Nobody else could want it."""

    def watch(self, lost: Callable[[str], None]) -> None:
        """Nothing is ever lost to another node."""

    # --- reading -------------------------------------------------------------------------------------------------

    async def read(self, table: str, *, after: int = 0, limit: int | None = None) -> Sequence[Stored]:
        sql = "SELECT n, body FROM entries WHERE table_id = ? AND n > ? ORDER BY n LIMIT ?"
        return await self._fetch(sql, (table, after, -1 if limit is None else limit))

    async def tail(self, table: str, count: int, *, before: int | None = None) -> Sequence[Stored]:
        sql = "SELECT n, body FROM entries WHERE table_id = ? AND n < ? ORDER BY n DESC LIMIT ?"
        found = await self._fetch(sql, (table, 2**62 if before is None else before, count))
        return found[::-1]

    async def entry(self, table: str, n: int) -> Stored | None:
        found = await self._fetch("SELECT n, body FROM entries WHERE table_id = ? AND n = ?", (table, n))
        return found[0] if found else None

    async def row(self, table: str) -> TableRow:
        found = await self._all("SELECT id, system, name, created, secret FROM tables WHERE id = ?", (table,))
        if not found:
            raise UnknownTable(table)
        return TableRow(*found[0])

    async def rows(self) -> Sequence[TableRow]:
        found = await self._all("SELECT id, system, name, created, secret FROM tables ORDER BY created DESC, id", ())
        return [TableRow(*r) for r in found]

    async def seeds(self, table: str) -> Sequence[bytes]:
        found = await self._all("SELECT seed FROM seeds WHERE table_id = ? ORDER BY place", (table,))
        return [seed for (seed,) in found]

    async def seat(self, link: str) -> tuple[str, str] | None:
        found = await self._all("SELECT table_id, seat FROM links WHERE hash = ?", (link,))
        return (found[0][0], found[0][1]) if found else None

    async def picture(self, table: str, name: str) -> bytes | None:
        found = await self._all("SELECT body FROM pictures WHERE table_id = ? AND name = ?", (table, name))
        return bytes(found[0][0]) if found else None

    async def pictures(self, table: str) -> Sequence[str]:
        found = await self._all("SELECT name FROM pictures WHERE table_id = ? ORDER BY name", (table,))
        return [name for (name,) in found]

    async def latest(self, table: str) -> Checkpoint | None:
        found = await self._all("SELECT n, body FROM checkpoints WHERE table_id = ?", (table,))
        if not found:
            return None
        pieces = await self._all("SELECT name, body FROM pieces WHERE table_id = ?", (table,))
        n, body = found[0]
        return Checkpoint(n, body, dict(pieces))

    async def nearest(self, table: str, head: int) -> State | None:
        sql = "SELECT head, body FROM states WHERE table_id = ? AND head <= ? ORDER BY head DESC LIMIT 1"
        found = await self._all(sql, (table, head))
        return State(*found[0]) if found else None

    async def whole(self, table: str) -> Whole:
        links = await self._all("SELECT hash, seat FROM links WHERE table_id = ?", (table,))
        seeds = await self._all("SELECT place, seed FROM seeds WHERE table_id = ? ORDER BY place", (table,))
        pictures = await self._all("SELECT name, body FROM pictures WHERE table_id = ?", (table,))
        entries = tuple(await self.read(table))
        return Whole(await self.row(table), entries, dict(links), tuple((p, s) for p, s in seeds), dict(pictures))

    async def backup(self, path: str) -> None:
        """An online copy, page by page, consistent at one moment. Play reads and writes on beside it."""
        await asyncio.to_thread(copy, Path(self.path), Path(path))

    async def close(self) -> None:
        """Let the writer finish, fold the write-ahead log into the file, then close."""
        await self._lanes.close()
        keep_unlinked(self._reader, Path(self.path))
        self._reader.close()
        with suppress(sqlite3.Error):  # somebody else still reads: the next one to open it folds it
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._writer.close()

    # --- lanes ---------------------------------------------------------------------------------------------------

    async def _submit(self, work: Work, *, apart: bool = False) -> None:
        await self._submitted(work, apart=apart)

    def _submitted(self, work: Work, *, apart: bool = False, batch: Batch | None = None) -> "asyncio.Future[None]":
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lanes.write(Job(lambda: work(self._writer), future, apart, batch))
        return future

    async def _all(self, sql: str, values: Values) -> Rows:
        def work() -> Rows:
            return self._reader.execute(sql, values).fetchall()

        try:
            return await self._lanes.read(work)
        except sqlite3.Error as error:
            structlog.get_logger().error("read_failed", file=self.path, problem=told(error))
            raise Failed(told(error)) from error

    async def _fetch(self, sql: str, values: Values) -> list[Stored]:
        return [as_stored(n, body) for n, body in await self._all(sql, values)]

    def _commit(self, jobs: Sequence[Job]) -> None:
        """Entries as one transaction, then each of the rest in its own."""
        if entries := [job for job in jobs if not job.apart]:
            self._transact(entries)
        for job in jobs:
            if job.apart:
                self._transact([job])

    def _transact(self, jobs: Sequence[Job]) -> None:
        """One transaction. Whatever goes wrong is answered and told; the writer itself lives on."""
        writer = self._writer
        answers: list[Answer] = []
        try:
            if writer.in_transaction:  # a rollback that failed too
                writer.execute("ROLLBACK")
            self._check_there()
            following, values = self._following(jobs)
            if len(following) == len(jobs) and self._insert(values):  # a statement by itself is a transaction
                answers = [(job.future, None) for job in jobs]
            else:
                writer.execute("BEGIN IMMEDIATE")
                written = following if self._insert(values) else set()
                answers = [(job.future, None if job.future in written else _attempt(writer, job)) for job in jobs]
                writer.execute("COMMIT")
            self._remember(jobs, answers)
        except Exception as error:  # noqa: BLE001  # a writer that dies takes every table with it
            structlog.get_logger().error("write_failed", file=self.path, problem=told(error), jobs=len(jobs))
            with suppress(sqlite3.Error):
                writer.execute("ROLLBACK")
            answers = [(job.future, Failed(told(error))) for job in jobs]
            self._last.clear()
        tell(answers)

    def _check_there(self) -> None:
        """Refuse to write to files that are gone; what their write-ahead log holds goes into the database while it still can."""
        try:
            self._presence.check()
        except Failed:
            with suppress(sqlite3.Error):
                self._writer.execute("PRAGMA wal_checkpoint(PASSIVE)")
            raise

    def _following(self, jobs: Sequence[Job]) -> tuple[set["asyncio.Future[None]"], list[str | int | bytes | None]]:
        """Whose batches go on from the last entries that this writer wrote, and the rows of all of them."""
        last: dict[str, Stored | None] = {}
        values: list[str | int | bytes | None] = []
        found = set()
        for job in jobs:
            if (batch := job.batch) is None:
                continue
            table = batch.table
            before = last[table] if table in last else self._last.get(table)
            if before is None or not batch.alone or not batch.follows(before) or len(values) > MOST:
                last[table] = None  # what comes after it waits for it
                continue
            last[table] = batch.last
            for row in _rows(batch):
                values += row
            found.add(job.future)
        return found, values

    def _insert(self, values: Sequence[str | int | bytes | None]) -> bool:
        """Write rows as one; whether that was possible."""
        if not values:
            return False
        try:
            self._writer.execute(f"INSERT INTO entries VALUES {', '.join(['(?, ?, ?)'] * (len(values) // 3))}", values)
        except DISK:
            raise
        except sqlite3.Error:  # something about one of them, or somebody else has written here: each for itself
            return False
        return True

    def _remember(self, jobs: Sequence[Job], answers: Sequence[Answer]) -> None:
        """What the last entry of each table is now."""
        for job, (_, error) in zip(jobs, answers, strict=True):
            if job.batch is not None:
                self._last.pop(job.batch.table, None)
                if error is None and job.batch.entries:
                    self._last[job.batch.table] = job.batch.last
        while len(self._last) > REMEMBERED:
            del self._last[next(iter(self._last))]


def _attempt(writer: sqlite3.Connection, job: Job) -> BaseException | None:
    """One batch within the common transaction; what refuses it, if anything does."""
    writer.execute("SAVEPOINT one")
    try:
        job.work()
    except DISK:
        raise
    except (sqlite3.IntegrityError, Conflict):
        writer.execute("ROLLBACK TO one")
        return Conflict()
    except Exception as error:  # noqa: BLE001  # something about this batch: the others are none the worse for it
        structlog.get_logger().error("batch_failed", problem=told(error))
        writer.execute("ROLLBACK TO one")
        return Failed(told(error))
    finally:
        with suppress(sqlite3.Error):
            writer.execute("RELEASE one")
    return None


def _write(connection: sqlite3.Connection, batch: Batch) -> None:
    last = "SELECT n, body FROM entries WHERE table_id = ? ORDER BY n DESC LIMIT 1"
    found = connection.execute(last, (batch.table,)).fetchone()
    if not batch.follows(as_stored(*found) if found else None):
        raise Conflict  # what rests on an entry that was never written is never written either
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", _rows(batch))
    for link, seat in batch.links.items():
        if seat:
            connection.execute("INSERT OR REPLACE INTO links VALUES (?, ?, ?)", (link, batch.table, seat))
        else:
            connection.execute("DELETE FROM links WHERE hash = ?", (link,))
    kept = [(batch.table, name, body) for name, body in batch.pictures.items()]
    connection.executemany("INSERT OR IGNORE INTO pictures VALUES (?, ?, ?)", kept)
    if batch.secret is not None:
        _reseed(connection, batch, batch.secret)


def _rows(batch: Batch) -> list[Values]:
    return [(batch.table, batch.first + i, body) for i, body in enumerate(batch.entries)]


def _reseed(connection: sqlite3.Connection, batch: Batch, secret: bytes) -> None:
    """A new dice seed: the one before is put away, or has been revealed with all that were."""
    if batch.put_away:
        aside = "INSERT INTO seeds SELECT id, ?, secret FROM tables WHERE id = ?"
        connection.execute(aside, (batch.first, batch.table))
    else:
        connection.execute("DELETE FROM seeds WHERE table_id = ?", (batch.table,))
    connection.execute("UPDATE tables SET secret = ? WHERE id = ?", (secret, batch.table))


def _many(connection: sqlite3.Connection, sql: str, rows: Sequence[Values]) -> None:
    connection.executemany(sql, rows)
