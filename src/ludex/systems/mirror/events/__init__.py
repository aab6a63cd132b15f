"""What can happen at a table of Mirror: every event, as a past participle with all that the fold needs.

Events carry results (the wound as it now is, the stamina left), never rules; `state.fold` makes them true.
"""

import msgspec

from ludex.core.plain import Plain
from ludex.systems.mirror.events.living import (
    Aimed as Aimed,
    Begun as Begun,
    Drafted as Drafted,
    FavourChanged as FavourChanged,
    Grown as Grown,
    LimitDrawn as LimitDrawn,
    LimitsRestored as LimitsRestored,
    Of as Of,
    Reacted as Reacted,
    RoundOpened as RoundOpened,
    ThrowingSet as ThrowingSet,
)
from ludex.systems.mirror.sheet import (
    Ability,
    Cell,
    Character,
    Item,
    Lying,
    Organ,
    TemporaryLife,
    TotalAction,
    TriggerUse,
    Wound,
)
from ludex.systems.mirror.state import Effect, Fighter, Stage, Time


class CharacterJoined(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="character_joined"):
    """Somebody is at the table now, or her record was replaced."""

    character: Character


class CharacterLeft(Of, frozen=True, tag="character_left"):
    """Somebody left the table."""


class StaminaChanged(Of, frozen=True, tag="stamina_changed"):
    """SP is now this much."""

    sp: int


class KnockedOut(Of, frozen=True, tag="knocked_out"):
    """Unconscious for this cause: `sp`, `part:<id>` or `effect`."""

    cause: str


class StatusSet(Of, frozen=True, tag="status_set"):
    """A status was put on or taken off by an effect or the GM. `level` is that of stealth."""

    status: str
    on: bool
    level: int = 0


class AttributeChanged(Of, frozen=True, tag="attribute_changed"):
    """An attribute's value moved."""

    attribute: str
    amount: int


class PersonalityChanged(Of, frozen=True, tag="personality_changed"):
    """Humanity, ego and madness are now these; `ego_gained` counts what trauma gave in this segment."""

    humanity: int
    ego: int
    madness: int
    ego_gained: int


class TraumaNoted(Of, frozen=True, tag="trauma_noted"):
    """The player wrote down a trauma of her own."""

    text: str


class RelationChanged(Of, frozen=True, tag="relation_changed"):
    """A relation is now this."""

    other: str
    positive: int
    negative: int
    emotions: tuple[str, ...]


class RelationEnded(Of, frozen=True, tag="relation_ended"):
    """A relation is no more."""

    other: str


class GaugeSpent(Of, frozen=True, tag="gauge_spent"):
    """A point of a superior attribute's gauge was spent; in conflict that was the RA."""

    attribute: str
    reaction: bool


class WoundTaken(Of, frozen=True, tag="wound_taken"):
    """A wound is now at this place of a part (or of its temporary life); `place` None adds it at the end."""

    part: str
    wound: Wound
    place: int | None = None
    temporary: bool = False


class WoundHealed(Of, frozen=True, tag="wound_healed"):
    """A wound's level is now this; 0 or less removes it."""

    part: str
    place: int
    level: int
    temporary: bool = False


class PartLost(Of, frozen=True, tag="part_lost"):
    """A part is lost other than by its wounds."""

    part: str


class PartRestored(Of, frozen=True, tag="part_restored"):
    """A lost part was given back."""

    part: str


class TemporaryLifeSet(Of, frozen=True, tag="temporary_life_set"):
    """A part has this temporary life now, or none."""

    part: str
    life: TemporaryLife | None = None


class Dissolved(Of, frozen=True, tag="dissolved"):
    """A character is dissolved."""


class DyingEased(Of, frozen=True, tag="dying_eased"):
    """Free of dying checks until a new wound or the scene's end."""


class ApChanged(Of, frozen=True, tag="ap_changed"):
    """AP is now this much."""

    ap: int


class ActionUsed(Of, frozen=True, tag="action_used"):
    """An action was used: which limits it took, and on what occurrence."""

    minor: bool = False
    reaction: bool = False
    trigger: TriggerUse | None = None


class TotalActionSet(Of, frozen=True, tag="total_action_set"):
    """The total action under way is now this, or none."""

    action: TotalAction | None = None


class DomainChanged(Of, frozen=True, tag="domain_changed"):
    """The level in a primary domain is now this."""

    domain: str
    level: int


class PointsSpent(Of, frozen=True, tag="points_spent"):
    """Attribute points were put in."""

    points: dict[str, int]


class AbilityLearned(Of, frozen=True, tag="ability_learned"):
    """An ability was learned."""

    ability: Ability


class AbilitiesLost(Of, frozen=True, tag="abilities_lost"):
    """Abilities of too high a level are gone."""

    ids: tuple[str, ...]


class Moved(Of, frozen=True, tag="moved"):
    """A character stands here now, with this much Mov left."""

    pos: Cell | None
    mov: int


class LongRested(Of, frozen=True, tag="long_rested"):
    """A long rest was completed: gauges are full again, and no other in this unit."""


class TimePassed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="time_passed"):
    """A segment, a unit or the scene is over; the table stands here in time now."""

    unit: str
    time: Time | None = None


