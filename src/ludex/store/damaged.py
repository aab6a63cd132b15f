"""Reading a database that is damaged: whatever still comes out of it. The file itself is not touched; a copy of it is read."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from ludex.store.carving import Found, carve
from ludex.store.files import beside
from ludex.store.opening import said
from ludex.store.port import Stored, TableRow, Unusable, as_stored

DAMAGED = (sqlite3.Error, UnicodeDecodeError, OverflowError)


class Wreck:
    """A damaged database. Every method gives what can be read, and nothing where nothing can."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    @cached_property
    def _carved(self) -> Found:
        """Entries that the pages still hold, whatever has become of the way to them."""
        database, log = (one.read_bytes() if one.exists() else b"" for one in (self._path, beside(self._path)[0]))
        return carve(database, log)

    def rows(self) -> list[TableRow]:
        """The tables that it still lists."""
        rows: list[TableRow] = []
        place = 0
        sql = "SELECT rowid, id, system, name, created, secret FROM tables WHERE rowid > ? ORDER BY rowid LIMIT 1"
        while found := self._one(sql, (place,)):
            place = found[0]
            rows.append(TableRow(*found[1:]))
        return rows

    def tables(self) -> list[str]:
        """The ids of all tables that are listed or have entries."""
        ids = [row.id for row in self.rows()]
        found = self._one("SELECT table_id FROM entries ORDER BY table_id LIMIT 1", ())
        while found:
            ids.append(found[0])
            found = self._one("SELECT table_id FROM entries WHERE table_id > ? ORDER BY table_id LIMIT 1", (found[0],))
        return list(dict.fromkeys((*ids, *sorted({table for table, _ in self._carved}))))

    def entries(self, table: str) -> Iterator[Stored]:
        """The entries of a table, one after another, up to the first that is missing or does not come out."""
        sql, n = "SELECT body FROM entries WHERE table_id = ? AND n = ?", 1
        while found := self._one(sql, (table, n)) or self._found(table, n):
            yield as_stored(n, found[0])
            n += 1

    def _found(self, table: str, n: int) -> tuple[bytes] | None:
        body = self._carved.get((table, n))
        return None if body is None else (body,)

    def last(self, table: str) -> int:
        """The number of the last entry that is known of."""
        found = self._one("SELECT MAX(n) FROM entries WHERE table_id = ?", (table,))
        return max(int(found[0] or 0) if found else 0, *(n for one, n in self._carved if one == table), 0)

    def links(self, table: str) -> dict[str, str] | None:
        """The links to a table's seats; None if they do not come out."""
        try:
            return dict(self._connection.execute("SELECT hash, seat FROM links WHERE table_id = ?", (table,)))
        except DAMAGED:
            return None

    def pictures(self, table: str) -> dict[str, bytes]:
        """The pictures of a table that come out, by their hashes."""
        found: dict[str, bytes] = {}
        name = ""
        sql = "SELECT name, body FROM pictures WHERE table_id = ? AND name > ? ORDER BY name LIMIT 1"
        while one := self._one(sql, (table, name)):
            name = one[0]
            found[name] = bytes(one[1])
        return found

    def seeds(self, table: str) -> list[bytes]:
        """Dice seeds that were put away."""
        try:
            found = self._connection.execute("SELECT seed FROM seeds WHERE table_id = ? ORDER BY place", (table,))
            return [seed for (seed,) in found]
        except DAMAGED:
            return []

    def _one(self, sql: str, values: tuple[Any, ...]) -> Any:
        try:
            return self._connection.execute(sql, values).fetchone()
        except DAMAGED:
            return None


@contextmanager
def wreck(path: Path) -> Iterator[Wreck]:
    """Open a copy of a damaged database; of one that is gone but for its write-ahead log, that."""
    if not path.exists() and not beside(path)[0].exists():
        raise Unusable(f"there is no database {path}")
    with tempfile.TemporaryDirectory(prefix="ludex-salvage-") as folder, said(path):
        copy = Path(folder) / "wreck.db"
        for source, target in zip((path, *beside(path)[:1]), (copy, *beside(copy)[:1]), strict=True):
            if source.exists():
                shutil.copyfile(source, target)
        connection = sqlite3.connect(copy, isolation_level=None)
        try:
            yield Wreck(connection, path)
        finally:
            connection.close()


def put_seeds(database: Path, table: str, seeds: list[bytes]) -> None:
    """Put dice seeds away in a database that nobody has open."""
    connection = sqlite3.connect(database)
    try:
        with connection:
            rows = [(table, place - len(seeds), seed) for place, seed in enumerate(seeds)]
            connection.executemany("INSERT INTO seeds VALUES (?, ?, ?)", rows)
    finally:
        connection.close()
