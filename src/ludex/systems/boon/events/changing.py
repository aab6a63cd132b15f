"""Changes of the state that several events of boon share."""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.systems.boon.sheet import Character, Item
from ludex.systems.boon.state import Battle, Clock, Effect, Side, State, Thing, by_rounds
from ludex.systems.boon.terms import LEFT, Status

STORY = 60
"""So many lines of what effects did are kept."""

Kept = TypeVar("Kept", bound=Character | Side | Thing)


def with_character(state: State, who: str, change: Callable[[Character], Character]) -> State:
    return replace(state, combatants=tuple(change(c) if c.id == who else c for c in state.combatants))


def with_item(state: State, who: str, item: str, change: Callable[[Item], Item]) -> State:
    return with_character(
        state, who, lambda c: replace(c, items=tuple(change(i) if i.id == item else i for i in c.items))
    )


def with_one(many: tuple[Kept, ...], one: Kept) -> tuple[Kept, ...]:
    """The same tuple with the element of that id exchanged, or added at the end."""
    kept = [one if m.id == one.id else m for m in many]
    return tuple(kept if one in kept else [*kept, one])


@rule("BOO-LIV-21")
def with_side_ranked(state: State, who: str) -> State:
    """A side that was passed over is ranked last as soon as one of it can act."""
    clock, came = state.clock, state.find(who)
    if not clock.running or came is None or not came.active or came.secret or came.side in ("", *clock.order):
        return state
    return replace(state, clock=replace(clock, order=(*clock.order, came.side)))


def with_full_ap(state: State) -> tuple[Character, ...]:
    """Everybody with full AP (BOO-PAP-2)."""
    return tuple(replace(c, ap=c.ap_max, used=c.used or bool(state.clock.order)) for c in state.combatants)


def rounds_sooner(effects: tuple[Effect, ...], rounds: int) -> tuple[Effect, ...]:
    """Effects with so many rounds gone, where they last for rounds: a new count of rounds finds them with what is left."""
    return tuple(
        replace(e, made=e.made - rounds, ends=e.ends - rounds) if e.ends is not None and by_rounds(e) else e
        for e in effects
    )


@rule("BOO-LIV-20")
def past_fight(state: State) -> State:
    """A state in which nobody is told any more who has won the last fight: play has gone on since."""
    if not state.clock.settled:
        return state
    return replace(state, clock=Clock(), effects=rounds_sooner(state.effects, state.clock.round))


@rule("BOO-LIV-55")
def off_the_map(who: Character) -> Character:
    """Somebody who leaves a scene: she and what of hers was thrown or dropped lie on no square of the next one."""
    return replace(who, position=None, hidden=False, items=tuple(replace(i, lies=None) for i in who.items))


@rule("BOO-LIV-58")
def fight_in_short(state: State) -> Battle:
    """A fight in short: who fought whom, who won, how long it took, who fell."""
    clock = state.clock
    there = [c for c in state.combatants if c.side in clock.order and not c.secret]
    named = {s.id: s.named for s in state.sides}
    sides = dict.fromkeys(named.get(c.side, c.side) for c in there)
    fallen = tuple(c.called for c in there if c.status not in (Status.ACTIVE, *LEFT))
    return Battle(state.scene, tuple(sides), named.get(clock.winner, clock.winner), clock.round, fallen)
