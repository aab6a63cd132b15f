"""Combat basics, last part (FET-TLN): time runs to the next moment and settles it; an instant skill is used at once (FET-SKX-4)."""

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.content import skill_named
from ludex.systems.fet.effects import about, occasion
from ludex.systems.fet.effects.conditions import is_vampire
from ludex.systems.fet.events import (
    CharacterRemoved,
    Counted,
    FighterJoined,
    FighterLeft,
    FightersChanged,
    MomentClosed,
    WordsSettled,
)
from ludex.systems.fet.fold import happen
from ludex.systems.fet.redact import in_the_open
from ludex.systems.fet.rules.acts import check_impact, unit
from ludex.systems.fet.rules.aiming import check_resistible, check_targets
from ludex.systems.fet.rules.beforehand import Before, before_damage, before_death, carry_rest
from ludex.systems.fet.rules.casting import settle_skill
from ludex.systems.fet.rules.chains import SetOff
from ludex.systems.fet.rules.elapsing import Ended, ended, lapse, settle_lasting
from ludex.systems.fet.rules.flinching import flinch
from ludex.systems.fet.rules.landing import Deed, settle_hostile
from ludex.systems.fet.rules.lasting import Guarded
from ludex.systems.fet.rules.law import check_legal
from ludex.systems.fet.rules.moment import Blow, Moment, Row
from ludex.systems.fet.rules.roster import follow
from ludex.systems.fet.rules.settlement import deeds, settle_act, settle_broken, settle_defences, settle_interrupts
from ludex.systems.fet.rules.timeline import CLAUSES, bound_to, let_go, next_moment, opened, shifted
from ludex.systems.fet.rules.triggers import set_off
from ludex.systems.fet.rules.windows import Fate, answer, bear, deaths, opened_by
from ludex.systems.fet.sheet import Skill
from ludex.systems.fet.state import Act, Battle, Fighter, State, Wound, check_battle, check_fighter
from ludex.systems.fet.terms import DEFENSIVE, NOISE, Event, Kind, Number, Resource, tidy


class CombatAdvance(msgspec.Struct, frozen=True):
    """What `combat_advance` is given."""

    until: Number | None = None


class Standing(msgspec.Struct, frozen=True):
    """What a fighter has now."""

    stamina: Number
    will: Number
    shield: Number
    stamina_scar: Number = 0
    will_scar: Number = 0


class CombatAdvanced(msgspec.Struct, frozen=True):
    """Where time stands now and what was settled on the way; what was warded off, and what is over."""

    time: Number
    resolved: tuple[Row, ...]
    broken: tuple[str, ...]
    dead: tuple[str, ...]
    waiting: tuple[str, ...]
    fighters: dict[str, Standing]
    gone: tuple[str, ...] = ()
    guarded: tuple[Guarded, ...] | None = None
    ended: tuple[Ended, ...] | None = None
    set_off: tuple[SetOff, ...] | None = None


@rule("FET-TLN-1", "FET-TLN-3", "FET-TLN-4")
async def combat_advance(state: State, given: CombatAdvance) -> CombatAdvanced:
    """Go to the next moment and settle everything that ends there."""
    battle = check_battle(state)
    if missing := battle.waiting:
        raise RuleError("declarations_missing", clause="FET-TLN-5", waiting=in_the_open(battle, missing))
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
    return await settle_moment(moment, state, before=before)


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


