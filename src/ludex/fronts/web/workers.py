"""Several workers of one server (`--workers`): forked by a process that has everything in memory and does nothing else, and replaced when they die.

The listening sockets and the ways between workers are that process's, so that what waits there when a worker dies waits for the next one at its
place. When it dies itself, however that is, its workers end at once: nothing that was acknowledged is anywhere but on disk. Until the last of
them has ended they hold the data folder.
"""

import asyncio
import gc
import os
import secrets
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import NamedTuple, NoReturn
from urllib.parse import urlsplit

import structlog

from ludex.fronts.web.app import create_app
from ludex.fronts.web.drawing.draw import prepare as prepare_templates
from ludex.fronts.web.gate.handing import Worker, ways
from ludex.fronts.web.serve import STOPS, Ready, Server, loop_factory, serve_shared, undisturbed, working
from ludex.lab.workers import WORKERS_OF_THIS_PROCESS
from ludex.store.leases import Node
from ludex.store.lock import Lock, handed_on
from ludex.store.opening import prepare
from ludex.store.workers import Crew
from ludex.table.house import House
from ludex.table.registry import systems

BACKLOG = 2048
"""So many connections wait to be let in."""

TRIES = 5
"""After so many workers in a row that failed before they listened the server gives up."""

FROM_OUTSIDE = (-signal.SIGKILL, -signal.SIGTERM)
"""How a worker ends that somebody else has ended: that is no failure of its own."""

Work = Callable[[int, Callable[[], None]], None]
"""What a worker does, by its place; it says when it listens."""


class Started(NamedTuple):
    """A worker that was started: its place, when, and where it says that it listens."""

    place: int
    since: float
    heard: int


class Supervisor:
    """Starts workers, and starts another in the place of one that has died."""

    def __init__(self, count: int, work: Work) -> None:
        self.count, self._work = count, work
        self._workers: dict[int, Started] = {}
        self._listening: set[int] = set()
        self._ending, self._failures = False, 0
        self._me = os.getpid()
        self._watched, self._alive = os.pipe()

    def run(self, ready: Callable[[], None]) -> bool:
        """Serve until told to end; whether it ended by that. `ready` is called once all workers listen."""
        before = {sign: signal.signal(sign, self._told_to_end) for sign in STOPS}
        try:
            starting = [self._start(place) for place in range(self.count)]
            if all(self._listens(one, wait=True) for one in starting):
                ready()
            while self._workers:
                self._wait()
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)
            for end in (self._watched, self._alive):
                os.close(end)
        return self._failures < TRIES

    def _start(self, place: int) -> int:
        heard, says = os.pipe()
        with handed_on():
            number = os.fork()
        if not number:
            self._become(place, says)
        os.close(says)
        self._workers[number] = Started(place, monotonic(), heard)
        if self._ending:  # it was said meanwhile
            os.kill(number, signal.SIGTERM)
        return number

    def _listens(self, number: int, *, wait: bool) -> bool:
        """Whether a worker has said that it listens; `wait` for its word or its end."""
        heard = self._workers[number].heard
        os.set_blocking(heard, wait)
        with suppress(BlockingIOError):  # who holds the other end for it has not begun either
            if os.read(heard, 1):
                self._listening.add(number)
        return number in self._listening

    def _become(self, place: int, says: int) -> NoReturn:
        """This process is a worker from now on."""
        status = 1
        try:
            for sign in STOPS:
                signal.signal(sign, signal.SIG_DFL)
            os.close(self._alive)
            WORKERS_OF_THIS_PROCESS.prepare()  # there is no thread yet
            threading.Thread(target=self._die_with, name="ludex-parent", daemon=True).start()
            self._work(place, lambda: _say(says))
            status = 0
        except BaseException:  # noqa: BLE001  # whatever it is, nothing of the parent is run behind it
            structlog.get_logger().error("worker_failed", place=place, trace=traceback.format_exc())
        finally:
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError, ValueError):
                    stream.flush()
            os._exit(status)

    def _die_with(self) -> None:
        """Wait until the supervisor is gone, and go too."""
        os.read(self._watched, 1)
        os._exit(1)

    def _wait(self) -> None:
        """Wait for a worker's end; another one takes its place."""
        number, status = os.waitpid(-1, 0)
        if number not in self._workers:
            return
        listened = self._listens(number, wait=False)
        place, since, heard = self._workers.pop(number)
        self._listening.discard(number)
        os.close(heard)
        if self._ending:
            return
        code, lived = os.waitstatus_to_exitcode(status), monotonic() - since
        structlog.get_logger().error("worker_died", place=place, status=code, lived=lived, listened=listened)
        if code not in FROM_OUTSIDE:
            self._failures = 0 if listened else self._failures + 1
        if self._failures >= TRIES:
            self._end()
        else:
            self._start(place)

    def _told_to_end(self, _sign: int, _frame: FrameType | None) -> None:
        if os.getpid() != self._me:  # a worker that has not begun yet
            os._exit(0)
        self._end()

    def _end(self) -> None:
        self._ending = True
        for number in tuple(self._workers):
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGTERM)


