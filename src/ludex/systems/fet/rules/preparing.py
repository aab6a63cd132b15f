"""The wind-up of an act as a procedure (FET-WUP-1, FET-WUP-2): how long an impact takes, or what a time brings."""

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.rules.acts import WindUp, WoundUp, check_impact, impact_in, related, why_wind_up, wind_up_of
from ludex.systems.fet.rules.buff_reasons import buff_terms
from ludex.systems.fet.rules.targets import value_of
from ludex.systems.fet.state import State


@rule("FET-WUP-1", "FET-WUP-2")
async def wind_up(state: State, given: WindUp) -> WoundUp:
    """The wind-up for an impact, or the impact for a time."""
    value = value_of(state, given, among=related(state.options), missing="bad_attribute")
    if given.impact is None and given.time is not None:
        if given.time <= 0:
            raise RuleError("bad_time", clause="FET-WUP-2", time=given.time)
        return WoundUp(impact_in(given.time, value, options=state.options), given.time)
    impact = check_impact(given.impact)
    found = wind_up_of(impact, value, options=state.options)
    own = given.who if given.value is None and given.sheet is None else None
    buffs = buff_terms(state, own, given.attribute) if own and given.attribute else ()
    why = why_wind_up(found, impact, value=value, attribute=given.attribute, options=state.options, terms=buffs)
    return WoundUp(impact, found, {"wind_up": why})
