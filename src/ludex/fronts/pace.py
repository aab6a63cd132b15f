"""How fast somebody may go, and how much they may hold at once. People never notice; a flood is refused cheaply.

A purse holds milliseconds of the server's time, about: what a thing costs is what it takes here, measured once and written down
(`COSTS`), and what goes over the wire is paid by its length. So it does not matter in which way somebody is a burden.

A seat has a purse, all seats of a table have one, and all tables of an address have one (`Payer`). Of a purse for many each of them has a
fair part, also when it is empty: somebody who has many seats or tables comes to her own end, and not to that of her neighbours.
"""

import asyncio
import re
from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import ip_address
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


def check_paid(short: float) -> None:
    """Refuse what cannot be paid yet, and say how long to wait."""
    if short > 0:
        raise RuleError("too_fast", seconds=max(1, round(short)))


async def paused(short: float) -> None:
    """The same for the one who waits for an answer: a refusal comes after a while, so that sending on and on is not worth it."""
    if short > 0:
        await asyncio.sleep(PAUSE)
    check_paid(short)


class Pace:
    """A token bucket for each key."""

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self.burst = burst
        self.per_second = per_second
        self.clock = clock
        self._purses: OrderedDict[str, _Purse] = OrderedDict()

    def short(self, key: str, cost: float = 1) -> float:
        """Seconds until this key has what something costs."""
        return max(0.0, cost - self._purse(key).left) / self.per_second

    def take(self, key: str, cost: float = 1) -> None:
        """Take what something costs out of this key's purse, or refuse it and say how long to wait."""
        check_paid(self.short(key, cost))
        self.charge(key, cost)

    async def ask(self, key: str, cost: float = 1) -> None:
        """The same for the one who waits for an answer."""
        await paused(self.short(key, cost))
        self.charge(key, cost)

    def charge(self, key: str, cost: float) -> None:
        """Take what something has cost, now that it is known: anyone who has less owes it, at most a full purse."""
        purse = self._purse(key)
        purse.left = max(purse.left - cost, -self.burst)

    async def wait(self, key: str, cost: float = 1) -> None:
        """Take what something costs as soon as it is there."""
        if (short := self.short(key, cost)) > 0:
            await asyncio.sleep(short)
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


QUIET = 60.0
"""Seconds without being too fast after which somebody may be told so again."""


class Told:
    """Who was told that she is too fast: once, however long she goes on."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, float] = OrderedDict()

    def first(self, key: str, now: float) -> bool:
        """Whether somebody who is too fast now was not just before."""
        last = self._last.pop(key, None)
        self._last[key] = now
        while len(self._last) > KEPT:
            self._last.popitem(last=False)
        return last is None or now - last > QUIET


ACTIVE = 60.0
"""So many seconds after the last thing somebody wanted a part of a purse is still hers."""

PARTS = 20
"""A part of a purse for many holds at most a so-manieth of it."""


class Shared:
    """A purse for many under each key. One of them who has taken little has her fair part also when the others have emptied it.

    A part fills up by an equal share of what the whole gets, and everything that is taken is taken from it too: it is there as long as
    somebody keeps to her share. One who comes when the purse is empty begins with an empty part, so that new ones are no way around it.
    """

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._whole = Pace(burst, per_second, clock)
        self._parts: OrderedDict[str, OrderedDict[str, _Purse]] = OrderedDict()

    def short(self, key: str, part: str, cost: float) -> float:
        """Seconds until what something costs is there, in the purse or in this part of it."""
        missing = self._whole.short(key, cost)
        if missing <= 0:
            return 0.0
        mine, share = self._part(key, part)
        return min(missing, max(0.0, cost - mine.left) / share)

    def charge(self, key: str, part: str, cost: float) -> None:
        """Take what something costs."""
        mine, _ = self._part(key, part)
        mine.left = max(mine.left - cost, -self._whole.burst / PARTS)
        self._whole.charge(key, cost)

    def _part(self, key: str, part: str) -> tuple[_Purse, float]:
        """Somebody's part, filled up to now, and what comes to it in a second."""
        now, parts = self._whole.clock(), self._kept(key)
        while parts and next(iter(parts.values())).since < now - ACTIVE:
            parts.popitem(last=False)
        most = self._whole.burst / PARTS
        mine = parts.pop(part, None) or _Purse(0 if self._whole.short(key, 1) > 0 else most, now)
        parts[part] = mine
        share = self._whole.per_second / len(parts)
        mine.left, mine.since = min(most, mine.left + (now - mine.since) * share), now
        return mine, share

    def _kept(self, key: str) -> OrderedDict[str, _Purse]:
        parts = self._parts.pop(key, OrderedDict[str, _Purse]())
        self._parts[key] = parts
        while len(self._parts) > KEPT:
            self._parts.popitem(last=False)
        return parts


