"""`ludex bot`: the page, the API and the bots over one house of tables, in one process."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

import structlog

from ludex.fronts.bots.hall import Hall
from ludex.fronts.bots.ledger import Ledger
from ludex.fronts.bots.reminding import keep_reminding
from ludex.fronts.bots.riding import Rider, start
from ludex.fronts.bots.settings import Settings
from ludex.fronts.web.serve import Ready, Server, configuration
from ludex.store.lock import Lock
from ludex.store.sqlite import SqliteStore
from ludex.table.decks import Decks
from ludex.table.house import House

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]

PATHS = ("/onebot/", "/qq/", "/satori/", "/discord/")
"""What platforms call by themselves."""


class Beside:
    """Two applications on one port: what platforms call goes to NoneBot, everything else to Ludex."""

    def __init__(self, ludex: App, bots: App) -> None:
        self.ludex, self.bots = ludex, bots

    async def __call__(
        self, scope: Scope, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        """Hand over to whom the path belongs."""
        theirs = scope["type"] != "lifespan" and str(scope.get("path", "")).startswith(PATHS)
        await (self.bots if theirs else self.ludex)(scope, receive, send)


def run(host: str, port: int, *, data: Path, settings: Settings, ready: Ready | None = None) -> None:
    """Serve until interrupted."""
    asyncio.run(_run(host, port, data, settings, ready))


async def _run(host: str, port: int, data: Path, settings: Settings, ready: Ready | None) -> None:
    with Lock(data.parent, f"ludex bot on {host}:{port}"):
        house = House(SqliteStore(data), decks=Decks(data.parent / "decks"))
        bots, rider = start(settings), Rider(settings)
        hall = Hall(house, Ledger(data.parent / "bots.db"), settings, rider.send, rider.rename)
        rider.listen()
        rider.hall = hall
        reminding = asyncio.create_task(keep_reminding(hall))
        config = configuration(house, host=host, port=port)
        config.app = Beside(config.app, bots)  # type: ignore[arg-type]  # uvicorn takes any ASGI application
        server = Server(config, ready)
        with server.capture_signals():
            try:
                async with bots.router.lifespan_context(bots):
                    await server.serve()
            finally:
                reminding.cancel()
                await hall.close()
                await house.close()
    structlog.get_logger().info("closed", data=str(data))
