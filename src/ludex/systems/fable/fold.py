"""State and event make state: one function for each event. No rule is decided here: an event says what is now true."""

from collections.abc import Callable, Iterable
from typing import cast

from msgspec.structs import asdict, replace

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
    Downed,
    EdgeSet,
    EffectAdded,
    EffectsPassed,
    EndOffered,
    Event,
    FateSealed,
    FeatUsed,
    GaugesMoved,
    InitiativeSet,
    OpportunitiesSet,
    PendingSet,
    PointAsked,
    PointsMoved,
    Revealed,
    SceneBegun,
    SessionClosed,
    SessionOpened,
    SpdSet,
    SpellLasting,
    Started,
    StatusesSet,
    Studied,
    SuperiorityMoved,
    ThingAdded,
    TickEnded,
    TickStarted,
    Touched,
    TurnEnded,
    TurnStarted,
    TypeShown,
    VillainEntered,
)
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import Combatant, Conflict, Session, State
from ludex.systems.fable.terms import Action, Kind, Pool


async def happen(event: Event) -> State:
    """Make an event true; the state after it."""
    return cast("State", await asks.happen(event))


# ---------------------------------------------------------------------- characters
def _with(state: State, who: str, change: Callable[[Character], Character]) -> State:
    """The state with one character changed; nobody of that id, no change."""
    character = state.characters.get(who)
    if character is None:
        return state
    return replace(state, characters={**state.characters, who: change(character)})


def _everybody(state: State, who: Iterable[str], change: Callable[[Character], Character]) -> State:
    """The state with these characters changed."""
    named = set(who)
    return replace(state, characters={key: change(c) if key in named else c for key, c in state.characters.items()})


def _fresh(state: State, *per: str) -> State:
    """Feats that come back with this can be used again."""
    return _everybody(
        state, state.characters, lambda c: replace(c, used={p: n for p, n in c.used.items() if p not in per})
    )


def _unguarded(character: Character) -> Character:
    return replace(character, guarding=False, covering="")


def character_written(state: State, event: CharacterWritten) -> State:
    """The record is the event's."""
    return replace(state, characters={**state.characters, event.character.id: event.character})


def character_gone(state: State, event: CharacterGone) -> State:
    """Everybody but her is left."""
    characters = {who: c for who, c in state.characters.items() if who != event.who}
    return replace(state, characters=characters, entered=tuple(who for who in state.entered if who != event.who))


def gauges_moved(state: State, event: GaugesMoved) -> State:
    """One row has new losses."""
    if event.pool is Pool.HP:
        return _with(state, event.who, lambda c: replace(c, hg=replace(c.hg, lost=event.lost)))
    return _with(state, event.who, lambda c: replace(c, mg=replace(c.mg, lost=event.lost)))


def points_moved(state: State, event: PointsMoved) -> State:
    """What she has of each is moved by the event's number."""

    def moved(c: Character) -> Character:
        sheet = replace(c.sheet, money=c.sheet.money + event.money, xp=c.sheet.xp + event.xp)
        return replace(c, fp=c.fp + event.fp, ultima=c.ultima + event.ultima, ip=c.ip + event.ip, sheet=sheet)

    if state.session is not None and (event.fp_spent or event.ultima_spent):
        fp, ultima = state.session.fp + event.fp_spent, state.session.ultima + event.ultima_spent
        state = replace(state, session=replace(state.session, fp=fp, ultima=ultima))
    return _with(state, event.who, moved)


def copied(state: State, event: StatusesSet | BondsSet | EdgeSet | OpportunitiesSet | Downed | Revealed) -> State:
    """The fields of these events are fields of the character, by the same names."""
    changes = {name: value for name, value in asdict(event).items() if name != "who"}
    return _with(state, event.who, lambda c: replace(c, **changes))


def fate_sealed(state: State, event: FateSealed) -> State:
    """Her fate is this; what brought her down is dealt with."""
    return _with(
        state,
        event.who,
        lambda c: replace(c, fate=event.fate, surrendered=event.surrendered, downed="", downed_by=""),
    )


def started(state: State, event: Started) -> State:
    """Her sheet is a draft no longer."""
    return _with(state, event.who, lambda c: replace(c, draft=False))


def break_point_taken(state: State, event: BreakPointTaken) -> State:
    """She wins no other point for a broken gauge in this turn."""
    return _with(state, event.who, lambda c: replace(c, break_point_taken=True))


def feat_used(state: State, event: FeatUsed) -> State:
    """The feat counts one use more, until it comes back."""

    def used(c: Character) -> Character:
        times = c.used.get(event.per, {})
        return replace(c, used={**c.used, event.per: {**times, event.feat: times.get(event.feat, 0) + 1}})

    return _with(state, event.who, used)


