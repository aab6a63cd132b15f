"""Serving Ludex: uvicorn over one house of tables. Stopping lets what is under way finish, then closes the house."""

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import FrameType

import structlog
import uvicorn
from litestar import Litestar

from ludex.fronts.pace import Paces
from ludex.fronts.web.app import create_app
from ludex.fronts.web.gate.guarding import Guarded, guarded
from ludex.fronts.web.gate.handing import Doors, Worker
from ludex.fronts.web.gate.listening import listening
from ludex.fronts.web.gate.naming import Named, names_of
from ludex.fronts.web.gate.relay import Relay
from ludex.fronts.web.gate.room import room
from ludex.lab.workers import WORKERS_OF_THIS_PROCESS
from ludex.store.leases import Node
from ludex.store.lock import Lock
from ludex.store.postgres import LEASE, PostgresStore
from ludex.store.sqlite import SqliteStore
from ludex.store.workers import WorkerStore
from ludex.table import overtime
from ludex.table.decks import Decks
from ludex.table.house import House
from ludex.table.seats import hash_of

PATIENCE = 5
"""Seconds that open requests get when the server stops."""

FRAME = 2 * 1024 * 1024
"""The largest WebSocket frame in bytes. What is under it but too long for a line is refused in words."""

SWITCH = 0.0002
"""Seconds until a thread that waits is let on: anyone who writes to disk, or works out odds, waits often and goes on briefly."""

GARBAGE = (20_000, 20, 20)
"""How seldom it is looked for what nothing needs any more: a table that is played on leaves next to nothing behind."""

STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What tells a server to end: Ctrl+C, a service manager, a terminal that was closed."""

Ready = Callable[[str], None]
Sockets = list[socket.socket] | None
"""Where a server listens; None: it opens its own."""


def serve(
    host: str = "127.0.0.1", port: int = 8000, *, data: Path | str = "data/ludex.db", ready: Ready | None = None
) -> None:
    """Serve the tables of a database file until interrupted. `ready` gets the address once the server listens."""
    with undisturbed(), asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve(host, port, Path(data), ready))


def serve_shared(
    host: str,
    port: int,
    *,
    store: str,
    node: Node,
    lease: float = LEASE,
    ready: Ready | None = None,
    sockets: Sockets = None,
) -> None:
    """Serve the tables of a database that several nodes share, until interrupted."""
    with undisturbed(), asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve_shared(host, port, store, node, lease, ready, sockets))


async def _serve_shared(
    host: str, port: int, dsn: str, node: Node, lease: float, ready: Ready | None, sockets: Sockets
) -> None:
    async with shared(host, port, dsn, node, lease) as (_, _, config):
        server = Server(config, ready, sockets)
        with server.capture_signals():
            await server.serve()
    structlog.get_logger().info("closed", node=node.name)


@asynccontextmanager
async def shared(
    host: str, port: int, dsn: str, node: Node, lease: float
) -> AsyncIterator[tuple[House, PostgresStore, uvicorn.Config]]:
    """A node's house over a shared database, and how uvicorn runs it; closed in order at the end."""
    store = await PostgresStore(dsn, node, lease=lease).start()
    house = House(store)
    relay = Relay(create_app(house), store, await store.key())
    try:
        yield house, store, _config(relay, host=host, port=port)
    finally:
        await relay.close()
        await house.close()


@asynccontextmanager
async def working(
    host: str, port: int, data: Path, worker: Worker, first: tuple[bytes, ...] = ()
) -> AsyncIterator[tuple[House, WorkerStore, uvicorn.Config]]:
    """A worker's house over its part of a database file, and how uvicorn runs it; closed in order at the end."""
    store = WorkerStore(data, worker.crew, worker.place)
    house = House(store, decks=Decks(data.parent / "decks"))
    relay = Relay(create_app(house), store, worker.crew.key)
    doors = worker.doors(lambda link: store.place_behind(hash_of(link)), first)
    try:
        yield house, store, _config(relay, host=host, port=port, doors=doors)
    finally:
        await relay.close()
        await house.close()


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one (not on Windows)."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _serve(host: str, port: int, data: Path, ready: Ready | None) -> None:
    with Lock(data.parent, f"ludex serve on {host}:{port}"):
        house = House(SqliteStore(data), decks=Decks(data.parent / "decks"))
        server = Server(configuration(house, host=host, port=port), ready)
        with server.capture_signals():
            try:
                await server.serve()
            finally:
                await house.close()
    structlog.get_logger().info("closed", data=str(data))


