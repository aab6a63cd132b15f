"""How fast somebody may go, and how much they may hold at once. People never notice; a flood is refused cheaply.

A purse holds milliseconds of the server's time, about: what a thing costs is what it takes here, measured once and written down
(`COSTS`), and what goes over the wire is paid by its length. So it does not matter in which way somebody is a burden.
"""

import asyncio
import re
from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic

import msgspec
from litestar.types import Message, Scope

from ludex.core.errors import RuleError
from ludex.fronts.connections import Connection

KEPT = 10_000
"""Of so many people the pace is remembered; the one who was quiet longest is forgotten first."""


PAUSE = 0.3
"""Seconds until somebody who is too fast is told so."""


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
        purse = self._purse(key)
        if purse.left < cost:
            raise RuleError("too_fast", seconds=max(1, round((cost - purse.left) / self.per_second)))
        purse.left -= cost

    async def ask(self, key: str, cost: float = 1) -> None:
        """The same for the one who waits for an answer: a refusal comes after a while, so that sending on and on is not worth it."""
        try:
            self.take(key, cost)
        except RuleError:
            await asyncio.sleep(PAUSE)
            raise

    def charge(self, key: str, cost: float) -> None:
        """Take what something has cost, now that it is known: anyone who has less owes it, at most a full purse."""
        purse = self._purse(key)
        purse.left = max(purse.left - cost, -self.burst)

    async def wait(self, key: str, cost: float = 1) -> None:
        """Take what something costs as soon as it is there."""
        short = cost - self._purse(key).left
        if short > 0:
            await asyncio.sleep(short / self.per_second)
        self.charge(key, cost)

    def _purse(self, key: str) -> _Purse:
        """This key's purse, filled up to now."""
        now = self.clock()
        purse = self._purses.pop(key, None) or _Purse(self.burst, now)
        purse.left = min(self.burst, purse.left + (now - purse.since) * self.per_second)
        purse.since = now
        self._purses[key] = purse
        while len(self._purses) > KEPT:
            self._purses.popitem(last=False)
        return purse


class Crowd:
    """How many things of one kind a key may hold open at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: Counter[str] = Counter()

    def enter(self, key: str) -> None:
        """One more; refused where there are as many as there may be."""
        if self._held[key] >= self.most:
            raise RuleError("too_many_pages", limit=self.most)
        self._held[key] += 1

    def leave(self, key: str) -> None:
        """One less."""
        self._held[key] -= 1
        if self._held[key] <= 0:
            del self._held[key]


def host_of(connection: Connection) -> str:
    """The address that a request comes from."""
    return connection.client.host if connection.client else ""


COSTS = {
    "page": 40,
    "commands": 30,
    "unable": 30,
    "things": 20,
    "search": 8,
    "older": 15,
    "odds": 20,
    "chances": 24,
    "view": 4,
    "deeds": 2,
    "log": 15,
    "invite": 5,
    "trace": 2,
    "picture": 80,
}
"""What things cost, beside a plain line (1), in milliseconds about."""

VISITS = {"start": 20, "rules": 10, "credits": 8, "systems": 10, "schema": 5, "card": 5, "dead": 3}
"""What costs an address that has no seat to pay for it: pages of anybody's, a published card, a link that opens nothing."""

LENGTH = 4096
"""So many characters over the wire cost as much as a line."""

ENTRIES = 25
"""So many entries that are looked through cost as much as a line."""


DICE = 40
"""So many dice cost as much as a line."""

_THROWN = re.compile(r"(\d{2,4})\s*d", re.IGNORECASE)


def cost_of(kind: str, text: str = "", *, entries: int = 0) -> float:
    """What a request costs: a line by its dice or by the odds that it asks for, a search by how many entries there are."""
    if kind == "search":
        return COSTS["search"] + entries / ENTRIES
    if kind != "line":
        return COSTS.get(kind, 1)
    if any(word in text[:12] for word in ("odds", "概率")):
        return COSTS["odds"]
    return 1 + sum(int(count) for count in _THROWN.findall(text[:200])) / DICE


class Paces(msgspec.Struct, frozen=True):
    """The paces of a server: what a seat may send, how many tables an address may open and pages of anybody's it may read, and
    how many live pages a seat may have."""

    sending: Pace
    opening: Pace
    visiting: Pace = msgspec.field(default_factory=lambda: Pace(600, 60))
    pages: Crowd = msgspec.field(default_factory=lambda: Crowd(16))


def usual() -> Paces:
    """Far above what people do by hand, far below what hurts: a seat gets a twenty-fifth of the server's time for long."""
    return Paces(sending=Pace(600, 40), opening=Pace(40, 0.5))


def pays(connection: Connection, pace: Pace, key: str) -> None:
    """Who pays for the answer to this request, by its length (`charge_sent`)."""
    connection.scope["state"]["purse"] = (pace, key)


async def charge_sent(message: Message, scope: Scope) -> None:
    """The one who asked pays for an answer by its length."""
    if message["type"] == "http.response.start" and (purse := scope["state"].get("purse")):
        length = next((int(value) for name, value in message["headers"] if name.lower() == b"content-length"), 0)
        purse[0].charge(purse[1], length / LENGTH)
