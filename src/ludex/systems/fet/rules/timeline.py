"""The timeline (时间轴): who must declare, what comes next, when the passive side starts (FET-TLN, FET-FST)."""

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.acts import passive_start
from ludex.systems.fet.state import Battle, Fighter, State
from ludex.systems.fet.terms import Number


def need_battle(state: State) -> Battle:
    """The running battle, or a refusal."""
    if state.battle is None:
        raise RuleError("no_combat", clause="FET-TLN-1")
    return state.battle


def need_fighter(battle: Battle, who: str) -> Fighter:
    """A fighter of this battle, or a refusal."""
    found = battle.find(who)
    if found is None:
        raise RuleError("unknown_fighter", clause="FET-TLN-1", who=who)  # who is there may be a secret
    return found


CLAUSES = {
    "dead": "FET-DTH-1",
    "busy": "FET-TLN-1",
    "controlled": "FET-CTL-3",
    "not_ready": "FET-FST-1",
    "overloaded": "FET-LOD-4",
    "no_action_points": "FET-ACP-2",
}
"""Which clause keeps somebody from declaring."""


def in_the_open(battle: Battle, who: tuple[str, ...]) -> list[str]:
    """Those of them who are not hidden: a refusal names nobody who may be a secret."""
    return [f.id for f in battle.fighters if f.id in who and not f.hidden]


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
