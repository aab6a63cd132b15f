"""The SQLite schema and its migrations. A database says which version it is (`user_version`); each step up is one function."""

import sqlite3
from collections.abc import Callable

from ludex.store.port import Unusable

APPLICATION = 0x4C554458
"""«LUDX» in a database's header."""

_V1 = (
    "CREATE TABLE tables (id TEXT PRIMARY KEY, system TEXT NOT NULL, name TEXT NOT NULL, created TEXT NOT NULL, secret BLOB NOT NULL)",
    "CREATE TABLE entries (table_id TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, n)) WITHOUT ROWID",
    "CREATE TABLE checkpoints (table_id TEXT NOT NULL, n INTEGER NOT NULL, head INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, n))",
)
_V2 = (
    "CREATE TABLE links (hash TEXT PRIMARY KEY, table_id TEXT NOT NULL, seat TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX checkpoints_by_head ON checkpoints (table_id, head)",
)
_V3 = (
    "DROP TABLE checkpoints",
    "CREATE TABLE checkpoints (table_id TEXT PRIMARY KEY, n INTEGER NOT NULL, body BLOB NOT NULL)",
    "CREATE TABLE pieces (table_id TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, name))",
    "CREATE TABLE states (table_id TEXT NOT NULL, head INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, head))",
    "CREATE TABLE seeds (table_id TEXT NOT NULL, place INTEGER NOT NULL, seed BLOB NOT NULL, PRIMARY KEY (table_id, place)) WITHOUT ROWID",
    f"PRAGMA application_id = {APPLICATION}",
)

_V4 = (
    "CREATE TABLE pictures (table_id TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (table_id, name)) WITHOUT ROWID",
)


def _step(statements: tuple[str, ...]) -> Callable[[sqlite3.Connection], None]:
    def run(connection: sqlite3.Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    return run


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_step(_V1), _step(_V2), _step(_V3), _step(_V4))
"""Step k brings a database from version k to k + 1."""

VERSION = len(MIGRATIONS)

TABLES = (("tables", "entries", "checkpoints"), ("links",), ("pieces", "states", "seeds"), ("pictures",))
"""What a database has from each version on."""


def tables_of(version: int) -> frozenset[str]:
    return frozenset(name for names in TABLES[:version] for name in names)


class TooNew(Unusable):
    """The database was written by a newer Ludex."""


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database up to date, one version per transaction."""
    found = version_of(connection)
    if found > VERSION:
        raise TooNew(f"the database has schema {found}, this Ludex knows up to {VERSION}: please upgrade Ludex")
    for number in range(found, VERSION):
        connection.execute("BEGIN IMMEDIATE")
        try:
            MIGRATIONS[number](connection)
            connection.execute(f"PRAGMA user_version = {number + 1}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
