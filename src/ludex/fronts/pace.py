"""How fast somebody may go: so many at once, then so many a second. People never notice; a flood is refused cheaply."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from ludex.core.errors import RuleError

Connection = ASGIConnection[Any, Any, Any, Any]

KEPT = 10_000
"""Of so many people the pace is remembered; whoever was quiet longest is forgotten first."""


class _Purse(msgspec.Struct):
    """What somebody has left, and since when it fills up again."""

    left: float
    since: float


class Pace:
    """A token bucket for each key."""

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self.burst = burst
        self.per_second = per_second
        self.clock = clock
        self._purses: OrderedDict[str, _Purse] = OrderedDict()

    def take(self, key: str) -> None:
        """Count one more for this key, or refuse it and say how long to wait."""
        now = self.clock()
        purse = self._purses.pop(key, None) or _Purse(self.burst, now)
        purse.left = min(self.burst, purse.left + (now - purse.since) * self.per_second)
        purse.since = now
        self._purses[key] = purse
        while len(self._purses) > KEPT:
            self._purses.popitem(last=False)
        if purse.left < 1:
            raise RuleError("too_fast", seconds=max(1, round((1 - purse.left) / self.per_second)))
        purse.left -= 1


def host_of(connection: Connection) -> str:
    """The address that a request comes from."""
    return connection.client.host if connection.client else ""


class Paces(msgspec.Struct, frozen=True):
    """The paces of a server: what a seat may send, and how many tables an address may open."""

    sending: Pace
    opening: Pace


def usual() -> Paces:
    """Far above what people do by hand, far below what hurts."""
    return Paces(sending=Pace(200, 50), opening=Pace(40, 0.5))
