"""What happens at a FET table, as past participles: each event says what is now true. Nothing is decided here."""

import msgspec

from ludex.systems.fet.sheet import (
    Burden,
    Extension,
    Ground,
    Item,
    Modifier,
    Partner,
    Race,
    Sheet,
    Skill,
    Trait,
    Weapon,
)
from ludex.systems.fet.state import Axis, Barrier, Battle, Built, Declared, Fighter, Freeze, Past, Wish, Wound
from ludex.systems.fet.terms import Number


class SheetWritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="sheet_written"):
    """A character's sheet is now this."""

    who: str
    sheet: Sheet
    npc: bool | None = None
    side: str | None = None
    owner: str | None = None
    stage: str | None = None
    draft: bool | None = None


class DraftEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="draft_ended"):
    """A sheet is a draft no longer (FET-LIV-3)."""

    who: str


class SheetWorn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="sheet_worn"):
    """Somebody uses another's sheet (FET-TRX-5), or (`whose` empty) the own one again. `sheet`: the one in use."""

    who: str
    sheet: Sheet
    whose: str = ""


class LevelRaised(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="level_raised"):
    """Somebody's level has changed: a line of the log of levels."""

    who: str
    before: Number
    after: Number


class DealtWith(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="dealt_with"):
    """Somebody has negotiated with an NPC."""

    whom: str
    who: str
    rp: Number
    result: str


class SessionBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="session_begun"):
    """It is this session of the campaign."""

    number: int


class DayPassed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="day_passed"):
    """It is this day of the campaign."""

    day: int


class CardRefused(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="card_refused"):
    """The GM has not taken a card: it stays with its builder."""

    card: Built


class WishMade(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="wish_made"):
    """Somebody would have something that is the GM's to grant."""

    wish: Wish


class WishSettled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="wish_settled"):
    """The GM has said yes or no."""

    wish: Wish


class ContentRemoved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="content_removed"):
    """The table no longer has something of its own; sheets that have it keep it."""

    key: str


class Darkened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="darkened"):
    """It is dark where everybody is, or no longer."""

    dark: bool


class WordsSettled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="words_settled"):
    """Whose acts in words the GM has yet to settle."""

    due: tuple[str, ...] = ()


class TraitUsed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="trait_used"):
    """Somebody's trait was set off in this battle."""

    who: str
    trait: str


class ScarsKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scars_kept"):
    """What nothing restores to a character."""

    who: str
    stamina: Number
    will: Number


class WeaponWielded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="weapon_wielded"):
    """Which weapon a character has in hand."""

    who: str
    weapon: str


class CharacterRemoved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="character_removed"):
    """A character is gone from the table."""

    who: str


class LossesKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="losses_kept"):
    """What a character now lacks of stamina and will."""

    who: str
    stamina: Number
    will: Number


class PointsKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="points_kept"):
    """How many action points a character has now."""

    who: str
    points: Number


class BurdenKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="burden_kept"):
    """What now lies on a character for a while: buffs, reductions, shields."""

    who: str
    burden: Burden


class AxisKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="axis_kept"):
    """A named timeline is now this; gone where there is none."""

    name: str
    axis: Axis | None = None


class AxisPicked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="axis_picked"):
    """Which named timeline is in use; empty: none."""

    name: str


class TargetSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="target_set"):
    """The group's target value; `by`: `gm` or `secret`, where it is the GM's word."""

    target: int | None
    by: str = ""


class PartnerSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="partner_set"):
    """Whom the group negotiates with."""

    partner: Partner | None


class TimelineKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="timeline_kept"):
    """The group's chat timeline."""

    rows: tuple[Declared, ...]


class PlaceChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="place_changed"):
    """What the place does to everybody's values."""

    modifiers: tuple[Modifier, ...]
    name: str = ""


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="counted"):
    """Somebody has checked, or killed somebody (`what`): for what an evening came to (FET-LIV-56)."""

    who: str
    what: str
    other: str = ""


class ContentAdded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="content_added"):
    """The table has a skill, trait, weapon, stat block or race of its own."""

    key: str
    skill: Skill | None = None
    trait: Trait | None = None
    weapon: Weapon | None = None
    block: Sheet | None = None
    race: Race | None = None
    item: Item | None = None
    builder: str = ""
    place: Ground | None = None
    extension: Extension | None = None


class CombatStarted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="combat_started"):
    """A battle begins."""

    battle: Battle


class ActDeclared(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="act_declared"):
    """A fighter has begun an act (it is in the fighter, with the magazines as they are now)."""

    fighter: Fighter
    openings: dict[str, Number]
    passive_start: Number | None


class ActCancelled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="act_cancelled"):
    """A fighter has dropped its act; `past` is what the timeline keeps of it."""

    fighter: Fighter
    past: Past | None


class FightersChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fighters_changed"):
    """Time has come to `time`; these fighters are now so; these acts are over."""

    time: Number
    fighters: tuple[Fighter, ...]
    past: tuple[Past, ...] = ()
    passive_start: Number | None = None


class MomentClosed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="moment_closed"):
    """What a moment leaves behind: for whom time stands still, barriers, and damage that may still be answered."""

    freeze: Freeze | None = None
    barriers: tuple[Barrier, ...] = ()
    wounds: tuple[Wound, ...] = ()
    passive_start: Number | None = None


class FighterJoined(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fighter_joined"):
    """A fighter has come into the battle."""

    fighter: Fighter


class FighterLeft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fighter_left"):
    """A fighter is out of the battle."""

    who: str
    passive_start: Number | None = None


class AutoSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="auto_set"):
    """Who is declared for by default from now on (`*`: every NPC)."""

    who: tuple[str, ...]


class BattleKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="battle_kept"):
    """The battle goes on though these sides alone are left."""

    sides: str


class CombatEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="combat_ended"):
    """The battle is over; these are the fighters as they leave it."""

    fighters: tuple[Fighter, ...]


Event = (
    SheetWritten
    | DraftEnded
    | SheetWorn
    | LevelRaised
    | SessionBegun
    | DealtWith
    | DayPassed
    | CardRefused
    | WishMade
    | WishSettled
    | ContentRemoved
    | Darkened
    | WordsSettled
    | ScarsKept
    | TraitUsed
    | WeaponWielded
    | CharacterRemoved
    | LossesKept
    | PointsKept
    | BurdenKept
    | AxisKept
    | AxisPicked
    | TargetSet
    | PartnerSet
    | TimelineKept
    | PlaceChanged
    | Counted
    | ContentAdded
    | CombatStarted
    | ActDeclared
    | ActCancelled
    | FightersChanged
    | MomentClosed
    | FighterJoined
    | FighterLeft
    | AutoSet
    | BattleKept
    | CombatEnded
)
