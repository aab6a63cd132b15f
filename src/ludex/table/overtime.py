"""A system that never comes back is stopped: foreign code runs on the table's own thread, so an endless loop would hold everybody up.

A caller of foreign code says so: `begin` before it, `end` after it, whatever comes. A thread beside looks now and then, and raises `TookTooLong` in the thread of a
call that lasts too long; the shelter makes of it what it makes of any other failure. Calls inside a call belong to the outermost.
"""

import ctypes
import sys
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread, get_ident
from time import monotonic, sleep
from types import CodeType, FrameType

SECONDS = 10.0
"""So long may one call into a system take."""


class TookTooLong(Exception):
    """A call into a system has lasted too long."""

    def __init__(self) -> None:
        super().__init__(f"it takes more than {SECONDS:g} seconds")


@dataclass(slots=True)
class _Call:
    """One call: since when it runs or was last told, and whose it is."""

    began: float
    code: CodeType


_began: dict[int, _Call] = {}
"""The threads that are in a call."""

_told: set[int] = set()
"""The threads in which `TookTooLong` was raised and is perhaps still to come."""


def begin() -> int:
    """A call into a system begins; the thread that it runs in, or 0 inside of another call."""
    thread = get_ident()
    if thread in _began:
        return 0
    if _watch.ident is None:
        _start()
    _began[thread] = _Call(monotonic(), sys._getframe(1).f_code)  # noqa: SLF001  # whose call it is
    return thread


def end(thread: int) -> None:
    """That call has ended."""
    if thread:
        _began.pop(thread, None)
        if thread in _told:
            _told.discard(thread)
            _take_back(thread)


def renew() -> None:
    """The one who handles what was raised has the whole time for it: it is not raised again into the handling."""
    thread = get_ident()
    if call := _began.get(thread):
        call.began = monotonic()
        _told.discard(thread)
        _take_back(thread)


def _start() -> None:
    with suppress(RuntimeError):  # another thread was faster
        _watch.start()


def _look() -> None:
    while True:
        sleep(min(1.0, SECONDS / 4))
        now = monotonic()
        for thread, call in list(_began.items()):
            if now - call.began > SECONDS and _began.get(thread) is call:
                _stop(thread, call)


def _stop(thread: int, call: _Call) -> None:
    if _runs(sys._current_frames().get(thread), call.code):  # noqa: SLF001  # the documented way to see a thread
        _told.add(thread)
        call.began = monotonic()  # code that lets it pass is told again, after the same time
        _raise(thread, TookTooLong)
    else:  # it ended just now, or its thread is gone
        _began.pop(thread, None)


_watch = Thread(target=_look, name="ludex-overtime", daemon=True)


def _runs(frame: FrameType | None, code: CodeType) -> bool:
    """Whether a thread is still inside of the code that began to wait."""
    while frame is not None:
        if frame.f_code is code:
            return True
        frame = frame.f_back
    return False


class _Over(TookTooLong):
    """Nothing is wrong any more."""


STEPS = 1000
"""Within so many steps of a thread comes what is raised in it."""


def _take_back(thread: int) -> None:
    """Take back what may not have come to this very thread yet: something else comes in its place, and is caught.

    To raise nothing instead would leave the thread marked as having something to look at, at every step (and an interpreter of 3.11
    that traces it looks for ever).
    """
    with suppress(_Over):
        _raise(thread, _Over)
        for _ in range(STEPS):
            pass


def _raise(thread: int, error: type[TookTooLong]) -> None:
    """Raise in a thread, at its next step."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
