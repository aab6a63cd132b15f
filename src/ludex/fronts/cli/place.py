"""Where data lives: the folder given, else LUDEX_DATA, else ./data. One house at a time lives there."""

import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from ludex.core.names import harmless
from ludex.store.leases import Node
from ludex.store.lock import Lock
from ludex.store.opening import Reading
from ludex.store.postgres import PostgresStore
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import rot
from ludex.table.decks import Decks
from ludex.table.handouts import name_of
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


def rotten(opened: Reading) -> Iterator[str]:
    """Every table of a database whose log or pictures are no longer what was written, in words."""
    for row in opened.rows():
        for problem in rot(opened.log(row.id)):
            yield harmless(f"table {row.id}, entry {problem.n}: {problem.what}")
        for name, body in opened.pictures(row.id).items():
            if name_of(body) != name:
                yield harmless(f"table {row.id}: the picture {name[:12]}… is not the one that was shown")


async def rotten_shared(store: PostgresStore) -> list[str]:
    """The same of a database that nodes share."""
    found = {row.id: rot(await store.read(row.id)) for row in await store.rows()}
    return [f"table {table}, entry {one.n}: {harmless(one.what)}" for table, those in found.items() for one in those]


async def at_shared(dsn: str, ask: Callable[[PostgresStore], Awaitable[T]]) -> T:
    """What the database that nodes share answers."""
    store = await PostgresStore(dsn, Node("ludex")).start()
    try:
        return await ask(store)
    finally:
        await store.close()
