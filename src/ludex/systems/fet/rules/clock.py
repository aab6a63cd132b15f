"""Combat basics: how acts take time and meet (FET-WUP, FET-TLN, FET-INX, FET-ACP, FET-CTL, FET-DBF): impacts and wind-ups, contests, action points, control, debuffs.

Last how time is counted: the next moment, who starts when (FET-FST), what is dropped, let go or moved later. Declaring is `declaring.py`.
"""

import math
from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import DECIMAL, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Term, Total, because
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.effects import about, occasion
from ludex.systems.fet.events.battle import ActCancelled, FighterLeft, FightersChanged, MomentClosed
from ludex.systems.fet.kinds import Quantities, Quantity, SumDeed
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.lasting import counted, value_terms
from ludex.systems.fet.rules.rates import Subject, formula, known_value, value_of, whole_target
from ludex.systems.fet.sheet import Debuff
from ludex.systems.fet.state import Act, Barrier, Battle, Fighter, State, check_battle
from ludex.systems.fet.terms import DEBUFFED, ELEVEN, NOISE, SIX, Amount, Kind, Number, half_up, tidy, up


@rule("FET-ACT-2", "FET-DOM-1")
def related(options: Options) -> tuple[str, ...]:
    """The attributes that an act may name: the six, or all eleven where the table allows domains."""
    return ELEVEN if options.domain_attributes else SIX


def unit(options: Options) -> Number:
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


class Winding(msgspec.Struct, frozen=True):
    time: Number
    why: Total


@rule("FET-WUP-1", "FET-LIV-25")
def wound_up(state: State, who: str | None, given: Act, value: Number) -> Winding:
    """How long an act takes somebody of the table, with everything that changes it; rounded once, never less than one unit."""
    share, options = given.skill.wind_up if given.skill else 1, state.options
    exact = _unrounded(given.impact, value, options=options, share=share) if share else 0
    found = counted(state, who, Amount.WIND_UP, exact, occasion("", who or "", of=about(given)))
    time = _in_units(found.value, options) if share else 0
    terms = value_terms(state, who, given.attribute) if who and given.attribute else ()
    plain = half_up(exact, 2) if found.terms else time
    why = why_wind_up(plain, given.impact, value=value, attribute=given.attribute, options=options, terms=terms)
    return Winding(time, Total(time, (*why.terms, *found.terms), clause="FET-WUP-1"))


@rule("FET-WUP-2")
def impact_in(time: Number, value: Number, *, options: Options) -> Number:
    """What an attribute brings in a given time, to two places."""
    if value <= 0:
        raise RuleError("attribute_zero", clause="FET-WUP-2", value=value)
    return half_up(value * time / options.wind_up_factor, 2)


@rule("FET-ACT-3")
def check_impact(impact: Number | None) -> Number:
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


class InAction(msgspec.Struct, frozen=True):
    start: Number
    end: Number
    time: Number


class Active(msgspec.Struct, frozen=True):
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
    a: Annotated[Quantity, Field("impact", DECIMAL, refusal="bad_number")]
    b: Annotated[Quantity, Field("opposed", DECIMAL, refusal="bad_number")]


class Interacted(msgspec.Struct, frozen=True):
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
    wind_ups: Quantities
    start: Number = 0


class PassiveSide(msgspec.Struct, frozen=True):
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
    points: Quantity
    value: Quantity
    impact: Quantity


class ActionPointsSpent(msgspec.Struct, frozen=True):
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
    value: Quantity
    impact: Quantity


class ControlLasts(msgspec.Struct, frozen=True):
    duration: Number
    until: Number


@rule("FET-CTL-1", "FET-CTL-2")
async def control_duration(state: State, given: ControlDuration) -> ControlLasts:
    """The target's wind-up for that impact with the resisting attribute."""
    value = value_of(state, given, among=related(state.options), missing="resist_required")
    duration = wind_up_of(check_impact(given.impact), value, options=state.options)
    return ControlLasts(duration, tidy(given.time + duration))


class DebuffedAct(msgspec.Struct, frozen=True):
    kind: str
    impact: Number


class DebuffActs(msgspec.Struct, frozen=True):
    pool: Number
    acts: tuple[DebuffedAct, ...] = ()
    applies_to: tuple[str, ...] = DEBUFFED


class DebuffTook(msgspec.Struct, frozen=True):
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


CLAUSES = {
    "dead": "FET-DTH-1",
    "busy": "FET-TLN-1",
    "controlled": "FET-CTL-3",
    "frozen": "FET-SKX-9",
    "not_ready": "FET-FST-1",
    "overloaded": "FET-LOD-4",
    "no_action_points": "FET-ACP-2",
    "no_act": "FET-WUP-3",
}
"""Which clause keeps somebody from declaring, or from giving up what it does."""