def studied(state: State, event: Studied) -> State:
    """The players know so much of her."""
    return _with(state, event.who, lambda c: replace(c, studied=event.tier))


def villain_entered(state: State, event: VillainEntered) -> State:
    """Its entrance has counted, and every PC has the points."""
    pcs = [who for who, c in state.characters.items() if c.kind is Kind.PC]
    state = _everybody(state, pcs, lambda c: replace(c, fp=c.fp + event.fp))
    return replace(state, entered=(*state.entered, event.who), entrance_fp=state.entrance_fp + event.fp)


def spell_lasting(state: State, event: SpellLasting) -> State:
    """The spell lasts on its targets, and no longer where the same caster had it before."""

    def lasting(c: Character, *, on: bool) -> Character:
        kept = {s: by for s, by in c.spells_on.items() if (s, by) != (event.spell, event.caster)}
        return replace(c, spells_on={**kept, event.spell: event.caster} if on else kept)

    characters = {who: lasting(c, on=who in event.targets) for who, c in state.characters.items()}
    return replace(state, characters=characters)


# ---------------------------------------------------------------------- the story
def scene_begun(state: State, event: SceneBegun) -> State:
    """Nothing of the scene before lasts; limited feats are back; villains who are out of it may enter again."""
    fresh = _everybody(state, state.characters, lambda c: replace(c, spells_on={}, used={}))
    there = [who for who, c in state.characters.items() if not c.hidden and not c.fate]
    stay = tuple(who for who in state.entered if who in there)
    return replace(fresh, scene=event.scene, settlement=event.settlement, entered=stay, entrance_fp=0)


def clock_set(state: State, event: ClockSet) -> State:
    """The clock stands in its place, or after the others if it is new."""
    clocks = {clock.name: clock for clock in state.clocks} | {event.clock.name: event.clock}
    return replace(state, clocks=tuple(clocks.values()))


def clock_gone(state: State, event: ClockGone) -> State:
    """The other clocks are left."""
    return replace(state, clocks=tuple(c for c in state.clocks if c.name != event.name))


def thing_added(state: State, event: ThingAdded) -> State:
    """The table's own content has one entry more, or another one under that key."""
    table = {**state.things.get(event.table, {}), event.key: event.body}
    return replace(state, things={**state.things, event.table: table})


# ---------------------------------------------------------------------- the conflict
def _conflict(state: State, change: Callable[[Conflict], Conflict]) -> State:
    """The state with the running conflict changed; none running, no change."""
    return state if state.conflict is None else replace(state, conflict=change(state.conflict))


def _combatant(state: State, who: str, change: Callable[[Combatant], Combatant]) -> State:
    """The state with one combatant changed."""
    return _conflict(
        state, lambda c: replace(c, combatants=tuple(change(one) if one.id == who else one for one in c.combatants))
    )


def conflict_started(state: State, event: ConflictStarted) -> State:
    """The clock stands at its beginning; no side has a point."""
    points = dict.fromkeys((c.team for c in event.combatants), 0)
    return replace(_fresh(state, "turn", "conflict"), conflict=Conflict(combatants=event.combatants, points=points))


def combatant_joined(state: State, event: CombatantJoined) -> State:
    """One more is on the clock."""
    return _conflict(state, lambda c: replace(c, combatants=(*c.combatants, event.combatant), points=event.points))


def combatant_left(state: State, event: CombatantLeft) -> State:
    """She is nowhere on the clock any more."""
    return _conflict(
        state,
        lambda c: replace(
            c,
            combatants=tuple(one for one in c.combatants if one.id != event.who),
            points=event.points,
            order=tuple(who for who in c.order if who != event.who),
            acted=tuple(who for who in c.acted if who != event.who),
            turn="" if c.turn == event.who else c.turn,
        ),
    )


def tick_started(state: State, event: TickStarted) -> State:
    """The order is fixed; everybody who starts a turn in this tick guards no longer."""
    awake = _everybody(state, event.starters, _unguarded)
    return _conflict(awake, lambda c: replace(c, started=True, order=event.order, acted=()))


def effect_added(state: State, event: EffectAdded) -> State:
    """One effect more lasts."""
    return _conflict(state, lambda c: replace(c, effects=(*c.effects, event.effect)))


def effects_passed(state: State, event: EffectsPassed) -> State:
    """Only these effects are left."""
    return _conflict(state, lambda c: replace(c, effects=event.effects))


