"""`ludex bot`: the page, the API and the bots over one house of tables, in one process; one node, or one of several."""

import asyncio
from pathlib import Path

import structlog
import uvicorn
from fastapi import FastAPI
from litestar.types import ASGIApp, Receive, Scope, Send

from ludex.fronts.bots.corridor import PATH, SharedCorridor
from ludex.fronts.bots.hall import Hall
from ludex.fronts.bots.ledger import Ledger
from ludex.fronts.bots.neighbours import Carrier, Inside
from ludex.fronts.bots.reminding import keep_reminding
from ludex.fronts.bots.riding import Rider, start
from ludex.fronts.bots.settings import Settings
from ludex.fronts.bots.shelves import SharedShelf, file_ledger
from ludex.fronts.web.serve import Ready, Server, configuration, shared, undisturbed
from ludex.store.leases import Node
from ludex.store.lock import Lock
from ludex.store.sqlite import SqliteStore
from ludex.table.decks import Decks
from ludex.table.house import House

PATHS = ("/onebot/", "/qq/", "/satori/", "/discord/")
"""What platforms call by themselves."""


class Beside:
    """Several applications on one port: what platforms call goes to NoneBot, what other nodes order goes inside, all else to Ludex."""

    def __init__(self, ludex: ASGIApp, bots: ASGIApp, inside: ASGIApp | None = None) -> None:
        self.ludex, self.bots, self.inside = ludex, bots, inside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand over to whom the path belongs."""
        path = str(scope.get("path", ""))
        if self.inside is not None and path == PATH:
            await self.inside(scope, receive, send)
        else:
            await (self.bots if path.startswith(PATHS) else self.ludex)(scope, receive, send)


def run(host: str, port: int, *, data: Path, settings: Settings, ready: Ready | None = None) -> None:
    """Serve the tables of a database file until interrupted."""
    with undisturbed():
        asyncio.run(_run(host, port, data, settings, ready))


def run_shared(
    host: str, port: int, *, store: str, node: Node, lease: float, settings: Settings, ready: Ready | None = None
) -> None:
    """Serve the tables of a database that several nodes share, until interrupted."""
    with undisturbed():
        asyncio.run(_run_shared(host, port, store, node, lease, settings, ready))


async def _run(host: str, port: int, data: Path, settings: Settings, ready: Ready | None) -> None:
    with Lock(data.parent, f"ludex bot on {host}:{port}"):
        house = House(SqliteStore(data), decks=Decks(data.parent / "decks"))
        try:
            bots, rider = start(settings), Rider(settings)
            hall = Hall(house, file_ledger(data.parent / "bots.db"), settings, rider.send, rider.rename)
            config = configuration(house, host=host, port=port)
            await _serve(Server(_beside(config, bots), ready), hall, rider, bots)
        finally:
            await house.close()
    structlog.get_logger().info("closed", data=str(data))


async def _run_shared(
    host: str, port: int, dsn: str, node: Node, lease: float, settings: Settings, ready: Ready | None
) -> None:
    async with shared(host, port, dsn, node, lease) as (house, store, config):
        bots, rider, ledger = start(settings), Rider(settings), Ledger(SharedShelf(store))
        corridor = SharedCorridor(store, await store.key())
        carrier = Carrier(rider, ledger, corridor)
        rider.reached = carrier.connected
        hall = Hall(house, ledger, settings, carrier.send, carrier.rename, corridor)
        inside = Inside(hall, rider, corridor.key)
        await _serve(Server(_beside(config, bots, inside), ready), hall, rider, bots)
        await corridor.close()
    structlog.get_logger().info("closed", node=node.name)


def _beside(config: uvicorn.Config, bots: FastAPI, inside: Inside | None = None) -> uvicorn.Config:
    """Everything on one port."""
    config.app = Beside(config.app, bots, inside)  # type: ignore[arg-type]  # uvicorn takes any ASGI application
    return config


async def _serve(server: Server, hall: Hall, rider: Rider, bots: FastAPI) -> None:
    """Hear and answer until the server is told to stop."""
    rider.listen()
    rider.hall = hall
    reminding = asyncio.create_task(keep_reminding(hall))
    with server.capture_signals():
        try:
            async with bots.router.lifespan_context(bots):
                await server.serve()
        finally:
            reminding.cancel()
            await hall.close()
