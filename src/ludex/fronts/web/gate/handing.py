"""Connections come to the worker at which their table lives: the open connection itself is handed over, with what was read of it.

All workers of a server listen on one address, so a request comes to any of them. Where its first bytes say of which table it is, its
connection goes to that table's worker before anything is answered, and stays there: nothing that a live page sends or is told is passed on
by anybody. What cannot be handed over is passed on as between nodes (`relay.py`). What is handed to a worker that has died waits for its
successor.
"""

import array
import asyncio
import os
import re
import socket
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

import structlog

from ludex.store.workers import Crew

LARGEST = 64 * 1024
"""Bytes of a request that go over with its connection."""

AT_ONCE = 64
"""So many connections are taken in before anybody else is served."""

ROOM = 4 * 1024 * 1024
"""Bytes that may wait for a worker."""

_TABLE = re.compile(rb"[A-Z]{3,7} /t/([\w-]{10,64})[/? ]")
_TOKEN = re.compile(rb"\r\nauthorization: *Bearer +([\w-]{10,64}) *\r\n", re.IGNORECASE)

Enter = Callable[[bytes], asyncio.Protocol]
"""A protocol for a connection that comes with what was read of it."""

Whose = Callable[[str], int | None]
"""The place of the worker behind a link."""


def link_in(data: bytes) -> str:
    """The link that a request is about, by its first bytes; empty if they do not say."""
    if found := _TABLE.match(data):
        return found[1].decode()
    head, _, _ = data.partition(b"\r\n\r\n")
    found = _TOKEN.search(head + b"\r\n")
    return found[1].decode() if found else ""


def ways(count: int) -> list[tuple[socket.socket, socket.socket]]:
    """For each of so many workers the two ends of the way to it: every worker has the first, and reads from the second of its own place."""
    kind = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_DGRAM
    made = [socket.socketpair(socket.AF_UNIX, kind) for _ in range(count)]
    for pair in made:
        for end in pair:
            end.setblocking(False)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
    return made


class Worker(NamedTuple):
    """One worker of a server: its place, where it listens (with the others, and alone), and the ways between them."""

    place: int
    crew: Crew
    sockets: list[socket.socket]
    ways: Sequence[tuple[socket.socket, socket.socket]]

    def doors(self, whose: Whose, first: tuple[bytes, ...] = ()) -> "Doors":
        return Doors(self.place, self.ways, whose, first)


class Doors:
    """The ways between workers, as one of them has them. `first`: what begins with one of these belongs to the first worker."""

    def __init__(
        self,
        place: int,
        pairs: Sequence[tuple[socket.socket, socket.socket]],
        whose: Whose,
        first: tuple[bytes, ...] = (),
    ) -> None:
        self.place = place
        self._out = [out for out, _ in pairs]
        self._mine = pairs[place][1]
        self._whose, self._first = whose, first
        self._entering: set[asyncio.Task[None]] = set()

    def place_for(self, data: bytes) -> int:
        """The place of the worker that a request is for."""
        if (link := link_in(data)) and (found := self._whose(link)) is not None:
            return found
        if self._first and data.partition(b" ")[2].startswith(self._first):
            return 0
        return self.place

    def handed_over(self, transport: asyncio.Transport, data: bytes) -> bool:
        """Whether a connection is another worker's now; then it is closed here, and nobody at its other end notices."""
        if len(data) > LARGEST or (place := self.place_for(data)) == self.place:
            return False
        passed = array.array("i", [transport.get_extra_info("socket").fileno()])
        try:
            self._out[place].sendmsg([data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, passed)])
        except OSError as error:  # no room for it now: it is passed on as between nodes
            structlog.get_logger().warning("not_handed_over", place=place, problem=str(error))
            return False
        transport.abort()
        return True

    def listen(self, enter: Enter) -> None:
        """Take connections in from now on, each with a protocol of its own."""
        asyncio.get_running_loop().add_reader(self._mine, self._take, enter)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._mine)

    def _take(self, enter: Enter) -> None:
        for _ in range(AT_ONCE):
            try:
                data, passed, _, _ = socket.recv_fds(self._mine, LARGEST, 1)
            except BlockingIOError:
                return
            except OSError as error:
                structlog.get_logger().error("not_taken_in", problem=str(error))
                return
            for number in passed:
                task = asyncio.ensure_future(_entered(number, data, enter))
                self._entering.add(task)
                task.add_done_callback(self._entering.discard)


async def _entered(number: int, data: bytes, enter: Enter) -> None:
    """A connection goes on here as if it had come here."""
    try:
        came = socket.socket(fileno=number)
    except OSError:
        os.close(number)
        return
    try:
        await asyncio.get_running_loop().connect_accepted_socket(lambda: enter(data), came)
    except OSError:
        came.close()  # it has gone meanwhile
