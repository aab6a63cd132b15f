"""`ludex backup`, `restore`, `salvage`, `tables`, `export`, `verify`: keeping tables safe, and proving what happened at them."""

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.names import harmless
from ludex.fronts.cli.place import at_shared, database
from ludex.store.copying import copy, restoring
from ludex.store.files import make_folder, write_file
from ludex.store.lock import Lock
from ludex.store.opening import check, said
from ludex.store.port import Stored, TableRow, UnknownTable, Unusable
from ludex.store.reading import reading
from ludex.table import exporting
from ludex.table.audit import audit, known_heads, read_log, read_pictures, written, written_picture
from ludex.table.entries import RESTORED, Opened
from ludex.table.registry import system
from ludex.table.resealing import reseal_file
from ludex.table.salvaging import salvage as bring_out

FEW = 10
"""So many entries are named one by one."""


def backup(file: Path, *, data: Path | None = None, keep: int = 0, store: str = "") -> None:
    """Write a consistent copy of all tables, while play goes on.

    Parameters
    ----------
    file
        Where to write it; with `keep` a folder, in which the copy gets the time as its name.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    keep
        Of the copies in that folder only so many stay, the newest: for a timer.
    store
        A database that several nodes share (postgresql://…) in place of a file; the copy is a file all the same.
    """
    if keep:
        _backup_into(file, keep, lambda copied: _copied(copied, data, store))
        return
    if file.exists():
        sys.exit(f"{file} is there already: name a new file, so that no older backup is overwritten")
    _copied(file, data, store)
    print(f"{file}: {file.stat().st_size:,} bytes")


def _copied(file: Path, data: Path | None, store: str) -> None:
    if store:
        asyncio.run(at_shared(store, lambda there: there.backup(str(file))))
        return
    source = database(data)
    check(source)
    with said(file):
        copy(source, file)


def _backup_into(place: Path, keep: int, copied: Callable[[Path], None]) -> None:
    """One more copy in a folder; what is older than the newest few goes, and only once the new one is there."""
    make_folder(place)
    file = place / f"ludex-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.db"
    copied(file)
    for old in sorted(place.glob("ludex-*.db"))[:-keep]:
        old.unlink()
    print(f"{file}: {file.stat().st_size:,} bytes; {len(list(place.glob('ludex-*.db')))} kept")


def restore(file: Path, *, data: Path | None = None) -> None:
    """Put a backup in place of the database. Stop the server first; what was there is kept beside it.

    Every table gets new dice: it must not roll again what it rolled after the backup was made.

    Parameters
    ----------
    file
        The backup.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    """
    target = database(data)
    with Lock(target.parent, "ludex restore"), restoring(file, target) as fresh:
        tables = asyncio.run(reseal_file(fresh, RESTORED))
    print(f"restored {target}: {len(tables)} tables, each with new dice; what was there before is kept beside it")


def salvage(file: Path, out: Path) -> None:
    """Bring out what can be read of a damaged database. The file itself is not changed.

    Parameters
    ----------
    file
        The damaged database.
    out
        A new folder: for each table its log as far as it can be read, and a new database with them.
    """
    found = bring_out(file, out)
    try:
        check(file)
    except Unusable as error:
        print(f"{error}; of what comes out, nobody can say whether there was more behind it")
    for one in found:
        lost = f"; {one.lost}" if one.lost else ", nothing is known to be lost"
        print(f"{one.row.id}  {harmless(one.row.name)}: {len(one.stored)} entries{lost}")
    print(f"serve them with `ludex serve --data {out}`, or put them in place with `ludex restore {out / 'ludex.db'}`")


def tables(*, data: Path | None = None, store: str = "") -> None:
    """List all tables.

    Parameters
    ----------
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    store
        A database that several nodes share (postgresql://…) in place of a file.
    """
    for row in _rows(data, store):
        print(f"{row.id}  {row.system:8} {row.created}  {harmless(row.name)}")


def _rows(data: Path | None, store: str) -> Sequence[TableRow]:
    if store:
        return asyncio.run(at_shared(store, lambda there: there.rows()))
    with reading(database(data)) as opened:
        return list(opened.rows())


