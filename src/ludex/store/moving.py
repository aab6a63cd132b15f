"""Carrying tables from one store to another, whole: entries with their chain, links, dice seeds, pictures."""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Protocol

import msgspec
import structlog

from ludex.store.files import beside, free_name, make_file, make_folder, sync_folder
from ludex.store.opening import check, check_whole, connect, connect_to_read, said
from ludex.store.port import Stored, TableRow, Unusable


class Whole(msgspec.Struct, frozen=True):
    """Everything that a store keeps of a table and that cannot be made again."""

    row: TableRow
    entries: tuple[Stored, ...]
    links: Mapping[str, str]
    seeds: tuple[tuple[int, bytes], ...]
    pictures: Mapping[str, bytes]


class Movable(Protocol):
    """A store that gives and takes whole tables."""

    async def rows(self) -> Sequence[TableRow]: ...

    async def whole(self, table: str) -> Whole: ...

    async def bring(self, whole: Whole) -> None: ...


async def move(source: Movable, target: Movable, tables: Sequence[str] = ()) -> list[str]:
    """Copy tables (all where none is named) that the target does not have yet; their ids."""
    there = {row.id for row in await target.rows()}
    wanted = [row.id for row in await source.rows() if (not tables or row.id in tables) and row.id not in there]
    for table in wanted:
        await target.bring(await source.whole(table))
    return wanted


def copy(source: Path, target: Path) -> None:
    """A consistent copy of a database, for its owner alone. `FileExistsError` if there is such a file."""
    make_file(target)
    reading, writing = connect_to_read(source), sqlite3.connect(target)
    try:
        reading.backup(writing, pages=1024)
    except BaseException:
        target.unlink()
        raise
    finally:
        writing.close()
        reading.close()


def keep_unlinked(opened: sqlite3.Connection, gone: Path) -> None:
    """Copy a database that somebody has removed while it was open: with its last connection all of it would be gone."""
    if gone.exists():
        return
    kept = free_name(gone.with_name(gone.name + ".rescued"))
    try:
        make_file(kept)
        with closing(sqlite3.connect(kept)) as writing:
            opened.backup(writing)
    except (sqlite3.Error, OSError) as error:
        structlog.get_logger().error("database_gone", file=str(gone), problem=str(error))
    else:
        structlog.get_logger().error("database_gone", file=str(gone), rescued=str(kept))


@contextmanager
def restoring(source: Path, target: Path) -> Iterator[Path]:
    """Put a backup in place of a database that nobody has open: what comes out is the copy, to be finished before it goes there.

    What was there is kept beside it as `.before-restore`. If anything goes wrong, everything stays as it was.
    """
    check_whole(source)
    make_folder(target.parent)
    fresh = target.with_name(target.name + ".restoring")
    _remove(fresh)
    try:
        with said(source):
            copy(source, fresh)
        yield fresh
        _fold(fresh)
        _set_aside(target)
        fresh.replace(target)
        sync_folder(target.parent)
    finally:
        _remove(fresh)


def restore(source: str | Path, target: str | Path) -> None:
    """Put a backup in place as it is."""
    with restoring(Path(source), Path(target)):
        pass


def _remove(database: Path) -> None:
    for path in (database, *beside(database)):
        path.unlink(missing_ok=True)


def _fold(database: Path) -> None:
    """Fold what is still beside a database into it, so that it is one file."""
    connection = connect(str(database))
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def _set_aside(target: Path) -> None:
    """Keep what is there under another name, with all that belongs to it. The name itself is never without a database meanwhile."""
    if not target.exists():
        return
    with suppress(sqlite3.Error, Unusable):  # damaged: it is kept as it is
        check(target)
        _fold(target)
    kept = free_name(target.with_name(target.name + ".before-restore"))
    for path, name in zip((target, *beside(target)), (kept, *beside(kept)), strict=True):
        if path.exists():
            _same(path, name)
    for path in beside(target):
        path.unlink(missing_ok=True)


def _same(path: Path, name: Path) -> None:
    """The same file under a second name, or a copy where the disk knows no such thing."""
    try:
        os.link(path, name)
    except OSError:
        shutil.copy2(path, name)
