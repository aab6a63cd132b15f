"""`ludex backup`, `restore`, `tables`, `export`, `verify`: keeping tables safe, and proving what happened at them."""

import asyncio
import sqlite3
import sys
from pathlib import Path

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.names import harmless
from ludex.fronts.cli.place import database
from ludex.store.port import UnknownTable
from ludex.store.sqlite import SqliteStore
from ludex.store.sqlite import restore as restore_file
from ludex.table.audit import audit, known_heads, read_log, written
from ludex.table.entries import Opened
from ludex.table.registry import system


def backup(file: Path, *, data: Path | None = None) -> None:
    """Write a consistent copy of all tables, while play goes on.

    Parameters
    ----------
    file
        Where to write it.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """
    if file.exists():
        sys.exit(f"{file} is there already: name a new file, so that no older backup is overwritten")

    async def run() -> None:
        store = SqliteStore(database(data))
        await store.backup(str(file))
        await store.close()

    asyncio.run(run())
    print(f"{file}: {file.stat().st_size:,} bytes")


def restore(file: Path, *, data: Path | None = None) -> None:
    """Put a backup in place of the database. Stop the server first; what was there is kept beside it.

    Parameters
    ----------
    file
        The backup.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """
    target = database(data)
    target.parent.mkdir(parents=True, exist_ok=True)
    former = f"; the former one is {target.name}.before-restore" if target.exists() else ""
    try:
        restore_file(file, target)
    except (OSError, ValueError, sqlite3.Error) as error:
        sys.exit(f"not restored: {error}")
    print(f"restored {target}{former}")


def tables(*, data: Path | None = None) -> None:
    """List all tables.

    Parameters
    ----------
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """

    async def run() -> None:
        store = SqliteStore(database(data))
        for row in await store.rows():
            print(f"{row.id}  {row.system:8} {row.created}  {harmless(row.name)}")
        await store.close()

    asyncio.run(run())


def export(table: str, file: Path, *, data: Path | None = None) -> None:
    """Write a table's whole log, one JSON entry a line (everything, hidden rolls too).

    Parameters
    ----------
    table
        The table's id (`ludex tables` lists them).
    file
        Where to write it.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """

    async def run() -> list[bytes]:
        store = SqliteStore(database(data))
        try:
            await store.row(table)
            return [written(s.n, s.body) for s in await store.read(table)]
        finally:
            await store.close()

    try:
        lines = asyncio.run(run())
    except UnknownTable:
        sys.exit(f"there is no table {table}; `ludex tables` lists them")
    file.write_bytes(b"\n".join(lines) + b"\n")
    print(f"{file}: {len(lines)} entries")


def verify(log: Path, *, head: str = "") -> None:
    """Check an exported log: that it is whole, every roll against its revealed seed, every act and card against the rules.

    Parameters
    ----------
    log
        A file written by `ludex export`.
    head
        The hash that `.seal` told at the end: then a log that was rewritten from some entry on is found out too.
    """
    try:
        entries = read_log(log.read_bytes().splitlines())
    except (OSError, ValueError) as error:
        sys.exit(f"{log}: not a log: {error}")
    if not entries or not isinstance(entries[0].entry, Opened):
        sys.exit(f"{log}: not a log: it does not begin with the opening of a table")
    try:
        found = audit(system(entries[0].entry.system), entries)
    except (RuleError, SystemFailed) as error:
        sys.exit(f"{log}: {error}")
    for problem in found.problems:
        print(f"#{problem.n}: {problem.what}")
    if head and head not in known_heads(entries):
        sys.exit(f"{log}: no entry has the hash {head}: this is not the log that was played")
    if found.unchained:
        print(
            f"unchained up to entry {found.unchained}: written before logs were chains, checked by the rules of its time"
        )
    if found.elder:
        print(f"{found.elder} acts were played by an earlier version of the rules: opened and folded, not run again")
    unproven = found.rolls - found.proven - found.typed
    print(
        f"{found.entries} entries, {found.acts} acts run again, {found.rolls} rolls: {found.proven} proven by a revealed seed, ",
        end="",
    )
    print(
        f"{unproven} under a seed still sealed (.seal reveal), {found.typed} typed in; {len(found.problems)} problems"
    )
    sys.exit(bool(found.problems))
