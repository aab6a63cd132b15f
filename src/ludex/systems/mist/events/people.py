"""What becomes true of people: statuses, tags, themes, fate; characters who come and go."""

import msgspec

from ludex.systems.mist.sheet import Character, Status, StoryTag, Theme
from ludex.systems.mist.state import Note
from ludex.systems.mist.terms import Fate, Relation


class StatusTaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="status_taken"):
    """Somebody has a new status."""

    holder: str
    status: Status


class StatusTracked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="status_tracked"):
    """The track of a status is now this one; without a mark it has ended."""

    holder: str
    name: str
    boxes: tuple[int, ...]


class StatusRewritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="status_rewritten"):
    """The MC has rewritten a status: another name, family or track."""

    holder: str
    name: str
    status: Status


class TagBurnt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tag_burnt"):
    """A power tag is used up."""

    actor: str
    theme: str
    tag: str


class TagsRecovered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tags_recovered"):
    """Burnt power tags are usable again."""

    actor: str
    tags: tuple[str, ...]


class StoryTagMade(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="story_tag_made"):
    """There is a new story tag, in the scene or (with a `holder`) on a character."""

    tag: StoryTag
    holder: str = ""


class StoryTagGone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="story_tag_gone"):
    """A story tag is gone from the scene, or from its `holder` (a character, or a challenge's own tags)."""

    name: str
    holder: str = ""


class IndulgenceMarked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="indulgence_marked"):
    """A theme's indulgence track stands at so many marks."""

    actor: str
    theme: str
    marks: int


class ImmersionMade(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="immersion_made"):
    """Somebody has taken an anomaly fully in; its price is told by other events."""

    actor: str
    depth: str
    result: str


class ThemeLost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="theme_lost"):
    """A theme has left the sheet; a replacement is owed."""

    actor: str
    theme: str


class ThemeReplaced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="theme_replaced"):
    """A new theme has taken the place of a lost one."""

    actor: str
    theme: Theme


class GrowthMarked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="growth_marked"):
    """A theme's growth track stands at so many marks; `nascent` says whether the theme still is."""

    actor: str
    theme: str
    marks: int
    nascent: bool = False


class ThemeImproved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="theme_improved"):
    """A theme has a new power tag."""

    actor: str
    theme: str
    tag: str


class FateMet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fate_met"):
    """A character is dead, transformed, or (by the table's word) active again."""

    actor: str
    fate: Fate


class CharacterJoined(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="character_joined"):
    """A character sits at the table, or has been rewritten."""

    character: Character


class CharacterLeft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="character_left"):
    """A character has left the table."""

    actor: str


class CharacterUsed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="character_used"):
    """A character is no draft any more."""

    actor: str


class ThemeRewritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="theme_rewritten"):
    """A theme has been edited; without a new form it is off the sheet, and nothing is owed for it."""

    actor: str
    theme: str
    now: Theme | None = None


class ImprovementOwed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="improvement_owed"):
    """A theme has grown: its player names a new tag."""

    actor: str
    theme: str


class StatusesRelated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="statuses_related"):
    """The MC has said what two statuses are to each other (new: they stand side by side), or that is forgotten."""

    one: str
    other: str
    relation: Relation
    forgotten: bool = False


class RestsGranted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="rests_granted"):
    """These characters have time off for one activity each."""

    actors: tuple[str, ...]


class RestUsed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="rest_used"):
    """A character has used time off that was granted."""

    actor: str


class NoteWritten(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="note_written"):
    """Somebody has noted something."""

    note: Note
