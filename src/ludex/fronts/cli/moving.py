"""`ludex move`: tables from one store to another, files and shared databases alike."""

import asyncio
import sys
from pathlib import Path

from ludex.store.leases import Node
from ludex.store.moving import move
from ludex.store.postgres import PostgresStore
from ludex.store.sqlite import SqliteStore


def move_(source: str, target: str, *tables: str) -> None:
    """Copy tables with their chain, links and dice from one store to another.

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
    moved = asyncio.run(_moved(source, target, tables))
    print(f"{len(moved)} tables moved to {target}")


async def _moved(source: str, target: str, tables: tuple[str, ...]) -> list[str]:
    here, there = await _opened(source), await _opened(target)
    try:
        return await move(here, there, tables)
    finally:
        await here.close()
        await there.close()


async def _opened(where: str) -> PostgresStore | SqliteStore:
    if where.startswith(("postgresql://", "postgres://")):
        return await PostgresStore(where, Node("ludex move")).start()
    return SqliteStore(where)
