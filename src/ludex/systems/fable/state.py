"""The state of a fable table and the fold. No rule is decided here: events say what is now true."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import msgspec

from ludex.core import asks
from ludex.systems.fable.events import (
    ActionBought,
    ActionTaken,
    BondsSet,
    BreakPointTaken,
    CharacterGone,
    CharacterWritten,
    Clock,
    ClockGone,
    ClockSet,
    Combatant,
    CombatantJoined,
    CombatantLeft,
    ConflictEnded,
    ConflictStarted,
    EdgeSet,
    Effect,
    EffectAdded,
    EffectsPassed,
    Event,
    FateSealed,
    FeatUsed,
    GaugesMoved,
    InitiativeSet,
    OpportunitiesSet,
    PointsMoved,
    Revealed,
    SceneBegun,
    SpdSet,
    SpellLasting,
    StatusesSet,
    Studied,
    SuperiorityMoved,
    ThingAdded,
    TickEnded,
    TickStarted,
    TurnEnded,
    TurnStarted,
)
from ludex.systems.fable.options import Options
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.terms import Action, Pool

ROUND_TICKS = 20
"""Ticks in a round (FAB-CLK-1)."""


class Conflict(msgspec.Struct, frozen=True):
    """A conflict scene: the clock, who is on it, and the turn that is open.

    `order` is everybody's action order as it stood when the tick started, `acted` who has had a turn in this tick.
    """

    round: int = 1
    tick: int = ROUND_TICKS
    started: bool = False
    combatants: tuple[Combatant, ...] = ()
    points: dict[str, int] = {}
    effects: tuple[Effect, ...] = ()
    order: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    turn: str = ""
    actions_left: int = 0
    bought: bool = False
    guard_used: bool = False

    def of(self, who: str) -> Combatant | None:
        """The combatant of that id, if she is in the conflict."""
        return next((c for c in self.combatants if c.id == who), None)


class State(msgspec.Struct, frozen=True):
    """Everything a table of fable tracks."""

    options: Options = Options()
    characters: dict[str, Character] = {}
    conflict: Conflict | None = None
    clocks: tuple[Clock, ...] = ()
    scene: str = ""
    things: dict[str, dict[str, Any]] = {}
    """Content of this table's own, laid over the rulebook's: table -> key -> entry."""


async def happen(event: Event) -> State:
    """Make an event true; the state after it."""
    return cast("State", await asks.happen(event))


def fold(state: State, event: Event) -> State:
    """The state after an event."""
    return _FOLDS[type(event)](state, event)


# ---------------------------------------------------------------------- characters
_replace = msgspec.structs.replace


def _with(state: State, who: str, **changes: Any) -> State:
    """The state with one character changed; nobody of that name, no change."""
    character = state.characters.get(who)
    if character is None:
        return state
    return _replace(state, characters={**state.characters, who: _replace(character, **changes)})


def _written(state: State, event: CharacterWritten) -> State:
    return _replace(state, characters={**state.characters, event.character.id: event.character})


def _gone(state: State, event: CharacterGone) -> State:
    left = {who: character for who, character in state.characters.items() if who != event.who}
    return _replace(state, characters=left)


def _gauges(state: State, event: GaugesMoved) -> State:
    character = state.characters.get(event.who)
    if character is None:
        return state
    if event.pool is Pool.HP:
        return _with(state, event.who, hg=_replace(character.hg, lost=event.lost))
    return _with(state, event.who, mg=_replace(character.mg, lost=event.lost))


def _points(state: State, event: PointsMoved) -> State:
    who = state.characters.get(event.who)
    if who is None:
        return state
    sheet = _replace(who.sheet, money=who.sheet.money + event.money, xp=who.sheet.xp + event.xp)
    return _with(
        state, event.who, fp=who.fp + event.fp, ultima=who.ultima + event.ultima, ip=who.ip + event.ip, sheet=sheet
    )


def _set(*fields: str) -> Callable[[State, Any], State]:
    """A fold that copies these fields of the event into its character."""

    def copy(state: State, event: Any) -> State:
        return _with(state, event.who, **{field: getattr(event, field) for field in fields})

    return copy


def _everybody(state: State, who: Iterable[str], **changes: Any) -> State:
    named = set(who)
    changed = {key: _replace(c, **changes) if key in named else c for key, c in state.characters.items()}
    return _replace(state, characters=changed)


def _feat_used(state: State, event: FeatUsed) -> State:
    who = state.characters.get(event.who)
    if who is None:
        return state
    times = who.used.get(event.per, {})
    return _with(state, event.who, used={**who.used, event.per: {**times, event.feat: times.get(event.feat, 0) + 1}})


def _fresh(state: State, *per: str) -> State:
    """Feats that come back with this can be used again."""
    spent = [who for who, c in state.characters.items() if any(p in c.used for p in per)]
    for who in spent:
        left = {p: times for p, times in state.characters[who].used.items() if p not in per}
        state = _with(state, who, used=left)
    return state


def _spell(state: State, event: SpellLasting) -> State:
    for who, character in state.characters.items():
        kept = {s: by for s, by in character.spells_on.items() if (s, by) != (event.spell, event.caster)}
        if who in event.targets:
            kept[event.spell] = event.caster
        state = _with(state, who, spells_on=kept)
    return state


# ---------------------------------------------------------------------- the story
def _scene(state: State, event: SceneBegun) -> State:
    return _replace(_everybody(state, state.characters, spells_on={}, used={}), scene=event.scene)


def _clock(state: State, event: ClockSet) -> State:
    if any(c.name == event.clock.name for c in state.clocks):
        return _replace(state, clocks=tuple(event.clock if c.name == event.clock.name else c for c in state.clocks))
    return _replace(state, clocks=(*state.clocks, event.clock))


def _thing(state: State, event: ThingAdded) -> State:
    table = {**state.things.get(event.table, {}), event.key: event.body}
    return _replace(state, things={**state.things, event.table: table})


# ---------------------------------------------------------------------- the conflict
def _conflict(state: State, **changes: Any) -> State:
    """The state with the running conflict changed; none running, no change."""
    if state.conflict is None:
        return state
    return _replace(state, conflict=_replace(state.conflict, **changes))


def _combatant(state: State, who: str, **changes: Any) -> State:
    if state.conflict is None:
        return state
    changed = tuple(_replace(c, **changes) if c.id == who else c for c in state.conflict.combatants)
    return _conflict(state, combatants=changed)


def _started(state: State, event: ConflictStarted) -> State:
    points = dict.fromkeys((c.team for c in event.combatants), 0)
    fresh = _fresh(state, "turn", "conflict")
    return _replace(fresh, conflict=Conflict(combatants=event.combatants, points=points))


def _joined(state: State, event: CombatantJoined) -> State:
    if state.conflict is None:
        return state
    return _conflict(state, combatants=(*state.conflict.combatants, event.combatant), points=event.points)


def _combatant_left(state: State, event: CombatantLeft) -> State:
    conflict = state.conflict
    if conflict is None:
        return state
    return _conflict(
        state,
        combatants=tuple(c for c in conflict.combatants if c.id != event.who),
        points=event.points,
        order=tuple(who for who in conflict.order if who != event.who),
        acted=tuple(who for who in conflict.acted if who != event.who),
        turn="" if conflict.turn == event.who else conflict.turn,
    )


def _tick_started(state: State, event: TickStarted) -> State:
    awake = _everybody(state, event.starters, guarding=False, covering="")
    return _conflict(awake, started=True, order=event.order, acted=())


def _turn_started(state: State, event: TurnStarted) -> State:
    if state.conflict is None:
        return state
    cleared = _fresh(_everybody(state, state.characters, break_point_taken=False), "turn")
    acted = tuple(dict.fromkeys((*state.conflict.acted, event.who)))
    return _conflict(cleared, turn=event.who, actions_left=1, bought=False, guard_used=False, acted=acted)


def _action(state: State, event: ActionTaken) -> State:
    if state.conflict is None:
        return state
    state = _conflict(state, actions_left=state.conflict.actions_left - 1)
    if event.action is not Action.GUARD:
        return state
    return _with(_conflict(state, guard_used=True), event.who, guarding=True, covering=event.covering)


def _bought(state: State, event: ActionBought) -> State:
    if state.conflict is None:
        return state
    return _conflict(state, points=event.points, bought=True, actions_left=state.conflict.actions_left + 1)


def _turn_ended(state: State, event: TurnEnded) -> State:
    return _combatant(_conflict(state, turn="", actions_left=0), event.who, initiative=event.initiative)


def _tick_ended(state: State, event: TickEnded) -> State:
    if state.conflict is None:
        return state
    lifted = tuple(_replace(c, initiative=c.initiative + event.lift) for c in state.conflict.combatants)
    return _conflict(
        state, round=event.round, tick=event.tick, combatants=lifted, started=False, order=(), acted=(), turn=""
    )


def _conflict_ended(state: State, _event: ConflictEnded) -> State:
    over = () if state.conflict is None else tuple(c.id for c in state.conflict.combatants)
    rested = _everybody(state, over, guarding=False, covering="", break_point_taken=False)
    return _replace(_fresh(rested, "turn", "conflict"), conflict=None)


_FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    CharacterWritten: _written,
    CharacterGone: _gone,
    GaugesMoved: _gauges,
    PointsMoved: _points,
    StatusesSet: _set("statuses"),
    BondsSet: _set("bonds"),
    EdgeSet: _set("edge"),
    OpportunitiesSet: _set("opportunities"),
    BreakPointTaken: lambda state, event: _with(state, event.who, break_point_taken=True),
    FeatUsed: _feat_used,
    FateSealed: _set("fate", "surrendered"),
    Studied: lambda state, event: _with(state, event.who, studied=event.tier),
    Revealed: _set("hidden"),
    SpellLasting: _spell,
    SceneBegun: _scene,
    ClockSet: _clock,
    ClockGone: lambda state, event: _replace(state, clocks=tuple(c for c in state.clocks if c.name != event.name)),
    ThingAdded: _thing,
    ConflictStarted: _started,
    CombatantJoined: _joined,
    CombatantLeft: _combatant_left,
    TickStarted: _tick_started,
    EffectAdded: lambda state, event: _conflict(
        state, effects=(*(state.conflict.effects if state.conflict else ()), event.effect)
    ),
    EffectsPassed: lambda state, event: _conflict(state, effects=event.effects),
    TurnStarted: _turn_started,
    ActionTaken: _action,
    ActionBought: _bought,
    TurnEnded: _turn_ended,
    InitiativeSet: lambda state, event: _combatant(state, event.who, initiative=event.initiative),
    SpdSet: lambda state, event: _combatant(state, event.who, spd=event.spd),
    TickEnded: _tick_ended,
    SuperiorityMoved: lambda state, event: _conflict(state, points=event.points),
    ConflictEnded: _conflict_ended,
}
