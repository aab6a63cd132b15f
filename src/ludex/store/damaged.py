"""Reading a database that is damaged: whatever still comes out of it. The file itself is not touched; a copy of it is read."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ludex.store.carving import carve
from ludex.store.files import beside
from ludex.store.opening import said
from ludex.store.port import TableRow, Unusable, as_stored

DAMAGED = (sqlite3.Error, UnicodeDecodeError, OverflowError)


class Wreck:
    """A damaged database. Every method gives what can be read, and nothing where nothing can."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def entries(self) -> dict[str, dict[int, list[bytes]]]:
        """Everything that can be read as an entry, by table and number: by the database's own way to it, and what its pages still hold
        whatever has become of that way. Of one number there may be several."""
        found: dict[str, dict[int, list[bytes]]] = {}
        database, log = (one.read_bytes() if one.exists() else b"" for one in (self._path, beside(self._path)[0]))
        for table, n, body in (*self._listed(), *carve(database, log)):
            several = found.setdefault(table, {}).setdefault(n, [])
            if body not in several:
                several.append(body)
        return found

    def _listed(self) -> Iterator[tuple[str, int, bytes]]:
        """What the database lists, from its beginning and from its end as far as it can."""
        for way in ("", " DESC"):
            try:
                rows = self._connection.execute(f"SELECT table_id, n, body FROM entries ORDER BY table_id{way}, n{way}")
                for table, n, body in rows:
                    if isinstance(table, str) and isinstance(n, int):
                        yield table, n, as_stored(n, body).body
            except DAMAGED:
                continue
            return

    def rows(self) -> list[TableRow]:
        """The tables that it still lists."""
        rows: list[TableRow] = []
        place = 0
        sql = "SELECT rowid, id, system, name, created, secret FROM tables WHERE rowid > ? ORDER BY rowid LIMIT 1"
        while found := self._one(sql, (place,)):
            place = found[0]
            rows.append(TableRow(*found[1:]))
        return rows

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
