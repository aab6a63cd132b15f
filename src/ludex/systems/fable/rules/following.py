"""What follows by itself, of three headings: 0 HP, the clock, superiority (FAB-LIV-15..21).

`due` says what happens next without anybody's word. Fates and the end of a fight are asked at any pace; turns and ticks end by
themselves only where the table flows.
"""

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.deeds import Do
from ludex.core.events import happen
from ludex.core.principals import EVERYBODY, GM, Who, actor
from ludex.core.say import say
from ludex.systems.fable.events import EndOffered, PointAsked, Quieted
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.arms import React
from ludex.systems.fable.rules.bonds import RestBonds
from ludex.systems.fable.rules.conflict import Nothing, OfActor, opened
from ludex.systems.fable.rules.defeat import Falls, is_settled
from ludex.systems.fable.rules.gauges import OfCharacter
from ludex.systems.fable.rules.initiative import forecast
from ludex.systems.fable.rules.opportunities import Tell
from ludex.systems.fable.rules.superiority import PointSpent, SpendPoint, spend
from ludex.systems.fable.rules.ticks import acting_at_all
from ludex.systems.fable.rules.windows import NEVER
from ludex.systems.fable.state import Conflict, Pending, State, conflict_of

SIDES = 2
POINT = "point"


def due(state: State) -> Do | None:
    """What happens without anybody's word now; while several fates are asked for, each for itself, the clock waits."""
    if not state.live:
        return None
    if reactions := _reactions(state):  # FAB-LIV-35
        first = reactions[0]
        return Do("react", React(first), heard(state, first.who, first.target), always=True)
    if fallen := _fallen(state):  # FAB-LIV-19
        settled = tuple(who for who in fallen if is_settled(state, who)) or fallen
        return _fate(state, settled) if settled != fallen or len(fallen) == 1 or is_settled(state, fallen[0]) else None
    if state.conflict is None:
        return None
    return _clock(state, state.conflict)


def beside(state: State) -> tuple[Do, ...]:
    """What waits for people and holds up nobody else, each an act of its own (FAB-LIV-25): fates of several, what the GM tells, bonds
    at the end of a rest, levels at the end of a session."""
    if not state.live:
        return ()
    fallen = _fallen(state) if not _reactions(state) else ()
    tellings = [Do("tell_story", Tell(one), (EVERYBODY,), always=True) for one in state.tellings]  # FAB-LIV-27
    bonds = [Do("rest_bonds", RestBonds((who,)), heard(state, who), always=True) for who in state.bonding]
    levels = [Do("offer_level", OfCharacter(who), heard(state, who), always=True) for who in state.rising]
    return (*(_fate(state, (who,)) for who in fallen), *tellings, *bonds, *levels)


def _reactions(state: State) -> tuple[Pending, ...]:
    """Who may still strike back: nobody at 0 HP is asked for a reaction (FAB-LIV-7)."""
    characters = state.characters
    return tuple(one for one in state.pending if one.who not in characters or not characters[one.who].falling)


def _fallen(state: State) -> tuple[str, ...]:
    """Everybody at 0 HP whose fate is open."""
    return tuple(who for who, c in state.characters.items() if c.falling)


def _fate(state: State, people: tuple[str, ...]) -> Do:
    return Do("fates", Falls(people), heard(state, *people), always=True)


def _clock(state: State, conflict: Conflict) -> Do | None:
    """The running conflict: its end, the turn that is over, the next tick."""
    if not conflict.combatants:
        return None
    if conflict.over:
        return Do("conflict_end", Nothing(), always=True)
    if not conflict.offered and decided(conflict):
        return Do("offer_end", Nothing(), (GM,), always=True)  # FAB-LIV-20
    if conflict.turn:
        if conflict.actions_left > 0:
            return None
        turn = OfActor(conflict.turn)
        procedure = "spare_point" if may_buy(conflict) else "end_turn"  # FAB-LIV-16, FAB-LIV-21
        return Do(procedure, turn, heard(state, conflict.turn))
    if conflict.started and acting_at_all(conflict):
        return None
    return Do("advance", Nothing(), _hearing(state))  # FAB-LIV-17


def _hearing(state: State) -> tuple[Who, ...]:
    """Who hears of the clock's next stop: the GM alone where only the unseen act (FAB-LIV-41)."""
    coming = forecast(state, len(state.characters))
    there = [who for round_, tick, who in coming if (round_, tick) == coming[0][:2]]
    return (EVERYBODY,) if not there or any(heard(state, who) == (EVERYBODY,) for who in there) else (GM,)


def decided(conflict: Conflict) -> bool:
    """Whether all sides but one are out of a conflict that had several."""
    return len(conflict.points) >= SIDES and len({c.team for c in conflict.combatants}) < SIDES


def may_buy(conflict: Conflict) -> bool:
    """Whether the one who acts has a point of her side to spend and was not asked yet."""
    combatant = conflict.of(conflict.turn)
    quiet = (conflict.turn, POINT) in conflict.quiet
    points = conflict.points.get(combatant.team) if combatant else 0
    return bool(points and not conflict.bought and not conflict.asked and not quiet)


class Spared(msgspec.Struct, frozen=True):
    """Whether a point was spent, and the actions that are left."""

    spent: bool
    actions_left: int


async def spare_point(state: State, given: OfActor) -> Spared:
    """Ask once whether a superiority point becomes one more action (FAB-LIV-21)."""
    conflict = conflict_of(state)
    combatant = conflict.of(given.actor)
    options = (
        Option("spend", say("answers.spend_point")),
        Option("end", say("answers.end_turn")),
        Option(NEVER, say("answers.never")),
    )
    points = conflict.points.get(combatant.team, 0) if combatant else 0
    answer = await choose(actor(given.actor), say("questions.spare_point", points=points), options)
    state = await happen(PointAsked())
    if answer == NEVER:
        await happen(Quieted(given.actor, POINT))
    if answer != "spend":
        return Spared(spent=False, actions_left=0)
    done = await spend(state, SpendPoint(given.actor))
    return Spared(spent=True, actions_left=done.actions_left)


async def superiority_spend(state: State, given: SpendPoint) -> PointSpent:
    """Spend one of the team's points for one more action; as her first deed it opens the turn (FAB-PSU-3, FAB-LIV-16)."""
    conflict = state.conflict
    if state.live and given.actor and conflict is not None and conflict.started and not conflict.turn:
        state = await opened(state, given.actor)
    return await spend(state, given)


class Offered(msgspec.Struct, frozen=True):
    """Whether the conflict is over."""

    over: bool


async def offer_end(state: State, _given: Nothing) -> Offered:
    """The GM is offered the end of a conflict that only one side is left in; the end itself is everybody's to hear (FAB-LIV-20)."""
    conflict_of(state)
    options = (Option("end", say("answers.end_conflict")), Option("go_on", say("answers.go_on")))
    answer = await choose(GM, "questions.end_conflict", options)
    await happen(EndOffered(over=answer == "end"))
    return Offered(over=answer == "end")
