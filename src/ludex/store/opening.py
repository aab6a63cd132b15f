"""Opening a database file: what is not a sound database of ours is refused in one sentence, before anything is written."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludex.store.files import beside, close_to_others, make_file, make_folder, sync_folder
from ludex.store.port import Stored, TableRow, UnknownTable, Unusable, as_stored
from ludex.store.schema import APPLICATION, VERSION, TooNew, migrate, tables_of, version_of

MAGIC = b"SQLite format 3\0"
CHECKED = 100_000_000
"""Files up to so many bytes are looked through when they are opened; the check of a larger one would keep people waiting."""

WAY_OUT = "`ludex restore BACKUP` puts a backup in its place, `ludex salvage FILE OUT` brings out what can be read"


def connect(path: str) -> sqlite3.Connection:
    """A connection with the settings that make commits durable."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot change the file."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
    )


def prepare(path: Path) -> None:
    """Make sure that there is a sound database of the present version: a new one, or the one that is there brought up to date."""
    with said(path):
        make_folder(path.parent)
        if not path.exists():
            _make(path)
            close_to_others(path)
            return
        check(path)
        close_to_others(path)
        connection = connect(str(path))
        try:
            migrate(connection)
        finally:
            connection.close()


@contextmanager
def said(path: Path) -> Iterator[None]:
    """What the system says of a file that cannot be opened, as one sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise Unusable(f"{path} cannot be opened: {error}") from None
    except sqlite3.DatabaseError as error:
        raise Unusable(f"{path} is damaged ({error}): {WAY_OUT}") from None
    except OSError as error:
        raise Unusable(f"{path} cannot be opened: {error.strerror or error}") from None


def _make(path: Path) -> None:
    """A new database appears whole or not at all. Where one was, and is gone, none is made in its place."""
    if path.is_symlink():
        raise Unusable(f"{path} is a link to {os.readlink(path)}, which is not there: is that disk mounted?")
    if _log_of(path):
        raise Unusable(
            f"{path} is missing, but {path.name}-wal still holds entries: put it back, or bring them out with `ludex salvage` and"
            " move that away"
        )
    fresh = path.with_name(path.name + ".new")
    for left in (fresh, *beside(fresh)):
        left.unlink(missing_ok=True)
    make_file(fresh)
    connection = connect(str(fresh))
    migrate(connection)
    connection.close()
    fresh.replace(path)
    sync_folder(path.parent)


def check(path: Path) -> None:
    """Refuse a file that is missing, no database of ours, damaged, or of a newer Ludex. Nothing is changed."""
    if not path.exists():
        raise Unusable(f"there is no database {path}")
    with said(path):
        _check_header(path)
        probe = connect_to_read(path)
        try:
            _check_content(path, probe)
        finally:
            probe.close()


def _check_header(path: Path) -> None:
    """What the first page says: a file that was cut short is known by it, unless its newest pages are still beside it."""
    with path.open("rb") as file:
        header = file.read(100)
    size = path.stat().st_size
    if not size:
        raise Unusable(f"{path} is empty (0 bytes): {WAY_OUT}; or move it away to begin anew")
    if header[:16] != MAGIC or len(header) < 100:
        raise Unusable(f"{path} is damaged, or is no database at all: {WAY_OUT}")
    page, pages = int.from_bytes(header[16:18], "big"), int.from_bytes(header[28:32], "big")
    whole = (65536 if page == 1 else page) * (pages if header[24:28] == header[92:96] else 0)
    if size < whole and not _log_of(path):
        raise Unusable(f"{path} was cut short: {size:,} of {whole:,} bytes are there; {WAY_OUT}")


def _log_of(path: Path) -> int:
    """The size of the write-ahead log beside a database."""
    log = beside(path)[0]
    return log.stat().st_size if log.exists() else 0


def _check_content(path: Path, probe: sqlite3.Connection) -> None:
    found = version_of(probe)
    if found > VERSION:
        raise TooNew(f"{path} has schema {found}, this Ludex knows up to {VERSION}: please upgrade Ludex")
    application = probe.execute("PRAGMA application_id").fetchone()[0]
    tables = {name for (name,) in probe.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if application not in (0, APPLICATION) or not {"tables", "entries"} <= tables or not found:
        raise Unusable(f"{path} is not a database of Ludex")
    if missing := tables_of(found) - tables:
        raise Unusable(f"{path} is damaged (it has no table {', '.join(sorted(missing))}): {WAY_OUT}")
    if path.stat().st_size <= CHECKED:
        _sound(path, probe.execute("PRAGMA quick_check(1)").fetchone()[0])


def check_whole(path: Path) -> None:
    """The same, and every page of it however large it is."""
    check(path)
    with said(path):
        probe = connect_to_read(path)
        try:
            _sound(path, probe.execute("PRAGMA integrity_check(1)").fetchone()[0])
        finally:
            probe.close()


def _sound(path: Path, verdict: str) -> None:
    if verdict != "ok":
        raise Unusable(f"{path} is damaged ({' '.join(verdict.split())}): {WAY_OUT}")


# --- reading beside a server, or without one: nothing is created, brought up to date or changed ----------------------------


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
