"""What lasts: effects begin, are drawn upon, and are over; what some of them write into sheets comes and goes with them."""

from functools import partial

from msgspec.structs import replace

from ludex.core.effects.records import Effect as Record
from ludex.systems.fable import events as ev
from ludex.systems.fable.fold.changing import with_conflict, with_one
from ludex.systems.fable.sheet import Character, Gauge, five
from ludex.systems.fable.state import Effect, State

MATERIAL = ("hg", "mg", "crisis_value")
"""Quantities that effects write into the sheet while they last."""


def timed(state: State, effects: tuple[Effect, ...]) -> State:
    """The clock counts these; what the others had written into sheets goes with them."""
    before = state.conflict.effects if state.conflict else ()
    kept = {e.id for e in effects}
    gone = [(e.anchor, e.record) for e in before if e.id not in kept and e.record is not None]
    was = {e.id for e in before}
    new = [(e.anchor, e.record) for e in effects if e.id not in was and e.record is not None]
    return with_conflict(_written(state, gone, new), lambda c: replace(c, effects=effects))


def lasting(state: State, effects: tuple[Record, ...]) -> State:
    """These last; what the others had written into sheets goes with them."""
    kept, was = {(e.bearer, e.id) for e in effects}, {(e.bearer, e.id) for e in state.effects}
    gone = [(e.bearer, e) for e in state.effects if (e.bearer, e.id) not in kept]
    new = [(e.bearer, e) for e in effects if (e.bearer, e.id) not in was]
    return replace(_written(state, gone, new), effects=effects)


Borne = list[tuple[str, Record]]


def _written(state: State, gone: Borne, new: Borne) -> State:
    """Sheets without the capacity and crisis value of some effects and with those of others (FAB-GAU-8, FAB-LIV-37)."""
    for sign, some in ((-1, gone), (1, new)):
        for who, effect in some:
            for modifier in effect.modifiers:
                if modifier.of in MATERIAL and isinstance(n := modifier.give[0].by, int):
                    state = with_one(state, who, partial(_resized, of=modifier.of, n=sign * n))
    return state


def _resized(character: Character, of: str, n: int) -> Character:
    if of == "crisis_value":
        return replace(character, crisis_value=character.crisis_value + n)
    row: Gauge = getattr(character, of)
    return replace(character, **{of: replace(row, cap=five(cap + n for cap in row.cap))})


def _same_kind(a: Record, b: Record) -> bool:
    """Two of one name, or of one group: the later takes the place of the earlier (FAB-PSP-2, FAB-LIV-37)."""
    return (a.name == b.name != "") or bool(a.tags and a.tags == b.tags)


def effect_added(state: State, event: ev.EffectAdded) -> State:
    """One effect more lasts."""
    new, before = event.effect, state.conflict.effects if state.conflict else ()
    kept = before
    if new.record is not None and state.live:
        kept = tuple(
            e for e in before if e.record is None or e.anchor != new.anchor or not _same_kind(e.record, new.record)
        )
        state = lasting(
            state, tuple(e for e in state.effects if e.bearer != new.anchor or not _same_kind(e, new.record))
        )
    return timed(state, (*kept, new))


def effect_begun(state: State, event: ev.EffectBegun) -> State:
    """It lasts; another of that name on the same bearer is over."""
    new = event.effect
    if state.conflict is not None:
        state = timed(
            state,
            tuple(
                e
                for e in state.conflict.effects
                if e.record is None or e.anchor != new.bearer or not _same_kind(e.record, new)
            ),
        )
    kept = tuple(e for e in state.effects if e.bearer != new.bearer or not _same_kind(e, new))
    return lasting(state, (*kept, new))


def effect_changed(state: State, event: ev.EffectChanged) -> State:
    """It stands in its place with other numbers."""
    new = event.effect
    same = tuple(new if (e.bearer, e.id) == (new.bearer, new.id) else e for e in state.effects)
    state = replace(state, effects=same)
    return with_conflict(
        state,
        lambda c: replace(
            c,
            effects=tuple(
                replace(e, record=new) if e.record is not None and (e.anchor, e.id) == (new.bearer, new.id) else e
                for e in c.effects
            ),
        ),
    )


def effect_over(state: State, event: ev.EffectOver) -> State:
    """The others are left."""
    state = lasting(state, tuple(e for e in state.effects if e.bearer != event.who or e.id not in event.ids))
    if state.conflict is None:
        return state
    return timed(state, tuple(e for e in state.conflict.effects if e.anchor != event.who or e.id not in event.ids))


def effects_passed(state: State, event: ev.EffectsPassed) -> State:
    """Only these effects are left."""
    return timed(state, event.effects)
