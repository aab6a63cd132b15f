"""Where data lives: the folder given, else LUDEX_DATA, else ./data. One house at a time lives there."""

import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from ludex.store.leases import Node
from ludex.store.lock import Lock
from ludex.store.postgres import PostgresStore
from ludex.store.sqlite import SqliteStore
from ludex.table.decks import Decks
from ludex.table.house import House

T = TypeVar("T")


def folder(data: Path | None = None) -> Path:
    """The data folder."""
    return data or Path(os.environ.get("LUDEX_DATA", "data"))


def database(data: Path | None = None) -> Path:
    """The SQLite file in it."""
    return folder(data) / "ludex.db"


def this_node(name: str, address: str, host: str, port: int) -> Node:
    """This server among those that share a database, as it was named, else by its machine and port."""
    return Node(name or f"{socket.gethostname()}:{port}", address or f"http://{host}:{port}")


@asynccontextmanager
async def at_home(path: Path, what: str) -> AsyncIterator[House]:
    """The house of a database, which nobody else has meanwhile. It is closed in order."""
    with Lock(path.parent, what):
        house = House(SqliteStore(path), decks=Decks(path.parent / "decks"))
        try:
            yield house
        finally:
            await house.close()


async def at_shared(dsn: str, ask: Callable[[PostgresStore], Awaitable[T]]) -> T:
    """What the database that nodes share answers."""
    store = await PostgresStore(dsn, Node("ludex")).start()
    try:
        return await ask(store)
    finally:
        await store.close()
