"""The conflict: who is on the clock, turns, ticks, points."""

from collections.abc import Callable

from msgspec.structs import asdict, replace

from ludex.systems.fable import events as ev
from ludex.systems.fable.fold.changing import fresh, unguarded, with_all, with_conflict, with_one, without
from ludex.systems.fable.fold.lasting import lasting, timed
from ludex.systems.fable.state import Combatant, Conflict, State
from ludex.systems.fable.terms import Action


# ---------------------------------------------------------------------- the conflict
def _combatant(state: State, who: str, change: Callable[[Combatant], Combatant]) -> State:
    """The state with one combatant changed."""
    return with_conflict(
        state, lambda c: replace(c, combatants=tuple(change(one) if one.id == who else one for one in c.combatants))
    )


def conflict_started(state: State, event: ev.ConflictStarted) -> State:
    """The clock stands at its beginning; no side has a point."""
    points = dict.fromkeys((c.team for c in event.combatants), 0)
    return replace(fresh(state, "turn", "conflict"), conflict=Conflict(combatants=event.combatants, points=points))


def combatant_joined(state: State, event: ev.CombatantJoined) -> State:
    """One more is on the clock."""
    return with_conflict(state, lambda c: replace(c, combatants=(*c.combatants, event.combatant), points=event.points))


def combatant_left(state: State, event: ev.CombatantLeft) -> State:
    """She is nowhere on the clock any more, and guards nobody (FAB-LIV-18)."""
    return with_conflict(
        with_all(state, (event.who,), unguarded),
        lambda c: replace(
            c,
            combatants=tuple(one for one in c.combatants if one.id != event.who),
            points=event.points,
            order=tuple(who for who in c.order if who != event.who),
            acted=tuple(who for who in c.acted if who != event.who),
            turn="" if c.turn == event.who else c.turn,
            parted=(*c.parted, event.who),
        ),
    )


def tick_started(state: State, event: ev.TickStarted) -> State:
    """The order is fixed; everybody who starts a turn in this tick guards no longer."""
    awake = with_all(state, event.starters, unguarded)
    return with_conflict(awake, lambda c: replace(c, started=True, order=event.order, acted=()))


def action_granted(state: State, event: ev.ActionGranted) -> State:
    """So many actions more."""
    return with_conflict(state, lambda c: replace(c, actions_left=c.actions_left + event.n))


def bonds_open(state: State, event: ev.BondsOpen) -> State:
    """These may change a bond."""
    return replace(state, bonding=event.who)


def levels_offered(state: State, event: ev.LevelsOffered) -> State:
    """Who is still to say whether she takes a level."""
    return replace(state, rising=event.who)


def trait_shown(state: State, event: ev.TraitShown) -> State:
    """One trait more of hers is known."""
    return with_one(state, event.who, lambda c: replace(c, shown_traits=(*c.shown_traits, event.trait)))


def goal_shown(state: State, event: ev.GoalShown) -> State:
    """Everybody knows what she is after."""
    return with_one(state, event.who, lambda c: replace(c, unmasked=True))


def turn_started(state: State, event: ev.TurnStarted) -> State:
    """Her turn is open, with one action; everybody may win a point for a broken gauge anew."""
    if state.conflict is None:
        return state
    acted = tuple(dict.fromkeys((*state.conflict.acted, event.who)))
    cleared = fresh(with_all(state, state.characters, lambda c: replace(c, break_point_taken=False)), "turn")
    return with_conflict(
        cleared,
        lambda c: replace(c, turn=event.who, actions_left=1, bought=False, asked=False, guard_used=False, acted=acted),
    )


def action_taken(state: State, event: ev.ActionTaken) -> State:
    """One action less, where actions are counted; to guard lasts."""
    guards = event.action is Action.GUARD
    state = with_conflict(
        state, lambda c: replace(c, actions_left=c.actions_left - 1, guard_used=c.guard_used or guards)
    )
    if not guards:
        return state
    return with_one(state, event.who, lambda c: replace(c, guarding=True, covering=event.covering))


def action_bought(state: State, event: ev.ActionBought) -> State:
    """One action more, paid from the side's points."""
    return with_conflict(state, lambda c: replace(c, points=event.points, bought=True, actions_left=c.actions_left + 1))


def turn_ended(state: State, event: ev.TurnEnded) -> State:
    """No turn is open."""
    over = with_conflict(state, lambda c: replace(c, turn="", actions_left=0))
    return _combatant(over, event.who, lambda one: replace(one, initiative=event.initiative))


def on_clock(state: State, event: ev.InitiativeSet | ev.SpdSet) -> State:
    """She stands elsewhere on the clock, or her turns cost more or less: the field of the event is a combatant's."""
    changes = {name: value for name, value in asdict(event).items() if name != "who"}
    return _combatant(state, event.who, lambda one: replace(one, **changes))


def tick_ended(state: State, event: ev.TickEnded) -> State:
    """The next tick has not started yet; a new round has lifted every initiative."""

    def next_tick(c: Conflict) -> Conflict:
        lifted = tuple(replace(one, initiative=one.initiative + event.lift) for one in c.combatants)
        clock = replace(c, round=event.round, tick=event.tick, combatants=lifted)
        return replace(clock, started=False, order=(), acted=(), turn="")

    return with_conflict(fresh(state, "round") if event.lift else state, next_tick)


def superiority_moved(state: State, event: ev.SuperiorityMoved) -> State:
    """The sides have these points."""
    return with_conflict(state, lambda c: replace(c, points=event.points))


def conflict_ended(state: State, _event: ev.ConflictEnded) -> State:
    """No conflict is running; nobody guards."""
    over = [] if state.conflict is None else [c.id for c in state.conflict.combatants]
    state = lasting(timed(state, ()), without(state.effects, "conflict"))
    rested = with_all(with_all(state, state.characters, unguarded), over, lambda c: replace(c, break_point_taken=False))
    if state.live:  # FAB-LIV-18: opportunities that were not spent are gone
        rested = with_all(rested, over, lambda c: replace(c, opportunities=()))
    return replace(fresh(rested, "turn", "conflict"), conflict=None)
