"""`ludex bot`: the page and the bots of chat groups, in one process."""

import sys
from pathlib import Path

from ludex.core.errors import RuleError
from ludex.fronts.cli.place import database, folder
from ludex.text.words import Words


def bot(*, config: Path | None = None, host: str = "127.0.0.1", port: int = 8000, data: Path | None = None) -> None:
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
    """
    from ludex.fronts.bots.settings import read  # the bots' packages are an extra: `ludex serve` does without them

    usual = folder(data) / "bot.toml"
    try:
        settings = read(config or (usual if usual.exists() else None))
        try:
            from ludex.fronts.bots.running import run
        except ImportError as error:
            sys.exit(f"the bots are an extra: pip install 'ludex[bot]' ({error})")
        run(host, port, data=database(data), settings=settings, ready=_say_where)
    except RuleError as error:
        sys.exit(Words("en").error(error))
    except OSError as error:
        sys.exit(f"cannot serve on {host}:{port}: {error}; try --port")


def _say_where(address: str) -> None:
    print(f"Ludex 掌律  {address}  OneBot: {address.replace('http', 'ws', 1)}/onebot/v11/ws  (Ctrl+C ends)", flush=True)
