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

    def take(self, key: str, cost: float = 1) -> None:
        """Take what something costs out of this key's purse, or refuse it and say how long to wait."""
        now = self.clock()
        purse = self._purses.pop(key, None) or _Purse(self.burst, now)
        purse.left = min(self.burst, purse.left + (now - purse.since) * self.per_second)
        purse.since = now
        self._purses[key] = purse
        while len(self._purses) > KEPT:
            self._purses.popitem(last=False)
        if purse.left < cost:
            raise RuleError("too_fast", seconds=max(1, round((cost - purse.left) / self.per_second)))
        purse.left -= cost


def host_of(connection: Connection) -> str:
    """The address that a request comes from."""
    return connection.client.host if connection.client else ""


COSTS = {"odds": 10, "chances": 12, "search": 8, "older": 3, "commands": 3, "invite": 5, "page": 5, "view": 3, "log": 3}
"""What things cost, beside a plain line (1): by what they make the server do."""


def cost_of(kind: str, text: str = "") -> float:
    """What a request costs; a line that asks for odds costs what odds cost."""
    if kind == "line" and any(word in text[:12] for word in ("odds", "概率")):
        return COSTS["odds"]
    return COSTS.get(kind, 1)


class Paces(msgspec.Struct, frozen=True):
    """The paces of a server: what a seat may send, and how many tables an address may open."""

    sending: Pace
    opening: Pace


def usual() -> Paces:
    """Far above what people do by hand, far below what hurts."""
    return Paces(sending=Pace(200, 50), opening=Pace(40, 0.5))
