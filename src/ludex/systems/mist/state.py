"""Everything that is true at a mist table: its options, its people, the scene, the mission.

Frozen data and lookups. State changes in `fold` alone; no rule is here.
"""

from collections.abc import Iterator

import msgspec

from ludex.core.errors import RuleError
from ludex.systems.mist.options import Options
from ludex.systems.mist.sheet import Challenge, Character, Holder, StoryTag, Threat
from ludex.systems.mist.terms import MissionPhase, ScenePhase, ThreatState


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where play is now. `when` is the story's time; a `past` scene replays what has been (MST-DED-2).

    `wrapped`: it has ended and been cleared up, so that story tags that are there now are kept (MST-SCN-9).
    """

    phase: ScenePhase = ScenePhase.ESTABLISH
    past: bool = False
    when: int = 0
    round: int = 0
    challenges: tuple[Challenge, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[StoryTag, ...] = ()
    action_due: bool = False
    text: str = ""
    wrapped: bool = False

    @property
    def open_threats(self) -> tuple[str, ...]:
        """Ids of the threats that may still come true."""
        return tuple(t.id for t in self.threats if t.state == ThreatState.OPEN)


class Clue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact that the players hold (MST-PCL-1)."""

    id: str
    text: str = ""
    source: str = ""


class Mystery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the case, and how many clues it takes (MST-PCL-2). The number is the MC's."""

    id: str
    question: str = ""
    complexity: int = 1


def complexity_problems(complexity: int) -> Iterator[RuleError]:
    """The complexity of a mystery is a whole number from 1 up (MST-PCL-2)."""
    if complexity < 1:  # Ruling MST-E-19: a whole number that the MC sets
        yield RuleError("bad_complexity", clause="MST-PCL-2", complexity=complexity, low=1)


class Conclusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that has been settled, with the clues it was put on."""

    id: str
    mystery: str = ""
    verdict: str = ""
    form: str = ""
    supporting: tuple[str, ...] = ()
    conflicting: tuple[str, ...] = ()


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One case, from the cut-in to suppression, or until the MC closes it (`outcome`: how it ended, MST-MIS-9)."""

    phase: MissionPhase = MissionPhase.CUT_IN
    file: int = 0
    summary: str = ""
    clues: tuple[Clue, ...] = ()
    mysteries: tuple[Mystery, ...] = ()
    conclusions: tuple[Conclusion, ...] = ()
    traits: tuple[str, ...] = ()
    outcome: str = ""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is true at a table.

    `prepared` are challenges that the MC has ready for this or a later scene; `packs` are content packs of the table's
    own, each as JSON.
    """

    options: Options = Options()
    characters: tuple[Character, ...] = ()
    scene: Scene | None = None
    mission: Mission | None = None
    prepared: tuple[Challenge, ...] = ()
    packs: tuple[str, ...] = ()

    @property
    def past(self) -> bool:
        """Whether play is in a scene of the past."""
        return self.scene is not None and self.scene.past

    @property
    def when(self) -> int:
        """The story's time now."""
        return self.scene.when if self.scene else 0

    @property
    def challenges(self) -> tuple[Challenge, ...]:
        """The challenges of the scene."""
        return self.scene.challenges if self.scene else ()

    @property
    def scene_tags(self) -> tuple[StoryTag, ...]:
        """The story tags of the scene."""
        return self.scene.story_tags if self.scene else ()

    @property
    def traits(self) -> tuple[str, ...]:
        """The revealed traits of the anomaly: tags as long as the case lasts (MST-PTG-1)."""
        return self.mission.traits if self.mission else ()

    @property
    def around(self) -> tuple[str, ...]:
        """The tags that lie in the scene: its story tags, those of its challenges, the traits of the anomaly."""
        return (*(t.name for t in self.scene_tags), *(tag for c in self.challenges for tag in c.tags), *self.traits)

    @property
    def holders(self) -> tuple[Holder, ...]:
        """Everybody and everything that can hold a status: the characters, then the challenges of the scene."""
        return (*self.characters, *self.challenges)

    def character(self, name: str) -> Character | None:
        """The character of that id."""
        return next((c for c in self.characters if c.id == name), None)

    def holder(self, name: str) -> Holder | None:
        """The holder of statuses of that id: a character, else a challenge of the scene."""
        return self.character(name) or next((c for c in self.challenges if c.id == name), None)


def actors(state: State) -> dict[str, str]:
    """Everybody who can be controlled or asked: the id, and what it is called."""
    return {character.id: character.called for character in state.characters}