class Payer(msgspec.Struct, frozen=True):
    """Who pays: a seat of a table, from an address (none: that of this machine, which is no stranger's)."""

    table: str
    seat: str
    address: str = ""

    @property
    def purse(self) -> str:
        """The key of the seat's own purse."""
        return f"{self.table}/{self.seat}"


class Crowd:
    """How many things of one kind a key may hold open at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: Counter[str] = Counter()

    def enter(self, key: str) -> None:
        """One more; refused where there are as many as there may be."""
        self.check(key)
        self._held[key] += 1

    def check(self, key: str) -> None:
        """Refuse one more where there are as many as there may be."""
        if self._held.get(key, 0) >= self.most:
            raise RuleError("too_many_pages", limit=self.most)

    def leave(self, key: str) -> None:
        """One less."""
        self._held[key] -= 1
        if self._held[key] <= 0:
            del self._held[key]


def host_of(connection: Connection) -> str:
    """The address that a request comes from."""
    return connection.client.host if connection.client else ""


def payer_of(connection: Connection, table: str, seat: str) -> Payer:
    """Who pays for a request of a seat. Somebody who comes from this very machine sits at it, or is a proxy that does not say for whom it asks."""
    host = host_of(connection)
    return Payer(table, seat, "" if _is_here(host) else host)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return not host


COSTS = {
    "page": 40,
    "commands": 30,
    "unable": 30,
    "things": 20,
    "search": 8,
    "older": 15,
    "odds": 20,
    "chances": 24,
    "whether": 8,
    "view": 4,
    "deeds": 2,
    "log": 15,
    "invite": 5,
    "trace": 2,
    "picture": 150,
}
"""What things cost, beside a plain line (1), in milliseconds about."""

VISITS = {
    "start": 20,
    "rules": 10,
    "credits": 8,
    "systems": 10,
    "schema": 5,
    "card": 5,
    "dead": 3,
    "tables": 8,
    "demos": 8,
}
"""What costs an address that has no seat to pay for it: pages of anybody's, a published card, a link that opens nothing."""

LENGTH = 4096
"""So many characters over the wire cost as much as a line."""

WRITTEN = 400
"""So many characters that are sent cost as much as a line: they may be kept for ever."""

MOST_WRITTEN = 64_000
"""Whatever is longer (pictures, people's files) costs no more than this."""

ENTRIES = 25
"""So many entries that are looked through cost as much as a line."""


DICE = 40
"""So many dice cost as much as a line."""

_THROWN = re.compile(r"(\d{2,4})\s*d", re.IGNORECASE)


HEARD = 4
"""What it costs beside that a line is read as an answer first, because its seat is asked something."""


def cost_of(kind: str, text: str = "", *, entries: int = 0, asked: bool = False) -> float:
    """What a request costs: a line by its dice, by the odds that it asks for, and by whether its seat is `asked` something; a search by
    how many entries there are."""
    if kind == "search":
        return COSTS["search"] + entries / ENTRIES
    if kind != "line":
        return COSTS.get(kind, 1)
    if any(word in text[:12] for word in ("odds", "概率")):
        return COSTS["odds"]
    return 1 + HEARD * asked + sum(int(count) for count in _THROWN.findall(text[:200])) / DICE


