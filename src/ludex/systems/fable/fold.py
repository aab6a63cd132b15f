"""State and event make state: one function for each event. No rule is decided here: an event says what is now true."""

from collections.abc import Iterable
from typing import Any, cast

from msgspec.structs import replace

from ludex.core import asks
from ludex.core.fold import by_event
from ludex.systems.fable.events import (
    ActionBought,
    ActionTaken,
    BondsSet,
    BreakPointTaken,
    CharacterGone,
    CharacterWritten,
    ClockGone,
    ClockSet,
    CombatantJoined,
    CombatantLeft,
    ConflictEnded,
    ConflictStarted,
    EdgeSet,
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
    VillainEntered,
)
from ludex.systems.fable.state import Conflict, State
from ludex.systems.fable.terms import Action, Kind, Pool


async def happen(event: Event) -> State:
    """Make an event true; the state after it."""
    return cast("State", await asks.happen(event))


# ---------------------------------------------------------------------- characters
def _with(state: State, who: str, **changes: Any) -> State:
    """The state with one character changed; nobody of that id, no change."""
    character = state.characters.get(who)
    if character is None:
        return state
    return replace(state, characters={**state.characters, who: replace(character, **changes)})


def _everybody(state: State, who: Iterable[str], **changes: Any) -> State:
    """The state with these characters changed."""
    named = set(who)
    changed = {key: replace(c, **changes) if key in named else c for key, c in state.characters.items()}
    return replace(state, characters=changed)


def _fresh(state: State, *per: str) -> State:
    """Feats that come back with this can be used again."""
    spent = [who for who, c in state.characters.items() if any(p in c.used for p in per)]
    for who in spent:
        left = {p: times for p, times in state.characters[who].used.items() if p not in per}
        state = _with(state, who, used=left)
    return state


def character_written(state: State, event: CharacterWritten) -> State:
    """The record is the event's."""
    return replace(state, characters={**state.characters, event.character.id: event.character})


def character_gone(state: State, event: CharacterGone) -> State:
    """Everybody but her is left."""
    characters = {who: c for who, c in state.characters.items() if who != event.who}
    return replace(state, characters=characters, entered=tuple(who for who in state.entered if who != event.who))


def gauges_moved(state: State, event: GaugesMoved) -> State:
    """One row has new losses."""
    character = state.characters.get(event.who)
    if character is None:
        return state
    if event.pool is Pool.HP:
        return _with(state, event.who, hg=replace(character.hg, lost=event.lost))
    return _with(state, event.who, mg=replace(character.mg, lost=event.lost))


def points_moved(state: State, event: PointsMoved) -> State:
    """What she has of each is moved by the event's number."""
    who = state.characters.get(event.who)
    if who is None:
        return state
    sheet = replace(who.sheet, money=who.sheet.money + event.money, xp=who.sheet.xp + event.xp)
    return _with(
        state, event.who, fp=who.fp + event.fp, ultima=who.ultima + event.ultima, ip=who.ip + event.ip, sheet=sheet
    )


def copied(state: State, event: StatusesSet | BondsSet | EdgeSet | OpportunitiesSet | FateSealed | Revealed) -> State:
    """The fields of these events are fields of the character, by the same names."""
    return _with(state, event.who, **{f: getattr(event, f) for f in event.__struct_fields__ if f != "who"})


def break_point_taken(state: State, event: BreakPointTaken) -> State:
    """She wins no other point for a broken gauge in this turn."""
    return _with(state, event.who, break_point_taken=True)


def feat_used(state: State, event: FeatUsed) -> State:
    """The feat counts one use more, until it comes back."""
    who = state.characters.get(event.who)
    if who is None:
        return state
    times = who.used.get(event.per, {})
    return _with(state, event.who, used={**who.used, event.per: {**times, event.feat: times.get(event.feat, 0) + 1}})


def studied(state: State, event: Studied) -> State:
    """The players know so much of her."""
    return _with(state, event.who, studied=event.tier)


def villain_entered(state: State, event: VillainEntered) -> State:
    """Its entrance has counted, and every PC has the points."""
    for who in [who for who, c in state.characters.items() if c.kind is Kind.PC]:
        state = _with(state, who, fp=state.characters[who].fp + event.fp)
    return replace(state, entered=(*state.entered, event.who), entrance_fp=state.entrance_fp + event.fp)


def spell_lasting(state: State, event: SpellLasting) -> State:
    """The spell lasts on its targets, and no longer where the same caster had it before."""
    for who, character in state.characters.items():
        kept = {s: by for s, by in character.spells_on.items() if (s, by) != (event.spell, event.caster)}
        if who in event.targets:
            kept[event.spell] = event.caster
        state = _with(state, who, spells_on=kept)
    return state


# ---------------------------------------------------------------------- the story
def scene_begun(state: State, event: SceneBegun) -> State:
    """Nothing of the scene before lasts; limited feats are back; villains who are out of it may enter again."""
    fresh = _everybody(state, state.characters, spells_on={}, used={})
    stay = tuple(who for who in state.entered if _on_scene(state, who))
    return replace(fresh, scene=event.scene, entered=stay, entrance_fp=0)


def _on_scene(state: State, who: str) -> bool:
    return who in state.characters and not state.characters[who].hidden and not state.characters[who].fate


