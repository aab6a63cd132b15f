"""A system that never comes back is stopped: foreign code runs on the table's own thread, so an endless loop would hold everybody up.

Whoever calls foreign code says so with `IN_TIME`. A thread beside looks now and then, and raises `TookTooLong` in the thread of a
call that lasts too long; the shelter makes of it what it makes of any other failure. Calls inside a call belong to the outermost.
"""

import ctypes
import sys
import threading
import time
from types import CodeType, FrameType, TracebackType

SECONDS = 10.0
"""So long may one call into a system take."""


class TookTooLong(Exception):
    """A call into a system has lasted too long."""

    def __init__(self) -> None:
        super().__init__(f"it takes more than {SECONDS:g} seconds")


class _InTime:
    """What is done inside has to end; the same one serves every thread."""

    def __init__(self) -> None:
        self._began: dict[int, tuple[float, CodeType]] = {}
        self._told: set[int] = set()
        self._watch: threading.Thread | None = None
        self._held = threading.local()

    def __enter__(self) -> None:
        depth: int = getattr(self._held, "depth", 0)
        self._held.depth = depth + 1
        if depth == 0:
            self._began[threading.get_ident()] = time.monotonic(), sys._getframe(1).f_code  # noqa: SLF001  # whose call it is
            if self._watch is None:
                self._watch = threading.Thread(target=self._look, name="ludex-overtime", daemon=True)
                self._watch.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.depth -= 1
        if self._held.depth == 0:
            thread = threading.get_ident()
            self._began.pop(thread, None)
            if thread in self._told:
                self._told.discard(thread)
                _raise(thread, None)

    def _look(self) -> None:
        while True:
            time.sleep(min(1.0, SECONDS / 4))
            now = time.monotonic()
            for thread, (began, code) in list(self._began.items()):
                if now - began > SECONDS and self._began.get(thread) == (began, code):
                    self._stop(thread, code)

    def _stop(self, thread: int, code: CodeType) -> None:
        if _runs(sys._current_frames().get(thread), code):  # noqa: SLF001  # the documented way to see a thread
            self._told.add(thread)
            _raise(thread, TookTooLong)
        else:  # it ended just now, or its thread is gone
            self._began.pop(thread, None)


def _runs(frame: FrameType | None, code: CodeType) -> bool:
    """Whether a thread is still inside of the code that began to wait."""
    while frame is not None:
        if frame.f_code is code:
            return True
        frame = frame.f_back
    return False


def _raise(thread: int, error: type[TookTooLong] | None) -> None:
    """Raise in another thread, at its next step; None takes back what has not been raised yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error and ctypes.py_object(error))


IN_TIME = _InTime()
"""`with IN_TIME:` around a call into a system."""