def turn_started(state: State, event: TurnStarted) -> State:
    """Her turn is open, with one action; everybody may win a point for a broken gauge anew."""
    if state.conflict is None:
        return state
    acted = tuple(dict.fromkeys((*state.conflict.acted, event.who)))
    cleared = _fresh(_everybody(state, state.characters, lambda c: replace(c, break_point_taken=False)), "turn")
    return _conflict(
        cleared,
        lambda c: replace(c, turn=event.who, actions_left=1, bought=False, asked=False, guard_used=False, acted=acted),
    )


def action_taken(state: State, event: ActionTaken) -> State:
    """One action less; to guard lasts."""
    if state.conflict is None:
        return state
    guards = event.action is Action.GUARD
    state = _conflict(state, lambda c: replace(c, actions_left=c.actions_left - 1, guard_used=c.guard_used or guards))
    if not guards:
        return state
    return _with(state, event.who, lambda c: replace(c, guarding=True, covering=event.covering))


def action_bought(state: State, event: ActionBought) -> State:
    """One action more, paid from the side's points."""
    return _conflict(state, lambda c: replace(c, points=event.points, bought=True, actions_left=c.actions_left + 1))


def turn_ended(state: State, event: TurnEnded) -> State:
    """No turn is open."""
    over = _conflict(state, lambda c: replace(c, turn="", actions_left=0))
    return _combatant(over, event.who, lambda one: replace(one, initiative=event.initiative))


def initiative_set(state: State, event: InitiativeSet) -> State:
    """She stands elsewhere on the clock."""
    return _combatant(state, event.who, lambda one: replace(one, initiative=event.initiative))


def spd_set(state: State, event: SpdSet) -> State:
    """Her turns cost more or less."""
    return _combatant(state, event.who, lambda one: replace(one, spd=event.spd))


def tick_ended(state: State, event: TickEnded) -> State:
    """The next tick has not started yet; a new round has lifted every initiative."""

    def next_tick(c: Conflict) -> Conflict:
        lifted = tuple(replace(one, initiative=one.initiative + event.lift) for one in c.combatants)
        clock = replace(c, round=event.round, tick=event.tick, combatants=lifted)
        return replace(clock, started=False, order=(), acted=(), turn="")

    return _conflict(_fresh(state, "round") if event.lift else state, next_tick)


def pending_set(state: State, event: PendingSet) -> State:
    """The reactions that wait are these."""
    return replace(state, pending=event.pending)


def type_shown(state: State, event: TypeShown) -> State:
    """One type more is known of her."""
    return _with(state, event.who, lambda c: replace(c, shown_types=(*c.shown_types, event.damage_type)))


def touched(state: State, _event: Touched) -> State:
    """Nothing changes."""
    return state


def session_opened(state: State, event: SessionOpened) -> State:
    """A session is running; what comes back with it is back."""
    return replace(_fresh(state, "session"), session=Session(event.title))


def session_closed(state: State, _event: SessionClosed) -> State:
    """No session is running."""
    return replace(state, session=None)


def point_asked(state: State, _event: PointAsked) -> State:
    """She is not asked again in this turn."""
    return _conflict(state, lambda c: replace(c, asked=True))


def end_offered(state: State, _event: EndOffered) -> State:
    """The end is not offered again."""
    return _conflict(state, lambda c: replace(c, offered=True))


def superiority_moved(state: State, event: SuperiorityMoved) -> State:
    """The sides have these points."""
    return _conflict(state, lambda c: replace(c, points=event.points))


def conflict_ended(state: State, _event: ConflictEnded) -> State:
    """No conflict is running; nobody guards."""
    over = [] if state.conflict is None else [c.id for c in state.conflict.combatants]
    rested = _everybody(state, over, lambda c: replace(_unguarded(c), break_point_taken=False))
    if state.live:  # FAB-LIV-18: opportunities that were not spent are gone
        rested = _everybody(rested, over, lambda c: replace(c, opportunities=()))
    return replace(_fresh(rested, "turn", "conflict"), conflict=None)


fold = by_event(
    character_written, character_gone, gauges_moved, points_moved, copied, fate_sealed, started, point_asked,
    end_offered, touched, type_shown, pending_set, session_opened, session_closed, break_point_taken, feat_used,
    studied, villain_entered, spell_lasting, scene_begun, clock_set, clock_gone, thing_added, conflict_started,
    combatant_joined, combatant_left, tick_started, effect_added, effects_passed, turn_started, action_taken,
    action_bought, turn_ended, initiative_set, spd_set, tick_ended, superiority_moved, conflict_ended,
)  # fmt: skip
