"""The house: all tables of one store. It opens new ones, loads those that are asked for, and knows every link.

A system's demo in the language of the person who opens it, and what its table has lived through before today.
"""

import asyncio
import re
import secrets
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import structlog

from ludex import __version__
from ludex.core.bounds import read_options
from ludex.core.errors import RuleError
from ludex.core.packs import reworded
from ludex.core.pairs import apart
from ludex.core.principals import HOST, PLAYER
from ludex.core.system import Demo, System
from ludex.store.leases import Elsewhere
from ludex.store.port import Batch, Failed, Store, TableRow, UnknownTable, hash_of as chain_hash
from ludex.table.chance import new_salt, new_seed, seal_of
from ludex.table.decks import Decks
from ludex.table.entries import AnyEntry, Clock, Opened, Seated, Settled, wall_clock
from ludex.table.loading import Keeper, Loaded, Unreadable, load, load_memory as load_memory
from ludex.table.naming import clean_name
from ludex.table.registry import system as find_system
from ludex.table.seating import invite
from ludex.table.seats import Seat, hash_of, new_secret
from ludex.table.settings import Shown, Trusted
from ludex.table.shelter import Answering
from ludex.table.table import Table


class Evening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An evening of a demo's past: how many days ago it was (0: today), and what people typed, as `name: line`."""

    days: int
    lines: tuple[str, ...]