@rule("FET-DTH-1")
async def settle_moment(
    moment: Moment, state: State, *, before: State, open_wounds: tuple[Wound, ...] = ()
) -> CombatAdvanced:
    """Make the moment true, and report it."""
    start = moment.battle
    window = Before(moment, state)
    await before_damage(window)
    await bear(moment)
    moment.settle_healings()
    wounds = await answer(moment) if state.options.standing_effects == "settled" else ()
    await before_death(window)
    fate = deaths(moment)
    frozen = _frozen(moment, fate.fighters)
    changed = tuple(new for new, old in zip(frozen, start.fighters, strict=True) if new != old)
    battle = replace(start, time=moment.time, fighters=frozen)
    state = await happen(FightersChanged(moment.time, changed, moment.past(), opened(battle, state.options)))
    dead = [new.id for new, old in zip(frozen, start.fighters, strict=True) if new.dead and not old.dead]
    happened = _occasions(moment, fate, dead=dead)
    state = await _leave_behind(state, moment, wounds=(*open_wounds, *wounds, *opened_by(moment, happened)))
    state, gone = await _parted(state, moment, fate, dead=dead)
    state = await settle_lasting(state, moment)
    state = await _in_words(state, moment)
    for killer, victim in fate.kills if dead else ():
        state = await happen(Counted(killer, "kill", victim))  # FET-LIV-56
    earlier = await carry_rest(state, window)
    over = ended(before, earlier.state)
    done = await set_off(earlier.state, [*happened, *_passed(moment, over)])
    state = await follow(done.state, *done.state.characters)  # FET-LIV-29: what held only while something was so
    state = await flinch(state, start)
    now = check_battle(state)
    return CombatAdvanced(
        time=now.time,
        resolved=moment.resolved(),
        broken=moment.broken_in_order(),
        dead=tuple(who for who in dead if (f := now.find(who)) is not None and f.dead),
        waiting=now.waiting,
        fighters={f.id: _standing(f) for f in now.fighters},
        gone=gone,
        guarded=tuple(moment.guards.notes) or None,
        ended=over or None,
        set_off=(*earlier.rows, *done.rows) or None,
    )


@rule("FET-LIV-17")
async def _in_words(state: State, moment: Moment) -> State:
    """Acts whose effect is the GM's word, in a battle that runs by itself."""
    settled = [f for f in moment.ending if f.act is not None and f.id not in moment.broken]
    due = tuple(
        f.id for f in settled if f.act and (f.act.kind == Kind.OTHER or (f.act.skill and f.act.skill.text_only))
    )
    if not due or not moment.battle.live:
        return state
    return await happen(WordsSettled((*state.words_due, *due)))


@rule("FET-LIV-27", "FET-LIV-30", "FET-TRX-3")
def _occasions(moment: Moment, fate: Fate, *, dead: list[str]) -> list[Occasion]:
    """What has happened in a moment, in the order of its windows."""
    found: list[Occasion] = []
    for blow in moment.blows:
        if blow.source != blow.target and not blow.set_off:
            found += _both(moment, blow, Event.ATTACKS, Event.ATTACKED)
        if blow.lost > 0 and blow.source != blow.target:
            found += _both(moment, blow, Event.DEALT, Event.DAMAGED)[::-1]
    found += [occasion(Event.BROKEN, who) for who in moment.broken_in_order()]
    found += [occasion(Event.RESTORED, h.who) for h in moment.healings]
    found += [occasion(Event.DIED, who, _slayer(fate, who)) for who in dead]
    found += [occasion(Event.KILL, killer, victim) for killer, victim in fate.kills if victim in dead]
    fangs = [(killer, victim) for killer, victim in fate.kills if is_vampire(moment.state, killer)]
    return found + [occasion(Event.KILLED_BY_VAMPIRE, victim, killer) for killer, victim in fangs]


def _both(moment: Moment, blow: Blow, does: str, suffers: str) -> list[Occasion]:
    """A blow as the one's deed and as what befalls the other."""
    source = moment.battle.find(blow.source)
    act = source.act if source and not blow.set_off else None
    done = about(act) if act and act.end <= moment.time else {}
    facts = {**done, "resource": blow.resource, "sort": blow.sort}
    return [
        occasion(does, blow.source, blow.target, amount=blow.lost, of=facts),
        occasion(suffers, blow.target, blow.source, amount=blow.lost, of=facts),
    ]


@rule("FET-LIV-27")
def _passed(moment: Moment, over: tuple[Ended, ...]) -> list[Occasion]:
    """What has run out, and every unit of time that has passed for those for whom it passes."""
    found = [occasion(Event.EXPIRED, gone.who) for gone in over]
    step = unit(moment.options)
    times = int(moment.time / step + NOISE) - int(moment.battle.time / step + NOISE)
    moved = [f.id for f in moment.battle.fighters if times > 0 and not moment.battle.frozen(f.id)]
    return found + [occasion(Event.TICK, who, times=times) for who in moved]


