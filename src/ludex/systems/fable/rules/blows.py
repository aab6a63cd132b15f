"""One blow: what a target is dealt, how it lands, and what it wins the sides (FAB-PDM-2, FAB-ADV, FAB-PSU-2)."""

import msgspec

from ludex.core.rule import rule
from ludex.systems.fable.events import BreakPointTaken, GaugesMoved, SuperiorityMoved
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.checks import Made
from ludex.systems.fable.rules.damage import Amount
from ludex.systems.fable.rules.gauges import drained, filled, lost_of
from ludex.systems.fable.rules.superiority import Points, gained, opponent
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import State, team_of
from ludex.systems.fable.terms import Affinity, DamageType, Pool, Result


class Blow(msgspec.Struct, frozen=True):
    """What the attack does to one target, before and after it lands."""

    who: str
    result: Result
    amount: Amount
    execution: Made | None = None
    broken: tuple[int, ...] = ()
    harms: bool = True
    """Whether it is damage at all for FAB-PSU-2: a base of 0 is none, nor is a missed double 1."""

    @property
    def executed(self) -> bool:
        """Whether an execution breaks a gauge of hers (FAB-ATK-5)."""
        return self.execution is not None and self.execution.result is Result.FAILURE


@rule("FAB-PDM-2", "FAB-PAC-2")
def affinities_of(target: Character, damage_type: str) -> tuple[Affinity, ...]:
    """A target's affinities towards a type; whoever guards resists everything."""
    own = target.affinities.get(DamageType(damage_type), ())
    return (*own, Affinity.RESIST) if target.guarding else own


async def dealt(state: State, who: str, amount: Amount, *, most: int | None = None) -> tuple[State, tuple[int, ...]]:
    """Deal an amount to somebody, or heal her if she absorbs it; the hit gauges that it broke (FAB-ADV-4)."""
    target = state.characters[who]
    if amount.effect == "absorb":
        fill = filled(lost_of(target, amount.pool), amount.amount)
        return await happen(GaugesMoved(who, amount.pool, fill.lost)), ()
    if amount.effect == "none":
        return state, ()
    drain = drained(target, amount.pool, amount.amount, most=most)
    state = await happen(GaugesMoved(who, amount.pool, drain.lost))
    return state, drain.broken if amount.pool is Pool.HP else ()


@rule("FAB-PSU-2", "FAB-ADV-1", "FAB-ADV-2", "FAB-ADV-4")
async def won_by_damage(
    state: State, attacker: str, *, blows: tuple[Blow, ...], points: Points
) -> tuple[State, Points]:
    """Points for damage that somebody deals: immune or absorbing targets, a vulnerable enemy, a broken gauge."""
    team = team_of(state, attacker)
    if state.options.superiority_parent_sources:
        for blow in blows:
            if blow.harms and blow.amount.affinity in (Affinity.IMMUNE, Affinity.ABSORB):
                points = gained(points, team_of(state, blow.who))[0]
        if any(_vulnerable(b) and team_of(state, b.who) != team for b in blows):
            points = gained(points, team)[0]
    broke = any(b.broken and team_of(state, b.who) != team for b in blows)
    if broke and opponent(points, team) is not None and not state.characters[attacker].break_point_taken:
        points = gained(points, team)[0]
        state = await happen(BreakPointTaken(attacker))
    if state.conflict is not None:
        state = await happen(SuperiorityMoved(points))
    return state, points


def _vulnerable(blow: Blow) -> bool:
    return blow.amount.affinity is Affinity.VULNERABLE and blow.amount.effect == "damage"
