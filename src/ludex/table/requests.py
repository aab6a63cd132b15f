"""Exactly once: what a client asks for carries the client's own number, and what is asked again is answered and not done again.

The number travels beside the call (a context variable, so that it belongs to one request and to nothing else), and is written
into the entry that the request leads to. A table remembers which entry the last requests of every seat led to, so many for
each that nobody can crowd out another's.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar

import msgspec

from ludex.core.errors import RuleError

LONGEST = 80
REMEMBERED = 200
"""So many requests of its own back a seat's repetition is known as one."""

_current: ContextVar[str] = ContextVar("request", default="")


@contextmanager
def asked_as(request: str) -> Iterator[None]:
    """Whatever is written inside belongs to this request."""
    if len(request) > LONGEST or not request.isprintable():
        raise RuleError("bad_request", limit=LONGEST)
    token = _current.set(request)
    try:
        yield
    finally:
        _current.reset(token)


def current_request() -> str:
    """The number of the request that is being served; empty if it has none."""
    return _current.get()


class Turns:
    """The same request sent twice at once is served one after the other."""

    def __init__(self) -> None:
        self._locks: dict[tuple[str, str], tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def turn(self, seat: str, request: str) -> AsyncIterator[None]:
        """Wait for this request's turn."""
        key = (seat, request)
        lock, waiting = self._locks.get(key, (asyncio.Lock(), 0))
        self._locks[key] = (lock, waiting + 1)
        try:
            async with lock:
                yield
        finally:
            _, waiting = self._locks.pop(key)
            if waiting > 1:
                self._locks[key] = (lock, waiting - 1)


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which entry a seat's last requests led to: the newest, and those of the generation before."""

    young: dict[str, int] = {}
    old: dict[str, int] = {}

    def after(self, request: str, n: int) -> "Asked":
        """One more; of several entries of one request the first counts. No more than a generation is ever copied."""
        if self.entry(request):
            return self
        young = {**self.young, request: n}
        return Asked({}, young) if len(young) >= REMEMBERED else Asked(young, self.old)

    def entry(self, request: str) -> int:
        """The entry that a request led to; 0 if it is new."""
        return self.young.get(request) or self.old.get(request, 0)


class Requests(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which entry the requests of every seat led to."""

    seats: dict[str, Asked] = {}

    def after(self, seat: str, request: str, n: int) -> "Requests":
        """One more."""
        return Requests({**self.seats, seat: self.seats.get(seat, NOTHING).after(request, n)})

    def without(self, seat: str) -> "Requests":
        """After a seat was taken away."""
        return Requests({one: asked for one, asked in self.seats.items() if one != seat})

    def entry(self, seat: str, request: str) -> int:
        """The entry that a seat's request led to; 0 if it is new."""
        return self.seats.get(seat, NOTHING).entry(request) if request else 0


NOTHING = Asked()