@rule("FET-FST-2")
def opened(battle: Battle, options: Options) -> Number | None:
    """When the passive side starts, once every first striker who can has declared; None before."""
    if not battle.first_strike or battle.passive_start is not None:
        return battle.passive_start
    due = [f for f in battle.fighters if f.id in battle.first_strike and f.id not in battle.openings]
    if any(not battle.idle_because(f) for f in due):
        return None
    if not battle.openings:
        return battle.time
    return passive_start(min(battle.openings.values()), start=0, options=options)


@rule("FET-TLN-1")
def next_moment(battle: Battle, options: Options) -> Number | None:
    """The next time at which an act, a control, a freeze or a barrier ends, or the passive side may start."""
    living = [f for f in battle.fighters if not f.dead]
    times = [f.act.end for f in living if f.act is not None]
    times += [time for f in living for time in (f.denied_until, f.steered_until, *(h.until for h in f.holds))]
    times += [battle.freeze.until] if battle.freeze else []
    times += [time for barrier in battle.barriers for time in (barrier.until, drained_at(battle, barrier, options))]
    if battle.passive_start is not None and any(f.id not in battle.first_strike for f in living):
        times.append(battle.passive_start)
    return min((time for time in times if time > battle.time), default=None)


@rule("FET-SKX-12")
def drained_at(battle: Battle, barrier: Barrier, options: Options) -> Number:
    """When somebody would die of what flows in a barrier; its end if nobody does."""
    fighter = battle.find(barrier.target)
    parts = round((barrier.until - barrier.start) / unit(options))
    part = barrier.amount / parts if parts > 0 else 0
    if fighter is None or part <= 0:
        return barrier.until
    due = math.ceil((fighter.will + barrier.flowed) / part - NOISE)
    return min(barrier.until, tidy(barrier.start + due * unit(options)))


async def dropped(state: State, fighter: Fighter) -> State:
    """Somebody is free of an act; the time that it has taken is gone."""
    battle, act = check_battle(state), fighter.act
    if act is None:
        return state
    spent, points = tidy(battle.time - act.start), fighter.action_points
    if points is not None and act.kind != Kind.WAIT:
        points = max(0, tidy(points - spent))
    past = act.over(fighter.id, battle.time, "cancelled")
    free = replace(fighter, act=None, action_points=points)
    return await happen(ActCancelled(free, past if spent > 0 else None))  # FET-LIV-24: no bar of length 0


def bound_to(battle: Battle, *gone: str) -> tuple[str, ...]:
    """The doubles that go with their owner (FET-SKX-11)."""
    return tuple(f.id for f in battle.fighters if f.double_of in gone)


@rule("FET-DTH-1", "FET-SKX-11")
async def fallen(state: State, who: str) -> State:
    """Who dies between two moments loses its act and its doubles, and lets go of whom it holds, as one who dies in a moment."""
    battle, fighter = state.battle, state.fighter(who)
    if battle is None or fighter is None or not fighter.dead:
        return state
    state = await dropped(state, fighter)
    for double in bound_to(battle, who):
        state = await happen(FighterLeft(double, None))
    return await let_go(state, (who,))


@rule("FET-SKX-8", "FET-SKX-9", "FET-SKX-12")
async def let_go(state: State, gone: tuple[str, ...]) -> State:
    """Who is dead or has left controls nobody any longer, and holds neither time nor a barrier."""
    battle = check_battle(state)
    changed = tuple(new for f in battle.fighters if (new := _freed(f, gone)) is not f)
    if changed:
        state = await happen(FightersChanged(battle.time, changed))
        battle = check_battle(state)
    frozen = battle.freeze if battle.freeze and battle.freeze.target in gone else None
    if frozen is not None and frozen.until > battle.time:
        early = tidy(battle.time - frozen.until)
        moved = tuple(shifted(f, early, time=battle.time) for f in battle.fighters if f.id != frozen.target)
        state = await happen(FightersChanged(battle.time, moved))
    barriers = tuple(b for b in battle.barriers if b.user not in gone and b.target not in gone)
    if frozen is None and barriers == battle.barriers:
        return state
    freeze = None if frozen is not None else battle.freeze
    return await happen(MomentClosed(freeze, barriers, battle.wounds))


def _freed(fighter: Fighter, gone: tuple[str, ...]) -> Fighter:
    holds = tuple(hold for hold in fighter.holds if hold.kind != "puppet" or hold.by not in gone)
    if len(holds) == len(fighter.holds):
        return fighter
    act = None if fighter.act is not None and fighter.act.by in gone else fighter.act
    return replace(fighter, holds=holds, act=act)


@rule("FET-SKX-9")
def shifted(fighter: Fighter, by: Number, *, time: Number) -> Fighter:
    """A fighter for whom so much time is none: what is unfinished, and what runs out, comes later by it."""

    def later(when: Number) -> Number:
        return tidy(when + by) if when > time else when

    act = fighter.act
    if act is not None:
        act = replace(act, end=later(act.end), frozen=tidy(act.frozen + by))
    holds = tuple(replace(hold, until=later(hold.until)) for hold in fighter.holds)
    denied, steered = later(fighter.denied_until), later(fighter.steered_until)
    return replace(fighter, act=act, holds=holds, denied_until=denied, steered_until=steered)