def _say(end: int) -> None:
    with suppress(OSError):  # the supervisor is gone
        os.write(end, b"+")
    os.close(end)


MOST = 64
"""So many workers there may be."""


def check_possible(count: int) -> None:
    """Refuse workers where the system cannot fork processes and hand connections over, and more than there is any use for."""
    if count > 1 and not (hasattr(os, "fork") and hasattr(socket, "send_fds")):
        sys.exit("--workers needs a system that can fork (Linux, macOS): here there is one")
    if not 1 <= count <= MOST:
        sys.exit(f"--workers takes 1 to {MOST}: one for each core")


def listening(host: str, port: int) -> list[socket.socket]:
    """Sockets on an address, for all workers."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    wanted = {(family, address[:2]) for family, _, _, _, address in found}
    those = sorted(wanted) if port else sorted(wanted)[:1]
    return [socket.create_server(address, family=family, backlog=BACKLOG) for family, address in those]


def warm() -> None:
    """Have everything in memory that workers share; an application that is never asked anything is put together too, since the first one takes
    three times as long as the next."""
    systems()
    prepare_templates()
    create_app(House.__new__(House))  # an empty one: nobody asks it anything
    gc.collect()
    gc.freeze()


def serve_workers(host: str, port: int, *, data: Path, count: int, ready: Ready | None = None) -> None:
    """Serve the tables of a database file by several workers, until interrupted."""
    on_a_file(host, port, data, count, lambda worker, say: _serve(host, port, data, worker, say), ready)


async def _serve(host: str, port: int, data: Path, worker: Worker, say: Ready) -> None:
    async with working(host, port, data, worker) as (_, _, config):
        server = Server(config, say, worker.sockets)
        with server.capture_signals():
            await server.serve()


Serve = Callable[[Worker, Ready], Coroutine[None, None, None]]
"""What a worker of a database file does until it is told to end."""


def on_a_file(host: str, port: int, data: Path, count: int, serve: Serve, ready: Ready | None) -> None:
    """Have a database file served by several workers."""
    with Lock(data.parent, f"ludex on {host}:{port}, {count} workers"):
        prepare(data)
        shared = listening(host, port)
        alone = [socket.create_server(("127.0.0.1", 0), backlog=BACKLOG) for _ in range(count)]
        nodes = tuple(Node(str(n), f"http://127.0.0.1:{one.getsockname()[1]}") for n, one in enumerate(alone))
        crew, between = Crew(nodes, secrets.token_urlsafe(32)), ways(count)

        def work(place: int, say: Callable[[], None]) -> None:
            worker = Worker(place, crew, [*shared, alone[place]], between)
            with undisturbed(), asyncio.Runner(loop_factory=loop_factory()) as runner:
                runner.run(serve(worker, lambda _address: say()))

        _supervise(count, work, host, shared, ready)
    structlog.get_logger().info("closed", data=str(data))


def serve_nodes(
    host: str, port: int, *, store: str, node: Node, lease: float, count: int, ready: Ready | None = None
) -> None:
    """Serve the tables of a shared database by several workers."""

    def work(_place: int, mine: Node, sockets: list[socket.socket], say: Ready) -> None:
        serve_shared(host, port, store=store, node=mine, lease=lease, ready=say, sockets=sockets)

    as_nodes(host, port, node, count, work, ready)


NodeWork = Callable[[int, Node, list[socket.socket], Ready], None]
"""What a worker of a shared database does: which it is, as which node, and where it listens."""


def as_nodes(host: str, port: int, node: Node, count: int, serve: NodeWork, ready: Ready | None) -> None:
    """Have a shared database served by several workers: each is a node of its own, reached at a port of its own behind `port`."""
    shared = listening(host, port)
    alone = [listening(host, port + 1 + place) for place in range(count)]

    def work(place: int, say: Callable[[], None]) -> None:
        serve(place, node_of(node, port, place), [*shared, *alone[place]], lambda _address: say())

    _supervise(count, work, host, shared, ready)


def node_of(node: Node, port: int, place: int) -> Node:
    """The node that a worker is: at the next port but its place."""
    host = urlsplit(node.address).hostname or "127.0.0.1"
    return Node(f"{node.name}/{place}", f"http://{f'[{host}]' if ':' in host else host}:{port + 1 + place}")


def _supervise(count: int, work: Work, host: str, shared: list[socket.socket], ready: Ready | None) -> None:
    warm()
    port = shared[0].getsockname()[1]
    ended = Supervisor(count, work).run(lambda: ready(f"http://{host}:{port}") if ready else None)
    if not ended:
        sys.exit(f"the workers do not start ({TRIES} times in a row): the log says why")
