"""What the log says beside an act: whom it brought to a seat, what the GM has allowed for longer, who came from elsewhere, a session."""

from typing import TYPE_CHECKING, Any

from ludex.core.deeds import ALWAYS, WORD
from ludex.core.driving import Choice, Finished, Parked
from ludex.core.principals import PLAYER
from ludex.table.acting import Call
from ludex.table.characters import Adopted, Came
from ludex.table.entries import AnyEntry, Arrived, Framed, Seated, Settled
from ludex.table.memory import Act
from ludex.table.preludes import PROPOSAL, Proposed
from ludex.table.seats import Seat
from ludex.table.sessions import OPEN, Framing, present, running
from ludex.table.settings import Allowed

if TYPE_CHECKING:
    from ludex.table.table import Table


def written_with(
    table: "Table",
    act: Act | None,
    typist: str,
    call: Call,
    *,
    before: Any,
    outcome: Finished | Parked,
    framed: Framing | None,
) -> list[AnyEntry]:
    """What is written with an act: whom a player brings to the table, what the GM has allowed for longer, where somebody comes from, a session."""
    allowed = _allowed(table, call, outcome, typist)
    if isinstance(outcome, Parked):
        return allowed
    seat = act.seat if act else typist
    owner = table.memory.seats.get(seat)
    return [
        *allowed,
        *(_owned(table, owner, before, outcome) if owner else ()),
        *_arrived(table, seat, act.number if act else table.memory.n, call, outcome),
        *(_session(table, seat, framed) if framed else ()),
    ]


def _arrived(table: "Table", seat: str, number: int, call: Call, outcome: Finished) -> list[AnyEntry]:
    """Who came from elsewhere."""
    result = outcome.result.result
    if not isinstance(result, Adopted) or result.came == Came():  # who brings nothing along needs no word more
        return []
    who, called, came = result.actor, result.name, result.came
    return [Arrived(at=table.clock(), seat=seat, actor=who, name=called, act=number, came=came, audience=call.audience)]


def _session(table: "Table", seat: str, framed: Framing) -> list[AnyEntry]:
    """A session was opened or closed: it stands or falls with the commit that did it."""
    memory = table.memory
    tells = framed.way == OPEN or running(memory.frames, memory.head) is None  # who was there is said once
    here = present(table.system, memory.state, tuple(memory.seats.values())) if tells else ()
    way, title, reward = framed.way, framed.title, framed.reward
    return [Framed(at=table.clock(), seat=seat, way=way, act=memory.head, title=title, present=here, reward=reward)]


def _allowed(table: "Table", call: Call, outcome: Finished | Parked, seat: str) -> list[AnyEntry]:
    said = [a for a in outcome.answers if isinstance(a, Choice) and a.answer == ALWAYS]
    if not said:
        return []
    prelude = call.asked.prelude
    always = [a.about.removeprefix(WORD) for a in said if a.about and a.about.startswith(WORD)]
    if isinstance(prelude, Proposed) and any(a.about == PROPOSAL for a in said):
        always += prelude.kinds
    scope = table.scope()
    known = table.memory.settings.allowed
    kinds = [kind for kind in dict.fromkeys(always) if known.get(kind) != scope]
    return [Settled(at=table.clock(), seat=seat, setting=Allowed(kind, scope)) for kind in kinds]


def _owned(table: "Table", seat: Seat, before: Any, outcome: Finished) -> list[AnyEntry]:
    """Whom a player brings to the table, the player controls, no matter who answered on the way; and nobody else.

    Who comes under an id that somebody gone had is another: whose seat held that one does not hold the newcomer.
    """
    if outcome.state is before:
        return []
    known = table.system.actors(before)
    new = [a for a in table.system.actors(outcome.state) if a not in known]
    fresh = table.system.holdable(outcome.state, new) if seat.role == PLAYER else ()
    held = {s.id: tuple(a for a in s.controls if a not in new) for s in table.memory.seats.values() if s.id != seat.id}
    held[seat.id] = tuple(dict.fromkeys((*seat.controls, *fresh)))
    return [
        Seated(at=table.clock(), seat=seat.id, who=s.id, role=s.role, name=s.name, controls=held[s.id])
        for s in table.memory.seats.values()
        if new and held[s.id] != s.controls
    ]
