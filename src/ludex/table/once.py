"""A request is done once: sent again it gets the first reply, from memory, or as the log can still tell it."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from ludex.core.errors import RuleError
from ludex.table.entries import Acted, Moved, read_entry
from ludex.table.requests import check_same, current_request, number_of
from ludex.table.seats import Seat
from ludex.table.table import Table

T = TypeVar("T")

Run = Callable[[], Awaitable[T]]
Again = Callable[[int], Awaitable[T]]


async def once(table: Table, seat: Seat, run: Run[T], again: Again[T]) -> T:
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


async def _first(table: Table, seat: Seat, request: str, run: Run[T]) -> T:
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


async def acted(table: Table, n: int) -> list[Acted]:
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
