"""Where data lives: the folder given, else LUDEX_DATA, else ./data. One house at a time lives there."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from ludex.store.lock import Lock
from ludex.store.sqlite import SqliteStore
from ludex.table.decks import Decks
from ludex.table.house import House


def folder(data: Path | None = None) -> Path:
    """The data folder."""
    return data or Path(os.environ.get("LUDEX_DATA", "data"))


def database(data: Path | None = None) -> Path:
    """The SQLite file in it."""
    return folder(data) / "ludex.db"


@asynccontextmanager
async def at_home(path: Path, what: str) -> AsyncIterator[House]:
    """The house of a database, which nobody else has meanwhile. It is closed in order."""
    with Lock(path.parent, what):
        house = House(SqliteStore(path), decks=Decks(path.parent / "decks"))
        try:
            yield house
        finally:
            await house.close()
