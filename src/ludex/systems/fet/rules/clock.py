"""Combat basics: how time is counted (FET-TLN, FET-FST, FET-SKX-9): the next moment, who starts when, what is dropped, let go or moved later."""

import math

from msgspec.structs import replace

from ludex.core.events import happen
from ludex.core.rule import rule
from ludex.systems.fet.events.battle import ActCancelled, FighterLeft, FightersChanged, MomentClosed
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.interaction import passive_start
from ludex.systems.fet.rules.wind_ups import unit
from ludex.systems.fet.state import Barrier, Battle, Fighter, State, check_battle
from ludex.systems.fet.terms import NOISE, Kind, Number, tidy

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