class Paces(msgspec.Struct, frozen=True):
    """The paces of a server: what a seat may send, and all of a table, and all of an address; what a seat's and a table's pages are told; how
    many tables an address may open and pages of anybody's it may read; how many live pages a seat, a table and an address may have."""

    sending: Pace
    opening: Pace
    visiting: Pace = msgspec.field(default_factory=lambda: Pace(600, 60))
    tables: Shared = msgspec.field(default_factory=lambda: Shared(4000, 200))
    addresses: Shared = msgspec.field(default_factory=lambda: Shared(8000, 400))
    pushing: Pace = msgspec.field(default_factory=lambda: Pace(40_000, 1000))
    pages: Crowd = msgspec.field(default_factory=lambda: Crowd(16))
    rooms: Crowd = msgspec.field(default_factory=lambda: Crowd(256))
    homes: Crowd = msgspec.field(default_factory=lambda: Crowd(256))

    def _short(self, payer: Payer, cost: float) -> float:
        """Seconds until somebody can pay, out of every purse that is hers."""
        alone, table = self.sending.short(payer.purse, cost), self.tables.short(payer.table, payer.seat, cost)
        home = self.addresses.short(payer.address, payer.table, cost) if payer.address else 0.0
        return max(alone, table, home)

    async def ask(self, payer: Payer, cost: float = 1) -> None:
        """Take what something costs, or refuse it after a while and say how long to wait."""
        await paused(self._short(payer, cost))
        self.charge(payer, cost)

    def charge(self, payer: Payer, cost: float) -> None:
        """Take what something has cost, now that it is known."""
        self.sending.charge(payer.purse, cost)
        self.tables.charge(payer.table, payer.seat, cost)
        if payer.address:
            self.addresses.charge(payer.address, payer.table, cost)

    async def wait_push(self, payer: Payer, cost: float) -> None:
        """Wait until a page of a seat may be told something. Others make it happen, so it never keeps the seat from doing something."""
        short = max(self.sending.short(f"{payer.purse}/pushed", cost), self.pushing.short(payer.table, cost))
        if short > 0:
            await asyncio.sleep(short)
        self.charge_push(payer, cost)

    def charge_push(self, payer: Payer, cost: float) -> None:
        """Take what telling a page something has cost."""
        self.sending.charge(f"{payer.purse}/pushed", cost)
        self.pushing.charge(payer.table, cost)

    def enter(self, payer: Payer) -> None:
        """One more live page."""
        crowds = self._crowds(payer)
        for crowd, key in crowds:
            crowd.check(key)
        for crowd, key in crowds:
            crowd.enter(key)

    def leave(self, payer: Payer) -> None:
        """One less."""
        for crowd, key in self._crowds(payer):
            crowd.leave(key)

    def _crowds(self, payer: Payer) -> list[tuple[Crowd, str]]:
        home = [(self.homes, payer.address)] if payer.address else []
        return [(self.pages, payer.purse), (self.rooms, payer.table), *home]


def usual() -> Paces:
    """Far above what people do by hand, far below what hurts: a seat gets a twenty-fifth of the server's time for long."""
    return Paces(sending=Pace(600, 40), opening=Pace(40, 0.5))


def pays(connection: Connection, paces: Paces, payer: Payer) -> None:
    """Who pays for the answer to this request, by its length (`charge_sent`)."""
    connection.scope["state"]["payer"] = (paces, payer)


async def charge_sent(message: Message, scope: Scope) -> None:
    """The one who asked pays for an answer by its length."""
    if message["type"] == "http.response.start" and (paying := scope["state"].get("payer")):
        length = next((int(value) for name, value in message["headers"] if name.lower() == b"content-length"), 0)
        paying[0].charge(paying[1], length / LENGTH)
