"""`ludex move`: tables from one store to another, files and shared databases alike."""

import asyncio
import sys
from contextlib import ExitStack
from pathlib import Path

from ludex.fronts.bots.ledger import Shelf
from ludex.fronts.bots.shelves import FileShelf, SharedShelf, carry
from ludex.store.leases import Node
from ludex.store.lock import Lock
from ludex.store.moving import move
from ludex.store.postgres import PostgresStore
from ludex.store.sqlite import SqliteStore


def move_(source: str, target: str, *tables: str) -> None:
    """Copy tables with their chain, links and dice from one store to another; all of them with the chat groups that play there.

    Parameters
    ----------
    source
        Where they are: a database file (data/ludex.db) or postgresql://…. No server may be writing to it meanwhile.
    target
        Where they go: a database file or postgresql://….
    tables
        Their ids; without any, all that the target does not have yet.
    """
    if "://" not in source and not Path(source).exists():
        sys.exit(f"there is no database {source}")
    folders = dict.fromkeys(Path(place).parent for place in (source, target) if "://" not in place)
    with ExitStack() as held:
        for folder in folders:  # a table that is played on in both places would throw the same dice in both
            held.enter_context(Lock(folder, "ludex move"))
        moved = asyncio.run(_moved(source, target, tables))
    print(f"{len(moved)} tables moved to {target}")


async def _moved(source: str, target: str, tables: tuple[str, ...]) -> list[str]:
    here, there = await _opened(source), await _opened(target)
    try:
        if unknown := set(tables) - {row.id for row in await here.rows()}:
            sys.exit(f"there is no table {', '.join(sorted(unknown))} in {source}")
        moved = await move(here, there, tables)
        if not tables:
            await _carry_groups(here, there)
        return moved
    finally:
        await here.close()
        await there.close()


async def _opened(where: str) -> PostgresStore | SqliteStore:
    if where.startswith(("postgresql://", "postgres://")):
        return await PostgresStore(where, Node("ludex move")).start()
    return SqliteStore(where)


async def _carry_groups(source: PostgresStore | SqliteStore, target: PostgresStore | SqliteStore) -> None:
    """Chat groups play on at their tables."""
    if isinstance(source, SqliteStore) and not _beside(source).exists():
        return
    here, there = _shelf(source), _shelf(target)
    await carry(here, there)
    await here.close()
    await there.close()


def _beside(store: SqliteStore) -> Path:
    return Path(store.path).parent / "bots.db"


def _shelf(store: PostgresStore | SqliteStore) -> Shelf:
    return SharedShelf(store) if isinstance(store, PostgresStore) else FileShelf(_beside(store))
