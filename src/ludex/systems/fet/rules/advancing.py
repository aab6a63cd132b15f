"""Combat basics, last part (FET-TLN): time runs to the next moment and settles it; an instant skill is used at once (FET-SKX-4)."""

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import CLOCK
from ludex.core.effects.sentences import said
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.content import skill_named
from ludex.systems.fet.effects import WORDS
from ludex.systems.fet.events.rows import Flow
from ludex.systems.fet.kinds import BattleDeed, QuantityIfAny
from ludex.systems.fet.redact import in_the_open
from ludex.systems.fet.rules.casting import settle_skill
from ludex.systems.fet.rules.clock import CLAUSES, next_moment
from ludex.systems.fet.rules.elapsing import lapse
from ludex.systems.fet.rules.instants import unready
from ludex.systems.fet.rules.landing import Deed, settle_hostile
from ludex.systems.fet.rules.law import check_legal
from ludex.systems.fet.rules.moment import Moment
from ludex.systems.fet.rules.plain_acts import deeds, settle_act, settle_broken, settle_defences, settle_interrupts
from ludex.systems.fet.rules.scenes import check_resistible, check_targets
from ludex.systems.fet.rules.settling import CombatAdvanced as CombatAdvanced, settle_moment as settle_moment
from ludex.systems.fet.rules.wind_ups import check_impact, unit
from ludex.systems.fet.rules.windows import told
from ludex.systems.fet.rules.windows_after import chain
from ludex.systems.fet.sheet import Skill
from ludex.systems.fet.state import Act, State, Wound, check_battle, check_fighter
from ludex.systems.fet.terms import DEFENSIVE, NOISE, Event, Kind, Number, Resource, tidy


class CombatAdvance(
    BattleDeed,
    names=("推进", "go", "next", "advance"),
    does="combat_advance",
    alone=True,
    beside=CLOCK,
    example=".go",
):
    """Let time run to the next moment, or to a time."""

    until: QuantityIfAny = None


@rule("FET-TLN-1", "FET-TLN-3", "FET-TLN-4")
async def combat_advance(state: State, given: CombatAdvance) -> CombatAdvanced:
    """Go to the next moment and settle everything that ends there."""
    battle = check_battle(state)
    if missing := battle.waiting:
        if not (known := in_the_open(battle, missing)):  # FET-LIV-43
            raise RuleError("gm_first", clause="FET-LIV-17")
        raise RuleError("declarations_missing", clause="FET-TLN-5", waiting=known)
    before, time = state, _moment(state, given.until)
    state = await lapse(state, [f.id for f in battle.fighters], before=tidy(time - battle.time))
    moment = Moment(state, time)
    _end_puppets(moment)
    _flow(moment)
    settle_interrupts(moment)
    for deed in deeds(moment):
        if deed.act.kind == Kind.SKILL:
            await settle_skill(deed)
        elif deed.act.kind not in (Kind.INTERRUPT, *DEFENSIVE):
            settle_act(deed)
        settle_hostile(deed)
    settle_broken(moment)
    settle_defences(moment)
    return await _reported(moment, state, before=before)


async def _reported(
    moment: Moment, state: State, *, before: State, open_wounds: tuple[Wound, ...] = ()
) -> CombatAdvanced:
    """Make the moment true, with all that it sets off."""
    course = chain()
    found, _ = await settle_moment(moment, state, before=before, course=course, open_wounds=open_wounds)
    return replace(found, set_off=told(course) or None)


def _moment(state: State, until: Number | None) -> Number:
    """The time to go to: the next moment, but not beyond `until`."""
    battle = check_battle(state)
    if until is not None and until <= battle.time:
        raise RuleError("bad_time", clause="FET-TLN-1", time=until, now=battle.time)
    upcoming = next_moment(battle, state.options)
    if upcoming is None and until is None:
        raise RuleError("no_act", clause="FET-TLN-1")
    return min(time for time in (upcoming, until) if time is not None)


