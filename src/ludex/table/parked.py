"""What becomes of acts that wait while other things happen: who is asked for nothing is asked no longer.

An act that the rules forbid now lapses, one that has nobody to ask any more goes on; what was asked by itself ends when it is wanted
no longer. Nothing here writes.
"""

import asyncio
from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.principals import actor, actor_of
from ludex.table.acting import Call, Standing, check_begins, standing
from ludex.table.entries import AnyEntry, Asked, Cancelled
from ludex.table.memory import Act, Memory
from ludex.table.preludes import Called, Proposed
from ludex.table.seats import Seat
from ludex.table.shelter import in_time

if TYPE_CHECKING:
    from ludex.table.table import Table


MOST_OPEN = 20
"""So many acts of one player may wait for answers."""

MOST_WAITING = 200
"""So many acts may wait at a table, however many seats it has: after every step each of them is looked at. Players' may be half of that."""


def check_few_wait(memory: Memory, seat: Seat) -> None:
    """Refuse to begin something where too much waits already."""
    seats, waiting = memory.seats, [act.seat for act in memory.parked.values()]
    if not seat.gm:  # what the GM has under way unseen makes no difference to her
        waiting = [one for one in waiting if one in seats and not seats[one].gm]
    if not seat.gm and waiting.count(seat.id) >= MOST_OPEN:
        raise RuleError("too_many_open", limit=MOST_OPEN)
    if len(waiting) >= (most := MOST_WAITING if seat.gm else MOST_WAITING // 2):
        raise RuleError("too_many_waiting", limit=most)


def stands(table: "Table", act: Act) -> Standing:
    """What has become of an act that waits. A proposal waits for the GM's word, unless the rules forbid it, and that for good (`lapses`) or to
    one who is out by now: then nobody is asked to allow it."""
    call = table.resuming(act)
    if not act.proposed:
        return in_time(table.system, standing, table.system, table.memory, table.memory.state, call, act.answers)
    out, lapses = _plays_out(table, act.seat), table.system.lapses
    code = in_time(table.system, _forbidden, table, call) if out or lapses else ""
    return Standing.GONE if code and (out or code in lapses) else Standing.WAITS


async def forbidden_at(table: "Table", state: Any, roots: Collection[int] = ()) -> tuple[Act, ...]:
    """The acts that wait now, have begun, and that the rules forbid as things stand elsewhere in history, beside those that followed from
    the steps with these roots. Every one of them is played once, and others have their turn after each."""
    found = []
    for act in tuple(table.memory.parked.values()):
        if not act.proposed and act.root not in roots:
            played = partial(standing, table.system, table.memory, state, table.resuming(act), act.answers)
            found += [act] if in_time(table.system, played) is Standing.GONE else []
            await asyncio.sleep(0)
    return tuple(found)


class Back(msgspec.Struct, frozen=True):
    """Where a wish to take something back leads to: the state there, and the acts that wait now and are forbidden there."""

    state: Any
    gone: tuple[Act, ...]


async def back_to(table: "Table", head: int, roots: Collection[int]) -> Back:
    """Where it leads to if the steps with these roots are taken back as far as a commit."""
    state = await table.history.state_at(head)
    return Back(state, await forbidden_at(table, state, roots))


def dropped_with(table: "Table", roots: Collection[int], gone: Collection[Act]) -> tuple[int, ...]:
    """The parked acts that go with what is taken back: what followed from the steps with these roots, and what is forbidden where that
    leads to."""
    numbers = {act.number for act in gone}
    return tuple(n for n, act in table.memory.parked.items() if (act.root and act.root in roots) or n in numbers)


def _plays_out(table: "Table", seat: str) -> bool:
    """Whether a player's seat plays somebody who is asked nothing any more."""
    silent, found = table.system.silent, table.memory.seats.get(seat)
    if silent is None or found is None or found.gm:
        return False
    return any(silent(table.memory.state, actor(one)) for one in found.controls)


def _forbidden(table: "Table", call: Call) -> str:
    """By which refusal the rules forbid by now what was proposed; what they refused from the first, unknown to its player, is the GM's to say."""
    if isinstance(call.asked.prelude, Proposed) and call.asked.prelude.why is not None:
        return ""
    try:
        check_begins(table.system, table.memory.state, call)
    except RuleError as error:
        return error.code
    return ""


def idle(table: "Table") -> list[AnyEntry]:
    """Acts that wait for a first answer and are wanted no longer: nobody is asked for nothing."""
    if not table.memory.parked:
        return []
    system, state = table.system, table.memory.state
    gone = [a for a in table.memory.parked.values() if not a.answers and _barred(table, a.asked)]
    if system.beside is None:
        return [Cancelled(at=table.clock(), seat="", act=act.number, audience=act.audience) for act in gone]
    wanted = [*wanted_beside(table), *([do] if system.due and (do := system.due(state)) else [])]
    keys = [key_of(call_of(table, do).asked) for do in wanted]
    gone += [a for a in table.memory.parked.values() if a.cause and not a.answers and key_of(a.asked) not in keys]
    return [Cancelled(at=table.clock(), seat="", act=act.number, audience=act.audience) for act in gone]


def _barred(table: "Table", asked: Asked) -> bool:
    """Whether the GM called for it, and who is called may not do it any more: the deed, or what it came to (a check may be a defence)."""
    may, called = table.system.may, asked.prelude
    if may is None or asked.filled is None or not isinstance(called, Called):
        return False
    who, state = actor_of(called.who), table.memory.state
    return any(may(state, who, deed) is not None for deed in (asked.filled.deed, asked.procedure))


def key_of(asked: Asked) -> tuple[str, bytes]:
    """What makes two acts the same."""
    return asked.procedure, bytes(asked.given)


def wanted_beside(table: "Table") -> tuple[Do, ...]:
    """What waits for people beside everything else."""
    return table.system.beside(table.memory.state) if table.system.beside else ()


def call_of(table: "Table", do: Do) -> Call:
    """Something that happens without anybody's word, as a call."""
    procedure, given = table.starting(do.procedure, do.given)
    asked = Asked(do.procedure, msgspec.Raw(msgspec.json.encode(given)), "")
    return Call(asked, procedure, given, do.audience, do.announced, by_gm=True)
