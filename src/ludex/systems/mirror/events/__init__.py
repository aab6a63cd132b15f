"""What can happen at a table of Mirror: each event says how the state is after it and how it is told.

Events carry results (the wound as it now is, the stamina left), never rules. An event never refuses: one about somebody who is not there
changes nothing.
"""

from msgspec.structs import replace

from ludex.core.events import Event
from ludex.core.rule import rule
from ludex.systems.mirror.events.people import (
    AbilitiesLost as AbilitiesLost,
    AbilityLearned as AbilityLearned,
    ActionUsed as ActionUsed,
    Aimed as Aimed,
    ApChanged as ApChanged,
    AttributeChanged as AttributeChanged,
    Begun as Begun,
    CharacterJoined as CharacterJoined,
    CharacterLeft as CharacterLeft,
    Dissolved as Dissolved,
    DomainChanged as DomainChanged,
    Drafted as Drafted,
    DyingEased as DyingEased,
    FavourChanged as FavourChanged,
    GaugeSpent as GaugeSpent,
    Grown as Grown,
    ItemsSet as ItemsSet,
    KnockedOut as KnockedOut,
    LimitDrawn as LimitDrawn,
    LimitsLifted as LimitsLifted,
    LimitsRestored as LimitsRestored,
    LongRested as LongRested,
    Moved as Moved,
    OrgansSet as OrgansSet,
    PartLost as PartLost,
    PartRestored as PartRestored,
    PersonalityChanged as PersonalityChanged,
    PointsSpent as PointsSpent,
    RankSet as RankSet,
    Refreshed as Refreshed,
    RelationChanged as RelationChanged,
    RelationEnded as RelationEnded,
    StaminaChanged as StaminaChanged,
    StatusSet as StatusSet,
    TemporaryLifeSet as TemporaryLifeSet,
    TotalActionSet as TotalActionSet,
    TraumaNoted as TraumaNoted,
    WoundHealed as WoundHealed,
    WoundTaken as WoundTaken,
)
from ludex.systems.mirror.events.table import (
    BoostsDeclined as BoostsDeclined,
    CatalogueSet as CatalogueSet,
    ConflictBegun as ConflictBegun,
    ConflictEnded as ConflictEnded,
    ContentOpened as ContentOpened,
    EffectAdded as EffectAdded,
    EffectExtended as EffectExtended,
    EffectsCounted as EffectsCounted,
    EffectsEnded as EffectsEnded,
    EndOffered as EndOffered,
    FavourDue as FavourDue,
    FighterJoined as FighterJoined,
    FighterLeft as FighterLeft,
    InitiativeSet as InitiativeSet,
    ModeSet as ModeSet,
    MovementUsed as MovementUsed,
    OrderArranged as OrderArranged,
    PlaySet as PlaySet,
    Reacted as Reacted,
    RoundBegun as RoundBegun,
    RoundOpened as RoundOpened,
    StageSet as StageSet,
    ThingsLie as ThingsLie,
    ThrowingSet as ThrowingSet,
    TickBegun as TickBegun,
    TimePassed as TimePassed,
    TurnDelayed as TurnDelayed,
    TurnEnded as TurnEnded,
    TurnsBegun as TurnsBegun,
)
from ludex.systems.mirror.state import State

ACTS = (ApChanged, ActionUsed, GaugeSpent, TotalActionSet, Moved)
"""What one does in a turn: after any of them it has begun (MIR-LIV-20)."""

DONE = (
    WoundTaken, StaminaChanged, ApChanged, ActionUsed, GaugeSpent, StatusSet, LongRested, KnockedOut, Moved,
    PersonalityChanged, RelationChanged, FavourChanged,
)  # fmt: skip


@rule("MIR-LIV-48")
def _concerned(event: Event[State]) -> tuple[str, ...]:
    """Those of whom something has come by an event, or to whom something was done: a new sheet of theirs is no draft any more."""
    if isinstance(event, DONE):
        return (event.who,)
    if isinstance(event, ConflictBegun):
        return tuple(fighter.id for fighter in event.fighters)
    if isinstance(event, FighterJoined):
        return (event.fighter.id,)
    return (event.effect.target,) if isinstance(event, EffectAdded) else ()


def applied(state: State, event: Event[State]) -> State:
    """The state after an event: a draft of whom something has come is in play, and a turn in which something was done has begun."""
    state = event.apply(state)
    drafts = [c for i in _concerned(event) if (c := state.characters.get(i)) is not None and c.draft]
    if drafts:
        begun = {c.id: replace(c, draft=False) for c in drafts}
        state = replace(state, characters={**state.characters, **begun})
    if state.conflict is None or not isinstance(event, ACTS):
        return state
    conflict, goes_on = state.conflict, isinstance(event, Moved) or state.conflict.moving != event.who
    fresh = tuple(one for one in conflict.fresh if one.id != event.who)
    return replace(state, conflict=replace(conflict, fresh=fresh, moving=conflict.moving if goes_on else ""))
