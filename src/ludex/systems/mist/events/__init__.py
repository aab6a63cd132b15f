"""What can become true at a mist table. Plain data: what an event makes of a state is said in `fold`, why it happens in `rules`."""

from ludex.systems.mist.events.cases import (
    ArchiveRevealed as ArchiveRevealed,
)
from ludex.systems.mist.events.cases import (
    ClueChanged as ClueChanged,
)
from ludex.systems.mist.events.cases import (
    ClueFound as ClueFound,
)
from ludex.systems.mist.events.cases import (
    ClueKept as ClueKept,
)
from ludex.systems.mist.events.cases import (
    ConclusionSettled as ConclusionSettled,
)
from ludex.systems.mist.events.cases import (
    FileOpened as FileOpened,
)
from ludex.systems.mist.events.cases import (
    HandoutShown as HandoutShown,
)
from ludex.systems.mist.events.cases import (
    MissionClosed as MissionClosed,
)
from ludex.systems.mist.events.cases import (
    MissionOpened as MissionOpened,
)
from ludex.systems.mist.events.cases import (
    MysteryDropped as MysteryDropped,
)
from ludex.systems.mist.events.cases import (
    MysteryPosed as MysteryPosed,
)
from ludex.systems.mist.events.cases import (
    SeriesNamed as SeriesNamed,
)
from ludex.systems.mist.events.cases import (
    Suppressed as Suppressed,
)
from ludex.systems.mist.events.cases import (
    TraitChanged as TraitChanged,
)
from ludex.systems.mist.events.cases import (
    TraitHidden as TraitHidden,
)
from ludex.systems.mist.events.cases import (
    TraitRevealed as TraitRevealed,
)
from ludex.systems.mist.events.people import (
    CharacterJoined as CharacterJoined,
)
from ludex.systems.mist.events.people import (
    CharacterLeft as CharacterLeft,
)
from ludex.systems.mist.events.people import (
    CharacterUsed as CharacterUsed,
)
from ludex.systems.mist.events.people import (
    FateMet as FateMet,
)
from ludex.systems.mist.events.people import (
    GrowthMarked as GrowthMarked,
)
from ludex.systems.mist.events.people import (
    ImmersionMade as ImmersionMade,
)
from ludex.systems.mist.events.people import (
    ImprovementOwed as ImprovementOwed,
)
from ludex.systems.mist.events.people import (
    IndulgenceMarked as IndulgenceMarked,
)
from ludex.systems.mist.events.people import (
    NoteWritten as NoteWritten,
)
from ludex.systems.mist.events.people import (
    RestsGranted as RestsGranted,
)
from ludex.systems.mist.events.people import (
    RestUsed as RestUsed,
)
from ludex.systems.mist.events.people import (
    StatusesRelated as StatusesRelated,
)
from ludex.systems.mist.events.people import (
    StatusRewritten as StatusRewritten,
)
from ludex.systems.mist.events.people import (
    StatusTaken as StatusTaken,
)
from ludex.systems.mist.events.people import (
    StatusTracked as StatusTracked,
)
from ludex.systems.mist.events.people import (
    StoryTagGone as StoryTagGone,
)
from ludex.systems.mist.events.people import (
    StoryTagMade as StoryTagMade,
)
from ludex.systems.mist.events.people import (
    TagBurnt as TagBurnt,
)
from ludex.systems.mist.events.people import (
    TagsRecovered as TagsRecovered,
)
from ludex.systems.mist.events.people import (
    ThemeImproved as ThemeImproved,
)
from ludex.systems.mist.events.people import (
    ThemeLost as ThemeLost,
)
from ludex.systems.mist.events.people import (
    ThemeReplaced as ThemeReplaced,
)
from ludex.systems.mist.events.people import (
    ThemeRewritten as ThemeRewritten,
)
from ludex.systems.mist.events.scenes import (
    CallDropped as CallDropped,
)
from ludex.systems.mist.events.scenes import (
    ChallengeChanged as ChallengeChanged,
)
from ludex.systems.mist.events.scenes import (
    ChallengePrepared as ChallengePrepared,
)
from ludex.systems.mist.events.scenes import (
    ConsequencesComing as ConsequencesComing,
)
from ludex.systems.mist.events.scenes import (
    ConsequencesDelivered as ConsequencesDelivered,
)
from ludex.systems.mist.events.scenes import (
    EffectDrawn as EffectDrawn,
)
from ludex.systems.mist.events.scenes import (
    EffectsActed as EffectsActed,
)
from ludex.systems.mist.events.scenes import (
    IncomingMet as IncomingMet,
)
from ludex.systems.mist.events.scenes import (
    PacksChanged as PacksChanged,
)
from ludex.systems.mist.events.scenes import (
    PackShelved as PackShelved,
)
from ludex.systems.mist.events.scenes import (
    PoolThrown as PoolThrown,
)
from ludex.systems.mist.events.scenes import (
    SceneActed as SceneActed,
)
from ludex.systems.mist.events.scenes import (
    SceneEstablished as SceneEstablished,
)
from ludex.systems.mist.events.scenes import (
    SceneFurnished as SceneFurnished,
)
from ludex.systems.mist.events.scenes import (
    SceneOpened as SceneOpened,
)
from ludex.systems.mist.events.scenes import (
    SceneTurned as SceneTurned,
)
from ludex.systems.mist.events.scenes import (
    SceneWrapped as SceneWrapped,
)
from ludex.systems.mist.events.scenes import (
    ThreatAnnounced as ThreatAnnounced,
)
from ludex.systems.mist.events.scenes import (
    ThreatsMet as ThreatsMet,
)
from ludex.systems.mist.events.scenes import (
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