def clock_set(state: State, event: ClockSet) -> State:
    """The clock stands in its place, or after the others if it is new."""
    if any(c.name == event.clock.name for c in state.clocks):
        return replace(state, clocks=tuple(event.clock if c.name == event.clock.name else c for c in state.clocks))
    return replace(state, clocks=(*state.clocks, event.clock))


def clock_gone(state: State, event: ClockGone) -> State:
    """The other clocks are left."""
    return replace(state, clocks=tuple(c for c in state.clocks if c.name != event.name))


def thing_added(state: State, event: ThingAdded) -> State:
    """The table's own content has one entry more, or another one under that key."""
    table = {**state.things.get(event.table, {}), event.key: event.body}
    return replace(state, things={**state.things, event.table: table})


# ---------------------------------------------------------------------- the conflict
def _conflict(state: State, **changes: Any) -> State:
    """The state with the running conflict changed; none running, no change."""
    if state.conflict is None:
        return state
    return replace(state, conflict=replace(state.conflict, **changes))


def _combatant(state: State, who: str, **changes: Any) -> State:
    """The state with one combatant changed."""
    if state.conflict is None:
        return state
    changed = tuple(replace(c, **changes) if c.id == who else c for c in state.conflict.combatants)
    return _conflict(state, combatants=changed)


def conflict_started(state: State, event: ConflictStarted) -> State:
    """The clock stands at its beginning; no side has a point."""
    points = dict.fromkeys((c.team for c in event.combatants), 0)
    fresh = _fresh(state, "turn", "conflict")
    return replace(fresh, conflict=Conflict(combatants=event.combatants, points=points))


def combatant_joined(state: State, event: CombatantJoined) -> State:
    """One more is on the clock."""
    if state.conflict is None:
        return state
    return _conflict(state, combatants=(*state.conflict.combatants, event.combatant), points=event.points)


def combatant_left(state: State, event: CombatantLeft) -> State:
    """She is nowhere on the clock any more."""
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


def tick_started(state: State, event: TickStarted) -> State:
    """The order is fixed; everybody who starts a turn in this tick guards no longer."""
    awake = _everybody(state, event.starters, guarding=False, covering="")
    return _conflict(awake, started=True, order=event.order, acted=())


def effect_added(state: State, event: EffectAdded) -> State:
    """One effect more lasts."""
    return _conflict(state, effects=(*(state.conflict.effects if state.conflict else ()), event.effect))


def effects_passed(state: State, event: EffectsPassed) -> State:
    """Only these effects are left."""
    return _conflict(state, effects=event.effects)


def turn_started(state: State, event: TurnStarted) -> State:
    """Her turn is open, with one action; everybody may win a point for a broken gauge anew."""
    if state.conflict is None:
        return state
    cleared = _fresh(_everybody(state, state.characters, break_point_taken=False), "turn")
    acted = tuple(dict.fromkeys((*state.conflict.acted, event.who)))
    return _conflict(cleared, turn=event.who, actions_left=1, bought=False, guard_used=False, acted=acted)


def action_taken(state: State, event: ActionTaken) -> State:
    """One action less; to guard lasts."""
    if state.conflict is None:
        return state
    state = _conflict(state, actions_left=state.conflict.actions_left - 1)
    if event.action is not Action.GUARD:
        return state
    return _with(_conflict(state, guard_used=True), event.who, guarding=True, covering=event.covering)


def action_bought(state: State, event: ActionBought) -> State:
    """One action more, paid from the side's points."""
    if state.conflict is None:
        return state
    return _conflict(state, points=event.points, bought=True, actions_left=state.conflict.actions_left + 1)


def turn_ended(state: State, event: TurnEnded) -> State:
    """No turn is open."""
    return _combatant(_conflict(state, turn="", actions_left=0), event.who, initiative=event.initiative)


def initiative_set(state: State, event: InitiativeSet) -> State:
    """She stands elsewhere on the clock."""
    return _combatant(state, event.who, initiative=event.initiative)


def spd_set(state: State, event: SpdSet) -> State:
    """Her turns cost more or less."""
    return _combatant(state, event.who, spd=event.spd)


def tick_ended(state: State, event: TickEnded) -> State:
    """The next tick has not started yet; a new round has lifted every initiative."""
    if state.conflict is None:
        return state
    lifted = tuple(replace(c, initiative=c.initiative + event.lift) for c in state.conflict.combatants)
    return _conflict(
        state, round=event.round, tick=event.tick, combatants=lifted, started=False, order=(), acted=(), turn=""
    )


def superiority_moved(state: State, event: SuperiorityMoved) -> State:
    """The sides have these points."""
    return _conflict(state, points=event.points)


def conflict_ended(state: State, _event: ConflictEnded) -> State:
    """No conflict is running; nobody guards."""
    over = () if state.conflict is None else tuple(c.id for c in state.conflict.combatants)
    rested = _everybody(state, over, guarding=False, covering="", break_point_taken=False)
    return replace(_fresh(rested, "turn", "conflict"), conflict=None)


fold = by_event(
    character_written,
    character_gone,
    gauges_moved,
    points_moved,
    copied,
    break_point_taken,
    feat_used,
    studied,
    villain_entered,
    spell_lasting,
    scene_begun,
    clock_set,
    clock_gone,
    thing_added,
    conflict_started,
    combatant_joined,
    combatant_left,
    tick_started,
    effect_added,
    effects_passed,
    turn_started,
    action_taken,
    action_bought,
    turn_ended,
    initiative_set,
    spd_set,
    tick_ended,
    superiority_moved,
    conflict_ended,
)
