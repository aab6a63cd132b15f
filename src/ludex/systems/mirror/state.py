"""The table's state in Mirror and the one way in which it changes: `fold(state, event)`, total and pure.

`events.py` says what can happen, `changes.py` how it changes a character. Nothing here decides a rule; after each event about a character `sheet.settled` brings
what follows her numbers back in line.
"""

from collections.abc import Callable
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from ludex.core import asks
from ludex.core.errors import RuleError
from ludex.systems.mirror import events as e
from ludex.systems.mirror.changes import ABOUT
from ludex.systems.mirror.events import Effect, Event, Fighter
from ludex.systems.mirror.options import Options
from ludex.systems.mirror.sheet import Character, settled
from ludex.systems.mirror.stage import Stage
from ludex.systems.mirror.terms import Mode

FRESH = 21
"""Where the clock stands before the first tick (20) of a round."""


class Conflict(msgspec.Struct, frozen=True):
    """A running conflict: the clock, who is on it, whose turns are on, and how ties were arranged."""

    fighters: tuple[Fighter, ...]
    round: int = 1
    tick: int = FRESH
    acting: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    orders: dict[str, tuple[str, ...]] = {}
    later: dict[str, tuple[dict[str, Any], ...]] = {}

    def fighter(self, who: str) -> Fighter | None:
        """The participant of that id."""
        return next((f for f in self.fighters if f.id == who), None)

    def has_turn(self, who: str) -> bool:
        """Whether her turn is on."""
        return who in self.acting and who not in self.ended


class State(msgspec.Struct, frozen=True):
    """Everything the table knows. `catalogue` is its own content: kind -> id -> record."""

    options: Options = Options()
    characters: dict[str, Character] = {}
    stage: Stage = Stage()
    mode: str = ""
    effects: tuple[Effect, ...] = ()
    conflict: Conflict | None = None
    catalogue: dict[str, dict[str, dict[str, Any]]] = {}

    def who(self, name: str) -> Character:
        """The character of that id, or a refusal."""
        if name not in self.characters:
            raise RuleError("unknown_id", id=name, ids=[i for i in self.characters if not i.startswith("@")])
        return self.characters[name]


async def happen(event: Event) -> State:
    """Make an event true and get the state after it."""
    return cast("State", await asks.happen(event))


def fold(state: State, event: Event) -> State:
    """The state after an event. Never refuses: what does not fit changes nothing."""
    about = ABOUT.get(type(event))
    if about is None or not isinstance(event, e.Of):
        return _FOLDS[type(event)](state, event)
    before = state.characters.get(event.who)
    if before is None:
        return state
    return replace(state, characters={**state.characters, event.who: settled(about(before, event))})


def _joined(state: State, event: e.CharacterJoined) -> State:
    character = settled(event.character)
    return replace(state, characters={**state.characters, character.id: character})


def _left(state: State, event: e.CharacterLeft) -> State:
    left = {i: c for i, c in state.characters.items() if i != event.who}
    return _off_the_clock(replace(state, characters=left), event)


def _time(state: State, event: e.TimePassed) -> State:
    """A segment clears what trauma gave, a unit also the long rest, a scene's end the freedom from dying checks."""

    def pass_by(c: Character) -> Character:
        if event.unit == "scene":
            return replace(c, exempt=False)
        return replace(c, ego_gained=0, long_rest_done=c.long_rest_done and event.unit != "unit")

    return replace(state, characters={i: pass_by(c) for i, c in state.characters.items()})


def _effect_added(state: State, event: e.EffectAdded) -> State:
    return replace(state, effects=(*state.effects, event.effect))


def _counted(state: State, event: e.EffectsCounted) -> State:
    passed = (
        replace(x, remaining=x.remaining - 1) if x.id in event.ids and x.remaining is not None else x
        for x in state.effects
    )
    return replace(state, effects=tuple(x for x in passed if x.remaining is None or x.remaining > 0))


def _extended(state: State, event: e.EffectExtended) -> State:
    effects = tuple(replace(x, remaining=event.remaining) if x.id == event.id else x for x in state.effects)
    return replace(state, effects=effects)


def _ended(state: State, event: e.EffectsEnded) -> State:
    return replace(state, effects=tuple(x for x in state.effects if x.id not in event.ids))


