"""Making, changing and taking away seats."""

from collections.abc import Sequence

from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.table.entries import Left, Seated, read_entry
from ludex.table.naming import check_free, clean_name
from ludex.table.seats import Seat, check_gm, check_role, free_seat, hash_of, new_secret
from ludex.table.table import Table


async def invite(table: Table, by: Seat, *, role: str, name: str, controls: tuple[str, ...] = ()) -> tuple[Seat, str]:
    """Make a seat; its secret comes back once and is stored only as a hash."""
    check_gm(by)
    check_role(role)
    _check_actors(table, controls)
    called = clean_name(name)
    check_free(called, _taken(table, by, ""), host=role == HOST)
    secret, who = new_secret(), free_seat(role, (*table.memory.seats, *table.memory.gone))
    link = hash_of(secret)
    await table.write(_seated(table, by, Seat(who, role, called, controls), link), links={link: who})
    return table.memory.seats[who], secret


async def reseat(
    table: Table, by: Seat, seat: Seat, *, name: str | None = None, controls: tuple[str, ...] | None = None
) -> Seat:
    """Rename a seat (its own holder may) or change what it controls (the GM)."""
    if controls is not None or by.id != seat.id:
        check_gm(by)
    _check_actors(table, controls or ())
    called = seat.name if name is None else clean_name(name)
    if name is not None:
        check_free(called, _taken(table, by, seat.id), host=seat.gm)
    changed = replace(seat, name=called, controls=seat.controls if controls is None else controls)
    await table.write(_seated(table, by, changed))
    return table.memory.seats[seat.id]


async def another_link(table: Table, seat: Seat) -> str:
    """One more link to a seat, for its own holder to sit at it from another place; a new link by the GM ends it too."""
    secret = new_secret()
    link = hash_of(secret)
    await table.write(_seated(table, seat, seat, link), links={link: seat.id})
    return secret


async def relink(table: Table, by: Seat, seat: Seat) -> str:
    """A new link for a seat, which comes back once; every link that it had is dead from now on."""
    check_gm(by)
    stored = [read_entry(one.body) for one in await table.store.read(table.id)]
    old = [one.link for one in stored if isinstance(one, Seated) and one.who == seat.id and one.link]
    secret = new_secret()
    link = hash_of(secret)
    await table.write(_seated(table, by, seat, link), links={**dict.fromkeys(old, ""), link: seat.id})
    return secret


async def dismiss(table: Table, by: Seat, seat: Seat, link: str = "") -> None:
    """Take a seat away."""
    check_gm(by)
    if seat.id == by.id:
        raise RuleError("own_seat")
    await table.write(Left(at=table.clock(), seat=by.id, who=seat.id), links={link: ""} if link else {})


async def restore(table: Table, by: Seat, who: str) -> Seat:
    """Bring a seat back that was taken away: as a new one that its old links open, with its name and whom it held."""
    check_gm(by)
    stored = [read_entry(one.body) for one in await table.store.read(table.id)]
    was = [one for one in stored if isinstance(one, Seated) and one.who == who]
    if not was or who not in table.memory.gone or who in table.memory.seats:
        raise RuleError("unknown_seat", seat=who[:40], seats=[seat.name for seat in table.memory.seats.values()])
    there, last = table.system.actors(table.memory.state), was[-1]
    check_free(last.name, _taken(table, by, ""), host=last.role == HOST)
    links = [one.link for one in was if one.link and await table.store.seat(one.link) == (table.id, who)]
    fresh = free_seat(last.role, (*table.memory.seats, *table.memory.gone))
    seat = Seat(fresh, last.role, last.name, tuple(actor for actor in last.controls if actor in there))
    entries = [_seated(table, by, seat, link) for link in dict.fromkeys(links or [""])]
    await table.write(*entries, links=dict.fromkeys(links, fresh))
    return table.memory.seats[fresh]


def _seated(table: Table, by: Seat, seat: Seat, link: str = "") -> Seated:
    """A seat as the log writes it, with a new link to it where there is one."""
    whose, called, held = seat.role, seat.name, seat.controls
    return Seated(at=table.clock(), seat=by.id, who=seat.id, role=whose, name=called, controls=held, link=link)


def _taken(table: Table, by: Seat, seat: str) -> list[str]:
    """The names of all other seats and of the actors that they hold, for a player also of everybody else at the table who is not her own:
    as far as the one who gives the name may know of them."""
    others = [one for one in table.memory.seats.values() if one.id != seat]
    actors, known = table.system.actors(table.memory.state), table.knows(by)
    held = [actor for one in others for actor in one.controls if actor in actors]
    theirs = held if by.gm else [*held, *(actor for actor in actors if actor not in by.controls)]
    return [*(one.name for one in others), *(actors[actor] for actor in theirs if known is None or actor in known)]


def _check_actors(table: Table, controls: Sequence[str]) -> None:
    there = table.system.actors(table.memory.state)
    for actor in controls:
        if actor not in there:
            raise RuleError("unknown_actor", actor=actor, actors=list(there))
