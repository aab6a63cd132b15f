"""What can happen at a table of fable: events as past participles.

An event says what is now true, with enough in it to be folded (fold.py) without any rule.
"""

import msgspec

from ludex.core.plain import Plain
from ludex.systems.fable.events.lasting import (
    ActionGranted as ActionGranted,
    BondsOpen as BondsOpen,
    CharacterAway as CharacterAway,
    CharacterBack as CharacterBack,
    EffectAdded as EffectAdded,
    EffectBegun as EffectBegun,
    EffectChanged as EffectChanged,
    EffectOver as EffectOver,
    EffectsPassed as EffectsPassed,
    GoalShown as GoalShown,
    LevelsOffered as LevelsOffered,
    Placed as Placed,
    PlayingSet as PlayingSet,
    TellingsSet as TellingsSet,
    TraitShown as TraitShown,
)
from ludex.systems.fable.sheet import Bond, Character, Five
from ludex.systems.fable.state import Clock, Combatant, Pending
from ludex.systems.fable.terms import Action, DamageType, Pool, Status


class CharacterWritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="character_written"):
    """A character came in, or her record was rewritten by growth."""

    character: Character


class CharacterGone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="character_gone"):
    """A character left the table for good."""

    who: str


class GaugesMoved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="gauges_moved"):
    """What is lost from each gauge of one row is now this."""

    who: str
    pool: Pool
    lost: Five


class PointsMoved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="points_moved"):
    """Fabula Points, Ultima Points, inventory points or money came or went."""

    who: str
    fp: int = 0
    ultima: int = 0
    ip: int = 0
    money: int = 0
    xp: int = 0
    fp_spent: int = 0
    """Of the Fabula Points that went, those that she spent by her own word (FAB-LIV-54)."""
    ultima_spent: int = 0


class StatusesSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="statuses_set"):
    """She now suffers these status effects."""

    who: str
    statuses: tuple[Status, ...]


class BondsSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="bonds_set"):
    """Her bonds are now these."""

    who: str
    bonds: tuple[Bond, ...]


class EdgeSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="edge_set"):
    """Her next check has this bonus."""

    who: str
    edge: int


class OpportunitiesSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="opportunities_set"):
    """The opportunities that she has yet to spend are now these."""

    who: str
    opportunities: tuple[str, ...]


class BreakPointTaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="break_point_taken"):
    """She has won this turn's superiority point for breaking a gauge."""

    who: str


class FeatUsed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="feat_used"):
    """She has used a feat once more; it comes back with the next turn, conflict or scene."""

    who: str
    feat: str
    per: str


class FateSealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fate_sealed"):
    """What became of somebody at 0 HP."""

    who: str
    fate: str
    surrendered: bool = False


class Downed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="downed"):
    """She is at 0 HP through this, by the hand of this one."""

    who: str
    downed: str
    downed_by: str = ""


class Started(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="started"):
    """She has done something: her sheet is a draft no longer."""

    who: str


class PointAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="point_asked"):
    """The one who acts was asked about a superiority point."""


class EndOffered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="end_offered"):
    """The GM was offered the end of the conflict: whether it is over, or goes on."""

    over: bool = False


class Touched(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="touched"):
    """Nothing more is true than before: the state as it is now."""


class SessionOpened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="session_opened"):
    """开团: a session begins."""

    title: str


class SessionClosed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="session_closed"):
    """收团: the session is over."""


class PendingSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pending_set"):
    """These reactions wait."""

    pending: tuple[Pending, ...]


class TypeShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="type_shown"):
    """How a damage type works on her has been seen by all."""

    who: str
    damage_type: DamageType


class Studied(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="studied"):
    """The players know this much about her."""

    who: str
    tier: int


class Revealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="revealed"):
    """A hidden character is shown to all, or hidden again."""

    who: str
    hidden: bool = False


class VillainEntered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="villain_entered"):
    """A villain has entered the scene, seen by all, which brought each PC so many Fabula Points."""

    who: str
    fp: int


class SpellLasting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="spell_lasting"):
    """A spell lasts on these for the scene; the same spell cast again takes the place of the earlier one."""

    spell: str
    caster: str
    targets: tuple[str, ...]


class SceneBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_begun"):
    """A new scene, in a settlement or not."""

    scene: str
    settlement: bool = False


class ClockSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="clock_set"):
    """A clock stands like this."""

    clock: Clock


class ClockGone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="clock_gone"):
    """A clock is put away."""

    name: str


class ThingAdded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="thing_added"):
    """The table has a thing of its own."""

    table: str
    key: str
    body: Plain


class ThingGone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="thing_gone"):
    """The table has a thing of its own no more."""

    table: str
    key: str


class ConflictStarted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="conflict_started"):
    """The initiative checks are made, the clock stands at tick 20 of round 1."""

    combatants: tuple[Combatant, ...]


class CombatantJoined(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="combatant_joined"):
    """Somebody came in later; the sides' points are now these."""

    combatant: Combatant
    points: dict[str, int]


class CombatantLeft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="combatant_left"):
    """Somebody is off the clock; an open turn of hers is closed, and the sides' points are now these."""

    who: str
    points: dict[str, int]


class TickStarted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tick_started"):
    """The order of the tick is fixed; everybody who starts a turn in it guards no longer."""

    order: tuple[str, ...]
    starters: tuple[str, ...]


class TurnStarted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="turn_started"):
    """A turn is open, with one action."""

    who: str


class ActionTaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="action_taken"):
    """She has used an action; guarding may cover somebody."""

    who: str
    action: Action
    covering: str = ""


class ActionBought(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="action_bought"):
    """A superiority point has become one more action."""

    points: dict[str, int]


class TurnEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="turn_ended"):
    """The open turn is over."""

    who: str
    initiative: int


class InitiativeSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="initiative_set"):
    """Her initiative is now this, without a turn."""

    who: str
    initiative: int


class SpdSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="spd_set"):
    """Her SPD is now this."""

    who: str
    spd: int


class TickEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tick_ended"):
    """The clock stands at the next tick; a new round lifts every initiative."""

    round: int
    tick: int
    lift: int = 0


class SuperiorityMoved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="superiority_moved"):
    """The teams' superiority points are now these."""

    points: dict[str, int]


class ConflictEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="conflict_ended"):
    """The conflict is over; superiority points and effects are gone with it."""


Event = (
    CharacterWritten
    | CharacterGone
    | CharacterAway
    | CharacterBack
    | Placed
    | GaugesMoved
    | PointsMoved
    | StatusesSet
    | BondsSet
    | EdgeSet
    | OpportunitiesSet
    | BreakPointTaken
    | FeatUsed
    | FateSealed
    | Downed
    | Started
    | PointAsked
    | EndOffered
    | Touched
    | TypeShown
    | PendingSet
    | SessionOpened
    | SessionClosed
    | Studied
    | Revealed
    | VillainEntered
    | SpellLasting
    | SceneBegun
    | ClockSet
    | ClockGone
    | ThingAdded
    | ThingGone
    | ConflictStarted
    | CombatantJoined
    | CombatantLeft
    | TickStarted
    | EffectAdded
    | EffectBegun
    | EffectChanged
    | EffectOver
    | ActionGranted
    | PlayingSet
    | GoalShown
    | TellingsSet
    | TraitShown
    | BondsOpen
    | LevelsOffered
    | EffectsPassed
    | TurnStarted
    | ActionTaken
    | ActionBought
    | TurnEnded
    | InitiativeSet
    | SpdSet
    | TickEnded
    | SuperiorityMoved
    | ConflictEnded
)
