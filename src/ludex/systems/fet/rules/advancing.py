"""Combat basics, last part (FET-TLN): time runs to the next moment and settles it; an instant skill is used at once (FET-SKX-4)."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.content import skill_named
from ludex.systems.fet.events import FightersChanged
from ludex.systems.fet.fold import happen
from ludex.systems.fet.redact import in_the_open
from ludex.systems.fet.rules.acts import check_impact
from ludex.systems.fet.rules.declaring import check_resistible, check_targets
from ludex.systems.fet.rules.elapsing import Ended, ended, lapse, settle_lasting
from ludex.systems.fet.rules.lasting import Guarded
from ludex.systems.fet.rules.law import check_legal
from ludex.systems.fet.rules.moment import Moment, Row
from ludex.systems.fet.rules.settlement import (
    Deed,
    deeds,
    settle_act,
    settle_broken,
    settle_defences,
    settle_interrupts,
)
from ludex.systems.fet.rules.skills import settle_skill
from ludex.systems.fet.rules.timeline import CLAUSES, next_moment, opened
from ludex.systems.fet.sheet import Skill
from ludex.systems.fet.state import Act, Battle, Fighter, State, check_battle, check_fighter
from ludex.systems.fet.terms import DEFENSIVE, Kind, Number, tidy


class CombatAdvance(msgspec.Struct, frozen=True):
    """What `combat_advance` is given."""

    until: Number | None = None


class Standing(msgspec.Struct, frozen=True):
    """What a fighter has now."""

    stamina: Number
    will: Number
    shield: Number


class CombatAdvanced(msgspec.Struct, frozen=True):
    """Where time stands now and what was settled on the way; what was warded off, and what is over."""

    time: Number
    resolved: tuple[Row, ...]
    broken: tuple[str, ...]
    dead: tuple[str, ...]
    waiting: tuple[str, ...]
    fighters: dict[str, Standing]
    guarded: tuple[Guarded, ...] | None = None
    ended: tuple[Ended, ...] | None = None


@rule("FET-TLN-1", "FET-TLN-3", "FET-TLN-4")
async def combat_advance(state: State, given: CombatAdvance) -> CombatAdvanced:
    """Go to the next moment and settle everything that ends there."""
    battle = check_battle(state)
    if missing := battle.waiting:
        raise RuleError("declarations_missing", clause="FET-TLN-5", waiting=in_the_open(battle, missing))
    before, time = state, _moment(battle, given.until)
    state = await lapse(state, [f.id for f in battle.fighters], before=tidy(time - battle.time))
    moment = Moment(check_battle(state), time, options=state.options, people=state.people)
    settle_interrupts(moment)
    for deed in deeds(moment):
        if deed.act.kind == Kind.SKILL:
            await settle_skill(deed)
        elif deed.act.kind not in (Kind.INTERRUPT, *DEFENSIVE):
            settle_act(deed)
    settle_broken(moment)
    settle_defences(moment)
    return await _settled(moment, state, before=before)


def _moment(battle: Battle, until: Number | None) -> Number:
    """The time to go to: the next moment, but not beyond `until`."""
    if until is not None and until <= battle.time:
        raise RuleError("bad_time", clause="FET-TLN-1", time=until, now=battle.time)
    upcoming = next_moment(battle)
    if upcoming is None and until is None:
        raise RuleError("no_act", clause="FET-TLN-1")
    return min(time for time in (upcoming, until) if time is not None)


@rule("FET-DTH-1")
async def _settled(moment: Moment, state: State, *, before: State) -> CombatAdvanced:
    """Make the moment true, and report it."""
    start = moment.battle
    after = moment.fighters_after()
    changed = tuple(new for new, old in zip(after, start.fighters, strict=True) if new != old)
    battle = msgspec.structs.replace(start, time=moment.time, fighters=after)
    past = moment.past()
    state = await happen(FightersChanged(moment.time, changed, past, opened(battle, state.options)))
    state = await settle_lasting(state, moment)
    now = check_battle(state)
    return CombatAdvanced(
        time=now.time,
        resolved=moment.resolved(),
        broken=moment.broken_in_order(),
        dead=tuple(new.id for new, old in zip(after, start.fighters, strict=True) if new.dead and not old.dead),
        waiting=now.waiting,
        fighters={f.id: Standing(f.stamina, f.will, f.shield) for f in now.fighters},
        guarded=tuple(moment.guards.notes) or None,
        ended=ended(before, state) or None,
    )


class CombatReact(msgspec.Struct, frozen=True):
    """What `combat_react` is given."""

    who: str = ""
    skill: str | Skill | None = None
    impact: Number | None = None
    target: str | tuple[str, ...] | None = None


@rule("FET-SKX-4")
async def combat_react(state: State, given: CombatReact) -> CombatAdvanced:
    """Use an instant skill now, also while preparing something else, which it does not disturb."""
    battle = check_battle(state)
    fighter = check_fighter(battle, given.who)
    if code := _hindrance(battle, fighter):
        raise RuleError(code, clause=CLAUSES[code], who=given.who)
    skill = check_legal(skill_named(given.skill, state), state.options)
    if not skill.instant:
        raise RuleError("not_instant", clause="FET-SKX-4", skill=skill.name)
    impact = check_impact(given.impact)
    act = Act(Kind.SKILL, battle.time, battle.time, impact, impact, skill=skill)
    act = msgspec.structs.replace(act, targets=check_targets(battle, fighter, act=act, named=given.target))
    check_resistible(battle, act)
    moment = Moment(battle, battle.time, options=state.options, people=state.people)
    await settle_skill(Deed(moment, fighter, act, moment.debuffed(fighter, act)))
    return await _settled(moment, state, before=state)


def _hindrance(battle: Battle, fighter: Fighter) -> str:
    """What keeps somebody from an instant skill: being busy, or not yet ready, does not."""
    anytime = msgspec.structs.replace(battle, first_strike=())
    return anytime.idle_because(msgspec.structs.replace(fighter, act=None))
