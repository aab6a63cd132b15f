"""Where the ledger's rows lie: in a file of one machine, or in the database that several nodes share."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ludex.fronts.bots.ledger import Ledger, Shelf, Statement, Value
from ludex.store.postgres import PostgresStore

_SCHEMA = """
create table if not exists places (platform text, id text, kind text, tab text not null, told integer not null, silent integer not null default 0, primary key (platform, id, kind));
create table if not exists people (platform text, id text, tab text, seat text not null, name text not null default '', primary key (platform, id, tab));
create table if not exists trusted (platform text, id text, primary key (platform, id));
create table if not exists cards (platform text, place text, id text, card text not null, primary key (platform, place, id));
create table if not exists banned (platform text, id text, primary key (platform, id));
create table if not exists taken (platform text, place text, id text, primary key (platform, place, id));
create table if not exists ways (platform text primary key, address text not null);
create table if not exists kept (kind text, name text, said text not null, primary key (kind, name));
"""


class FileShelf:
    """A SQLite file: one process, small rows, so that waiting for the disk costs nothing that could be noticed."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("pragma journal_mode=wal")
        self._db.execute("pragma synchronous=normal")
        self._db.executescript(_SCHEMA)

    async def rows(self, sql: str, *values: Value) -> Sequence[tuple[Value, ...]]:
        """What a question finds."""
        return self._db.execute(sql, _numbered(values)).fetchall()

    async def write(self, *statements: Statement) -> int:
        """Do all of it or nothing; how many rows the last one touched."""
        touched = 0
        self._db.execute("begin immediate")
        try:
            for sql, values in statements:
                with closing(self._db.execute(sql, _numbered(values))) as done:
                    touched = done.rowcount
        except BaseException:
            self._db.execute("rollback")
            raise
        self._db.execute("commit")
        return touched

    async def close(self) -> None:
        self._db.close()


def _numbered(values: Sequence[Value]) -> dict[str, Value]:
    return {str(place): value for place, value in enumerate(values, 1)}


class SharedShelf:
    """The database that several nodes share."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store

    async def rows(self, sql: str, *values: Value) -> Sequence[tuple[Value, ...]]:
        """What a question finds."""
        return [tuple(row) for row in await self.store.all(sql, *values)]

    async def write(self, *statements: Statement) -> int:
        """Do all of it or nothing; how many rows the last one touched."""
        return await self.store.change(statements)

    async def close(self) -> None:
        """The store is closed with its house."""


def file_ledger(path: Path) -> Ledger:
    """The links in a file beside the tables."""
    return Ledger(FileShelf(path))


_KEPT = {
    "places": "platform, id, kind, tab, told, silent",
    "people": "platform, id, tab, seat, name",
    "trusted": "platform, id",
    "banned": "platform, id",
    "cards": "platform, place, id, card",
    "kept": "kind, name, said",
}
"""What is carried from one shelf to another, with its columns."""


async def carry(source: Shelf, target: Shelf) -> int:
    """Copy the links of groups and people; what the target has already stays as it is. How many rows there were."""
    count = 0
    for name, columns in _KEPT.items():
        order = " order by rowid" if name == "people" else ""
        for row in await source.rows(f"select {columns} from {name}{order}"):
            places = ", ".join(f"${place}" for place in range(1, len(row) + 1))
            await target.write((f"insert into {name} ({columns}) values ({places}) on conflict do nothing", row))
            count += 1
    return count
