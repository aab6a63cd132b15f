"""Exactly once: what a client asks for carries the client's own number, and what is asked again is answered and not done again.

The number travels beside the call (a context variable, so that it belongs to one request and to nothing else), and is written
into the entry that the request leads to, with a mark of what was asked for: the same number for something else is refused, and
never gets the reply to another thing. A table remembers which entry the last requests of every seat led to, so many for
each that nobody can crowd out another's, and the last replies themselves; what is asked again after those are gone is told from the log.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ludex.core.errors import RuleError
from ludex.table.entries import Acted, Moved, read_entry
from ludex.table.seats import Seat

if TYPE_CHECKING:
    from ludex.table.table import Table

LONGEST = 80
REMEMBERED = 200
"""So many requests of its own back, at least, a seat's repetition is known as one."""

MINUTE = timedelta(minutes=1)
"""So long after it was done a request may be sent again and is known as the same, however much its seat sends meanwhile."""

MOST = 4000
"""More than a seat is let send in that time (`fronts/pace.py`): no more are remembered, whatever the clock says."""

REPLIES = 8
"""So many replies are kept for each seat."""

BETWEEN = "\n"
"""What stands between a request's number and its mark in an entry; no number holds it."""

_current: ContextVar[str] = ContextVar("request", default="")


@contextmanager
def asked_as(request: str, what: bytes = b"") -> Iterator[None]:
    """Whatever is written inside belongs to this request. `what` was asked for: the same number for anything else is refused."""
    if len(request) > LONGEST or not request.isprintable():
        raise RuleError("bad_request", limit=LONGEST)
    mark = hashlib.blake2b(what, digest_size=6).hexdigest() if request and what else ""
    token = _current.set(f"{request}{BETWEEN}{mark}" if mark else request)
    try:
        yield
    finally:
        _current.reset(token)


def current_request() -> str:
    """The number of the request that is being served, with its mark; empty if it has none."""
    return _current.get()


def number_of(request: str) -> str:
    """A request's number without its mark."""
    return request.partition(BETWEEN)[0]


def check_same(request: str, before: str) -> None:
    """Refuse a number under which something else was asked for before."""
    mark, known = request.partition(BETWEEN)[2], before.partition(BETWEEN)[2]
    if mark and known and mark != known:
        raise RuleError("request_reused", request=number_of(request))


class Replies:
    """The last replies of a table to the requests of every seat: what came of each, or how it was refused after its dice had fallen."""

    def __init__(self) -> None:
        self._seats: dict[str, OrderedDict[str, Any]] = {}

    def keep(self, seat: str, request: str, reply: Any) -> None:
        """One more; the eldest is forgotten."""
        own = self._seats.setdefault(seat, OrderedDict())
        own[request] = reply
        while len(own) > REPLIES:
            own.popitem(last=False)

    def kept(self, seat: str, request: str) -> Any:
        """The reply to a request; None if it is not known any more. What was refused is refused again."""
        found = self._seats.get(seat, OrderedDict[str, Any]()).get(request)
        if isinstance(found, RuleError):
            raise RuleError(found.code, clause=found.clause, **found.facts)
        return found


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


def _passed(since: str, at: str) -> bool:
    """Whether a request of then is not sent again any more; so it is where the clock says nothing, or was put back."""
    try:
        lasted = datetime.fromisoformat(at) - datetime.fromisoformat(since)
    except (ValueError, TypeError):
        return True
    return not timedelta() <= lasted < MINUTE


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which entry a seat's last requests led to: the newest, since some time, and those of the generation before."""

    young: dict[str, int] = {}
    old: dict[str, int] = {}
    since: str = ""

    def after(self, request: str, n: int, at: str) -> "Asked":
        """One more; of several entries of one request the first counts. No more than a generation is ever copied, and one is as long as
        a request may be sent again."""
        if self.entry(request):
            return self
        young, since = {**self.young, request: n}, self.since or at
        over = len(young) >= MOST or (len(young) >= REMEMBERED and _passed(since, at))
        return Asked({}, young) if over else Asked(young, self.old, since)

    def entry(self, request: str) -> int:
        """The entry that a request led to; 0 if it is new."""
        return self.young.get(request) or self.old.get(request, 0)


class Requests(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which entry the requests of every seat led to."""

    seats: dict[str, Asked] = {}

    def after(self, seat: str, request: str, n: int, at: str) -> "Requests":
        return Requests({**self.seats, seat: self.seats.get(seat, NOTHING).after(number_of(request), n, at)})

    def without(self, seat: str) -> "Requests":
        return Requests({one: asked for one, asked in self.seats.items() if one != seat})

    def entry(self, seat: str, request: str) -> int:
        """The entry that a seat's request led to; 0 if it is new."""
        return self.seats.get(seat, NOTHING).entry(request) if request else 0


NOTHING = Asked()


# --- a request is done once ------------------------------------------------------------------------------------------------


T = TypeVar("T")

Run = Callable[[], Awaitable[T]]
Again = Callable[[int], Awaitable[T]]


async def once(table: "Table", seat: Seat, run: Run[T], again: Again[T]) -> T:
    """Do what the current request asks for, all of it or nothing, and once. `again` tells what came of it before, from the entry that it led to.

    Sent twice at once it is served one after the other.
    """
    if not (request := current_request()):
        async with table.together():
            return await run()
    async with table.turns.turn(seat.id, number_of(request)):
        if n := table.memory.requests.entry(seat.id, number_of(request)):
            await table.landed(n)
            check_same(request, (await table.history.commit(n)).request)
            told: T | None = table.replies.kept(seat.id, request)
            return await again(n) if told is None else told
        return await _first(table, seat, request, run)


async def _first(table: "Table", seat: Seat, request: str, run: Run[T]) -> T:
    """Do it; what came of it is kept, if it is in the log."""
    reply: T | RuleError | None = None
    try:
        async with table.together():
            reply = await run()
    except RuleError as error:
        reply = error
        raise
    finally:
        if reply is not None and table.memory.requests.entry(seat.id, number_of(request)):
            table.replies.keep(seat.id, request, reply)
    return reply


async def acted(table: "Table", n: int) -> list[Acted]:
    """What the steps through history that a request led to, from an entry on, took back or brought back."""
    found: list[Acted] = []
    request = (await table.history.commit(n)).request
    for stored in await table.store.read(table.id, after=n - 1, limit=1000):
        entry = read_entry(stored.body)
        if not isinstance(entry, Moved) or entry.request != request:
            break
        step = await table.history.commit(entry.of) if entry.of else None
        found += [step] if isinstance(step, Acted) else []
    return found
