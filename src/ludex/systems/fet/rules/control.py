"""Control and debuffs (控制效果; FET-CTL, FET-DBF): how long a control lasts, and what a debuff takes."""

import msgspec
from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.systems.fet.rules.acts import check_impact, related, wind_up_of
from ludex.systems.fet.rules.targets import Subject, value_of
from ludex.systems.fet.sheet import Debuff
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import DEBUFFED, Kind, Number, tidy

ATTACKS = (Kind.ATTACK, Kind.SHOOT, Kind.SKILL)
"""FET-DBF-1: shots and skills are attacks."""


class ControlDuration(Subject, frozen=True):
    """What `control_duration` is given: the resisting value, or a sheet and the attribute it resists with."""

    impact: Number | None = None
    attribute: str | None = msgspec.field(name="resist", default=None)
    time: Number = 0


class ControlLasts(msgspec.Struct, frozen=True):
    """How long a control lasts."""

    duration: Number
    until: Number


@rule("FET-CTL-1", "FET-CTL-2")
async def control_duration(state: State, given: ControlDuration) -> ControlLasts:
    """The target's wind-up for that impact with the resisting attribute."""
    value = value_of(state, given, among=related(state.options), missing="resist_required")
    duration = wind_up_of(check_impact(given.impact), value, options=state.options)
    return ControlLasts(duration, tidy(given.time + duration))


class DebuffedAct(msgspec.Struct, frozen=True):
    """An act that a debuff may cut."""

    kind: str
    impact: Number


class DebuffActs(msgspec.Struct, frozen=True):
    """What `debuff` is given."""

    pool: Number
    acts: tuple[DebuffedAct, ...] = ()
    applies_to: tuple[str, ...] = DEBUFFED


class DebuffTook(msgspec.Struct, frozen=True):
    """The impacts after the debuff, and what is left of it."""

    impacts: tuple[Number, ...]
    pool: Number


@rule("FET-DBF-1")
async def debuff(_state: State, given: DebuffActs) -> DebuffTook:
    """A pool eats the following impacts until it is empty."""
    pools: tuple[Debuff, ...] = (Debuff(given.pool, given.applies_to),)
    impacts = []
    for act in given.acts:
        left, pools = cut(act.impact, pools, kind=act.kind)
        impacts.append(left)
    return DebuffTook(tuple(impacts), pools[0].left if pools else 0)


@rule("FET-DBF-1")
def cut(impact: Number, pools: tuple[Debuff, ...], *, kind: str) -> tuple[Number, tuple[Debuff, ...]]:
    """What debuffs leave of an impact, oldest first, and what the impact leaves of them."""
    left: list[Debuff] = []
    for pool in pools:
        taken = min(pool.left, impact) if _cuts(pool, kind) else 0
        impact = tidy(impact - taken)
        left.append(replace(pool, left=tidy(pool.left - taken)))
    return impact, tuple(p for p in left if p.left > 0)


def _cuts(pool: Debuff, kind: str) -> bool:
    return kind in pool.applies_to or (kind in ATTACKS and Kind.ATTACK in pool.applies_to)


@rule("FET-DBF-2")
def break_out(impact: Number, pools: tuple[Debuff, ...]) -> tuple[Number, tuple[Debuff, ...]]:
    """Ruling FET-E-38: an act's impact taken off the pools, oldest first; how much it took, and what stays."""
    free = impact
    left: list[Debuff] = []
    for pool in pools:
        taken = min(pool.left, free)
        free = tidy(free - taken)
        left.append(replace(pool, left=tidy(pool.left - taken)))
    return tidy(impact - free), tuple(p for p in left if p.left > 0)
