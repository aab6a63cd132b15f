"""What can become true at a mist table. Plain data: what an event makes of a state is said in `fold`, why it happens in `rules`."""

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
    | ImmersionMade
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
    | PoolThrown
    | EffectDrawn
    | EffectsActed
    | ThreatsMet
    | TurnsCalled
    | CallDropped
    | ConsequencesComing
    | IncomingMet
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
    | HandoutShown
    | ConclusionSettled
    | TraitRevealed
    | Suppressed
    | MissionClosed
    | ArchiveRevealed
)
