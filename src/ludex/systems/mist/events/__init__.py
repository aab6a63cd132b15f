"""What can become true at a mist table: plain data, how the state is after it (`apply`), and how it is told (`tell`).

An event never refuses: it has enough in it to be applied without rules, and what is not there stays as it is. Why it happens is in `rules`.
"""

from collections.abc import Awaitable, Callable

from ludex.core import asks
from ludex.core.events import Event
from ludex.systems.mist.events.cases import (
    ArchiveRevealed as ArchiveRevealed,
    ClueChanged as ClueChanged,
    ClueFound as ClueFound,
    ClueKept as ClueKept,
    ConclusionSettled as ConclusionSettled,
    FileOpened as FileOpened,
    HandoutShown as HandoutShown,
    MissionClosed as MissionClosed,
    MissionOpened as MissionOpened,
    MysteryDropped as MysteryDropped,
    MysteryPosed as MysteryPosed,
    SeriesNamed as SeriesNamed,
    Suppressed as Suppressed,
    TraitChanged as TraitChanged,
    TraitHidden as TraitHidden,
    TraitRevealed as TraitRevealed,
)
from ludex.systems.mist.events.people import (
    CharacterBenched as CharacterBenched,
    CharacterJoined as CharacterJoined,
    CharacterLeft as CharacterLeft,
    CharacterUsed as CharacterUsed,
    FateMet as FateMet,
    GrowthMarked as GrowthMarked,
    ImmersionMade as ImmersionMade,
    ImprovementOwed as ImprovementOwed,
    IndulgenceMarked as IndulgenceMarked,
    NoteWritten as NoteWritten,
    RestsGranted as RestsGranted,
    RestUsed as RestUsed,
    StatusesRelated as StatusesRelated,
    StatusRewritten as StatusRewritten,
    StatusTaken as StatusTaken,
    StatusTracked as StatusTracked,
    StoryTagGone as StoryTagGone,
    StoryTagMade as StoryTagMade,
    TagBurnt as TagBurnt,
    TagsRecovered as TagsRecovered,
    ThemeImproved as ThemeImproved,
    ThemeLost as ThemeLost,
    ThemeReplaced as ThemeReplaced,
    ThemeRewritten as ThemeRewritten,
)
from ludex.systems.mist.events.scenes import (
    CallDropped as CallDropped,
    ChallengeChanged as ChallengeChanged,
    ChallengePrepared as ChallengePrepared,
    ConsequencesComing as ConsequencesComing,
    ConsequencesDelivered as ConsequencesDelivered,
    ContentOpened as ContentOpened,
    EffectDrawn as EffectDrawn,
    EffectsActed as EffectsActed,
    IncomingMet as IncomingMet,
    PacksChanged as PacksChanged,
    PackShelved as PackShelved,
    PoolThrown as PoolThrown,
    SceneActed as SceneActed,
    SceneEstablished as SceneEstablished,
    SceneFurnished as SceneFurnished,
    SceneOpened as SceneOpened,
    SceneTurned as SceneTurned,
    SceneWrapped as SceneWrapped,
    ThreatAnnounced as ThreatAnnounced,
    ThreatsMet as ThreatsMet,
    TurnsCalled as TurnsCalled,
)
from ludex.systems.mist.state import State

happen: Callable[[Event[State]], Awaitable[State]] = asks.happen
"""Make an event true and go on with the state after it."""