@rule("FET-SKX-8")
def _end_puppets(moment: Moment) -> None:
    """When a control ends, what its user declared for the puppet and is still unfinished is broken off."""
    for fighter in moment.battle.fighters:
        hold = fighter.under("puppet", moment.battle.time)
        if hold is not None and hold.until <= moment.time and fighter.act is not None and fighter.act.by:
            moment.stop(fighter)


@rule("FET-SKX-12")
def _flow(moment: Moment) -> None:
    """What has flowed in barriers meanwhile: equal parts, one at the end of each unit of time."""
    step = unit(moment.options)
    for place, barrier in enumerate(moment.barriers):
        parts = round((barrier.until - barrier.start) / step)
        passed = int((min(moment.time, barrier.until) - barrier.start) / step + NOISE)
        flowed = tidy(barrier.amount * passed / parts) if parts > 0 else 0
        moment.pay(barrier.target, Resource.WILL, by=tidy(barrier.flowed - flowed))
        moment.pay(barrier.user, Resource.WILL, by=tidy(flowed - barrier.flowed))
        moment.barriers[place] = replace(barrier, flowed=flowed)
        if flowed > barrier.flowed:
            moment.flows.append(Flow(barrier.target, barrier.user, tidy(flowed - barrier.flowed)))


class CombatReact(msgspec.Struct, frozen=True):
    """What `combat_react` is given. In a window the impact is the damage and the target its source."""

    who: str = ""
    skill: str | Skill | None = None
    impact: Number | None = None
    target: str | tuple[str, ...] | None = None


@rule("FET-SKX-4")
async def combat_react(state: State, given: CombatReact) -> CombatAdvanced:
    """Use an instant skill now, also while preparing something else, which it does not disturb."""
    battle = check_battle(state)
    fighter = check_fighter(battle, given.who)
    if code := unready(battle, fighter):
        raise RuleError(code, clause=CLAUSES[code], who=given.who)
    skill = check_legal(skill_named(given.skill, state), state.options)
    if not skill.instant:
        raise RuleError("not_instant", clause="FET-SKX-4", skill=skill.name)
    wound = _wound(state, given, skill)
    impact = check_impact(wound.amount if wound and wound.amount else given.impact)
    act = Act(Kind.SKILL, battle.time, battle.time, impact, impact, skill=skill)
    named = wound.source if wound and not wound.event else given.target
    act = replace(act, targets=check_targets(battle, fighter, act=act, named=named))
    check_resistible(battle, act)
    moment = Moment(state, battle.time)
    deed = Deed(moment, fighter, act, moment.debuffed(fighter, act))
    await settle_skill(deed)
    for blow in moment.blows if wound else ():
        blow.set_off = True  # FET-SKX-14
    settle_hostile(deed)
    left = tuple(w for w in battle.wounds if w is not wound)
    return await _reported(moment, state, before=state, open_wounds=left)


@rule("FET-SKX-4", "FET-SKX-13")
def _wound(state: State, given: CombatReact, skill: Skill) -> Wound | None:
    """What a skill with an event answers, once: damage just taken, by its source, as big as it was; or another event."""
    event = Event.said(skill.event)
    if not Event.holds(event) or state.options.standing_effects != "settled":
        return None
    open_now = [w for w in check_battle(state).wounds if w.who == given.who and not w.skill]
    mine = [w for w in open_now if (w.event or Event.DAMAGED) == event]
    if not mine:
        moment = said(WORDS, "occasions", event)
        raise RuleError("not_triggered", clause="FET-SKX-4", skill=skill.name, moment=moment)
    if event != Event.DAMAGED:
        return mine[0]
    named = given.target[0] if isinstance(given.target, tuple) and given.target else given.target
    found = next((w for w in mine if named in (None, (), w.source)), None)
    if found is None:
        raise RuleError("bad_target", clause="FET-SKX-13", targets=[named], why=say("view.aim_source"))
    if given.impact not in (None, found.amount):
        raise RuleError("bad_impact", clause="FET-SKX-13", impact=given.impact)
    return found
