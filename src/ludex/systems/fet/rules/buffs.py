"""Putting things on somebody for a while, and taking them off: buffs, reductions and bonuses, shields.

The rulebook has no clause for them; the author's newer bot has. What they do is in `sheet.py` (values) and `mitigation.py`.
"""

from collections.abc import Sequence

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.say import term
from ludex.systems.fet.rules.buff_reasons import MULTIPLYING, value_now, why_buffed
from ludex.systems.fet.rules.elapsing import L, keep, undo_passing
from ludex.systems.fet.rules.mitigation import ward_problems
from ludex.systems.fet.rules.roster import check_bearer, pools
from ludex.systems.fet.sheet import Ward
from ludex.systems.fet.state import Buff, Burden, Shield, State
from ludex.systems.fet.terms import ELEVEN, EVERY, RESOURCES, SCOPES, BuffKind, Number, half_up


class AddBuff(Buff, frozen=True, kw_only=True):
    """What `add_buff` is given: a buff, and on whom."""

    who: str


class Buffed(msgspec.Struct, frozen=True):
    """The buff that lies on somebody now, and what the values it changes have become."""

    who: str
    buff: Buff
    values: dict[str, Number]
    why: dict[str, Total] = {}


async def add_buff(state: State, given: AddBuff) -> Buffed:
    """Put a buff on somebody; the values follow at once."""
    found = check_bearer(state, given.who)
    if given.of not in (*ELEVEN, *SCOPES) or given.kind not in tuple(BuffKind):
        raise RuleError("bad_buff", of=given.of, kind=given.kind)
    if given.scaled and given.kind not in MULTIPLYING:
        raise RuleError("bad_buff", of=given.of, kind=given.kind)
    check_duration(given.name, time=given.time, acts=given.acts)
    if pools(state, given.who).dead:
        raise RuleError("dead", who=state.called(given.who))
    buff = msgspec.convert(msgspec.to_builtins(given), Buff)
    burden = msgspec.structs.replace(found.burden, buffs=(*found.burden.buffs, buff))
    state = await keep(state, given.who, burden)
    changed = [name for name in ELEVEN if buff.on(name)]
    shown = {name: half_up(value_now(state, given.who, name), 2) for name in changed}
    return Buffed(given.who, buff, shown, {name: why_buffed(state, given.who, name) for name in changed})


def check_duration(name: str, *, time: Number | None, acts: int | None) -> None:
    """A name, and a duration above 0 where there is one."""
    if not name.strip():
        raise RuleError("name_missing")
    if (time is not None and time <= 0) or (acts is not None and acts <= 0):
        raise RuleError("bad_duration", time=time, acts=acts)


class AddWard(Ward, frozen=True, kw_only=True):
    """What `add_ward` is given: a reduction or bonus, and for whom."""

    who: str


class Warded(msgspec.Struct, frozen=True):
    """The reduction or bonus that somebody has now."""

    who: str
    ward: Ward


async def add_ward(state: State, given: AddWard) -> Warded:
    """Give somebody a damage reduction or a healing bonus."""
    now = check_bearer(state, given.who).burden
    if given.resource not in (*RESOURCES, EVERY):
        raise RuleError("bad_resource", resource=given.resource)
    if ward_problems(given):
        raise RuleError("bad_ward", kind=given.kind, value=given.value)
    check_duration(given.name, time=given.time, acts=given.acts)
    ward = msgspec.convert(msgspec.to_builtins(given), Ward)
    await keep(state, given.who, msgspec.structs.replace(now, wards=(*now.wards, ward)))
    return Warded(given.who, ward)


class AddShield(Shield, frozen=True, kw_only=True):
    """What `add_shield` is given: a shield, and before whom."""

    who: str


class Shielded(msgspec.Struct, frozen=True):
    """The shield that stands now, and all that stands together."""

    who: str
    shield: Shield
    shields: Number
    why: dict[str, Total] = {}


async def add_shield(state: State, given: AddShield) -> Shielded:
    """Put a shield before somebody's resource, or before both."""
    now = check_bearer(state, given.who).burden
    if given.resource not in (*RESOURCES, EVERY):
        raise RuleError("bad_resource", resource=given.resource)
    if given.left <= 0:
        raise RuleError("bad_shield", amount=given.left)
    check_duration(given.resource, time=given.time, acts=given.acts)
    shield = msgspec.convert(msgspec.to_builtins(given), Shield)
    shields = (*now.shields, shield)
    await keep(state, given.who, msgspec.structs.replace(now, shields=shields))
    together = total(*(because(s.left, term(_before(s))) for s in shields))
    return Shielded(given.who, shield, together.value, {"shields": together})


def _before(shield: Shield) -> str:
    return "both" if shield.resource == EVERY else shield.resource


class TakeOff(msgspec.Struct, frozen=True):
    """What `take_off` is given: `kind` of what lies there; numbers from 1 or names; none: all of them."""

    who: str
    kind: str
    which: tuple[str, ...] = ()


class TakenOff(msgspec.Struct, frozen=True):
    """How many were taken off, and how many are left."""

    who: str
    kind: str
    count: int
    left: int


async def take_off(state: State, given: TakeOff) -> TakenOff:
    """Take off what lies on somebody."""
    now = check_bearer(state, given.who).burden
    if given.kind not in Burden.__struct_fields__:
        raise RuleError("bad_kind", kind=given.kind)
    old = getattr(now, given.kind)
    kept = _without(old, given.which) if given.which else ()
    if len(kept) == len(old):
        names = [getattr(thing, "name", "") or f"{n}" for n, thing in enumerate(old, 1)]
        raise RuleError("not_on_you", which=list(given.which), there=names)
    state = await keep(state, given.who, msgspec.structs.replace(now, **{given.kind: kept}))
    for gone in now.passing if given.kind == "passing" else ():
        if not any(gone is left for left in kept):
            state = await undo_passing(state, given.who, gone)
    return TakenOff(given.who, given.kind, len(old) - len(kept), len(kept))


def _without(things: Sequence[L], which: tuple[str, ...]) -> tuple[L, ...]:
    """Those that are not named, neither by number nor by name."""
    return tuple(t for n, t in enumerate(things, 1) if f"{n}" not in which and getattr(t, "name", "") not in which)
