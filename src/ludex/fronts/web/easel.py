"""When pages are drawn: between replies, a little at a time, so that nobody who does something waits for others' pages.

Drawing takes the one thread that everything shares. After each slice of it everybody who sent something gets her reply; short drawings
share a slice, so that many pages are not a turn behind one another, and one that takes long is followed by everybody else's turn.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

SLICE = 0.003
"""Seconds that are drawn in a row."""

FEW = 16
"""So many drawings stand ready for the next slice; the others wait in the order in which they came."""


class Easel:
    """The slices of a server."""

    def __init__(self) -> None:
        self._ready = asyncio.Semaphore(FEW)
        self._end = 0.0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until there is time to draw."""
        async with self._ready:
            while monotonic() >= (end := self._end):
                await asyncio.sleep(0)
                if self._end == end:  # nobody has begun a new one since: everybody else has had a turn
                    self._end = monotonic() + SLICE
            yield
