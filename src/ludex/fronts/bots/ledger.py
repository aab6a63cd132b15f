"""Which group plays at which table, who sits where, who is not heard: kept beside the tables, in a file of its own."""

import sqlite3
from pathlib import Path

import msgspec

from ludex.fronts.bots.messages import Person, Place

_SCHEMA = """
create table if not exists places (platform text, id text, kind text, tab text not null, told integer not null, silent integer not null default 0, primary key (platform, id, kind));
create table if not exists people (platform text, id text, tab text, seat text not null, name text not null default '', primary key (platform, id, tab));
create table if not exists trusted (platform text, id text, primary key (platform, id));
create table if not exists cards (platform text, place text, id text, card text not null, primary key (platform, place, id));
create table if not exists banned (platform text, id text, primary key (platform, id));
"""


class Linked(msgspec.Struct, frozen=True):
    """A place that is linked to a table: how far its log was told there, and whether the bot keeps silent."""

    table: str
    told: int
    silent: bool = False


class Ledger:
    """The links, in SQLite. Every change is on disk when the call returns."""

    def __init__(self, path: Path | str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        if path != ":memory:":
            self._db.execute("pragma journal_mode=wal")
            self._db.execute("pragma synchronous=normal")
        self._db.executescript(_SCHEMA)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    # --- places ------------------------------------------------------------------------------------------------------

    def place(self, place: Place) -> Linked | None:
        """What a place is linked to."""
        row = self._db.execute(
            "select tab, told, silent from places where platform=? and id=? and kind=?", _key(place)
        ).fetchone()
        return Linked(row[0], row[1], bool(row[2])) if row else None

    def link(self, place: Place, table: str, told: int) -> None:
        """Link a place to a table, from an entry of its log on."""
        self._db.execute("insert or replace into places values (?,?,?,?,?,0)", (*_key(place), table, told))

    def unlink(self, place: Place) -> None:
        """A place plays nowhere any more."""
        self._db.execute("delete from places where platform=? and id=? and kind=?", _key(place))

    def tell(self, place: Place, told: int) -> None:
        """How far the log was told there."""
        self._db.execute("update places set told=? where platform=? and id=? and kind=?", (told, *_key(place)))

    def silence(self, place: Place, *, silent: bool) -> None:
        """Whether the bot keeps silent there."""
        self._db.execute("update places set silent=? where platform=? and id=? and kind=?", (int(silent), *_key(place)))

    def places(self) -> list[tuple[Place, Linked]]:
        """Every linked place."""
        rows = self._db.execute("select platform, id, kind, tab, told, silent from places").fetchall()
        return [(Place(*row[:3]), Linked(row[3], row[4], bool(row[5]))) for row in rows]

    # --- people ------------------------------------------------------------------------------------------------------

    def sit(self, person: Person, table: str, seat: str) -> None:
        """Somebody holds a seat; several accounts may hold the same one."""
        self._db.execute(
            "insert or replace into people values (?,?,?,?,?)", (person.platform, person.id, table, seat, person.name)
        )

    def stand_up(self, person: Person, table: str) -> None:
        """Somebody holds no seat there any more."""
        self._db.execute("delete from people where platform=? and id=? and tab=?", (person.platform, person.id, table))

    def seat(self, platform: str, person: str, table: str) -> str:
        """The seat that somebody holds at a table; empty if none."""
        row = self._db.execute(
            "select seat from people where platform=? and id=? and tab=?", (platform, person, table)
        ).fetchone()
        return str(row[0]) if row else ""

    def tables(self, person: Person) -> list[str]:
        """The tables at which somebody sits, the newest last."""
        rows = self._db.execute(
            "select tab from people where platform=? and id=? order by rowid", (person.platform, person.id)
        ).fetchall()
        return [str(row[0]) for row in rows]

    def holders(self, table: str, seat: str) -> list[Person]:
        """Everybody who holds a seat, on any platform."""
        rows = self._db.execute(
            "select platform, id, name from people where tab=? and seat=?", (table, seat)
        ).fetchall()
        return [Person(*row) for row in rows]

    # --- who is not heard ----------------------------------------------------------------------------------------------

    def ban(self, platform: str, person: str, *, banned: bool) -> None:
        """Hear somebody no more, or again."""
        self._db.execute("delete from banned where platform=? and id=?", (platform, person))
        if banned:
            self._db.execute("insert into banned values (?,?)", (platform, person))

    def is_banned(self, person: Person) -> bool:
        """Whether somebody is not heard."""
        found = self._db.execute("select 1 from banned where platform=? and id=?", (person.platform, person.id))
        return found.fetchone() is not None

    # --- who is trusted, and whose card is kept ------------------------------------------------------------------------

    def trust(self, platform: str, person: str, *, trusted: bool) -> None:
        """Somebody may manage the bot everywhere and is not slowed down, or no longer."""
        self._db.execute("delete from trusted where platform=? and id=?", (platform, person))
        if trusted:
            self._db.execute("insert into trusted values (?,?)", (platform, person))

    def is_trusted(self, person: Person) -> bool:
        """Whether somebody is trusted."""
        found = self._db.execute("select 1 from trusted where platform=? and id=?", (person.platform, person.id))
        return found.fetchone() is not None

    def keep_card(self, place: Place, person: str, card: str | None) -> None:
        """What somebody's card in a group was last set to; None: it is left alone from now on."""
        key = (place.platform, place.id, person)
        self._db.execute("delete from cards where platform=? and place=? and id=?", key)
        if card is not None:
            self._db.execute("insert into cards values (?,?,?,?)", (*key, card))

    def cards(self, place: Place) -> dict[str, str]:
        """Whose cards are kept in a group, and what they were last set to."""
        rows = self._db.execute("select id, card from cards where platform=? and place=?", (place.platform, place.id))
        return {str(row[0]): str(row[1]) for row in rows.fetchall()}


def _key(place: Place) -> tuple[str, str, str]:
    return place.platform, place.id, place.kind
