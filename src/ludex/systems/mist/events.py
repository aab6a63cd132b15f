"""What can become true at a mist table. Plain data: what an event makes of a state is said in `fold`, why it happens in `rules`."""

import msgspec

from ludex.systems.mist.sheet import Challenge, Character, Status, StoryTag, Theme, Threat
from ludex.systems.mist.state import Clue, Conclusion, Mission, Mystery, Note
from ludex.systems.mist.terms import Fate, MissionPhase, Outcome, Relation, ScenePhase

# --- people: statuses, tags, themes, fate; characters who come and go ------------------------------------------------


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


# --- scenes: they open, turn, and hold challenges and threats --------------------------------------------------------


class SceneOpened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_opened"):
    """A new scene begins, with the story tags that were kept; with a consequence `owed` it begins there."""

    past: bool
    when: int
    story_tags: tuple[StoryTag, ...] = ()
    text: str = ""
    owed: bool = False


class SceneEstablished(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_established"):
    """The situation is set up and the next round begins."""

    challenges: tuple[Challenge, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[StoryTag, ...] = ()


class ChallengeChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="challenge_changed"):
    """The MC has added or rewritten a challenge."""

    challenge: Challenge


class ChallengePrepared(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="challenge_prepared"):
    """The MC has a challenge ready, or ready anew."""

    challenge: Challenge


class PackShelved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pack_shelved"):
    """The table has a content pack of its own."""

    pack: str


class PacksChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="packs_changed"):
    """The table's own content packs are now these."""

    packs: tuple[str, ...]


class SceneFurnished(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_furnished"):
    """The MC has put more into the scene; the phase stays."""

    challenges: tuple[Challenge, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[StoryTag, ...] = ()


class SceneActed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_acted"):
    """Somebody has acted: addressed threats are resolved, and a consequence may be due."""

    actor: str
    result: str
    resolved: tuple[str, ...] = ()
    action_due: bool = False


class ConsequencesDelivered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="consequences_delivered"):
    """The MC has let consequences land: these threats have come true, and what was due is settled."""

    realised: tuple[str, ...] = ()


class ThreatAnnounced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="threat_announced"):
    """A threat hangs over the scene."""

    threat: Threat


class SceneTurned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_turned"):
    """The scene is in another phase."""

    phase: ScenePhase


class SceneWrapped(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_wrapped"):
    """A scene that has ended is cleared up: the story tags that are left stay."""


# --- missions: clues, mysteries, conclusions, traits, and the end ----------------------------------------------------


class MissionOpened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mission_opened"):
    """A case begins."""

    mission: Mission


class ClueFound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="clue_found"):
    """The players hold a clue."""

    clue: Clue


class ClueKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="clue_kept"):
    """A clue was found with no case open: it is kept for the next."""

    clue: Clue


class ClueChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="clue_changed"):
    """The MC has rewritten a clue of the case, moved it (hidden or not), or (without a new form) removed it."""

    name: str
    now: Clue | None = None


class TraitHidden(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="trait_hidden"):
    """The MC has a trait ready."""

    text: str


class TraitChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="trait_changed"):
    """The MC has rewritten a trait, or (with no text) removed it."""

    text: str
    now: str = ""


class MysteryDropped(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mystery_dropped"):
    """The MC has taken a question out of the file."""

    name: str


class SeriesNamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="series_named"):
    """Missions opened from now on belong to this season."""

    name: str


class MysteryPosed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mystery_posed"):
    """The MC has put a question, or put it anew."""

    mystery: Mystery


class FileOpened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="file_opened"):
    """Everybody sits together and writes the file of this number."""

    file: int


class ConclusionSettled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="conclusion_settled"):
    """The dice have settled a conclusion, and this is what it leads to."""

    conclusion: Conclusion
    phase: MissionPhase


class TraitRevealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="trait_revealed"):
    """A property that makes the anomaly harder is known."""

    text: str


class Suppressed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="suppressed"):
    """The anomaly is put down; the mission is over."""

    anomaly: str


class MissionClosed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mission_closed"):
    """The MC has closed the mission."""

    outcome: Outcome
    note: str = ""


Event = (
    StatusTaken
    | StatusTracked
    | StatusRewritten
    | TagBurnt
    | TagsRecovered
    | StoryTagMade
    | StoryTagGone
    | IndulgenceMarked
    | ThemeLost
    | ThemeReplaced
    | GrowthMarked
    | ThemeImproved
    | FateMet
    | CharacterJoined
    | CharacterLeft
    | CharacterUsed
    | ThemeRewritten
    | ImprovementOwed
    | StatusesRelated
    | RestsGranted
    | RestUsed
    | NoteWritten
    | SceneOpened
    | SceneEstablished
    | ChallengeChanged
    | PackShelved
    | ChallengePrepared
    | PacksChanged
    | SceneFurnished
    | SceneActed
    | ConsequencesDelivered
    | ThreatAnnounced
    | SceneTurned
    | SceneWrapped
    | MissionOpened
    | ClueFound
    | ClueKept
    | ClueChanged
    | TraitHidden
    | TraitChanged
    | MysteryDropped
    | SeriesNamed
    | MysteryPosed
    | FileOpened
    | ConclusionSettled
    | TraitRevealed
    | Suppressed
    | MissionClosed
)
