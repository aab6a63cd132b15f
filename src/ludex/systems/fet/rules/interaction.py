"""Other rules of combat, control and debuffs (其他规则, 控制效果; FET-INX, FET-FST-2, FET-ACP, FET-CTL, FET-DBF).

What active means, how two impacts are compared, first strikes, action points; how long a control lasts, what a debuff takes. Joined
because all of them measure one impact against another's value.
"""

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import DECIMAL, Field
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.kinds import Quantities, Quantity, SumDeed
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.rates import Subject, known_value, value_of, whole_target
from ludex.systems.fet.rules.wind_ups import check_impact, related, wind_up_of
from ludex.systems.fet.sheet import Debuff
from ludex.systems.fet.state import Act, State
from ludex.systems.fet.terms import DEBUFFED, Kind, Number, tidy, up


class InAction(msgspec.Struct, frozen=True):
    """What `in_action` is given."""

    start: Number
    end: Number
    time: Number


class Active(msgspec.Struct, frozen=True):
    """Whether an act takes part in interaction at that time."""

    active: bool


@rule("FET-TLN-2")
async def in_action(_state: State, given: InAction) -> Active:
    """Does an act take part in interaction at this time?"""
    return Active(is_active(given.start, given.end, time=given.time))


@rule("FET-TLN-2")
def is_active(start: Number, end: Number, *, time: Number) -> bool:
    """In (start, end]: at its start it is only being prepared."""
    return start < time <= end


class Interact(SumDeed, names=("相抵", "clash"), does="interact", example=".相抵 200 150"):
    """What `interact` is given: two impacts."""

    a: Annotated[Quantity, Field("impact", DECIMAL, refusal="bad_number")]
    b: Annotated[Quantity, Field("opposed", DECIMAL, refusal="bad_number")]


class Interacted(msgspec.Struct, frozen=True):
    """Which was bigger, and by how much."""

    winner: str
    final: Number


@rule("FET-INX-2", "FET-INX-1")
async def interact(_state: State, given: Interact) -> Interacted:
    """Bigger minus smaller is what the bigger finally does."""
    winner = "a" if given.a > given.b else "b" if given.b > given.a else "none"
    return Interacted(winner, tidy(abs(given.a - given.b)))


@rule("FET-INX-2")
def contest(one: Number, other: Number) -> tuple[Number, Number]:
    """What is left of two contesting impacts: of the bigger the difference, of the smaller nothing."""
    return max(0, tidy(one - other)), max(0, tidy(other - one))


@rule("FET-INX-3")
def counts_with(act: Act, left: Number, *, time: Number, options: Options) -> Number:
    """What an act weighs in a contest now: all that is left of it; with "accrued" only the part of its time that has passed."""
    if options.interaction_impact == "full" or time >= act.end:  # Ruling FET-E-15
        return left
    missing = act.impact * (act.end - time) / act.wind_up
    return max(0, tidy(left - missing))


class FirstStrike(SumDeed, names=("先手", "ambush"), does="first_strike", example=".先手 12"):
    """What `first_strike` is given: the first strikers' wind-ups."""

    wind_ups: Quantities
    start: Number = 0


class PassiveSide(msgspec.Struct, frozen=True):
    """When the passive side may begin."""

    passive_start: Number


@rule("FET-FST-2", "FET-FST-1")
async def first_strike(state: State, given: FirstStrike) -> PassiveSide:
    """When half of the shortest wind-up has passed."""
    if not given.wind_ups or min(given.wind_ups) <= 0:
        raise RuleError("bad_time", clause="FET-FST-2", wind_ups=list(given.wind_ups))
    return PassiveSide(passive_start(min(given.wind_ups), start=given.start, options=state.options))


@rule("FET-FST-2")
def passive_start(wind_up: Number, *, start: Number, options: Options) -> Number:
    """Ruling FET-E-17: half a wind-up, rounded up to the time unit."""
    return up(start + wind_up / 2, options.time_decimals)


class SpendActionPoints(Subject, frozen=True):
    """What `spend_action_points` is given: a value (or sheet and attribute), and an act's impact or a check's target."""

    points: Number = 0
    impact: Number | None = None
    target: Number | None = None


class Effort(SumDeed, names=("耗力", "ap"), does="spend_action_points", example=".耗力 30 250 100"):
    """What an impact would cost somebody with so many points and such a value."""

    points: Quantity
    value: Quantity
    impact: Quantity


class ActionPointsSpent(msgspec.Struct, frozen=True):
    """What it cost and what is left."""

    cost: Number
    points: Number
    can_act: bool


@rule("FET-ACP-1", "FET-ACP-2", "FET-TAR-5")
async def spend_action_points(state: State, given: SpendActionPoints) -> ActionPointsSpent:
    """Take the wind-up of an impact (or of a target value) off the points."""
    if given.points <= 0:
        raise RuleError("no_action_points", clause="FET-ACP-2", points=given.points, who=say("view.somebody"))
    value = known_value(state, given)
    by_target = given.impact is None and given.target is not None  # FET-TAR-5
    size = whole_target(given.target or 0) if by_target else check_impact(given.impact)
    cost = wind_up_of(size, value, options=state.options)
    left = max(0, tidy(given.points - cost))
    return ActionPointsSpent(cost, left, left > 0)


ATTACKS = (Kind.ATTACK, Kind.SHOOT, Kind.SKILL)
"""FET-DBF-1: shots and skills are attacks."""


class ControlDuration(Subject, frozen=True):
    """What `control_duration` is given: the resisting value, or a sheet and the attribute it resists with."""

    impact: Number | None = None
    attribute: str | None = msgspec.field(name="resist", default=None)
    time: Number = 0


class TimeControl(ControlDuration, SumDeed, names=("控时", "hold"), does="control_duration", example=".控时 150 100"):
    """How long a control of that impact would hold somebody with such a value."""

    value: Quantity
    impact: Quantity


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
    kinds = (kind, Kind.ATTACK) if kind in ATTACKS else (kind,)
    return _set_off(impact, pools, lambda pool: any(one in pool.applies_to for one in kinds))


def _set_off(
    impact: Number, pools: tuple[Debuff, ...], counts: Callable[[Debuff], bool]
) -> tuple[Number, tuple[Debuff, ...]]:
    """What is left of an impact, and of the pools that count, when each has taken from the other."""
    left: list[Debuff] = []
    for pool in pools:
        taken = min(pool.left, impact) if counts(pool) else 0
        impact = tidy(impact - taken)
        left.append(replace(pool, left=tidy(pool.left - taken)))
    return impact, tuple(p for p in left if p.left > 0)


@rule("FET-DBF-2")
def break_out(impact: Number, pools: tuple[Debuff, ...]) -> tuple[Number, tuple[Debuff, ...]]:
    """Ruling FET-E-38: an act's impact taken off the pools, oldest first; how much it took, and what stays."""
    free, left = _set_off(impact, pools, lambda _pool: True)
    return tidy(impact - free), left