def _conflict_begun(state: State, event: e.ConflictBegun) -> State:
    """AP as given, no Mov, no limits (MIR-APV-1, MIR-MOV-4)."""
    fresh = {
        f.id: replace(c, ap=event.ap.get(f.id, 0), mov=0, minor_used=False, ra_used=False)
        for f in event.fighters
        if (c := state.characters.get(f.id))
    }
    return replace(
        state, characters={**state.characters, **fresh}, conflict=Conflict(event.fighters), mode=Mode.CONFLICT
    )


def _conflict_ended(state: State, _event: e.ConflictEnded) -> State:
    """Running total actions break, the limits of MA and RA are lifted."""
    ids = {f.id for f in state.conflict.fighters} if state.conflict else set()
    characters = {
        i: replace(c, total_action=None, minor_used=False, ra_used=False) if i in ids else c
        for i, c in state.characters.items()
    }
    return replace(state, characters=characters, conflict=None, mode=Mode.EXPLORATION)


def _on_clock(change: Callable[[Conflict, Any], Conflict]) -> Callable[[State, Any], State]:
    """A fold of the conflict alone, which does nothing where there is none."""

    def folded(state: State, event: Any) -> State:
        return state if state.conflict is None else replace(state, conflict=change(state.conflict, event))

    return folded


def _fighter_joined(conflict: Conflict, event: e.FighterJoined) -> Conflict:
    others = tuple(f for f in conflict.fighters if f.id != event.fighter.id)
    return replace(conflict, fighters=(*others, event.fighter))


def _fighter_left(conflict: Conflict, event: e.Of) -> Conflict:
    return replace(
        conflict,
        fighters=tuple(f for f in conflict.fighters if f.id != event.who),
        acting=tuple(i for i in conflict.acting if i != event.who),
        ended=tuple(i for i in conflict.ended if i != event.who),
    )


def _arranged(conflict: Conflict, event: e.OrderArranged) -> Conflict:
    return replace(conflict, orders={**conflict.orders, group_key(event.order): event.order})


def group_key(ids: tuple[str, ...]) -> str:
    """The name under which the order of tied characters is kept."""
    return ",".join(sorted(ids))


def _tick(conflict: Conflict, event: e.TickBegun) -> Conflict:
    return replace(conflict, tick=event.tick, acting=(), ended=(), later={})


def _turns(conflict: Conflict, event: e.TurnsBegun) -> Conflict:
    return replace(conflict, acting=event.acting)


def _initiative(conflict: Conflict, event: e.InitiativeSet) -> Conflict:
    fighters = tuple(
        replace(f, primary=event.primary, current=event.current, face=event.face) if f.id == event.who else f
        for f in conflict.fighters
    )
    return replace(conflict, fighters=fighters)


def _turn_ended(conflict: Conflict, event: e.TurnEnded) -> Conflict:
    later = {**conflict.later, event.who: event.later} if event.later else conflict.later
    return replace(conflict, ended=(*conflict.ended, event.who), later=later)


def _round(conflict: Conflict, event: e.RoundBegun) -> Conflict:
    return replace(conflict, round=event.round, tick=FRESH, acting=(), ended=(), later={})


_off_the_clock = _on_clock(_fighter_left)


def _mode(state: State, event: e.ModeSet) -> State:
    return replace(state, mode=event.mode)


def _stage(state: State, event: e.StageSet) -> State:
    return replace(state, stage=event.stage)


def _catalogue(state: State, event: e.CatalogueSet) -> State:
    kind = {i: r for i, r in state.catalogue.get(event.kind, {}).items() if i != event.id}
    if event.record is not None:
        kind[event.id] = event.record
    return replace(state, catalogue={**state.catalogue, event.kind: kind})


_FOLDS: dict[type, Callable[[State, Any], State]] = {
    e.CharacterJoined: _joined,
    e.CharacterLeft: _left,
    e.TimePassed: _time,
    e.EffectAdded: _effect_added,
    e.EffectsCounted: _counted,
    e.EffectExtended: _extended,
    e.EffectsEnded: _ended,
    e.ConflictBegun: _conflict_begun,
    e.ConflictEnded: _conflict_ended,
    e.FighterJoined: _on_clock(_fighter_joined),
    e.FighterLeft: _off_the_clock,
    e.OrderArranged: _on_clock(_arranged),
    e.TickBegun: _on_clock(_tick),
    e.TurnsBegun: _on_clock(_turns),
    e.InitiativeSet: _on_clock(_initiative),
    e.TurnEnded: _on_clock(_turn_ended),
    e.RoundBegun: _on_clock(_round),
    e.ModeSet: _mode,
    e.StageSet: _stage,
    e.CatalogueSet: _catalogue,
}
"""How every other event changes the table."""