class EffectAdded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effect_added"):
    """An effect began."""

    effect: Effect


class EffectsCounted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effects_counted"):
    """These effects have passed so many of what they count; those at 0 are over."""

    ids: tuple[str, ...]
    passings: int = 1


class EffectExtended(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effect_extended"):
    """An effect has this many passings left now."""

    id: str
    remaining: int


class EffectsEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effects_ended"):
    """These effects are over."""

    ids: tuple[str, ...]


class ConflictBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="conflict_begun"):
    """A conflict begins with these participants and AP."""

    fighters: tuple[Fighter, ...]
    ap: dict[str, int]


class FighterJoined(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fighter_joined"):
    """Somebody came late."""

    fighter: Fighter


class FighterLeft(Of, frozen=True, tag="fighter_left"):
    """Somebody has no more turns in this conflict."""


class OrderArranged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="order_arranged"):
    """Tied characters go in this order from now on."""

    order: tuple[str, ...]


class TickBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tick_begun"):
    """The clock stands on this tick."""

    tick: int


class TurnsBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="turns_begun"):
    """These have their turn on this tick, in this order."""

    acting: tuple[str, ...]


class LimitsLifted(Of, frozen=True, tag="limits_lifted"):
    """Her turn starts: MA and RA are free again, a total action waits for this turn's payment."""


class Refreshed(Of, frozen=True, tag="refreshed"):
    """Her turn's AP and Mov have come."""

    ap: int
    mov: int


class InitiativeSet(Of, frozen=True, tag="initiative_set"):
    """Her place on the clock is now this."""

    primary: int
    current: int
    face: int


class TurnEnded(Of, frozen=True, tag="turn_ended"):
    """Her turn is over; actions at the end of her turn wait for the end of the tick."""

    later: tuple[Plain, ...] = ()


class TurnDelayed(Of, frozen=True, tag="turn_delayed"):
    """Her turn counts as not begun: it comes later."""


class MovementUsed(Of, frozen=True, tag="movement_used"):
    """She moves by an action, which goes on as long as she does nothing else."""


class RoundBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="round_begun"):
    """A new round: it stands before its first tick."""

    round: int


class ConflictEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="conflict_ended"):
    """The conflict is over: exploration follows."""


class ModeSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mode_set"):
    """The GM switched the mode."""

    mode: str


class StageSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="stage_set"):
    """The stage is now this."""

    stage: Stage


class CatalogueSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="catalogue_set"):
    """A piece of the table's own content: a `kind` (ability, action, npc, organ), its id and its record."""

    kind: str
    id: str
    record: Plain | None


class RankSet(Of, frozen=True, tag="rank_set"):
    """A rank is now this."""

    kind: str
    name: str
    rank: int


class OrgansSet(Of, frozen=True, tag="organs_set"):
    """What is in a part, and what was taken out of it."""

    part: str
    organs: tuple[Organ, ...]
    taken: tuple[Organ, ...] = ()


class EndOffered(msgspec.Struct, frozen=True, tag="end_offered", forbid_unknown_fields=True):
    """The GM was offered the end of a conflict in which a side is down: whether it is over, or goes on."""

    over: bool = False


class FavourDue(msgspec.Struct, frozen=True, tag="favour_due", forbid_unknown_fields=True):
    """For whom the GM is to be asked about favour."""

    who: tuple[str, ...]


class PlaySet(msgspec.Struct, frozen=True, tag="play_set", forbid_unknown_fields=True):
    """Who plays by itself from now on."""

    who: tuple[str, ...]


class ItemsSet(msgspec.Struct, frozen=True, tag="items_set", forbid_unknown_fields=True):
    """Somebody has exactly these things now."""

    who: str
    items: tuple[Item, ...]


class ThingsLie(msgspec.Struct, frozen=True, tag="things_lie", forbid_unknown_fields=True):
    """What lies about, all of it."""

    lying: tuple[Lying, ...]


Event = (
    CharacterJoined | CharacterLeft | StaminaChanged | KnockedOut | StatusSet | AttributeChanged |
    PersonalityChanged | TraumaNoted | RelationChanged | RelationEnded | FavourChanged | GaugeSpent | WoundTaken |
    WoundHealed | PartLost | PartRestored | TemporaryLifeSet | Dissolved | DyingEased | ApChanged | ActionUsed |
    TotalActionSet | DomainChanged | PointsSpent | AbilityLearned | AbilitiesLost | Moved | LongRested | TimePassed
    | EffectAdded | EffectsCounted | EffectExtended | EffectsEnded | ConflictBegun | FighterJoined | FighterLeft |
    OrderArranged | TickBegun | TurnsBegun | LimitsLifted | Refreshed | InitiativeSet | TurnEnded | RoundBegun |
    ConflictEnded | ModeSet | StageSet | CatalogueSet | TurnDelayed | MovementUsed | ItemsSet | ThingsLie | EndOffered |
    FavourDue | PlaySet | RankSet | OrgansSet | Reacted | LimitDrawn | LimitsRestored | Aimed |
    Begun | Drafted | Grown | RoundOpened | ThrowingSet
)  # fmt: skip
