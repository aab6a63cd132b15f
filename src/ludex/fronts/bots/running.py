"""`ludex bot`: the page, the API and the bots over one house of tables, in one process; one node, or one of several."""

import asyncio
import secrets
from functools import partial
from pathlib import Path

import structlog
import uvicorn
from fastapi import FastAPI
from litestar.types import ASGIApp, Receive, Scope, Send

from ludex.fronts.bots import records
from ludex.fronts.bots.corridor import PATH, SharedCorridor
from ludex.fronts.bots.hall import Hall
from ludex.fronts.bots.ledger import Ledger
from ludex.fronts.bots.neighbours import Carrier, Inside
from ludex.fronts.bots.office import ADMIN, Office, secret_of
from ludex.fronts.bots.reminding import keep_reminding
from ludex.fronts.bots.riding import Rider, start
from ludex.fronts.bots.settings import Settings
from ludex.fronts.bots.shelves import SharedShelf, file_ledger
from ludex.fronts.web.gate.handing import Worker
from ludex.fronts.web.serve import Ready, Server, Sockets, configuration, shared, undisturbed, working
from ludex.fronts.web.workers import as_nodes, on_a_file
from ludex.store.leases import Node, Shared
from ludex.store.lock import Lock
from ludex.store.sqlite import SqliteStore
from ludex.table.decks import Decks
from ludex.table.house import House

PATHS = ("/onebot/", "/qq/", "/satori/", "/discord/")
"""What platforms call by themselves."""


class Beside:
    """Several applications on one port: what platforms call goes to NoneBot, what other nodes order goes inside, all else to Ludex."""

    def __init__(
        self, ludex: ASGIApp, office: Office, bots: ASGIApp | None = None, inside: ASGIApp | None = None
    ) -> None:
        self.ludex, self.office, self.bots, self.inside = ludex, office, bots or ludex, inside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope.get("path", ""))
        if self.inside is not None and path == PATH:
            await self.inside(scope, receive, send)
        elif self.office.takes(path):
            await self.office(scope, receive, send)
        else:
            await (self.bots if path.startswith(PATHS) else self.ludex)(scope, receive, send)


def run(host: str, port: int, *, data: Path, settings: Settings, ready: Ready | None = None, workers: int = 1) -> None:
    """Serve the tables of a database file until interrupted."""
    if workers > 1:
        on_a_file(host, port, data, workers, partial(_work, host, port, data, settings), ready)
        return
    with undisturbed():
        asyncio.run(_run(host, port, data, settings, ready))


def run_shared(
    host: str,
    port: int,
    *,
    store: str,
    node: Node,
    lease: float,
    settings: Settings,
    ready: Ready | None = None,
    workers: int = 1,
) -> None:
    """Serve the tables of a database that several nodes share, until interrupted."""

    def work(place: int, mine: Node, sockets: Sockets, say: Ready | None) -> None:
        with undisturbed():
            asyncio.run(_run_shared(host, port, store, mine, lease, settings.of_worker(place), say, sockets))

    if workers > 1:
        as_nodes(host, port, node, workers, work, ready)
    else:
        work(0, node, None, ready)


async def _run(host: str, port: int, data: Path, settings: Settings, ready: Ready | None) -> None:
    with Lock(data.parent, f"ludex bot on {host}:{port}"):
        house = House(SqliteStore(data), decks=Decks(data.parent / "decks"))
        try:
            bots, rider = start(settings), Rider(settings)
            hall = Hall(house, file_ledger(data.parent / "bots.db"), settings, rider.send, rider.rename)
            config = configuration(house, host=host, port=port)
            office = Office(hall, rider, secret_of(settings, data.parent), data.parent)
            await _serve(Server(beside(config, office, bots), ready), hall, rider, bots)
        finally:
            await house.close()
    structlog.get_logger().info("closed", data=str(data))


async def _run_shared(
    host: str,
    port: int,
    dsn: str,
    node: Node,
    lease: float,
    settings: Settings,
    ready: Ready | None,
    sockets: Sockets,
) -> None:
    async with shared(host, port, dsn, node, lease) as (house, store, config):
        await _among(house, store, Ledger(SharedShelf(store)), settings, Server(config, ready, sockets), None)
    structlog.get_logger().info("closed", node=node.name)


async def _work(host: str, port: int, data: Path, settings: Settings, worker: Worker, ready: Ready) -> None:
    """One of several workers of a database file: what platforms call, and the admin, goes to the first of them."""
    first = tuple(path.encode() for path in (*PATHS, ADMIN, records.PATH))
    async with working(host, port, data, worker, first) as (house, store, config):
        ledger, mine = file_ledger(data.parent / "bots.db"), settings.of_worker(worker.place)
        await _among(house, store, ledger, mine, Server(config, ready, worker.sockets), data.parent)


async def _among(
    house: House, store: Shared, ledger: Ledger, settings: Settings, server: Server, folder: Path | None
) -> None:
    """Hear and answer beside other servers of the same tables."""
    bots, rider, corridor = start(settings), Rider(settings), SharedCorridor(store, await store.key())
    carrier = Carrier(rider, ledger, corridor)
    rider.reached = carrier.connected
    hall = Hall(house, ledger, settings, carrier.send, carrier.rename, corridor)
    secret = secret_of(settings, folder) if folder else settings.admin or secrets.token_urlsafe(18)
    beside(server.config, Office(hall, rider, secret, folder), bots, Inside(hall, rider, corridor.key))
    await _serve(server, hall, rider, bots)
    await corridor.close()


def beside(
    config: uvicorn.Config, office: Office, bots: FastAPI | None = None, inside: Inside | None = None
) -> uvicorn.Config:
    """Everything on one port; without `bots` where platforms call another program."""
    config.app = Beside(config.app, office, bots, inside)  # type: ignore[arg-type]  # uvicorn takes any ASGI application
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
