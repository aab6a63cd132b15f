"""Reading a database beside a server, or without one: nothing is created, brought up to date or changed."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludex.store.opening import check, connect_to_read, said
from ludex.store.port import Stored, TableRow, UnknownTable, as_stored


class Reading:
    """A database as it is."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self) -> list[TableRow]:
        sql = "SELECT id, system, name, created, secret FROM tables ORDER BY created DESC, id"
        return [TableRow(*row) for row in self._connection.execute(sql)]

    def log(self, table: str) -> list[Stored]:
        """A whole log; `UnknownTable` where there is none."""
        if table not in {row.id for row in self.rows()}:
            raise UnknownTable(table)
        found = self._connection.execute("SELECT n, body FROM entries WHERE table_id = ? ORDER BY n", (table,))
        return [as_stored(n, body) for n, body in found]

    def pictures(self, table: str) -> dict[str, bytes]:
        """The pictures of a table by their hashes; a database from before there were any has none."""
        if not self._connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'pictures'").fetchone():
            return {}
        found = self._connection.execute("SELECT name, body FROM pictures WHERE table_id = ? ORDER BY name", (table,))
        return {name: bytes(body) for name, body in found}


@contextmanager
def reading(path: Path) -> Iterator[Reading]:
    """Open a database to read it."""
    check(path)
    with said(path):
        connection = connect_to_read(path)
        try:
            yield Reading(connection)
        finally:
            connection.close()
