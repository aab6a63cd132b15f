"""Bringing out what can be read of a damaged database: of every table the entries up to the first that cannot be.

They come out as they were written, one JSON object a line as an export has it, and as a new database that can be served. What
comes out is a log again: numbers without gaps, every entry readable and naming the hash of the one before it.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec

from ludex.store.damaged import Wreck, put_seeds, wreck
from ludex.store.files import make_folder, write_file
from ludex.store.port import Batch, Stored, TableRow, Unusable, hash_of
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import written, written_picture
from ludex.table.chance import new_seed
from ludex.table.entries import SALVAGED, AnyEntry, Left, Opened, Seated, read_entry
from ludex.table.pictures import name_of
from ludex.table.resealing import reseal_file

PAGE = 500
DATABASE = "ludex.db"


class Found(msgspec.Struct, frozen=True):
    """What came out of one table: its row, its entries, and what is lost (empty: nothing that is known of)."""

    row: TableRow
    stored: tuple[Stored, ...]
    links: dict[str, str]
    seeds: tuple[bytes, ...] = ()
    lost: str = ""
    pictures: dict[str, bytes] = {}


def salvage(source: Path, out: Path) -> list[Found]:
    """Bring out what can be read of a database into a new folder."""
    if out.exists() and any(out.iterdir()):
        raise Unusable(f"{out} is not empty: name a new folder, so that nothing is written over")
    with wreck(source) as opened:
        found = [one for table in opened.tables() if (one := _table(opened, table)) is not None]
    if not found:
        raise Unusable(f"nothing can be read from {source}: not one entry of a table comes out")
    make_folder(out)
    for one in found:
        drawn = [written_picture(name, body) for name, body in one.pictures.items()]
        lines = [*(written(s.n, s.body) for s in one.stored), *drawn]
        write_file(out / f"{one.row.id}.jsonl", b"".join(line + b"\n" for line in lines))
    asyncio.run(_rebuild(out / DATABASE, found))
    return found


def _table(opened: Wreck, table: str) -> Found | None:
    """What can be read of a table; None if not even its opening can."""
    stored, entries, lost = _readable(opened, table)
    if not entries or not isinstance(entries[0], Opened):
        return None
    listed = next((row for row in opened.rows() if row.id == table), None)
    opening = entries[0]
    row = listed or TableRow(table, opening.system, opening.name, opening.at, new_seed())
    links = opened.links(table)
    seeds = tuple(opened.seeds(table)) if listed else ()
    pictures = {name: body for name, body in opened.pictures(table).items() if name_of(body) == name}
    return Found(row, tuple(stored), _links(entries) if links is None else links, seeds, lost, pictures)


def _readable(opened: Wreck, table: str) -> tuple[list[Stored], list[AnyEntry], str]:
    """The entries up to the first that is missing, cannot be read or does not follow, and what is lost behind them."""
    stored: list[Stored] = []
    entries: list[AnyEntry] = []
    for one in opened.entries(table):
        try:
            entry = read_entry(one.body)
        except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError) as error:
            return stored, entries, f"entry {one.n} cannot be read ({error})"
        if entry.past and stored and entry.past != hash_of(stored[-1].body):
            return stored[:-1], entries[:-1], f"entry {one.n - 1} is not what entry {one.n} says it was"
        stored.append(one)
        entries.append(entry)
    last = opened.last(table)
    lost = f"entry {len(stored) + 1} does not come out" if last > len(stored) else ""
    return stored, entries, lost


def _links(entries: Sequence[AnyEntry]) -> dict[str, str]:
    """The links as the log itself knows them."""
    links: dict[str, str] = {}
    for entry in entries:
        if isinstance(entry, Seated) and entry.link:
            links[entry.link] = entry.who
        elif isinstance(entry, Left):
            links = {link: seat for link, seat in links.items() if seat != entry.who}
    return links


async def _rebuild(database: Path, found: Sequence[Found]) -> None:
    store = SqliteStore(database)
    for one in found:
        bodies = [s.body for s in one.stored]
        await store.create(one.row, Batch(one.row.id, 1, tuple(bodies[:PAGE]), one.links, pictures=one.pictures))
        for start in range(PAGE, len(bodies), PAGE):
            await store.append(Batch(one.row.id, start + 1, tuple(bodies[start : start + PAGE])))
    await store.close()
    for one in found:
        put_seeds(database, one.row.id, list(one.seeds))
    await reseal_file(database, SALVAGED)
