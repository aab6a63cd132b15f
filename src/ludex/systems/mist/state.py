"""The state of a mist table, the events that can change it, and the fold.

State changes here alone. `fold` is total and refuses nothing: an event has enough in it to be folded without rules.
"""

from typing import cast

from ludex.core import asks
from ludex.systems.mist.events.mission import (
    ClueFound,
    ConclusionSettled,
    FileOpened,
    MissionOpened,
    MysteryPosed,
    Suppressed,
    TraitRevealed,
)
from ludex.systems.mist.events.people import (
    CharacterJoined,
    CharacterLeft,
    FateMet,
    GrowthMarked,
    IndulgenceMarked,
    StatusRewritten,
    StatusTaken,
    StatusTracked,
    StoryTagGone,
    StoryTagMade,
    TagBurnt,
    TagsRecovered,
    ThemeImproved,
    ThemeLost,
    ThemeReplaced,
)
from ludex.systems.mist.events.scene import (
    ChallengeChanged,
    ChallengePrepared,
    ConsequencesDelivered,
    PackShelved,
    SceneActed,
    SceneEstablished,
    SceneOpened,
    SceneTurned,
    ThreatAnnounced,
)
from ludex.systems.mist.world import Clue, Conclusion, Mission, Mystery, Scene, State

__all__ = ["Clue", "Conclusion", "Event", "Mission", "Mystery", "Scene", "State", "fold", "happen"]

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
    | SceneOpened
    | SceneEstablished
    | ChallengeChanged
    | PackShelved
    | ChallengePrepared
    | SceneActed
    | ConsequencesDelivered
    | ThreatAnnounced
    | SceneTurned
    | MissionOpened
    | ClueFound
    | MysteryPosed
    | FileOpened
    | ConclusionSettled
    | TraitRevealed
    | Suppressed
)


def fold(state: State, event: Event) -> State:
    """The state after an event."""
    return event.upon(state)


async def happen(event: Event) -> State:
    """Make an event true and go on with the state after it."""
    return cast("State", await asks.happen(event))
