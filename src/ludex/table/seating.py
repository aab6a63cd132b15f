"""Making, changing and taking away seats."""

from collections.abc import Sequence

from ludex.core.errors import RuleError
from ludex.table.entries import Left, Seated
from ludex.table.seats import Seat, check_gm, check_role, clean_name, free_seat, hash_of, new_secret
from ludex.table.table import Table


async def invite(table: Table, by: Seat, *, role: str, name: str, controls: tuple[str, ...] = ()) -> tuple[Seat, str]:
    """Make a seat; its secret comes back once and is stored only as a hash."""
    check_gm(by)
    check_role(role)
    _check_actors(table, controls)
    secret, who = new_secret(), free_seat(role, (*table.memory.seats, *table.memory.gone))
    entry = Seated(
        at=table.clock(), seat=by.id, who=who, role=role, name=clean_name(name), controls=controls, link=hash_of(secret)
    )
    await table.write(entry, links={hash_of(secret): who})
    return table.memory.seats[who], secret


async def reseat(
    table: Table, by: Seat, seat: Seat, *, name: str | None = None, controls: tuple[str, ...] | None = None
) -> Seat:
    """Rename a seat (its own holder may) or change what it controls (the GM)."""
    if controls is not None or by.id != seat.id:
        check_gm(by)
    _check_actors(table, controls or ())
    entry = Seated(
        at=table.clock(),
        seat=by.id,
        who=seat.id,
        role=seat.role,
        name=clean_name(name or seat.name),
        controls=seat.controls if controls is None else controls,
    )
    await table.write(entry)
    return table.memory.seats[seat.id]


async def dismiss(table: Table, by: Seat, seat: Seat, link: str = "") -> None:
    """Take a seat away."""
    check_gm(by)
    if seat.id == by.id:
        raise RuleError("own_seat")
    await table.write(Left(at=table.clock(), seat=by.id, who=seat.id), links={link: ""} if link else {})


def _check_actors(table: Table, controls: Sequence[str]) -> None:
    there = table.system.actors(table.memory.state)
    for actor in controls:
        if actor not in there:
            raise RuleError("unknown_actor", actor=actor, actors=list(there))
