"""How events change the state of boon: the only place where it changes.

The fold is total and never refuses: an event about somebody who is not there changes nothing.
"""

from functools import singledispatch
from typing import Any

import msgspec
from msgspec.structs import replace

from ludex.systems.boon.events import (
    Acted,
    ApRefilled,
    ApSpent,
    ArmorWorn,
    CombatBegun,
    EffectAdded,
    EffectsEnded,
    Equipped,
    Event,
    Failed,
    Fated,
    GroundLaid,
    Healed,
    Hid,
    InitiativeMoved,
    ItemHandled,
    ItemWorn,
    Joined,
    Left,
    LibraryGrown,
    Moved,
    Passed,
    Removed,
    RoundBegun,
    RoundEnded,
    SideFormed,
    ThingDamaged,
    ThingPlaced,
    Unveiled,
    Wounded,
)
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import Clock, State
from ludex.systems.boon.terms import Status


def fold(state: State, event: Event) -> State:
    """The state after an event."""
    return _fold(event, state)


@singledispatch
def _fold(event: Event, _state: State) -> State:
    raise TypeError(f"not an event of boon: {event!r}")


def _changed(state: State, who: str, **values: Any) -> State:
    """The state with some values of one character changed."""
    return replace(state, combatants=tuple(replace(c, **values) if c.id == who else c for c in state.combatants))


def _with_item(state: State, who: str, item: str, **values: Any) -> State:
    """The state with some values of one item changed."""
    holder = state.find(who)
    if holder is None:
        return state
    return _changed(state, who, items=tuple(replace(i, **values) if i.id == item else i for i in holder.items))


def _replaced(many: tuple[Any, ...], one: Any) -> tuple[Any, ...]:
    """The same tuple with the element of that id exchanged, or added at the end."""
    if any(m.id == one.id for m in many):
        return tuple(one if m.id == one.id else m for m in many)
    return (*many, one)


@_fold.register
def _joined(event: Joined, state: State) -> State:
    return replace(state, combatants=_replaced(state.combatants, event.character))


@_fold.register
def _removed(event: Removed, state: State) -> State:
    return replace(
        state,
        combatants=tuple(c for c in state.combatants if c.id != event.id),
        objects=tuple(t for t in state.objects if t.id != event.id),
        effects=tuple(e for e in state.effects if e.target != event.id),
    )


@_fold.register
def _side_formed(event: SideFormed, state: State) -> State:
    order = state.clock.order
    ranked = (*order, event.side.id) if order and event.side.id not in order else order
    return replace(state, sides=_replaced(state.sides, event.side), clock=replace(state.clock, order=ranked))


@_fold.register
def _thing_placed(event: ThingPlaced, state: State) -> State:
    return replace(state, objects=_replaced(state.objects, event.thing))


@_fold.register
def _thing_damaged(event: ThingDamaged, state: State) -> State:
    return replace(
        state,
        objects=tuple(replace(t, durability=event.durability) if t.id == event.id else t for t in state.objects),
    )


@_fold.register
def _ground_laid(event: GroundLaid, state: State) -> State:
    others = tuple(g for g in state.ground if g.kind != event.ground.kind)
    return replace(state, ground=(*others, event.ground) if event.ground.cells else others)


@_fold.register
def _ap_spent(event: ApSpent, state: State) -> State:
    spender = state.find(event.who)
    return _changed(state, event.who, ap=spender.ap - event.ap) if spender else state


@_fold.register
def _wounded(event: Wounded, state: State) -> State:
    before = state.find(event.who)
    disabled = before is not None and event.status is Status.DISABLED and before.status is not Status.DISABLED
    fates = 0 if disabled or before is None else before.fates
    return _changed(state, event.who, damage=event.damage, status=event.status, hours=event.hours, fates=fates)