class Past(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a demo's table has lived through. `seed`: under which dice; they are shown to everybody before anybody else rolls."""

    seed: int
    evenings: tuple[Evening, ...]


def demo_of(system: System, language: str) -> Demo:
    """The demo; its texts are replaced by those that the system has for that language (`words/demo.en.toml`, or `[demo]` in its `words.toml`)."""
    if system.demo is None:
        raise RuleError("no_demo", system=system.id)
    demo, phrases = system.demo(), demo_phrases(system.package, language)
    lines = tuple(phrases.get(line, line) for line in demo.lines)
    about = reworded(demo.about, phrases)
    return Demo(reworded(demo.state, phrases), reworded(demo.seats, phrases), lines, about, demo.painted)


def demo_phrases(package: str, language: str) -> Mapping[str, str]:
    """What the texts of a demo are called in another language than that in which they are written."""
    return apart(package, "demo", language)


def past_of(system: System, language: str) -> Past | None:
    """The past of a system's demo (`words/past.<language>.toml`); None where it has none."""
    page = files(system.package).joinpath("words", f"past.{language}.toml") if system.package else None
    if page is None or not page.is_file():
        return None
    return msgspec.convert(tomllib.loads(page.read_text("utf-8")), Past)


LOOKED = 8
"""At so many tables it is looked for one that can be put away, each time that there are too many."""

_LINK = re.compile(r"[\w-]{10,64}")


class House:
    """Every table there is. Each is loaded once, and stays in memory until many others were wanted after it."""

    def __init__(self, store: Store, clock: Clock = wall_clock, *, most: int = 500, decks: Decks | None = None) -> None:
        self.store = store
        self.clock = clock
        self.most = most
        self.decks = decks or Decks()
        self.opened: list[Callable[[Table], None]] = []
        """Whom to tell of a table that has come into memory."""
        self._tables: dict[str, Table] = {}
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        store.watch(self._left)

    async def create(
        self,
        system_id: str,
        *,
        name: str,
        gm: str = "GM",
        state: Any = None,
        options: Any = None,
        seed: bytes = b"",
    ) -> tuple[Table, str]:
        """Open a new table; the GM's secret comes back with it. `seed`: dice that are known, of a past that has still to be lived through."""
        system, name, gm = find_system(system_id), clean_name(name), clean_name(gm)
        secret, seed = new_secret(), seed or new_seed()
        opening = state if state is not None else system.start(read_options(options or {}, system.options()))
        entries = self._opening(system, opening, name=name, gm=gm, seal=seal_of(seed), link=hash_of(secret))
        row = TableRow(self._new_id(), system_id, name, entries[0].at, seed)
        batch = Batch(row.id, 1, _chained(entries), {hash_of(secret): HOST})
        await self.store.create(row, batch)
        return await self.open(row.id), secret

    def _new_id(self) -> str:
        """An id for a table that lives here."""
        while not self.store.takes(found := secrets.token_hex(6)):
            pass
        return found

    async def demo(
        self, system_id: str, *, name: str = "", gm: str = "GM", language: str = "zh", seed: bytes = b""
    ) -> tuple[Table, dict[str, str]]:
        """A table to play at once: the system's demo, with a seat for everybody in it. Names -> secrets."""
        system = find_system(system_id)
        demo = demo_of(system, language)
        table, secret = await self.create(system_id, name=name or system_id, gm=gm, state=demo.state, seed=seed)
        host, links = table.seat(HOST), {HOST: secret}
        await table.settle(host, Trusted("", "open"))
        await table.settle(host, Shown("open"))
        for person, controls in demo.seats.items():
            _, links[person] = await invite(table, host, role=PLAYER, name=person, controls=tuple(controls))
        return table, links

    def _opening(self, system: System, state: Any, *, name: str, gm: str, seal: str, link: str) -> list[AnyEntry]:
        now = self.clock()
        raw = msgspec.Raw(msgspec.json.encode(state))
        opened = Opened(
            at=now,
            seat=HOST,
            system=system.id,
            name=name,
            state=raw,
            seal=seal,
            version=__version__,
            system_version=system.version,
        )
        host = Seated(at=now, seat=HOST, who=HOST, role=HOST, name=gm, link=link)
        if system.numbers not in ("bands", "open"):
            return [opened, host]
        return [opened, host, Settled(at=now, seat=HOST, setting=Shown(system.numbers))]

    async def open(self, table: str) -> Table:
        found = self._at_hand(table) or await self._brought_in(table)
        if len(self._tables) > self.most:
            await self._make_room(found)
        return found

    async def _brought_in(self, table: str) -> Table:
        async with self._alone(table):
            found = self._tables.pop(table, None)
            if found is not None and not self.store.holds(table):
                found.abandon()
            if found is None or found.broken:
                found = await self._load(table)
                for tell in self.opened:
                    tell(found)
            self._tables[table] = found
        return found

    def _at_hand(self, table: str) -> Table | None:
        """A table that is in memory and may be used as it is; it is now the one that was asked for last."""
        found = self._tables.get(table)
        if found is None or found.broken or not self.store.holds(table):
            return None
        self._tables[table] = self._tables.pop(table)
        return found

    def _alone(self, table: str) -> asyncio.Lock:
        """Nobody else brings this table in or puts it away meanwhile."""
        return self._loading.setdefault(table, asyncio.Lock())

    def _left(self, table: str) -> None:
        """A table lives at another node by now: those who watch it here are woken, to look for it there."""
        if (found := self._tables.pop(table, None)) is not None:
            structlog.get_logger().warning("table_left", table=table)
            found.abandon()
            for wake in tuple(found.watchers):
                wake()

    async def _make_room(self, wanted: Table) -> None:
        """Put quiet tables away, those first that nobody has asked for longest. One that is in use stands behind the others from now on."""
        for _ in range(LOOKED):
            if len(self._tables) <= self.most:
                return
            table = next(iter(self._tables.values()))
            if table is wanted or not table.quiet or self._alone(table.id).locked():
                self._tables[table.id] = self._tables.pop(table.id)
            else:
                async with self._alone(table.id):
                    await self._put_away(table)

    async def _put_away(self, table: Table) -> None:
        if self._tables.get(table.id) is table and table.quiet:
            del self._tables[table.id]
            await table.retire()
            await self.store.release(table.id)

    async def enter(self, secret: str) -> tuple[Table, Seat]:
        found = await self.store.seat(hash_of(secret)) if _LINK.fullmatch(secret) else None
        if found is None:
            raise RuleError("dead_link")
        table = await self.open(found[0])
        if found[1] not in table.memory.seats:
            raise RuleError("dead_link")
        return table, table.seat(found[1])

    def redeem(self, code: str) -> tuple[Table, Seat]:
        """The table and seat that a code was issued for; it is good once."""
        for table in self._tables.values():
            seat = table.codes.redeem(code)
            if seat is not None and seat in table.memory.seats:
                return table, table.seat(seat)
        raise RuleError("dead_code")

    def knows(self, code: str) -> bool:
        """Whether a code was issued at a table that is here, and is still good."""
        return any(table.codes.knows(code) for table in self._tables.values())

    async def _load(self, table: str) -> Table:
        try:
            row = await self.store.row(table)
            await self.store.claim(table)
            system = find_system(row.system)
            with Answering(system, asyncio.CancelledError, GeneratorExit):  # who asked may have gone
                loaded = await self._loaded(system, table)
        except UnknownTable:
            raise RuleError("unknown_table", table=table) from None
        except Elsewhere:
            raise
        except Failed as error:
            raise _unreadable(table, error) from error
        keeper = Keeper(self.store, table, system, loaded.saved, loaded.cost)
        memory, seed = loaded.memory, row.secret
        return Table(table, system, self.store, memory, seed, self.clock, keeper=keeper, decks=self.decks)

    async def _loaded(self, system: System, table: str) -> Loaded:
        """What the store holds of a table; what cannot be read is the disk's fault, not the system's."""
        try:
            return await load(system, self.store, table)
        except (Failed, Unreadable) as error:
            raise _unreadable(table, error) from error

    async def close(self) -> None:
        """Close every table, then the store, whatever goes wrong with one of them."""
        ended = await asyncio.gather(*(table.close() for table in self._tables.values()), return_exceptions=True)
        for error in (one for one in ended if one is not None):
            structlog.get_logger().error("close_failed", problem=f"{type(error).__name__}: {error}")
        await self.store.close()


def _unreadable(table: str, error: Exception) -> RuleError:
    structlog.get_logger().error("table_unreadable", table=table, problem=str(error))
    seen = {"hint": error.told} if isinstance(error, Unreadable) else {}
    return RuleError("table_unreadable", table=table, **seen)


def _chained(entries: list[AnyEntry]) -> tuple[bytes, ...]:
    """Entries as they are written, each with the hash of the one before it."""
    bodies: list[bytes] = []
    for entry in entries:
        past = chain_hash(bodies[-1]) if bodies else ""
        bodies.append(msgspec.json.encode(msgspec.structs.replace(entry, past=past, salt=new_salt())))
    return tuple(bodies)
