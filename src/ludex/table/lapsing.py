"""What becomes of acts that wait while other things happen: who is asked for nothing is asked no longer.

An act that the rules forbid now lapses, one that has nobody to ask any more goes on; what was asked by itself ends when it is wanted
no longer. Nothing here writes.
"""

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.principals import actor, actor_of
from ludex.table.acting import Call, Standing, check_begins, standing
from ludex.table.entries import AnyEntry, Asked, Cancelled
from ludex.table.memory import Act
from ludex.table.preludes import Called, Proposed
from ludex.table.shelter import in_time

if TYPE_CHECKING:
    from ludex.table.table import Table


def stands(table: "Table", act: Act) -> Standing:
    """What has become of an act that waits. A proposal waits for the GM's word, unless its seat plays one who is out by now and the rules
    forbid it: then nobody is asked to allow it."""
    call = table.resuming(act)
    if not act.proposed:
        return in_time(table.system, lambda: standing(table.system, table.memory.state, call, act.answers))
    gone = _plays_out(table, act.seat) and in_time(table.system, lambda: _forbidden(table, call))
    return Standing.GONE if gone else Standing.WAITS


def forbidden_at(table: "Table", state: Any) -> list[Act]:
    """The acts that wait now, have begun, and that the rules forbid as things stand elsewhere in history."""
    begun = [act for act in table.memory.parked.values() if not act.proposed]
    found = [partial(standing, table.system, state, table.resuming(act), act.answers) for act in begun]
    return [act for act, now in zip(begun, found, strict=True) if in_time(table.system, now) is Standing.GONE]


def dropped_with(table: "Table", roots: Collection[int], state: Any) -> tuple[int, ...]:
    """The parked acts that go with what is taken back: what followed from the steps with these roots, and what the rules forbid where that
    leads to."""
    gone = forbidden_at(table, state)
    return tuple(n for n, act in table.memory.parked.items() if (act.root and act.root in roots) or act in gone)


def _plays_out(table: "Table", seat: str) -> bool:
    """Whether a player's seat plays somebody who is asked nothing any more."""
    silent, found = table.system.silent, table.memory.seats.get(seat)
    if silent is None or found is None or found.gm:
        return False
    return any(silent(table.memory.state, actor(one)) for one in found.controls)


def _forbidden(table: "Table", call: Call) -> bool:
    """Whether the rules refuse by now what was proposed; what they refused from the first, unknown to its player, is the GM's to say."""
    if isinstance(call.asked.prelude, Proposed) and call.asked.prelude.why is not None:
        return False
    try:
        check_begins(table.system, table.memory.state, call)
    except RuleError:
        return True
    return False


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
    return Call(
        Asked(do.procedure, msgspec.Raw(msgspec.json.encode(given)), ""), procedure, given, do.audience, do.announced
    )
