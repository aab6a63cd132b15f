"""`ludex backup`, `restore`, `salvage`, `tables`, `export`, `verify`: keeping tables safe, and proving what happened at them."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

from ludex.core.errors import RuleError, SystemFailed
from ludex.core.names import harmless
from ludex.fronts.cli.place import at_shared, database, rotten
from ludex.store.files import make_folder, write_file
from ludex.store.lock import Lock
from ludex.store.moving import copy, restoring
from ludex.store.opening import check as check_file, check_whole, reading, said
from ludex.store.port import Stored, TableRow, UnknownTable, Unusable
from ludex.table import exporting
from ludex.table.audit import Audit, audit, known_heads, read_log, read_pictures, written, written_picture
from ludex.table.entries import RESTORED, Opened
from ludex.table.registry import system
from ludex.table.salvaging import reseal_file, rest_of, salvage as bring_out

FEW = 10
"""So many entries are named one by one."""

NOT_RUN_AGAIN = 3
"""The exit status of a check that found no problem, but had to take something at its word that rules or dice decide."""


def backup(file: Path, *, data: Path | None = None, keep: int = 0, store: str = "", check: bool = False) -> None:
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
    check
        Look through the copy, entry by entry: where something is no longer what was written, no older copy goes, and it ends with 1.
    """
    if keep:
        _backup_into(file, keep, lambda copied: _copied(copied, data, store, check=check))
        return
    if file.exists():
        sys.exit(f"{file} is there already: name a new file, so that no older backup is overwritten")
    _copied(file, data, store, check=check)
    print(f"{file}: {file.stat().st_size:,} bytes")


def _copied(file: Path, data: Path | None, store: str, *, check: bool) -> None:
    if store:
        asyncio.run(at_shared(store, lambda there: there.backup(str(file))))
    else:
        source = database(data)
        check_file(source)
        with said(file):
            copy(source, file)
    if check:
        check_whole(file)
        with reading(file) as opened:
            wrong = list(rotten(opened))
        if wrong:
            sys.exit("\n".join((f"{file} is written, but what it was copied from has changed by itself:", *wrong)))


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
        A new folder: for each table its log up to the first gap, and a new database with them; beside it, with every gap marked,
        whatever else can be read.
    """
    found = bring_out(file, out)
    try:
        check_file(file)
    except Unusable as error:
        print(f"{error}; of what comes out, nobody can say whether there was more behind it")
    for one in found:
        lost = f"; {one.lost} ({rest_of(out, one)})" if one.lost else ", nothing is known to be lost"
        mended = f"; one wrong bit each was mended in {_numbers(one.mended)}" if one.mended else ""
        print(harmless(f"{one.row.id}  {one.row.name}: {len(one.stored)} entries{lost}{mended}"))
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
        print(harmless(f"{row.id}  {row.system:8} {row.created}  {row.name}"))


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

    Ends with 0 if all of that was proven, with 1 if there are problems, with 3 if there are none but something was taken at its word
    (acts of earlier rules, refusals, dice whose seed was lost): it is named.

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
        sys.exit(f"{log}: not a log: {error}")
    if not entries or not isinstance(entries[0].entry, Opened):
        sys.exit(f"{log}: not a log: it does not begin with the opening of a table")
    try:
        found = audit(system(entries[0].entry.system), entries)
    except (RuleError, SystemFailed) as error:
        sys.exit(f"{log}: {error}")
    for problem in found.problems:
        print(f"#{problem.n}: {harmless(problem.what)}")
    if head and head not in known_heads(entries):
        sys.exit(f"{log}: no entry has the hash {head}: this is not the log that was played")
    for told in _taken(found):
        print(told)
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
    if not head:
        print(
            "Only a hash that `.seal` told in play (--head) proves what nothing follows from: the state at the opening; names, times and typed "
            f"lines; {found.words} entries of mere words, and whether there were others; which seat did {found.free} things that others "
            f"might have done as well; whether anything without dice was done that nothing rests on; who was to hear {found.hidden} that not "
            "everybody heard; whether entries followed the last one."
        )
    sys.exit(1 if found.problems else NOT_RUN_AGAIN if found.taken else 0)


def _taken(found: Audit) -> Iterator[str]:
    """What a check had to take at its word, and what is odd about a log without being a problem."""
    if found.unchained:
        yield f"unchained up to entry {found.unchained}: written before logs were chains, checked by the rules of its time"
    if found.elder:
        yield f"{found.elder} acts were played by an earlier version of the rules: opened and folded, not run again"
    if found.otherwise:
        yield f"told otherwise by another version of Ludex than by this one: {_numbers(found.otherwise)}"
    if found.refused:
        yield f"refused after dice had fallen, for which only the log speaks: {_numbers(found.refused)}"
    if found.uncounted:
        yield f"without a word on how many rolls fell before (an earlier format), so that the last may be missing: {_numbers(found.uncounted)}"
    if found.earlier:
        yield f"dated before the entry that they follow (a clock that was set back?): {_numbers(found.earlier)}"
    if found.lost:
        yield f"{found.lost} rolls can never be proven: their seed went with a damaged database"


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
