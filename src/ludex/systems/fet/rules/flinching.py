"""Giving up when hurt (FET-LIV-24): whoever is hurt while preparing an act may let go of it, by a standing order or when asked.

The table goes on by itself (`taken`) unless a seat has left an order, or wants to be halted after every moment that hurt it.
"""

from ludex.core.asks import Asking, Option, choose_all
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fet.rules.clock import dropped
from ludex.systems.fet.state import Battle, Fighter, State
from ludex.systems.fet.terms import RESOURCES, Number, readable, tidy

GO_ON, DROP = "go_on", "drop"


@rule("FET-LIV-24")
async def flinch(state: State, before: Battle) -> State:
    """Everybody whom a moment has hurt in the middle of an act says whether to go on with it, all at once."""
    battle = state.battle
    if battle is None or not battle.asks_hurt:
        return state
    hurt = [f for f in battle.fighters if _midway(battle, f) and _lost(before, f) > 0]
    said = await choose_all({actor(f.id): _asking(before, f, battle.time) for f in hurt}) if hurt else {}
    for fighter in hurt:
        if said[actor(fighter.id)] == DROP:
            state = await dropped(state, fighter)
    return state


def _midway(battle: Battle, fighter: Fighter) -> bool:
    """Whether somebody alive is in the middle of an act of its own."""
    act = fighter.act
    own = act is not None and not act.by and act.start < battle.time < act.end
    return own and not fighter.dead and not fighter.double_of and not battle.frozen(fighter.id)


def _lost(before: Battle, fighter: Fighter) -> Number:
    """What somebody has lost of both resources together."""
    old = before.find(fighter.id)
    return tidy(sum(max(0, old.now(r) - fighter.now(r)) for r in RESOURCES)) if old else 0


def _asking(before: Battle, fighter: Fighter, time: Number) -> Asking:
    act = fighter.act
    facts = {
        "lost": readable(_lost(before, fighter)),
        "act": term(act.kind) if act else "",
        "end": act.end if act else time,
    }
    options = (Option(GO_ON, say("answers.go_on_act")), Option(DROP, say("answers.drop_act")))
    return Asking(say("questions.hurt", **facts), options, about=f"hurt:{time}")
