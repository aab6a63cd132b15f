"""Effects: what has happened is heard (FET-LIV-27, FET-LIV-30): traits act on it, and instant skills are used in their moment.

A skill that is used after a moment makes a moment of its own, at the same time; what that brings about is heard in the same course,
so that nothing goes on for ever.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ludex.core.effects.records import Occasion
from ludex.core.effects.windows import USE, Doing, Listener, World, reacted, wanted
from ludex.core.events import happen
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fet.effects import number_in
from ludex.systems.fet.effects.bearing import CAST, skill_record, trait_record
from ludex.systems.fet.effects.conditions import skill_called, skills_of
from ludex.systems.fet.events.battle import CombatEnded, CombatStarted, MomentClosed, WordsSettled
from ludex.systems.fet.events.rows import Row
from ludex.systems.fet.rules import windows
from ludex.systems.fet.rules.casting import settle_skill
from ludex.systems.fet.rules.chains import Chain, SetOff
from ludex.systems.fet.rules.instants import Use, act_of, met, scratch, use_of, waits_for
from ludex.systems.fet.rules.landing import Deed, settle_hostile
from ludex.systems.fet.rules.moment import Moment
from ludex.systems.fet.rules.resources import resource_now
from ludex.systems.fet.rules.settling import settle_moment
from ludex.systems.fet.rules.windows import MOST, Done, hear, told
from ludex.systems.fet.sheet import Skill, Trait
from ludex.systems.fet.state import State, Wound, check_battle, check_fighter
from ludex.systems.fet.terms import Effect, Event, Outcome


def chain() -> Chain:
    """What may follow from one moment: each thing set off is heard, and does its step."""
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
    """A skill is used as it was said."""
    course = chain()
    state = await use(state, owner, skill, how, course)
    return Done(state, told(course))


@rule("FET-LIV-34")
async def asked_now(state: State, owner: str, skill: Skill, at: Occasion) -> Done:
    """Its owner is asked as if its moment had come."""
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
    deed = Deed(moment, fighter, act, moment.debuffed(fighter, act))
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
    """What came of one of its effects, from what to what."""
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
    return say("told.none_heal" if row.effect == Effect.HEAL else "told.none_target")


WORLD: World = replace(windows.WORLD, steps={**windows.WORLD.steps, CAST: _cast})