def configuration(house: House, *, host: str, port: int, paces: Paces | None = None) -> uvicorn.Config:
    """How uvicorn runs the application over a house."""
    return _config(create_app(house, paces), host=host, port=port)


def _config(app: Litestar | Relay, *, host: str, port: int, doors: Doors | None = None) -> uvicorn.Config:
    """How uvicorn runs the application. There is no access log: addresses hold secrets.

    What a request says of where it was forwarded from is believed only of the proxies in `FORWARDED_ALLOW_IPS`; the names that the
    server answers to are those in `LUDEX_NAMES`.
    """
    trusted = _listed("FORWARDED_ALLOW_IPS")
    names = names_of(host, _listed("LUDEX_NAMES"))
    here = room()
    return uvicorn.Config(
        Named(app, names),
        host=host,
        port=port,
        http=guarded(trusted, room=here, doors=doors),
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted,
        ws=listening(here),
        ws_max_size=FRAME,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )


def _listed(variable: str) -> list[str]:
    """What a variable of the environment lists, by commas."""
    return [one.strip() for one in os.environ.get(variable, "").split(",") if one.strip()]


def _settle() -> None:
    """Have the interpreter see to the tables first: what was there before the first of them is never looked through again."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def _heard_already(_sign: int, _frame: FrameType | None) -> None:
    """It is ending."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """A server's thread is guarded against systems that never come back, and signals are afterwards what they were before: a server
    leaves them deaf, so that it is closed whole. Odds are worked out by processes that are forked from here, as long as there are no threads."""
    if threading.active_count() == 1:
        WORKERS_OF_THIS_PROCESS.prepare()
    overtime.guard_others()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {sign: signal.getsignal(sign) for sign in STOPS}
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)
        WORKERS_OF_THIS_PROCESS.end()


class Server(uvicorn.Server):
    """A server that says when and where it listens, and ends where it was started: what is behind it has still to be closed. One of several
    workers listens on sockets that were opened for all of them, and takes in what the others hand over."""

    def __init__(self, config: uvicorn.Config, ready: Ready | None, sockets: Sockets = None) -> None:
        super().__init__(config)
        self.ready = ready
        self.sockets = sockets

    async def serve(self, sockets: Sockets = None) -> None:
        await super().serve(sockets or self.sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let SIGTERM, SIGHUP and Ctrl+C end the serving. Unlike uvicorn's own, this does not raise them again afterwards, which would end
        the process on the spot; nor does a further one end it while everything behind it is being closed."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        for sign in STOPS:
            signal.signal(sign, self._told_to_end)
        try:
            yield
        finally:
            for sign in STOPS:
                signal.signal(sign, _heard_already)

    def _told_to_end(self, _sign: int, _frame: FrameType | None) -> None:
        """Once is enough: who asks twice is in no more of a hurry than those who are still being answered."""
        self.should_exit = True

    async def startup(self, sockets: Sockets = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets)
        _settle()
        if (doors := getattr(self.config.http, "doors", None)) is not None:
            doors.listen(self._enter)
        if self.started and self.ready is not None:
            listening = self.servers[0].sockets[0].getsockname()
            self.ready(f"http://{self.config.host}:{listening[1]}")

    async def shutdown(self, sockets: Sockets = None) -> None:
        """Take nobody in any more, and let those finish who are here."""
        if (doors := getattr(self.config.http, "doors", None)) is not None:
            doors.close()
        await super().shutdown(sockets)

    def _enter(self, brought: bytes) -> Guarded:
        """A connection that another worker hands over, with what it has read of it."""
        assert isinstance(self.config.http, type)
        assert issubclass(self.config.http, Guarded)
        made = self.config.http(self.config, self.server_state, self.lifespan.state)
        made.brought = brought
        return made
