"""Room for connections: never so many that the server has no file left to open.

A process may hold so many files open, and every socket is one. Where all are taken nobody comes in any more, nothing is read from disk and no
odds are worked out. So there is room for somewhat fewer sockets than that. When it is full, somebody has to go for a newcomer: first one who
waits and whom nobody knows, then one who waits, then a live page of the address that holds the most, if that holds more than the newcomer's.
"""

import sys
from asyncio import Transport
from collections import Counter
from collections.abc import Iterator
from typing import Protocol

OWN = 36
"""Files that the server itself opens: its disk, its loop, processes that work out odds."""

LEAST = 4
"""There is room for so many however few files there may be."""

UNBOUNDED = 100_000
"""So many sockets where nothing says how many files there may be."""

WANTED = 65_536
"""As many open files as a server asks of its system."""


class Connected(Protocol):
    """Somebody at the other end."""

    transport: Transport
    client: tuple[str, int] | None

    @property
    def waits(self) -> bool:
        """Whether nothing is done for it now."""

    @property
    def known(self) -> bool:
        """Whether it has shown a seat's link."""


class Room:
    """Everybody who is connected, by who has been quiet longest."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._here: dict[Connected, None] = {}

    def enter(self, one: Connected) -> None:
        """Somebody connects; where there is no room, somebody goes."""
        self._here[one] = None
        if len(self._here) > self.most:
            self.leave(gone := self._who_goes(one))
            gone.transport.abort()

    def stir(self, one: Connected) -> None:
        if self._here.pop(one, self) is not self:
            self._here[one] = None

    def leave(self, one: Connected) -> None:
        self._here.pop(one, None)

    def _who_goes(self, newcomer: Connected) -> Connected:
        waiting = [one for one in self._here if one.waits and one is not newcomer]
        strangers = (one for one in waiting if not one.known)
        return next(strangers, None) or next(iter(waiting), None) or next(self._crowded(newcomer), newcomer)

    def _crowded(self, newcomer: Connected) -> Iterator[Connected]:
        """Those of the address that holds the most, if that is more than the newcomer's own has."""
        held = Counter(map(address_of, self._here))
        address, count = held.most_common(1)[0]
        if count > held[address_of(newcomer)]:
            yield from (one for one in self._here if address_of(one) == address)


def address_of(one: Connected) -> str:
    return one.client[0] if one.client else ""


def room() -> Room:
    """Room for as many as this process may hold beside its own files."""
    limit = _raised()
    return Room(UNBOUNDED if limit is None else max(LEAST, limit - OWN - limit // 32))


def _raised() -> int | None:
    """How many files may be open, after asking for as many as there may be; None where nothing says so."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            return soft
        return wanted
    return None if soft == resource.RLIM_INFINITY else soft
