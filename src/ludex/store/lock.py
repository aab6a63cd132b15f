"""The lock on a data folder: one server at a time, and a second one is told who is there.

The operating system lets go of the lock when its process ends, however it ends: a lock of a dead process is simply taken over.
"""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
import structlog

from ludex.store.files import make_folder
from ludex.store.opening import said
from ludex.store.port import Unusable

NAME = "ludex.lock"

if sys.platform == "win32":
    import msvcrt

    def _take(opened: int) -> None:
        os.lseek(opened, 1 << 30, os.SEEK_SET)  # such a lock also keeps readers out: it lies where nothing is written
        msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)

    def _release(opened: int) -> None:
        os.lseek(opened, 1 << 30, os.SEEK_SET)
        msvcrt.locking(opened, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _take(opened: int) -> None:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _release(opened: int) -> None:
        fcntl.flock(opened, fcntl.LOCK_UN)


class Held(Unusable):
    """Somebody else has the folder."""


class Holder(msgspec.Struct, frozen=True):
    """Who holds a folder, and since when."""

    what: str
    pid: int
    host: str
    since: str

    def __str__(self) -> str:
        return f"{self.what}, process {self.pid} on {self.host}, since {self.since}"


class Lock:
    """A data folder, held until released. Use it in a `with`."""

    def __init__(self, folder: Path, what: str) -> None:
        self.path = folder / NAME
        self.what = what
        self._opened = -1

    def __enter__(self) -> Self:
        with said(self.path):
            make_folder(self.path.parent)
            opened = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(opened)
        except OSError:
            os.close(opened)
            raise Held(self._refusal()) from None
        if before := _read(self.path):
            structlog.get_logger().warning("lock_taken_over", folder=str(self.path.parent), held_by=str(before))
        self._opened = opened
        _OPENED.add(opened)
        self._write(msgspec.json.encode(_me(self.what)))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write(b"")
        _OPENED.discard(self._opened)
        _release(self._opened)
        os.close(self._opened)

    def _refusal(self) -> str:
        holder = _read(self.path) or "another process"
        return f"the data folder {self.path.parent} is in use ({holder}): stop that first, or name another with --data"

    def _write(self, content: bytes) -> None:
        with suppress(OSError):  # a full disk: the lock holds all the same
            os.ftruncate(self._opened, 0)
            os.lseek(self._opened, 0, os.SEEK_SET)
            os.write(self._opened, content)


_OPENED: set[int] = set()
_HANDED_ON = False


@contextmanager
def handed_on() -> Iterator[None]:
    """A child that is forked meanwhile holds what this process holds, for as long as it lives."""
    global _HANDED_ON  # what a fork does is said beforehand, and nowhere else
    _HANDED_ON = True
    try:
        yield
    finally:
        _HANDED_ON = False


def _let_go() -> None:
    """A child process holds nothing: else it would go on holding after its parent has died."""
    if _HANDED_ON:
        return
    for opened in _OPENED:
        with suppress(OSError):
            os.close(opened)
    _OPENED.clear()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_let_go)


def _me(what: str) -> Holder:
    return Holder(what, os.getpid(), socket.gethostname(), datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))


def _read(path: Path) -> Holder | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Holder)
    except (OSError, msgspec.MsgspecError):
        return None
