"""New dice for every table of a database that was put back from a copy.

A copy holds the seed that the tables went on rolling with after it was made. Somebody who saw those rolls would know the next ones,
so each table gets a fresh seed, and an entry that says so. The seed before is put away: the next reveal shows it too, and
everything that fell under it can still be proven.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ludex.store.port import Batch, Store, hash_of
from ludex.store.sqlite import SqliteStore
from ludex.table.chance import new_salt, new_seed, seal_of
from ludex.table.clock import Clock, wall_clock
from ludex.table.entries import Acted, Opened, Resealed, Revealed, Stirred, read_entry

PAGE = 200


async def reseal_file(database: Path, why: str, clock: Clock = wall_clock) -> Sequence[str]:
    """New dice for all tables of a database that nobody has open; their ids."""
    store = SqliteStore(database)
    try:
        tables = [row.id for row in await store.rows()]
        for table in tables:
            await reseal(store, table, why, clock)
        return tables
    finally:
        await store.close()


async def reseal(store: Store, table: str, why: str, clock: Clock = wall_clock) -> None:
    """New dice for one table. Its system is not asked: it need not even be installed."""
    (last,) = await store.tail(table, 1)
    seed, rolls = new_seed(), await _rolls(store, table)
    past = hash_of(last.body)
    entry = Resealed(at=clock(), seat="", seal=seal_of(seed), why=why, rolls=rolls, past=past, salt=new_salt())
    await store.append(Batch(table, last.n + 1, (msgspec.json.encode(entry),), secret=seed, put_away=True))


async def _rolls(store: Store, table: str) -> int:
    """How many throws have fallen under a table's seed: the last act says it."""
    before: int | None = None
    while page := await store.tail(table, PAGE, before=before):
        for entry in (read_entry(stored.body) for stored in reversed(page)):
            match entry:
                case Acted():
                    return entry.first + entry.fresh
                case Opened() | Revealed() | Resealed() | Stirred():
                    return 0
        before = page[0].n
    return 0
