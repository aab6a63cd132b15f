"""`ludex doctor`: whether everything that a server needs is there, and how to mend what is not."""

import asyncio
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from ludex.fronts.cli.place import database, folder
from ludex.store.leases import Node
from ludex.store.lock import Held, Lock
from ludex.store.opening import check
from ludex.store.port import Unusable
from ludex.store.postgres import PostgresStore
from ludex.table.registry import systems, unloaded

ROOM = 200 * 1024 * 1024
"""Bytes that should be free beside the database."""


class Finding(NamedTuple):
    """One thing that was looked at: whether it is well, what was found, and how to mend it."""

    well: bool
    what: str
    mend: str = ""


def doctor(*, data: Path | None = None, host: str = "127.0.0.1", port: int = 8000, store: str = "") -> None:
    """Look at the data folder, the database, the port, the systems and what bots and several nodes need.

    Parameters
    ----------
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    host
        The address that the server is to listen on.
    port
        The port that the server is to listen on.
    store
        A database that several nodes share (postgresql://…), if there is one.
    """
    found = [*_folder(folder(data)), *_database(database(data)), _port(host, port), *_systems(), *_extras()]
    if store:
        found.append(asyncio.run(_shared(store)))
    for one in found:
        print(f"{'✓' if one.well else '✗'} {one.what}" + ("" if one.well else f"\n    {one.mend}"))
    if not all(one.well for one in found):
        sys.exit(1)


def _folder(place: Path) -> Iterator[Finding]:
    if not place.exists():
        yield Finding(True, f"the data folder {place} will be made by the first start")
        return
    writable = os.access(place, os.W_OK)
    yield Finding(
        writable, f"the data folder {place} can be written", f"chown or chmod {place} for the user of the server"
    )
    free = shutil.disk_usage(place).free
    told = f"{free // 2**20:,} MB are free beside it"
    yield Finding(free > ROOM, told, f"make room: at least {ROOM // 2**20} MB, for the log and a backup")


def _database(file: Path) -> Iterator[Finding]:
    if not file.exists():
        return
    try:
        check(file)
    except Unusable as error:
        yield Finding(False, f"the database {file} is sound", str(error))
    else:
        yield Finding(True, f"the database {file} is sound")
    try:
        with Lock(file.parent, "ludex doctor"):
            pass
    except Held as error:
        yield Finding(True, f"the folder is in use: {error}")
    except Unusable as error:
        yield Finding(False, "the folder can be locked", str(error))


def _port(host: str, port: int) -> Finding:
    with socket.socket() as trying:
        trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trying.bind((host, port))
        except OSError as error:
            return Finding(
                False, f"port {port} on {host} is free", f"{error}: stop what listens there, or serve with --port"
            )
    return Finding(True, f"port {port} on {host} is free")


def _systems() -> Iterator[Finding]:
    names = sorted(systems())
    yield Finding(
        bool(names), f"rule systems: {', '.join(names)}", "install Ludex again: none of its systems was found"
    )
    for name, problem in unloaded().items():
        yield Finding(False, f"the system {name} loads", str(problem))


def _extras() -> Iterator[Finding]:
    """What only bots and assistants need is never a fault where it is missing."""
    for module, what, extra in (
        ("nonebot", "chat groups (ludex bot)", "bot"),
        ("mcp", "assistants (ludex mcp)", "mcp"),
    ):
        there = find_spec(module) is not None
        yield Finding(True, f"{what}: " + ("ready" if there else f"not installed (pip install 'ludex[{extra}]')"))
    if find_spec("nonebot") is not None:
        yield from _bots()


def _bots() -> Iterator[Finding]:
    """The platforms that can be spoken to, and a font for pictures."""
    from ludex.fronts.bots.painting import NoFont, find_font
    from ludex.fronts.bots.settings import ADAPTERS

    there = [name for name, module in ADAPTERS.items() if _found(module)]
    yield Finding(True, f"adapters: {', '.join(there)} (others: pip install 'ludex[NAME]')")
    try:
        yield Finding(True, f"pictures are drawn with {find_font()}")
    except NoFont:
        yield Finding(
            True, "no font with Chinese letters: replies are words alone (Debian: apt-get install fonts-noto-cjk)"
        )


def _found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


async def _shared(store: str) -> Finding:
    try:
        opened = await PostgresStore(store, Node("ludex doctor")).start()
    except Unusable as error:
        return Finding(False, "the shared database answers", str(error))
    count = len(await opened.rows())
    await opened.close()
    return Finding(True, f"the shared database answers: {count} tables")
