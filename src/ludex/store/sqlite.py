"""The SQLite store: WAL, synchronous=FULL, one writer thread with group commit.

Whatever is waiting when the writer comes round goes to disk in one transaction; each batch is its own savepoint, so a
conflict refuses that batch alone. Futures are resolved after the commit, never before.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import structlog

from ludex.store.port import Batch, Checkpoint, Conflict, Stored, TableRow, UnknownTable
from ludex.store.schema import migrate

T = TypeVar("T")
RECENT = 2000
"""So many entries back every checkpoint is kept; further back those in a tenth of every so many."""

Work = Callable[[sqlite3.Connection], Any]
Job = tuple[Work, "asyncio.Future[Any]"]


def connect(path: str) -> sqlite3.Connection:
    """A connection with the settings that make commits durable."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class SqliteStore:
    """One database file."""

    def __init__(self, path: str | Path) -> None:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        self.path = str(path)
        self._writer = connect(self.path)
        migrate(self._writer)
        self._reader = connect(self.path)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ludex-read")
        self._thread = threading.Thread(target=self._write_loop, name="ludex-write", daemon=True)
        self._thread.start()

    async def create(self, row: TableRow, batch: Batch) -> None:
        """Add a table with its first entries."""

        def work(connection: sqlite3.Connection) -> None:
            values = (row.id, row.system, row.name, row.created, row.secret)
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?)", values)
            _write(connection, batch)

        await self._submit(work)

    async def append(self, batch: Batch) -> None:
        """Write entries; durable on return."""
        await self._submit(lambda connection: _write(connection, batch))

    async def save(self, table: str, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint; of those that lie more than `RECENT` entries back only some, so that they stay few."""
        values = (table, checkpoint.n, checkpoint.head, checkpoint.body)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?)", values)
            thin = "DELETE FROM checkpoints WHERE table_id = ? AND n < ? AND n % ? >= ?"
            connection.execute(thin, (table, checkpoint.n - RECENT, RECENT, RECENT // 10))

        await self._submit(work)

    async def read(self, table: str, *, after: int = 0, limit: int | None = None) -> Sequence[Stored]:
        """Entries above `after`."""
        sql = "SELECT n, body FROM entries WHERE table_id = ? AND n > ? ORDER BY n LIMIT ?"
        return await self._fetch(sql, (table, after, -1 if limit is None else limit))

    async def tail(self, table: str, count: int, *, before: int | None = None) -> Sequence[Stored]:
        """The last entries."""
        sql = "SELECT n, body FROM entries WHERE table_id = ? AND n < ? ORDER BY n DESC LIMIT ?"
        found = await self._fetch(sql, (table, 2**62 if before is None else before, count))
        return found[::-1]

    async def entry(self, table: str, n: int) -> Stored | None:
        """One entry."""
        found = await self._fetch("SELECT n, body FROM entries WHERE table_id = ? AND n = ?", (table, n))
        return found[0] if found else None

    async def row(self, table: str) -> TableRow:
        """A table."""
        found = await self._all("SELECT id, system, name, created, secret FROM tables WHERE id = ?", (table,))
        if not found:
            raise UnknownTable(table)
        return TableRow(*found[0])

    async def rows(self) -> Sequence[TableRow]:
        """All tables, newest first."""
        found = await self._all("SELECT id, system, name, created, secret FROM tables ORDER BY created DESC, id", ())
        return [TableRow(*r) for r in found]

    async def seat(self, link: str) -> tuple[str, str] | None:
        """The table and seat behind a link."""
        found = await self._all("SELECT table_id, seat FROM links WHERE hash = ?", (link,))
        return (found[0][0], found[0][1]) if found else None

    async def latest(self, table: str) -> Checkpoint | None:
        """The newest checkpoint."""
        return await self._checkpoint("WHERE table_id = ? ORDER BY n DESC LIMIT 1", (table,))

    async def at_head(self, table: str, head: int) -> Checkpoint | None:
        """A checkpoint that stands on a commit."""
        return await self._checkpoint("WHERE table_id = ? AND head = ? LIMIT 1", (table, head))

    async def backup(self, path: str) -> None:
        """An online copy, page by page, consistent at one moment."""

        def work() -> None:
            source, target = connect(self.path), sqlite3.connect(path)
            try:
                source.backup(target, pages=1024)
            finally:
                target.close()
                source.close()

        await asyncio.get_running_loop().run_in_executor(self._reading, work)

    async def close(self) -> None:
        """Let the writer finish, then close."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reading.shutdown()
        self._reader.close()
        self._writer.close()

    async def _submit(self, work: Work) -> Any:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put((work, future))
        return await future

    async def _all(self, sql: str, values: tuple[Any, ...]) -> list[Any]:
        def work() -> list[Any]:
            return self._reader.execute(sql, values).fetchall()

        return await asyncio.get_running_loop().run_in_executor(self._reading, work)

    async def _fetch(self, sql: str, values: tuple[Any, ...]) -> list[Stored]:
        return [Stored(n, body) for n, body in await self._all(sql, values)]

    async def _checkpoint(self, where: str, values: tuple[Any, ...]) -> Checkpoint | None:
        found = await self._all(f"SELECT n, head, body FROM checkpoints {where}", values)
        return Checkpoint(*found[0]) if found else None

    def _write_loop(self) -> None:
        """Take whatever waits, commit it as one, answer everybody. Ends on None."""
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            closing = False
            while not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    closing = True
                    break
                jobs.append(following)
            self._commit(jobs)
            if closing:
                return

    def _commit(self, jobs: list[Job]) -> None:
        """One transaction for all that waits. Whatever goes wrong is answered and told; the writer itself lives on."""
        outcomes: list[tuple[asyncio.Future[Any], BaseException | None]] = []
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for work, future in jobs:
                outcomes.append((future, self._attempt(work)))
            self._writer.execute("COMMIT")
        except Exception as error:  # noqa: BLE001  # a writer that dies takes every table with it
            structlog.get_logger().error("write_failed", problem=f"{type(error).__name__}: {error}", jobs=len(jobs))
            with suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")
            outcomes = [(future, error) for _, future in jobs]
        _answer(outcomes)

    def _attempt(self, work: Work) -> BaseException | None:
        """One batch within the common transaction; what refuses it, if anything does."""
        self._writer.execute("SAVEPOINT one")
        try:
            work(self._writer)
        except (sqlite3.IntegrityError, Conflict):
            self._writer.execute("ROLLBACK TO one")
            return Conflict()
        except sqlite3.Error:
            raise  # the disk, not the batch: nothing of this transaction can be trusted
        except Exception as error:  # noqa: BLE001
            structlog.get_logger().error("batch_failed", problem=f"{type(error).__name__}: {error}")
            self._writer.execute("ROLLBACK TO one")
            return error
        finally:
            with suppress(sqlite3.Error):
                self._writer.execute("RELEASE one")
        return None


def _write(connection: sqlite3.Connection, batch: Batch) -> None:
    last = connection.execute("SELECT COALESCE(MAX(n), 0) FROM entries WHERE table_id = ?", (batch.table,)).fetchone()[
        0
    ]
    if batch.first != last + 1:  # what rests on an entry that was never written is never written either
        raise Conflict
    rows = [(batch.table, batch.first + i, body) for i, body in enumerate(batch.entries)]
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
    for link, seat in batch.links.items():
        if seat:
            connection.execute("INSERT OR REPLACE INTO links VALUES (?, ?, ?)", (link, batch.table, seat))
        else:
            connection.execute("DELETE FROM links WHERE hash = ?", (link,))
    if batch.secret is not None:
        connection.execute("UPDATE tables SET secret = ? WHERE id = ?", (batch.secret, batch.table))


def _answer(outcomes: list[tuple["asyncio.Future[Any]", BaseException | None]]) -> None:
    """Resolve futures in their loops, all of one loop in a single wake-up."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], BaseException | None]]] = {}
    for future, error in outcomes:
        by_loop.setdefault(future.get_loop(), []).append((future, error))
    for loop, answers in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, answers)


def _resolve(answers: list[tuple["asyncio.Future[Any]", BaseException | None]]) -> None:
    for future, error in answers:
        if future.done():
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)


def restore(source: str | Path, target: str | Path) -> None:
    """Put a backup in place of a database that nobody has open; what was there is kept beside it as `.before-restore`."""
    probe = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
    try:
        if probe.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise ValueError(f"{source} is damaged")
        probe.execute("SELECT count(*) FROM entries")
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{source} is not a Ludex backup: {error}") from None
    finally:
        probe.close()
    _replace(Path(source), Path(target))


def _replace(source: Path, target: Path) -> None:
    if target.exists():
        old = connect(str(target))
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        old.close()
        target.replace(target.with_name(target.name + ".before-restore"))
    fresh = target.with_name(target.name + ".restoring")
    fresh.write_bytes(source.read_bytes())
    fresh.replace(target)
