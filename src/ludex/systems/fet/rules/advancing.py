"""Combat basics, last part (FET-TLN): time runs to the next moment, settles it, and what has happened is heard (FET-LIV-27, FET-LIV-30); an instant skill is used at once (FET-SKX-4)."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import CLOCK
from ludex.core.effects.records import Occasion
from ludex.core.effects.sentences import said
from ludex.core.effects.windows import USE, Doing, Listener, World, reacted, wanted
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fet.content import skill_named
from ludex.systems.fet.effects import CAST, WORDS, number_in, skill_record, trait_record
from ludex.systems.fet.effects.conditions import skill_called, skills_of
from ludex.systems.fet.events.battle import CombatEnded, CombatStarted, MomentClosed, WordsSettled
from ludex.systems.fet.events.telling import Flow, Row
from ludex.systems.fet.kinds import BattleDeed, QuantityIfAny
from ludex.systems.fet.redact import in_the_open
from ludex.systems.fet.rules import windows
from ludex.systems.fet.rules.clock import CLAUSES, check_impact, next_moment, unit
from ludex.systems.fet.rules.instants import Use, act_of, met, scratch, unready, use_of, waits_for
from ludex.systems.fet.rules.law import check_legal
from ludex.systems.fet.rules.moment import EndingAct, Moment, settle_hostile
from ludex.systems.fet.rules.outcomes import (
    deeds,
    settle_act,
    settle_broken,
    settle_defences,
    settle_interrupts,
    settle_skill,
)
from ludex.systems.fet.rules.resources import lapse, resource_now
from ludex.systems.fet.rules.scenes import check_resistible, check_targets
from ludex.systems.fet.rules.settling import CombatAdvanced as CombatAdvanced, settle_moment
from ludex.systems.fet.rules.windows import MOST, Chain, Done, SetOff, hear, told
from ludex.systems.fet.sheet import Skill, Trait
from ludex.systems.fet.state import Act, State, Wound, check_battle, check_fighter
from ludex.systems.fet.terms import DEFENSIVE, NOISE, EffectSort, Event, Kind, Number, Outcome, Resource, tidy


def chain() -> Chain:
    return Chain(2 * MOST, heard)


async def heard(state: State, occasions: Sequence[Occasion], course: Chain) -> State:
    """What one thing sets off sets off others."""
    return await _opened(await hear(WORLD, state, occasions, course), occasions)


@rule("FET-LAW-9", "FET-SKX-13")
async def _opened(state: State, occasions: Sequence[Occasion]) -> State:
    """Who has a skill with a wind-up for what has just happened may declare it until time goes on."""
    battle = state.battle
    found = tuple(
        Wound(at.doer, at.target, number_in(at, "amount"), str(at.event), skill.name)
        for at in occasions
        if battle is not None and battle.find(at.doer) is not None
        for skill in skills_of(state, at.doer)
        if waits_for(skill, at.event) and met(state, skill, at)
    )
    if battle is None or not found:
        return state
    return await happen(MomentClosed(battle.freeze, battle.barriers, (*battle.wounds, *found)))


@rule("FET-LIV-26", "FET-LIV-30")
async def set_off(state: State, occasions: Iterable[Occasion]) -> Done:
    """Let everything answer that an event sets off, in listed order, and no more than the bound."""
    course = chain()
    state = await heard(state, tuple(occasions), course)
    return Done(state, told(course))


@rule("FET-LIV-34")
async def carry_out(state: State, owner: str, trait: Trait, at: Occasion) -> Done:
    """Every step of a trait, on whom it is for, as if its event had come."""
    record, course = trait_record(trait, owner), chain()
    one = Listener(owner, record, 0)
    if record.triggers and (said := await wanted(WORLD, state, one, at) if one.trigger.ask else USE):
        state = await reacted(WORLD, state, one, at.then(at.event, answer=said), course)
    return Done(state, told(course))


# A skill in its moment


@rule("FET-LIV-34")
async def used_now(state: State, owner: str, skill: Skill, how: Use) -> Done:
    course = chain()
    state = await use(state, owner, skill, how, course)
    return Done(state, told(course))


@rule("FET-LIV-34")
async def asked_now(state: State, owner: str, skill: Skill, at: Occasion) -> Done:
    said = await wanted(WORLD, state, Listener(owner, skill_record(skill, owner), 0), at)
    if not said:
        return Done(state)
    return await used_now(state, owner, skill, use_of(at.then(at.event, answer=said)))


async def _cast(state: State, doing: Doing) -> State:
    """An owner uses a skill that its moment has come for."""
    owner, course = doing.effect.bearer, doing.course
    skill = skill_called(state, owner, doing.phrase.value())
    if skill is None or not isinstance(course, Chain):
        return state
    return await use(state, owner, skill, use_of(doing.at), course)


@rule("FET-SKX-4", "FET-SKX-14")
async def use(state: State, owner: str, skill: Skill, how: Use, course: Chain) -> State:
    """Use an instant skill at once: in the battle that runs, else among those whom it concerns, for one moment."""
    outside = state.fighter(owner) is None
    if outside and state.battle is not None:
        return state  # FET-LIV-14: who is not in the battle takes no part in it
    if outside:
        state = await happen(CombatStarted(scratch(state, tuple(dict.fromkeys((owner, *how.target))))))
    state = await _settled(state, owner, skill, how, course)
    if outside:
        after = check_battle(await happen(WordsSettled(())))
        state = await happen(CombatEnded(tuple(f for f in after.fighters if not f.double_of)))
    return state


async def _settled(state: State, owner: str, skill: Skill, how: Use, course: Chain) -> State:
    """The moment of its own that it makes."""
    battle, before = check_battle(state), state
    fighter = check_fighter(battle, owner)
    act = replace(act_of(skill, how.impact), start=battle.time, end=battle.time, targets=how.target)
    moment = Moment(state, battle.time)
    deed = EndingAct(moment, fighter, act, moment.debuffed(fighter, act))
    await settle_skill(deed)
    for blow in moment.blows:
        blow.set_off = True
    settle_hostile(deed)
    place = len(course.rows)
    settled, state = await settle_moment(moment, state, before=before, course=course, open_wounds=battle.wounds)
    done = [_row(before, state, skill, row) for row in settled.resolved]
    course.rows[place:place] = [*done, *(SetOff(owner, skill.name, Event.DIED, who) for who in settled.dead)]
    return state


def _row(before: State, after: State, skill: Skill, row: Row) -> SetOff:
    kind, on = row.effect or row.kind, row.target or row.who
    if row.resource and on == row.who and on in after.people and row.final:
        now = (resource_now(before, on, row.resource)[0], resource_now(after, on, row.resource)[0])
        if now[0] != now[1]:
            return SetOff(row.who, skill.name, kind, on, row.resource, *now)
    return SetOff(row.who, skill.name, kind, on, after=_nothing(row) or row.final or "")


def _nothing(row: Row) -> Say | None:
    """Why nothing came of it, where nothing did (FET-LIV-10)."""
    if row.outcome not in (Outcome.NONE, Outcome.MISSED):
        return None
    return say("told.none_heal" if row.effect == EffectSort.HEAL else "told.none_target")


WORLD: World = replace(windows.WORLD, steps={**windows.WORLD.steps, CAST: _cast})


class CombatAdvance(
    BattleDeed, names=("推进", "go", "next", "advance"), does="combat_advance", alone=True, beside=CLOCK, example=".go"
):
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
    deed = EndingAct(moment, fighter, act, moment.debuffed(fighter, act))
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
