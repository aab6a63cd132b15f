"""`ludex bot`: the page and the bots of chat groups, in one process."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ludex.core.errors import RuleError
from ludex.fronts.cli.place import database, folder, this_node
from ludex.fronts.web.workers import check_possible
from ludex.store.postgres import LEASE
from ludex.text.words import Words

if TYPE_CHECKING:
    from ludex.fronts.bots.settings import Settings


def bot(
    *,
    config: Path | None = None,
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    store: str = "",
    node: str = "",
    address: str = "",
    lease: float = LEASE,
    workers: int = 1,
) -> None:
    """Play in chat groups (QQ through OneBot v11, Discord, …) and in the browser at once.

    Parameters
    ----------
    config
        The bot's TOML file; by default bot.toml in the data folder. LUDEX_BOT_… in the environment goes before it.
    host
        The address to listen on.
    port
        The port to listen on: pages, and /onebot/v11/ws for OneBot (reverse WebSocket).
    data
        The folder of the database; by default LUDEX_DATA or ./data.
    store
        A database that several nodes share (postgresql://…) in place of a file. Every node of it is then a `ludex bot`.
    node
        The name of this node among those that share a database; by default the machine's name with the port.
    address
        Where the other nodes reach this one; by default http://HOST:PORT.
    lease
        Seconds after which another node takes over the tables of one that has died.
    workers
        So many processes serve the tables, each its own: as many as there are cores. Platforms are connected to the first of them.
    """
    check_possible(workers)
    from ludex.fronts.bots.settings import read  # the bots' packages are an extra: `ludex serve` does without them

    usual = folder(data) / "bot.toml"
    try:
        settings = read(config or (usual if usual.exists() else None)).served(address or f"http://{host}:{port}")
        try:
            from ludex.fronts.bots.running import run, run_shared
        except ImportError as error:
            sys.exit(f"the bots are an extra: pip install 'ludex[bot]' ({error})")
        ready = partial(_say_where, settings)
        if store:
            mine = this_node(node, address, host, port)
            run_shared(host, port, store=store, node=mine, lease=lease, settings=settings, ready=ready, workers=workers)
        else:
            run(host, port, data=database(data), settings=settings, ready=ready, workers=workers)
    except RuleError as error:
        sys.exit(f"{Words('zh').error(error)}\n{Words('en').error(error)}")
    except OSError as error:
        sys.exit(f"cannot serve on {host}:{port}: {error}; try --port")


def _say_where(settings: "Settings", address: str) -> None:
    """Where everything is, and what keeps people from reaching it, with the line that mends it."""
    from ludex.fronts.bots.settings import reachable

    words = Words(settings.language)
    print(f"Ludex 掌律  {address}  (Ctrl+C ends)")
    if "onebot" in settings.adapters:
        print(f"OneBot: {address.replace('http', 'ws', 1)}/onebot/v11/ws")
    print(words("admin.where", address=f"{address}/bots/admin"))
    for name in (one for one in ("discord", "qq") if one in settings.adapters and not getattr(settings, one).handed()):
        print(words("admin.no_token", name=name))
    if not reachable(settings.page):
        print(words("admin.loopback", page=settings.page))
    sys.stdout.flush()
