"""Which group plays at which table, who sits where, who is not heard: kept beside the tables, in a file or in the database that nodes share.

The same statements run in both (`Shelf`): numbered values, nothing that only one of the two would understand.
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from ludex.fronts.bots.messages import Person, Place

Value = str | int
Statement = tuple[str, tuple[Value, ...]]

KEPT = 20_000
"""So many messages are known as taken before the oldest are forgotten."""


class Shelf(Protocol):
    """Where the rows lie. Every change is durable when the call returns."""

    async def rows(self, sql: str, *values: Value) -> Sequence[tuple[Value, ...]]:
        """What a question finds."""
        ...

    async def write(self, *statements: Statement) -> int:
        """Do all of it or nothing; how many rows the last one touched."""
        ...

    async def close(self) -> None: ...


class Linked(msgspec.Struct, frozen=True):
    """A place that is linked to a table: how far its log was told there, and whether the bot keeps silent."""

    table: str
    told: int
    silent: bool = False


class Ledger:
    """The links of all places and people."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    async def close(self) -> None:
        await self.shelf.close()

    async def first(self, place: Place, message: str) -> bool:
        """Whether a message comes for the first time, whichever node it came to."""
        taken = "insert into taken (platform, place, id) values ($1, $2, $3) on conflict do nothing"
        return await self.shelf.write((taken, (place.platform, place.id, message))) > 0

    async def forget(self) -> None:
        """Let the oldest messages go that are known as taken."""
        old = f"delete from taken where rowid <= (select max(rowid) from taken) - {KEPT}"
        await self.shelf.write((old, ()))

    # --- places ------------------------------------------------------------------------------------------------------

    async def place(self, place: Place) -> Linked | None:
        found = await self.shelf.rows(f"select tab, told, silent from places where {_PLACE}", *_key(place))
        return _linked(found[0]) if found else None

    async def link(self, place: Place, table: str, told: int) -> None:
        """Link a place to a table, from an entry of its log on."""
        await self.shelf.write(
            (f"delete from places where {_PLACE}", _key(place)),
            ("insert into places values ($1, $2, $3, $4, $5, 0)", (*_key(place), table, told)),
        )

    async def unlink(self, place: Place) -> None:
        await self.shelf.write((f"delete from places where {_PLACE}", _key(place)))

    async def tell(self, place: Place, told: int) -> None:
        """How far the log was told there."""
        await self.shelf.write((f"update places set told = $4 where {_PLACE}", (*_key(place), told)))

    async def silence(self, place: Place, *, silent: bool) -> None:
        await self.shelf.write((f"update places set silent = $4 where {_PLACE}", (*_key(place), int(silent))))

    async def places(self, table: str = "") -> list[tuple[Place, Linked]]:
        sql = "select platform, id, kind, tab, told, silent from places where tab = $1 or $1 = ''"
        rows = await self.shelf.rows(sql, table)
        return [(Place(str(row[0]), str(row[1]), str(row[2])), _linked(row[3:])) for row in rows]

    # --- people ------------------------------------------------------------------------------------------------------

    async def sit(self, person: Person, table: str, seat: str) -> None:
        """Somebody holds a seat; several accounts may hold the same one."""
        await self.shelf.write(
            _gone(person, table),
            (
                "insert into people (platform, id, tab, seat, name) values ($1, $2, $3, $4, $5)",
                (person.platform, person.id, table, seat, person.name),
            ),
        )

    async def stand_up(self, person: Person, table: str) -> None:
        """Somebody holds no seat there any more."""
        await self.shelf.write(_gone(person, table))

    async def seat(self, platform: str, person: str, table: str) -> str:
        """The seat that somebody holds at a table; empty if none."""
        sql = "select seat from people where platform = $1 and id = $2 and tab = $3"
        rows = await self.shelf.rows(sql, platform, person, table)
        return str(rows[0][0]) if rows else ""

    async def tables(self, person: Person) -> list[str]:
        """The tables at which somebody sits, the newest last."""
        sql = "select tab from people where platform = $1 and id = $2 order by rowid"
        return [str(row[0]) for row in await self.shelf.rows(sql, person.platform, person.id)]

    async def holders(self, table: str, seat: str) -> list[Person]:
        sql = "select platform, id, name from people where tab = $1 and seat = $2 order by rowid"
        return [Person(*map(str, row)) for row in await self.shelf.rows(sql, table, seat)]

    # --- who is not heard, who is trusted ------------------------------------------------------------------------------

    async def ban(self, platform: str, person: str, *, banned: bool) -> None:
        """Hear somebody no more, or again."""
        await self._mark("banned", platform, person, on=banned)

    async def is_banned(self, person: Person) -> bool:
        return await self._marked("banned", person)

    async def trust(self, platform: str, person: str, *, trusted: bool) -> None:
        """Somebody may manage the bot everywhere and is not slowed down, or no longer."""
        await self._mark("trusted", platform, person, on=trusted)

    async def is_trusted(self, person: Person) -> bool:
        return await self._marked("trusted", person)

    async def _mark(self, what: str, platform: str, person: str, *, on: bool) -> None:
        added = f"insert into {what} values ($1, $2) on conflict do nothing"
        await self.shelf.write(
            (added if on else f"delete from {what} where platform = $1 and id = $2", (platform, person))
        )

    async def _marked(self, what: str, person: Person) -> bool:
        sql = f"select 1 from {what} where platform = $1 and id = $2"
        return bool(await self.shelf.rows(sql, person.platform, person.id))

    # --- whose card is kept, and by which way a platform is reached ------------------------------------------------------

    async def keep_card(self, place: Place, person: str, card: str | None) -> None:
        """What somebody's card in a group was last set to; None: it is left alone from now on."""
        key = (place.platform, place.id, person)
        gone = ("delete from cards where platform = $1 and place = $2 and id = $3", key)
        set_ = ("insert into cards values ($1, $2, $3, $4)", (*key, card or ""))
        await self.shelf.write(gone, *(() if card is None else (set_,)))

    async def cards(self, place: Place) -> dict[str, str]:
        """Whose cards are kept in a group, and what they were last set to."""
        sql = "select id, card from cards where platform = $1 and place = $2"
        return {str(row[0]): str(row[1]) for row in await self.shelf.rows(sql, place.platform, place.id)}

    async def reach(self, platform: str, address: str) -> None:
        """A platform is connected to the node at this address."""
        sql = "insert into ways values ($1, $2) on conflict (platform) do update set address = excluded.address"
        await self.shelf.write((sql, (platform, address)))

    async def way(self, platform: str) -> str:
        """The address of the node to which a platform was connected last; empty if none was."""
        rows = await self.shelf.rows("select address from ways where platform = $1", platform)
        return str(rows[0][0]) if rows else ""

    # --- what is kept in words ---------------------------------------------------------------------------------------------

    async def keep(self, kind: str, name: str, said: str | None) -> None:
        """Keep something in words under a kind and a name; None: it is forgotten."""
        gone = ("delete from kept where kind = $1 and name = $2", (kind, name))
        put = ("insert into kept values ($1, $2, $3)", (kind, name, said or ""))
        await self.shelf.write(gone, *(() if said is None else (put,)))

    async def kept(self, kind: str, name: str) -> str | None:
        rows = await self.shelf.rows("select said from kept where kind = $1 and name = $2", kind, name)
        return str(rows[0][0]) if rows else None

    async def all_kept(self, kind: str) -> dict[str, str]:
        rows = await self.shelf.rows("select name, said from kept where kind = $1 order by name", kind)
        return {str(row[0]): str(row[1]) for row in rows}

    async def everybody(self) -> list[tuple[Person, str, str]]:
        """Every account that holds a seat, with the table and the seat."""
        rows = await self.shelf.rows("select platform, id, name, tab, seat from people order by rowid")
        return [(Person(*map(str, row[:3])), str(row[3]), str(row[4])) for row in rows]


_PLACE = "platform = $1 and id = $2 and kind = $3"


def _key(place: Place) -> tuple[str, str, str]:
    return place.platform, place.id, place.kind


def _linked(row: Sequence[Value]) -> Linked:
    return Linked(str(row[0]), int(row[1]), bool(row[2]))


def _gone(person: Person, table: str) -> Statement:
    return "delete from people where platform = $1 and id = $2 and tab = $3", (person.platform, person.id, table)
