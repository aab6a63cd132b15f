"""A system that never comes back is stopped: foreign code runs on the table's own thread, so an endless loop would hold everybody up.

A caller of foreign code says so: `begin` before it, `end` after it, whatever comes. A thread beside looks now and then, and raises `TookTooLong` in the thread of a
call that works too long; the shelter makes of it what it makes of any other failure. Calls inside a call belong to the outermost. What
is counted is the work of the thread itself: on a busy machine a sound system waits for its turn, and is stopped for nothing.
"""

import ctypes
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Thread, get_ident
from time import monotonic, sleep
from types import CodeType, FrameType

SECONDS = 10.0
"""So long may a processor work on one call into a system."""

BRIEF = 0.15
"""So long on a thread that others wait for, where the code does not come with Ludex (`guard_others`)."""

PATIENCE = 12
"""So many times as long it may take by the clock: one that waits for something and does no work is stopped too."""

LOOKS = 8
"""A late call that so many looks in a row do not see on its thread is over."""


class TookTooLong(Exception):
    """A call into a system has lasted too long."""

    def __init__(self) -> None:
        super().__init__("it does not come to its end")


@dataclass(slots=True)
class _Call:
    """One call: since when it runs or was last told, whose it is, the clock of its thread's work (-1: there is none), what that showed
    when it was first looked at, and how often it was late and not to be seen."""

    began: float
    code: CodeType
    work: int
    shown: float | None = None
    limit: float = 0.0
    unseen: int = 0

    @property
    def longest(self) -> float:
        return self.limit or SECONDS

    def late(self) -> bool:
        """Whether it has worked, or lasted, too long."""
        lasted = monotonic() - self.began
        if self.work < 0:
            return lasted > self.longest
        try:
            now = time.clock_gettime(self.work)
        except OSError:  # its thread is gone
            return True
        if self.shown is None:
            self.shown = now
        return now - self.shown > self.longest or lasted > SECONDS * PATIENCE


_began: dict[int, _Call] = {}
"""The threads that are in a call."""

_told: set[int] = set()
"""The threads in which `TookTooLong` was raised and is perhaps still to come."""


_serving: set[int] = set()
"""The threads that others wait for: those of servers."""


def guard_others() -> None:
    """From now on others wait for this thread: foreign code that works on it is stopped before they notice."""
    _serving.add(get_ident())


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """No call into a system may work longer than so, as long as this lasts: where everything is tried, a loop is met often."""
    global SECONDS  # one time for all calls
    before = SECONDS
    SECONDS = min(before, seconds)
    try:
        yield
    finally:
        SECONDS = before


def others_wait() -> bool:
    """Whether others wait for this thread."""
    return get_ident() in _serving


def begin(*, foreign: bool = False) -> int:
    """A call into a system begins, into one that does not come with Ludex (`foreign`); the thread that it runs in, or 0 inside of another call."""
    thread = get_ident()
    if thread in _began:
        return 0
    if not _looking:
        _start()
    work = _clock_of(thread)
    limit = BRIEF if foreign and thread in _serving else 0.0
    _began[thread] = _Call(monotonic(), sys._getframe(1).f_code, work, limit=limit)  # noqa: SLF001  # whose call it is
    return thread


def end(thread: int) -> None:
    if thread:
        _began.pop(thread, None)
        if thread in _told:
            _told.discard(thread)
            _take_back(thread)


def renew() -> None:
    """The one who handles what was raised has the whole time for it: it is not raised again into the handling."""
    thread = get_ident()
    if call := _began.get(thread):
        call.began, call.shown = monotonic(), None
        _told.discard(thread)
        _take_back(thread)


def _no_clock(_thread: int) -> int:
    return -1


_clock_of: Callable[[int], int] = getattr(time, "pthread_getcpuclockid", _no_clock)
"""The clock of a thread's work; -1 where there is none."""

_looking = False


def _start() -> None:
    global _looking  # whether somebody looks is asked at every call
    with suppress(RuntimeError):  # another thread was faster
        _watch.start()
    _looking = True


def _look() -> None:
    while True:
        sleep(min(1.0, SECONDS / 4, BRIEF / 5 if _serving else 1.0))
        for thread, call in list(_began.items()):
            if call.late() and _began.get(thread) is call:
                _stop(thread, call)


def _stop(thread: int, call: _Call) -> None:
    """Raise in the thread of a late call.

    Its frames are walked while the thread goes on: one that ends meanwhile has nothing behind it any more, and the call seems to be over.
    So one look alone proves nothing.
    """
    if _runs(sys._current_frames().get(thread), call.code):  # noqa: SLF001  # the documented way to see a thread
        _told.add(thread)
        call.began, call.shown = monotonic(), None  # code that lets it pass is told again, after the same time
        call.unseen = 0
        _raise(thread, TookTooLong)
        return
    call.unseen += 1
    if call.unseen == LOOKS:  # it ended without a word, or its thread is gone
        _began.pop(thread, None)


def _watching() -> Thread:
    return Thread(target=_look, name="ludex-overtime", daemon=True)


_watch = _watching()


def _anew() -> None:
    """A child process begins with nothing: nobody looks there yet, and no call was begun by it."""
    global _watch, _looking  # the thread that looks is the parent's
    _watch, _looking = _watching(), False
    _began.clear()
    _told.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_anew)


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
