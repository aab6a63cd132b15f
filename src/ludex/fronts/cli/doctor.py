"""`ludex doctor`: whether everything that a server needs is there, and how to mend what is not."""

import asyncio
import os
import shutil
import socket
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from ludex.core.errors import RuleError
from ludex.fronts.cli.place import database, folder, rotten, rotten_shared
from ludex.store.leases import Node
from ludex.store.lock import Held, Lock
from ludex.store.opening import check, reading
from ludex.store.port import Unusable
from ludex.store.postgres import PostgresStore
from ludex.table.registry import systems, unloaded
from ludex.text.words import Words

if TYPE_CHECKING:
    from ludex.fronts.bots.settings import Settings

ROOM = 200 * 1024 * 1024
"""Bytes that should be free beside the database."""


class Finding(NamedTuple):
    """One thing that was looked at: whether it is well, what was found, and how to mend it."""

    well: bool
    what: str
    mend: str = ""


def doctor(*, data: Path | None = None, host: str = "127.0.0.1", port: int = 8000, store: str = "") -> None:
    """Look at the data folder, the database with every table's log, the port, the systems and what bots and several nodes need.

    Also beside a running server: by a timer, for one.

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
    found = [*_folder(folder(data)), *_database(database(data)), *_systems(), *_extras(folder(data), host, port)]
    if not _serving(database(data)):
        found.append(_port(host, port))
    if store:
        found += asyncio.run(_shared(store))
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
        yield from _logs(file)
    try:
        with Lock(file.parent, "ludex doctor"):
            pass
    except Held as error:
        yield Finding(True, f"the folder is in use: {error}")
    except Unusable as error:
        yield Finding(False, "the folder can be locked", str(error))


ROT = "put a backup in its place (`ludex restore`), or bring out what is right (`ludex salvage`): what was changed there is no longer proven"
FEW = 5


def _logs(file: Path) -> Iterator[Finding]:
    """Every entry of every table is what the one behind it says it was."""
    with reading(file) as opened:
        tables, wrong = len(opened.rows()), list(islice(rotten(opened), FEW))
    yield from _whole(tables, wrong)


def _whole(tables: int, wrong: Sequence[str]) -> Iterator[Finding]:
    if not wrong:
        yield Finding(True, f"the logs of {tables} tables are whole")
    for one in wrong:
        yield Finding(False, one, ROT)


def _serving(file: Path) -> bool:
    """Whether a server has the folder: then it has its port too."""
    if not file.exists():
        return False
    try:
        with Lock(file.parent, "ludex doctor"):
            return False
    except Held:
        return True
    except Unusable:
        return False


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


def _extras(place: Path, host: str, port: int) -> Iterator[Finding]:
    """What only bots and assistants need is never a fault where it is missing."""
    for module, what, extra in (
        ("nonebot", "chat groups (ludex bot)", "bot"),
        ("mcp", "assistants (ludex mcp)", "mcp"),
    ):
        there = find_spec(module) is not None
        yield Finding(True, f"{what}: " + ("ready" if there else f"not installed (pip install 'ludex[{extra}]')"))
    if find_spec("nonebot") is not None:
        yield from _bots()
        yield from _set_up(place, host, port)


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


PLACEHOLDERS = ("…", "...", "table.example", "YOUR_TOKEN")
"""What stands in examples in place of somebody's own."""


def _set_up(place: Path, host: str, port: int) -> Iterator[Finding]:
    """How the bot is set up: whether its file can be read, and whether people and OneBot implementations reach it."""
    from ludex.fronts.bots.settings import reachable, read

    file = place / "bot.toml"
    try:
        settings = read(file if file.exists() else None)
    except RuleError as error:
        yield Finding(False, f"{file} can be read", Words("en").error(error))
        return
    yield Finding(True, f"{file} can be read" if file.exists() else f"no {file}: the bot runs without one")
    left = [name for name, said in _written(settings) if any(one in said for one in PLACEHOLDERS)]
    if left:
        yield Finding(False, f"{file} holds your own words", f"an example was copied: replace {', '.join(left)}")
    page = settings.served(f"http://{host}:{port}").page
    mend = 'write page = "http://ADDRESS:PORT" into bot.toml, with an address that the players can open, and start with --host 0.0.0.0'
    told = f"players can open the links ({page})"
    yield Finding(
        True, told if reachable(page) else f"links begin with {page}, which this machine alone can open; {mend}"
    )
    yield from _onebot(settings, host, port)


def _written(settings: "Settings") -> Iterator[tuple[str, str]]:
    yield "page", settings.page
    yield "[onebot] token", settings.onebot.token
    yield "[discord] token", settings.discord.token
    yield "[qq] id", settings.qq.id
    yield "[qq] secret", settings.qq.secret


def _onebot(settings: "Settings", host: str, port: int) -> Iterator[Finding]:
    """Where NapCat, LLOneBot or Lagrange connects to, or where it listens."""
    if "onebot" not in settings.adapters:
        return
    here = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # a name for every address, not one to bind
    token = "with the token of [onebot]" if settings.onebot.token else "without a token"
    address = f"ws://{here}:{port}/onebot/v11/ws"
    yield Finding(
        True, f"NapCat (WebSocket client), Lagrange (ReverseWebSocket) connect to {address} {token}, messages as arrays"
    )
    if not settings.onebot.token and here != host:
        yield Finding(
            False,
            "OneBot is locked by a token",
            'anybody on the network may connect: write [onebot] token = "…" with a secret of your own',
        )
    for url in settings.onebot.urls:
        yield _listens(url)


def _listens(url: str) -> Finding:
    """Whether a OneBot implementation listens at an address to which the bot is to connect."""
    there = urlsplit(url)
    told = f"a OneBot implementation listens at {url}"
    if there.scheme not in ("ws", "wss") or not there.hostname:
        return Finding(False, told, "an address of this kind: ws://127.0.0.1:3001")
    try:
        with socket.create_connection((there.hostname, there.port or (443 if there.scheme == "wss" else 80)), 2):
            return Finding(True, told)
    except OSError as error:
        return Finding(False, told, f"{error}: start NapCat or Lagrange, and switch on its WebSocket server there")


def _found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


async def _shared(store: str) -> list[Finding]:
    try:
        opened = await PostgresStore(store, Node("ludex doctor")).start()
    except Unusable as error:
        return [Finding(False, "the shared database answers", str(error))]
    count, wrong = len(await opened.rows()), await rotten_shared(opened)
    await opened.close()
    return [Finding(True, f"the shared database answers: {count} tables"), *_whole(count, wrong[:FEW])]
