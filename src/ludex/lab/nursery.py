"""Where processes that work out odds come from: a nursery, which has everything in memory and forks them in milliseconds.

It is forked itself from a server that has no threads yet, reads all systems beside it, and then waits for orders. What it forks waits for jobs; all of them
end when their server does, however that ends. Where nothing can be forked, or the server has threads already, a process is started from nothing.
"""

import os
import pickle
import select
import signal
import socket
import struct
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import FrameType
from typing import NoReturn, TypeVar

from ludex.core.system import System

T = TypeVar("T")

BEHIND = 10
"""How far odds stand behind play where both want the same processor (`nice`)."""

NUMBER = struct.Struct("<q")
BEGIN, END = b"+", b"-"
STDERR = 2
LAST = 1 << 20
"""No file has a greater number."""


class TookTooLong(Exception):
    """A job has taken longer than it may."""


class Gone(Exception):
    """The process has died: it was killed, or there was no memory left for it."""


class Child:
    """A process that does one job after another."""

    def __init__(self, connection: Connection, kill: Callable[[], None]) -> None:
        self._connection, self._kill = connection, kill

    def ask(
        self, job: Callable[[], T], seconds: float, longest: float, *, before: Callable[[], System] | None = None
    ) -> T:
        """Have a job done within so many seconds of work, and `longest` by the clock. What it raises is raised here.

        `before`: what the process does before the job if it has not yet; it is no part of the job's work.
        """
        try:
            self._connection.send((job, seconds, before))
            if not self._connection.poll(longest):
                raise TookTooLong
            well, found = self._connection.recv()
        except (EOFError, OSError):
            raise Gone from None
        if not well:
            raise found
        result: T = found
        return result

    def end(self) -> None:
        self._kill()
        self._connection.close()


def spawned() -> Child:
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=do_jobs, args=(theirs,), daemon=True)
    process.start()
    theirs.close()

    def kill() -> None:
        process.kill()
        process.join()

    return Child(ours, kill)


def stand_behind() -> None:
    """Let the tables go before this process."""
    if hasattr(os, "nice"):
        os.nice(BEHIND)


def do_jobs(connection: Connection) -> None:
    """Do one job after another until nobody is there any more."""
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN if sign == signal.SIGINT else signal.SIG_DFL)
    stand_behind()
    with suppress(EOFError, OSError):
        while True:
            connection.send_bytes(_answer(connection.recv_bytes()))


def _answer(sent: bytes) -> bytes:
    """What came of a job, as it is sent."""
    try:
        job, seconds, before = pickle.loads(sent)
        if before is not None:
            before()
        return pickle.dumps((True, _within(job, seconds)))
    except Exception as error:  # noqa: BLE001  # whatever it is, the one who asked is told
        try:
            pickle.loads(told := pickle.dumps((False, error)))
        except Exception:  # noqa: BLE001  # an error that cannot be sent
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
        return told


def _within(job: Callable[[], T], seconds: float) -> T:
    """Run a job for so many seconds of this process's own work; then it stops by itself."""
    if not hasattr(signal, "setitimer"):
        return job()
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return job()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TookTooLong


class Nursery:
    """The process that forks, as its server has it. `warming`: what it does, step by step, before it is asked for anything."""

    def __init__(self, warming: Iterable[Callable[[], None]]) -> None:
        self._orders, theirs = socket.socketpair()
        self._turn = threading.Lock()
        self._number = os.fork()
        if not self._number:
            self._orders.close()
            _become(theirs, warming)
        theirs.close()

    def forked(self) -> Child:
        """A process that has everything in memory."""
        ours, theirs = socket.socketpair()
        with self._turn, theirs:
            socket.send_fds(self._orders, [BEGIN + NUMBER.pack(0)], [theirs.fileno()])
            number = NUMBER.unpack(_whole(self._orders, NUMBER.size))[0]
        if number < 0:
            ours.close()
            raise OSError(-number, os.strerror(-number))
        return Child(Connection(ours.detach()), lambda: self._end(number))

    def _end(self, number: int) -> None:
        with self._turn, suppress(OSError):
            self._orders.sendall(END + NUMBER.pack(number))
            _whole(self._orders, NUMBER.size)

    def end(self) -> None:
        self._orders.close()
        with suppress(ChildProcessError):
            os.waitpid(self._number, 0)


def _whole(orders: socket.socket, size: int) -> bytes:
    """So many bytes; `OSError` where the other end is gone."""
    found = orders.recv(size, socket.MSG_WAITALL)
    if len(found) < size:
        raise ConnectionResetError("the nursery is gone")
    return found


def _become(orders: socket.socket, warming: Iterable[Callable[[], None]]) -> NoReturn:
    """This process is the nursery from now on: nothing of its server is open in it, and nothing of it is run at its end."""
    children: set[int] = set()
    try:
        for sign in (signal.SIGINT, signal.SIGHUP):
            signal.signal(sign, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.closerange(STDERR + 1, orders.fileno())
        os.closerange(orders.fileno() + 1, LAST)
        stand_behind()
        for step in warming:
            while select.select([orders], [], [], 0)[0]:
                _obey(orders, children)
            with suppress(Exception):  # a system that does not load says so when it is asked for
                step()
        while True:
            _obey(orders, children)
    finally:
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        os._exit(0)


def _obey(orders: socket.socket, children: set[int]) -> None:
    """One order; `EOFError` where nobody gives any more."""
    data, passed, _, _ = socket.recv_fds(orders, 1 + NUMBER.size, 1)
    if len(data) < 1 + NUMBER.size:
        raise EOFError
    number = NUMBER.unpack(data[1:])[0]
    if data[:1] == END:
        if number in children:
            children.discard(number)
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
    else:
        number = _begun(orders, passed[0])
        children.add(number)
    orders.sendall(NUMBER.pack(number))


def _begun(orders: socket.socket, passed: int) -> int:
    """Fork a process for jobs; what the system says instead is a number below zero."""
    try:
        number = os.fork()
    except OSError as error:
        os.close(passed)
        return -(error.errno or 1)
    if number:
        os.close(passed)
        return number
    orders.close()
    try:
        do_jobs(Connection(passed))
    finally:
        os._exit(0)
