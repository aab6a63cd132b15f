"""A night for the group (FET-LIV-55, FET-REC-2): what comes back, what lasted till then, what it sets off, and the next day."""

import msgspec

from ludex.core.rule import rule
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.events import DayPassed
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.chains import SetOff
from ludex.systems.fet.rules.elapsing import Ended, dawn, ended
from ludex.systems.fet.rules.hearing import set_off
from ludex.systems.fet.rules.resources import POINTS, Recover, recover, resource_now
from ludex.systems.fet.rules.roster import check_alive, check_character, pools
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Event, Number, Resource


class Night(msgspec.Struct, frozen=True):
    """What `night` is given: who rests (nobody named: every living player character)."""

    who: tuple[str, ...] = ()


class Rested(msgspec.Struct, frozen=True):
    """How somebody's will stands after a night."""

    who: str
    will: Number
    will_max: Number
    recovered: Number
    action_points: Number | None = None


class NightPassed(msgspec.Struct, frozen=True):
    """Everybody who has rested, and what day it is now."""

    rested: tuple[Rested, ...]
    day: int
    set_off: tuple[SetOff, ...] | None = None
    ended: tuple[Ended, ...] | None = None


@rule("FET-LIV-55", "FET-REC-2")
async def night(state: State, given: Night) -> NightPassed:
    """A night for the whole group, in one report."""
    people = given.who or tuple(who for who, c in state.characters.items() if not c.npc and not pools(state, who).dead)
    rested = []
    for who in people:
        check_alive(state, who)
    for who in people:
        found = await recover(state, Recover(how="night", patient=who, resource=Resource.WILL))
        points = None
        if state.options.rest_restores_points and check_character(state, who).action_points_max is not None:
            points = (await recover(state, Recover(how="night", patient=who, resource=POINTS))).current
        top = resource_now(state, who, Resource.WILL)[1]
        rested.append(Rested(who, found.current, top, found.recovered, points))
    day, before = state.day + 1, state
    state = await dawn(await happen(DayPassed(day)), people)
    over = ended(before, state)
    done = await set_off(state, [occasion(Event.REST, who) for who in people])
    return NightPassed(tuple(rested), day, done.rows or None, over or None)
