"""Combat basics, first part (FET-ACT-2, FET-ACT-3, FET-WUP): impacts and wind-ups. Declaring them is `declaring.py`."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.effects import about, occasion
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.counting import counted, value_terms
from ludex.systems.fet.rules.rates import Subject, formula, value_of
from ludex.systems.fet.state import Act, State
from ludex.systems.fet.terms import ELEVEN, SIX, Amount, Number, half_up, tidy


@rule("FET-ACT-2", "FET-DOM-1")
def related(options: Options) -> tuple[str, ...]:
    """The attributes that an act may name: the six, or all eleven where the table allows domains."""
    return ELEVEN if options.domain_attributes else SIX


def unit(options: Options) -> Number:
    """The smallest step of time."""
    return tidy(10**-options.time_decimals)


@rule("FET-WUP-1")
def wind_up_of(impact: Number, value: Number, *, options: Options, share: Number = 1) -> Number:
    """Impact x 20 / attribute value, rounded once, at least one unit (Ruling FET-E-33); none for an instant skill's share 0."""
    return _in_units(_unrounded(impact, value, options=options, share=share), options) if share else 0  # FET-SKX-2


def _unrounded(impact: Number, value: Number, *, options: Options, share: Number) -> Number:
    if value <= 0:
        raise RuleError("attribute_zero", clause="FET-WUP-1", value=value)
    return share * impact * options.wind_up_factor / value


def _in_units(time: Number, options: Options) -> Number:
    return max(unit(options), half_up(time, options.time_decimals))


class Wound(msgspec.Struct, frozen=True):
    """A wind-up, and why."""

    time: Number
    why: Total


@rule("FET-WUP-1", "FET-LIV-25")
def wound_up(state: State, who: str | None, given: Act, value: Number) -> Wound:
    """How long an act takes somebody of the table, with everything that changes it; rounded once, never less than one unit."""
    share, options = given.skill.wind_up if given.skill else 1, state.options
    exact = _unrounded(given.impact, value, options=options, share=share) if share else 0
    found = counted(state, who, Amount.WIND_UP, exact, occasion("", who or "", of=about(given)))
    time = _in_units(found.value, options) if share else 0
    terms = value_terms(state, who, given.attribute) if who and given.attribute else ()
    plain = half_up(exact, 2) if found.terms else time
    why = why_wind_up(plain, given.impact, value=value, attribute=given.attribute, options=options, terms=terms)
    return Wound(time, Total(time, (*why.terms, *found.terms), clause="FET-WUP-1"))


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


class WindUp(Subject, frozen=True):
    """What `wind_up` is given: a value (or sheet and attribute), and an impact or a time."""

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


@rule("FET-WUP-1", "FET-WUP-2")
async def wind_up(state: State, given: WindUp) -> WoundUp:
    """The wind-up for an impact, or the impact for a time."""
    value = value_of(state, given, among=related(state.options), missing="bad_attribute")
    if given.impact is None and given.time is not None:
        if given.time <= 0:
            raise RuleError("bad_time", clause="FET-WUP-2", time=given.time)
        return WoundUp(impact_in(given.time, value, options=state.options), given.time)
    impact = check_impact(given.impact)
    own = given.who if given.value is None and given.sheet is None else None
    act = Act("", 0, 0, impact, attribute=given.attribute or "")
    found = wound_up(state, own, act, value)
    return WoundUp(impact, found.time, {"wind_up": found.why})
