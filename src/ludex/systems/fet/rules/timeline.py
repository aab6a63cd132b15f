"""The timeline (时间轴): who must declare, what comes next, when the passive side starts (FET-TLN, FET-FST)."""

from ludex.core.rule import rule
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.acts import passive_start
from ludex.systems.fet.state import Battle
from ludex.systems.fet.terms import Number

CLAUSES = {
    "dead": "FET-DTH-1",
    "busy": "FET-TLN-1",
    "controlled": "FET-CTL-3",
    "not_ready": "FET-FST-1",
    "overloaded": "FET-LOD-4",
    "no_action_points": "FET-ACP-2",
}
"""Which clause keeps somebody from declaring."""


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
def next_moment(battle: Battle) -> Number | None:
    """The next time at which an act ends, a control ends or the passive side may start."""
    living = [f for f in battle.fighters if not f.dead]
    times = [f.act.end for f in living if f.act is not None]
    times += [time for f in living for time in (f.denied_until, f.steered_until)]
    if battle.passive_start is not None and any(f.id not in battle.first_strike for f in living):
        times.append(battle.passive_start)
    return min((time for time in times if time > battle.time), default=None)