@_fold.register
def _healed(event: Healed, state: State) -> State:
    healed = state.find(event.who)
    asleep = healed is not None and event.status is Status.UNCONSCIOUS
    hours = healed.hours if healed and asleep else 0
    return _changed(state, event.who, damage=event.damage, status=event.status, hours=hours)


@_fold.register
def _fated(event: Fated, state: State) -> State:
    return _changed(state, event.who, status=event.status, damage=event.damage, fates=event.count, hours=event.hours)


@_fold.register
def _armor_worn(event: ArmorWorn, state: State) -> State:
    wearer = state.find(event.who)
    if wearer is None or wearer.armor is None:
        return state
    return _changed(state, event.who, armor=replace(wearer.armor, durability=event.durability))


@_fold.register
def _item_worn(event: ItemWorn, state: State) -> State:
    return _with_item(state, event.who, event.item, durability=event.durability)


@_fold.register
def _item_handled(event: ItemHandled, state: State) -> State:
    return _with_item(
        state, event.who, event.item, loaded=event.loaded, ammo=event.ammo, held=event.held, uses=event.uses
    )


@_fold.register
def _moved(event: Moved, state: State) -> State:
    things = tuple(replace(t, position=event.position) if t.id == event.who else t for t in state.objects)
    return replace(_changed(state, event.who, position=event.position), objects=things)


@_fold.register
def _hid(event: Hid, state: State) -> State:
    return _changed(state, event.who, hidden=event.hidden)


@_fold.register
def _left(event: Left, state: State) -> State:
    return _changed(state, event.who, status=event.status)


@_fold.register
def _failed(event: Failed, state: State) -> State:
    return replace(state, failures=(*state.failures, event.failure))


@_fold.register
def _effect_added(event: EffectAdded, state: State) -> State:
    others = tuple(e for e in state.effects if e.id != event.effect.id)
    return replace(state, effects=(*others, event.effect))


@_fold.register
def _effects_ended(event: EffectsEnded, state: State) -> State:
    return replace(state, effects=tuple(e for e in state.effects if e.id not in event.ids))


def _refilled(state: State) -> tuple[Character, ...]:
    """Everybody with full AP (BOO-PAP-2)."""
    return tuple(replace(c, ap=c.ap_max) for c in state.combatants)


@_fold.register
def _combat_begun(event: CombatBegun, state: State) -> State:
    return replace(state, combatants=_refilled(state), clock=Clock(order=event.order, round=0 if event.ambush else 1))


@_fold.register
def _acted(event: Acted, state: State) -> State:
    return replace(state, clock=replace(state.clock, passed=(), came_from=event.who))


@_fold.register
def _passed(event: Passed, state: State) -> State:
    waiting = tuple(w for w in state.clock.passed if w != event.who)
    return replace(state, clock=replace(state.clock, passed=(*waiting, event.who), came_from=event.who))


@_fold.register
def _initiative_moved(event: InitiativeMoved, state: State) -> State:
    return replace(state, clock=replace(state.clock, **msgspec.structs.asdict(event)))


@_fold.register
def _round_ended(event: RoundEnded, state: State) -> State:
    return replace(state, clock=replace(state.clock, seconds=state.clock.seconds + int(event.seconds)))


@_fold.register
def _round_begun(event: RoundBegun, state: State) -> State:
    return replace(
        state,
        combatants=_refilled(state),
        clock=replace(state.clock, round=event.round, passed=(), round_over=False),
    )


@_fold.register
def _ap_refilled(_event: ApRefilled, state: State) -> State:
    return replace(state, combatants=_refilled(state))


@_fold.register
def _equipped(event: Equipped, state: State) -> State:
    return _changed(state, event.who, items=event.items, spells=event.spells, armor=event.armor)


@_fold.register
def _unveiled(event: Unveiled, state: State) -> State:
    return _changed(state, event.who, secret=event.secret)


@_fold.register
def _library_grown(event: LibraryGrown, state: State) -> State:
    return replace(state, library=event.library)
