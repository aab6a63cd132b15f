"""The shapes of what is prepared: challenges, scenes, missions with their traits, characters."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect
from ludex.systems.mist.sheet import Challenge, Limit, Status, Theme, Threat
from ludex.systems.mist.state import Clue, Mystery
from ludex.systems.mist.terms import Question


class ChallengeBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prepared challenge, as it stands in the scene once it is put there."""

    id: str
    kind: Literal["challenge"] = "challenge"
    limits: tuple[Limit, ...] = ()
    statuses: tuple[Status, ...] = ()
    tags: tuple[str, ...] = ()
    overcome: bool = False
    sort: str = ""
    text: str = ""
    threats: tuple[Threat, ...] = ()
    hidden: bool = False
    effects: tuple[Effect, ...] = ()

    @property
    def challenge(self) -> Challenge:
        """The challenge itself; its threats come from it."""
        threats = tuple(replace(t, source=t.source or self.id) for t in self.threats)
        plain = {name: getattr(self, name) for name in self.__struct_fields__}
        return msgspec.convert({**plain, "threats": threats}, Challenge)


class SceneBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prepared scene: when it is, what stands in it, what is announced at once."""

    id: str
    text: str = ""
    past: bool = False
    when: int | None = None
    challenges: tuple[str, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()

    @property
    def at(self) -> int:
        """When it is: as said, else now, and a past one before that (MST-LIV-26)."""
        return self.when if self.when is not None else -1 if self.past else 0

    @property
    def read_out(self) -> str:
        """What everybody hears when it opens: where they are, and its text."""
        return f"{self.id} · {self.text}" if self.text else self.id


class TraitBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    hidden: bool = False


class Opening(msgspec.Struct, frozen=True):
    name: str
    summary: str
    anomaly: str
    series: str
    clues: tuple[Clue, ...]
    mysteries: tuple[Mystery, ...]
    traits: tuple[str, ...]
    hidden_traits: tuple[str, ...]
    scenes: tuple[str, ...]
    notes: tuple[str, ...]
    handouts: tuple[str, ...]
    title: str


class MissionBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prepared mission: the case, and its scenes."""

    id: str
    title: str = ""
    anomaly: str = ""
    summary: str = ""
    clues: tuple[Clue, ...] = ()
    mysteries: tuple[Mystery, ...] = ()
    traits: tuple[TraitBlock, ...] = ()
    scenes: tuple[SceneBlock, ...] = ()
    series: str = ""
    notes: tuple[str, ...] = ()
    handouts: tuple[str, ...] = ()

    @property
    def opening(self) -> Opening:
        return Opening(
            self.id,
            self.summary,
            self.anomaly,
            self.series,
            self.clues,
            self.mysteries,
            tuple(t.text for t in self.traits if not t.hidden),
            tuple(t.text for t in self.traits if t.hidden),
            tuple(scene.id for scene in self.scenes),
            self.notes,
            self.handouts,
            self.title,
        )


def five(words: str) -> tuple[Mystery, ...]:
    """The questions that a mission starts with when nothing is prepared for it (MST-LIV-52), in the language of its words."""
    return tuple(
        Mystery(q.en if words.isascii() else q.zh, complexity=3 if q is Question.HOW_TO_SUPPRESS else 2)
        for q in Question
    )


class CharacterBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prepared character: sample themes by id, and `more` of its own."""

    id: str
    themes: tuple[str, ...] = ()
    more: tuple[Theme, ...] = ()
