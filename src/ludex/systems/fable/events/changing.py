"""Changes of the state that several events share: a character, everybody, the running conflict, what lasts, what an evening holds."""

from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from ludex.core.effects.records import Effect as Record
from ludex.core.rule import rule
from ludex.systems.fable.sheet import Character, Gauge, Lent, five
from ludex.systems.fable.state import Combatant, Conflict, State, TimedEffect


def with_one(state: State, who: str, change: Callable[[Character], Character]) -> State:
    """The state with one character changed; nobody of that id, no change."""
    character = state.characters.get(who)
    if character is None:
        return state
    return replace(state, characters={**state.characters, who: change(character)})


def with_all(state: State, who: Iterable[str], change: Callable[[Character], Character]) -> State:
    named = set(who)
    return replace(state, characters={key: change(c) if key in named else c for key, c in state.characters.items()})


def unguarded(character: Character) -> Character:
    return replace(character, guarding=False, covering="")


def fresh(state: State, *per: str) -> State:
    """Feats that come back with this can be used again."""
    return with_all(
        state, state.characters, lambda c: replace(c, used={p: n for p, n in c.used.items() if p not in per})
    )


def without(effects: tuple[Record, ...], *units: str) -> tuple[Record, ...]:
    return tuple(e for e in effects if not any(one.unit in units for one in e.lasts))


def with_conflict(state: State, change: Callable[[Conflict], Conflict]) -> State:
    """The state with the running conflict changed; none running, no change."""
    return state if state.conflict is None else replace(state, conflict=change(state.conflict))


def with_combatant(state: State, who: str, change: Callable[[Combatant], Combatant]) -> State:
    return with_conflict(
        state, lambda c: replace(c, combatants=tuple(change(one) if one.id == who else one for one in c.combatants))
    )


# ---------------------------------------------------------------------- what an evening holds
COUNTED = ("scenes", "fights", "broken", "opportunities", "emotions", "levels")


@rule("FAB-LIV-54")
def tallied(state: State, what: str, n: int = 1) -> State:
    """The state with so much more in the evening that is open: what is undone was never counted."""
    session = state.session
    if session is None or n <= 0:
        return state
    counts = {**session.counts, what: session.counts.get(what, 0) + n}
    return replace(state, session=replace(session, counts=counts))


def is_seen(state: State, who: str) -> bool:
    """Whether everybody may know of somebody: what the unseen do is not in what all are told."""
    return who in state.characters and not state.characters[who].hidden


# ---------------------------------------------------------------------- what lasts
CAPACITY = ("hg", "mg", "hg_each", "mg_each")
MATERIAL = (*CAPACITY, "crisis_value")
"""Quantities that effects write into the sheet while they last."""


def with_timed(state: State, effects: tuple[TimedEffect, ...], lent: Lent | None = None) -> State:
    """The clock counts these; what the others had written into sheets goes with them."""
    before = state.conflict.effects if state.conflict else ()
    kept = {e.id for e in effects}
    gone = [(e.anchor, e.record) for e in before if e.id not in kept and e.record is not None]
    was = {e.id for e in before}
    new = [(e.anchor, e.record) for e in effects if e.id not in was and e.record is not None]
    return with_conflict(_written(state, gone, new, lent), lambda c: replace(c, effects=effects))


def with_lasting(state: State, effects: tuple[Record, ...], lent: Lent | None = None) -> State:
    """These last; what the others had written into sheets goes with them."""
    kept, was = {(e.bearer, e.id) for e in effects}, {(e.bearer, e.id) for e in state.effects}
    gone = [(e.bearer, e) for e in state.effects if (e.bearer, e.id) not in kept]
    new = [(e.bearer, e) for e in effects if (e.bearer, e.id) not in was]
    return replace(_written(state, gone, new, lent), effects=effects)


Borne = list[tuple[str, Record]]


def _written(state: State, gone: Borne, new: Borne, lent: Lent | None) -> State:
    """Sheets without the capacity and crisis value of some effects and with those of others (FAB-GAU-8, FAB-LIV-37)."""
    for who, effect in gone:
        state = with_one(state, who, partial(_without, effect=effect))
    for who, effect in new:
        state = with_one(state, who, partial(_with, effect=effect, lent=lent))
    return state


def _without(character: Character, effect: Record) -> Character:
    if effect.id in character.lent:
        return _resized(character.lends(effect.id, None), effect, -1, ("crisis_value",))
    return _resized(character, effect, -1, MATERIAL)


def _with(character: Character, effect: Record, lent: Lent | None) -> Character:
    if lent is not None:
        return _resized(character.lends(effect.id, lent), effect, 1, ("crisis_value",))
    return _resized(character, effect, 1, MATERIAL)


def _resized(character: Character, effect: Record, sign: int, quantities: tuple[str, ...]) -> Character:
    """What an effect writes by itself: the crisis value, and in earlier versions as much capacity to each gauge."""
    for modifier in effect.modifiers:
        if modifier.of not in quantities or not isinstance(n := modifier.give[0].by, int):
            continue
        if modifier.of == "crisis_value":
            character = replace(character, crisis_value=character.crisis_value + sign * n)
        else:
            name = modifier.of.removesuffix("_each")
            row: Gauge = getattr(character, name)
            character = replace(character, **{name: replace(row, cap=five(cap + sign * n for cap in row.cap))})
    return character


def without_spells(character: Character) -> Character:
    """No spell lasts on her any more, and what they lent goes with them."""
    for key in character.spells_on:
        character = character.lends(f"spell:{key}", None)
    return replace(character, spells_on={})


def same_kind(a: Record, b: Record) -> bool:
    """Two of one name, or of one group: the later takes the place of the earlier (FAB-PSP-2, FAB-LIV-37)."""
    return (a.name == b.name != "") or bool(a.tags and a.tags == b.tags)