def export(table: str, file: Path, *, seat: str = "", data: Path | None = None, store: str = "") -> None:
    """Write a table's whole log, one JSON entry a line (everything, hidden rolls too), then its pictures; or what one seat may see of it.

    Parameters
    ----------
    table
        The table's id (`ludex tables` lists them).
    file
        Where to write it.
    seat
        The id of a seat (`player1`): its own export, a chain over its own numbers that tells nothing hidden.
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    store
        A database that several nodes share (postgresql://…) in place of a file.
    """
    try:
        log, drawn = _kept(table, data, store)
    except UnknownTable:
        sys.exit(f"there is no table {table}; `ludex tables` lists them")
    entries = [written(stored.n, stored.body) for stored in log]
    pictures = [written_picture(name, body) for name, body in drawn.items()]
    if seat:
        entries, pictures = _of_seat(entries, seat), []
    write_file(file, b"\n".join([*entries, *pictures]) + b"\n")
    shown = f", {len(pictures)} pictures" if pictures else ""
    print(f"{file}: {len(entries)} entries{shown}")


def _kept(table: str, data: Path | None, store: str) -> tuple[Sequence[Stored], Mapping[str, bytes]]:
    """A table's entries and pictures, wherever they are kept."""
    if store:
        whole = asyncio.run(at_shared(store, lambda there: there.whole(table)))
        return whole.entries, whole.pictures
    with reading(database(data)) as opened:
        return list(opened.log(table)), opened.pictures(table)


def _of_seat(lines: list[bytes], seat: str) -> list[bytes]:
    """A log as one of its seats may see it."""
    log = read_log(lines)
    opened = log[0].entry
    assert isinstance(opened, Opened), "a log begins with its opening"
    played = system(opened.system)
    memory = exporting.remembered(played, log)
    if seat not in memory.seats:
        sys.exit(f"there is no seat {seat}; there are {', '.join(memory.seats)}")
    return list(exporting.exported(played, memory, memory.seats[seat], log))


def verify(log: Path, *, head: str = "") -> None:
    """Check an exported log: that it is whole, every roll against its revealed seed, every act and card against the rules.

    Parameters
    ----------
    log
        A file written by `ludex export`, of the whole table or of one seat.
    head
        The hash that `.seal` told at the end: then a log that was rewritten from some entry on is found out too.
    """
    try:
        raw = [line for line in log.read_bytes().splitlines() if line.strip()]
        if raw and raw[0].startswith(exporting.MARK):
            _verify_own(log, exporting.check(raw), head)
        entries = read_log(raw)
        read_pictures(raw)
    except (OSError, ValueError) as error:
        sys.exit(harmless(f"{log}: not a log: {error}"))
    if not entries or not isinstance(entries[0].entry, Opened):
        sys.exit(f"{log}: not a log: it does not begin with the opening of a table")
    try:
        found = audit(system(entries[0].entry.system), entries)
    except (RuleError, SystemFailed) as error:
        sys.exit(harmless(f"{log}: {error}"))
    for problem in found.problems:
        print(f"#{problem.n}: {harmless(problem.what)}")
    if head and head not in known_heads(entries):
        sys.exit(f"{log}: no entry has the hash {head}: this is not the log that was played")
    if found.unchained:
        print(
            f"unchained up to entry {found.unchained}: written before logs were chains, checked by the rules of its time"
        )
    if found.elder:
        print(f"{found.elder} acts were played by an earlier version of the rules: opened and folded, not run again")
    if found.otherwise:
        print(f"told otherwise by another version of Ludex than by this one: {_numbers(found.otherwise)}")
    if found.earlier:
        print(f"dated before the entry that they follow (a clock that was set back?): {_numbers(found.earlier)}")
    if found.lost:
        print(f"{found.lost} rolls can never be proven: their seed went with a damaged database")
    unproven = found.rolls - found.proven - found.typed - found.lost
    print(
        f"{found.entries} entries, {found.acts} acts run again, {found.rolls} rolls: {found.proven} proven by a revealed seed, ",
        end="",
    )
    print(
        f"{unproven} under a seed still sealed (.seal reveal), {found.typed} typed in; {len(found.problems)} problems; ",
        end="",
    )
    print(f"it ends with the hash {found.head}")
    sys.exit(bool(found.problems))


def _numbers(entries: Sequence[int]) -> str:
    """The first of these entries."""
    return ", ".join(f"#{n}" for n in entries[:FEW]) + (f" and {len(entries) - FEW} more" if len(entries) > FEW else "")


def _verify_own(log: Path, found: exporting.Checked, head: str) -> NoReturn:
    """What was found in a seat's own export."""
    for problem in found.problems:
        print(f"#{problem.n}: {harmless(problem.what)}")
    if head and head != found.head:
        sys.exit(f"{log}: it ends with the hash {found.head}, not with {head}")
    print(
        f"a seat's own export: {found.entries} entries, {found.rolls} rolls, {found.proven} proven by a revealed seed; ",
        end="",
    )
    print(f"{len(found.problems)} problems; it ends with the hash {found.head}")
    sys.exit(bool(found.problems))