def _slayer(fate: Fate, victim: str) -> str:
    return next((killer for killer, fallen in fate.kills if fallen == victim), "")


def _standing(fighter: Fighter) -> Standing:
    return Standing(fighter.stamina, fighter.will, fighter.shield, fighter.stamina_scar, fighter.will_scar)


@rule("FET-SKX-9")
def _frozen(moment: Moment, fighters: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Everybody but the target of a freeze that begins (or is prolonged) now is moved by the time that it adds."""
    freeze, old = moment.freeze, moment.battle.freeze
    if freeze is None or freeze == old:
        return fighters
    since = {
        f.id: old.until if old and old.until > moment.time and f.id != old.target else moment.time for f in fighters
    }
    added = {who: max(0, tidy(freeze.until - start)) for who, start in since.items() if who != freeze.target}
    return tuple(shifted(f, added[f.id], time=moment.time) if f.id in added else f for f in fighters)


async def _leave_behind(state: State, moment: Moment, *, wounds: tuple[Wound, ...]) -> State:
    """Frozen time, barriers and open wounds as this moment leaves them."""
    battle = check_battle(state)
    freeze = moment.freeze if moment.freeze and moment.freeze.until > moment.time else None
    barriers = tuple(b for b in moment.barriers if b.until > moment.time)
    if (freeze, barriers, wounds) == (battle.freeze, battle.barriers, battle.wounds):
        return state
    start = battle.passive_start
    begun = freeze is not None and freeze != battle.freeze
    late = tidy(start + freeze.until - moment.time) if begun and freeze and start and start > moment.time else None
    return await happen(MomentClosed(freeze, barriers, wounds, late))


async def _parted(state: State, moment: Moment, fate: Fate, *, dead: list[str]) -> tuple[State, tuple[str, ...]]:
    """New doubles come; the erased and doubles without body or owner go; the dead let go whom they held."""
    for double in moment.doubles:
        state = await happen(FighterJoined(double))
    battle = check_battle(state)
    spent = [f.id for f in battle.fighters if f.double_of and f.stamina <= 0]
    gone = tuple(dict.fromkeys((*fate.erased, *spent, *bound_to(battle, *dead, *fate.erased))))
    for who in gone:
        state = await happen(FighterLeft(who))
    for who in (w for w in fate.erased if w in state.characters):
        state = await happen(CharacterRemoved(who))  # FET-TRX-4
    if dead or gone:
        state = await let_go(state, (*dead, *gone))
    return state, gone


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
    if code := _hindrance(battle, fighter):
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
    return await settle_moment(moment, state, before=state, open_wounds=left)


def _hindrance(battle: Battle, fighter: Fighter) -> str:
    """What keeps somebody from an instant skill: being busy, or not yet ready, does not."""
    anytime = replace(battle, first_strike=())
    return anytime.idle_because(replace(fighter, act=None))


@rule("FET-SKX-4", "FET-SKX-13")
def _wound(state: State, given: CombatReact, skill: Skill) -> Wound | None:
    """What a skill with an event answers, once: damage just taken, by its source, as big as it was; or another event."""
    event = Event.said(skill.event)
    if not Event.holds(event) or state.options.standing_effects != "settled":
        return None
    mine = [w for w in check_battle(state).wounds if w.who == given.who and (w.event or Event.DAMAGED) == event]
    if not mine:
        raise RuleError("not_triggered", clause="FET-SKX-4", skill=skill.name)
    if event != Event.DAMAGED:
        return mine[0]
    named = given.target[0] if isinstance(given.target, tuple) and given.target else given.target
    found = next((w for w in mine if named in (None, (), w.source)), None)
    if found is None:
        raise RuleError("bad_target", clause="FET-SKX-13", targets=[named])
    if given.impact not in (None, found.amount):
        raise RuleError("bad_impact", clause="FET-SKX-13", impact=given.impact)
    return found
