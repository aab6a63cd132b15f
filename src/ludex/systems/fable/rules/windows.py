"""Effects: the windows of an attack, and reactions that strike back (FAB-LIV-35)."""

from ludex.core.asks import Option, choose
from ludex.core.principals import actor
from ludex.core.say import Label, say
from ludex.systems.fable.events import PendingSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.damage import Blow
from ludex.systems.fable.rules.feats import feat_called
from ludex.systems.fable.rules.steps import Listener, Occasion, done, listeners, paid_for
from ludex.systems.fable.state import Pending, State, team_of
from ludex.systems.fable.terms import Result


async def after_attack(
    state: State, before: State, attacker: str, *, blows: tuple[Blow, ...], at: Occasion
) -> tuple[State, tuple[str, ...]]:
    """Handle everybody who listens to what an attack did; who acted, by feat."""
    acted: list[str] = []
    if not state.live:
        return state, ()
    for blow in blows:
        here = at._replace(target=blow.who, source=attacker)
        back = at._replace(target=attacker, source=attacker)
        hit = blow.result is Result.SUCCESS
        events = [("hit" if hit else "missed", attacker, here), ("was_hit" if hit else "was_missed", blow.who, back)]
        if blow.amount.effect == "damage" and blow.amount.amount:
            events += [("dealt", attacker, here), ("damaged", blow.who, back)]
        if blow.broken and team_of(state, blow.who) != team_of(state, attacker):
            events.append(("broke", attacker, here))
        if blow.broken:
            events.append(("gauge_lost", blow.who, back))
        if state.characters[blow.who].crisis and not before.characters[blow.who].crisis:
            events.append(("crisis_entered", blow.who, back))
        for event, doer, occasion in events:
            for one in listeners(state, event, doer, occasion):
                state, used = await _handled(state, one, occasion)
                acted += [one.feat] if used else []
    return state, tuple(acted)


async def _handled(state: State, one: Listener, at: Occasion) -> tuple[State, bool]:
    """One listener: it acts, or asks its owner; one that strikes waits until the attack is told."""
    if any(step.startswith("attack") for step in one.trigger.do):
        ranged = any("ranged" in step for step in one.trigger.do)
        waiting = (*state.pending, Pending(one.who, one.feat, at.source, ranged))
        return await happen(PendingSet(waiting)), False
    if one.trigger.ask and not await wanted(state, one):
        return state, False
    state = await paid_for(state, one)
    return await done(state, one.trigger.do, bearer=one.who, at=at), True


async def wanted(state: State, one: Listener) -> bool:
    """Whether its owner uses it."""
    options = (Option("use", say("answers.use")), Option("leave", say("answers.leave")))
    what: Label = say(f"events.{one.trigger.on}")
    question = say("questions.react", feat=feat_called(state, one.feat), what=what)
    return await choose(actor(one.who), question, options, about=f"{one.who}:{one.feat}") == "use"
