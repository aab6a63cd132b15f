"""What lasts and what is shown: effects begin, pass and end; what the living table keeps for later."""

import msgspec

from ludex.core.effects.records import Effect as Record
from ludex.systems.fable.state import Effect, Playing, Telling


class EffectAdded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effect_added"):
    """Something new lasts."""

    effect: Effect


class EffectBegun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effect_begun"):
    """Something lasts on somebody; another of that name or group on her gives way."""

    effect: Record


class EffectChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effect_changed"):
    """Something that lasts has been drawn upon."""

    effect: Record


class EffectOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effect_over"):
    """These no longer last on her."""

    who: str
    ids: tuple[str, ...]


class ActionGranted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="action_granted"):
    """The open turn has so many actions more."""

    n: int


class PlayingSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="playing_set"):
    """These play by themselves; nobody: it is over."""

    playing: Playing | None = None


class BondsOpen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="bonds_open"):
    """These may change one bond each, at the end of a rest; nobody: the time for it is over."""

    who: tuple[str, ...] = ()


class LevelsOffered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="levels_offered"):
    """These are offered a level and have not said yet whether they take it."""

    who: tuple[str, ...] = ()


class TellingsSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tellings_set"):
    """These opportunities wait for the GM's words."""

    tellings: tuple[Telling, ...]


class TraitShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="trait_shown"):
    """A trait of somebody is known to all."""

    who: str
    trait: str


class GoalShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="goal_shown"):
    """What somebody is after is known to all."""

    who: str


class EffectsPassed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effects_passed"):
    """Time has passed for effects: these are left, with these counts."""

    effects: tuple[Effect, ...]


class CharacterAway(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="character_away"):
    """Somebody left the scene; the roster keeps her as she is (FAB-LIV-57)."""

    who: str


class CharacterBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="character_back"):
    """Somebody came back from the roster, where she was or off it for good."""

    who: str
    gone: bool = False


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="placed"):
    """Where these were seen last."""

    people: tuple[str, ...]
    scene: str
