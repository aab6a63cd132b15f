"""Acts, impacts and wind-ups (FET-ACT, FET-WUP), first strikes (FET-FST-2) and action points (FET-ACP)."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.targets import formula, known_value, whole_target
from ludex.systems.fet.sheet import Modifier, Sheet
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import ELEVEN, SIX, Number, half_up, tidy, up


@rule("FET-ACT-2", "FET-DOM-1")
def related(options: Options) -> tuple[str, ...]:
    """The attributes that an act may name: the six, or all eleven where the table allows domains."""
    return ELEVEN if options.domain_attributes else SIX


def unit(options: Options) -> Number:
    """The smallest step of time."""
    return tidy(10**-options.time_decimals)


@rule("FET-WUP-1")
def wind_up_of(impact: Number, value: Number, *, options: Options, share: Number = 1) -> Number:
    """Impact x 20 / attribute value, rounded once, at least one unit (ruling E-33); none for an instant skill's share 0."""
    if share == 0:  # FET-SKX-2
        return 0
    if value <= 0:
        raise RuleError("attribute_zero", clause="FET-WUP-1", value=value)
    exact = share * impact * options.wind_up_factor / value
    return max(unit(options), half_up(exact, options.time_decimals))


@rule("FET-WUP-2")
def impact_in(time: Number, value: Number, *, options: Options) -> Number:
    """What an attribute brings in a given time, to two places."""
    if value <= 0:
        raise RuleError("attribute_zero", clause="FET-WUP-2", value=value)
    return half_up(value * time / options.wind_up_factor, 2)


@rule("FET-ACT-3")
def check_impact(impact: Number | None) -> Number:
    """An impact above 0, or a refusal."""
    if impact is None:
        raise RuleError("impact_required", clause="FET-ACT-3")
    if impact <= 0:
        raise RuleError("bad_impact", clause="FET-ACT-3", impact=impact)
    return impact


class WindUp(msgspec.Struct, frozen=True):
    """What `wind_up` is given: a value (or sheet and attribute), and an impact or a time."""

    value: Number | None = None
    sheet: Sheet | None = None
    who: str | None = None
    attribute: str | None = None
    modifiers: tuple[Modifier, ...] = ()
    impact: Number | None = None
    time: Number | None = None


class WoundUp(msgspec.Struct, frozen=True):
    """An impact and how long it takes."""

    impact: Number
    wind_up: Number
    why: dict[str, Total] = {}


def why_wind_up(
    found: Number,
    impact: Number,
    *,
    value: Number,
    attribute: str | None,
    options: Options,
    terms: tuple[Term, ...] = (),
) -> Total:
    """A wind-up with what it came from."""
    label = term(attribute) if attribute else say("why.value")
    return formula(
        found,
        say("why.wind_up", impact=impact, factor=options.wind_up_factor, value=half_up(value, 2)),
        "FET-WUP-1",
        because(impact, "why.impact", "FET-ACT-3"),
        because(options.wind_up_factor, "why.factor", "FET-WUP-1"),
        because(half_up(value, 2), label, "FET-ACT-2", *terms),
    )


class FirstStrike(msgspec.Struct, frozen=True):
    """What `first_strike` is given: the first strikers' wind-ups."""

    wind_ups: tuple[Number, ...] = ()
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
    """Ruling E-17: half a wind-up, rounded up to the time unit."""
    return up(start + wind_up / 2, options.time_decimals)


class SpendActionPoints(msgspec.Struct, frozen=True):
    """What `spend_action_points` is given: a value (or sheet and attribute), and an act's impact or a check's target."""

    points: Number = 0
    value: Number | None = None
    sheet: Sheet | None = None
    who: str | None = None
    attribute: str | None = None
    modifiers: tuple[Modifier, ...] = ()
    impact: Number | None = None
    target: Number | None = None


class ActionPointsSpent(msgspec.Struct, frozen=True):
    """What it cost and what is left."""

    cost: Number
    points: Number
    can_act: bool


@rule("FET-ACP-1", "FET-ACP-2")
async def spend_action_points(state: State, given: SpendActionPoints) -> ActionPointsSpent:
    """Take the wind-up of an impact (or of a target value) off the points."""
    if given.points <= 0:
        raise RuleError("no_action_points", clause="FET-ACP-2", points=given.points)
    value = known_value(state, given)
    cost = wind_up_of(_size(given), value, options=state.options)
    left = max(0, tidy(given.points - cost))
    return ActionPointsSpent(cost, left, left > 0)


@rule("FET-TAR-5")
def _size(given: SpendActionPoints) -> Number:
    """The impact, or the target value as one."""
    if given.impact is None and given.target is not None:
        return whole_target(given.target)
    return check_impact(given.impact)
