"""Everything that is true at a mist table: its options, its people, the scene, the mission.

Frozen data and lookups. State changes in `fold` alone; no rule is here.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.core.say import Label, term
from ludex.core.visibility import Gm, Private, Secret, Whose
from ludex.systems.mist.options import Options
from ludex.systems.mist.sheet import Challenge, Character, Holder, Status, StoryTag, Theme, Threat, tags_on
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.terms import MissionPhase, Question, Relation, ScenePhase, ThreatState

SCENE = "scene:"
"""Who bears what the scene itself carries."""

NAMED = 16
"""A scene without a name is called by so much of its words."""


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where play is now. `when` is the story's time; a `past` scene replays what has been (MST-DED-2).

    `wrapped`: it has ended and been cleared up, so that story tags that are there now are kept (MST-SCN-9).
    `called`: actions that the MC has called for and that are not rolled yet (MST-LIV-4). `incoming`: what is about to land on somebody who
    has not answered yet, and `drawn` where all of that delivery comes from (MST-LIV-21). All as plain data.
    `effects` are the records that it carries itself (MST-LIV-34).
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
    called: tuple[Plain, ...] = ()
    incoming: tuple[Plain, ...] = ()
    drawn: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()

    @property
    def open_threats(self) -> tuple[str, ...]:
        return tuple(t.id for t in self.threats if t.state == ThreatState.OPEN)

    @property
    def name(self) -> str:
        """What it is called: by its name, else by the beginning of its words."""
        name, named, _ = self.text.partition(" · ")
        return name if named or len(name) <= NAMED else f"{name[:NAMED]}…"


class Clue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact that the players hold (MST-PCL-1).

    `holder`: it is this character's and the MC's alone (MST-LIV-39). `hidden`: prepared, not found yet (MST-LIV-38). `proves` and
    `against` name the mysteries that the MC prepared it for (MST-LIV-51).
    """

    id: str
    text: str = ""
    source: str = ""
    holder: Whose = ""
    hidden: Secret = False
    proves: Gm[tuple[str, ...]] = ()
    against: Gm[tuple[str, ...]] = ()


def asked_as(mystery: str) -> Label:
    """How a mystery is shown, by its name: a standard question in the reader's language, in whichever it was written (MST-FIL-1)."""
    return term(Question.read(mystery)) if Question.holds(mystery) else as_shelved(mystery)


class Mystery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the case, and how many clues it takes (MST-PCL-2). The number is the MC's.

    `answer` is the truth as the MC has it, `proves` what it is a clue for once it is deduced; `told`: the answer is public.
    `veiled`: the number is not known, and the one here is but assumed. Never stored.
    """

    id: str
    question: str = ""
    complexity: int = 1
    answer: str = ""
    proves: tuple[str, ...] = ()
    told: bool = False
    veiled: ClassVar[bool] = False

    @property
    def called(self) -> Label:
        return asked_as(self.id)


class VeiledMystery(Mystery, frozen=True, forbid_unknown_fields=True):
    veiled: ClassVar[bool] = True


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


class Beat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing of a case's story: a scene that opened, or somebody's roll in it, for its dossier (MST-LIV-57)."""

    kind: str
    text: str = ""
    who: str = ""
    result: str = ""


class Mission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One case, from the cut-in to suppression, or until the MC closes it (`outcome`: how it ended, MST-MIS-9).

    `name`, `series`: what it is filed under, with a `title`; `anomaly`: the challenge that it is about; `scenes`: what is prepared for it.
    `hidden_clues`, `hidden_traits`, `notes`, `handouts` are the MC's (MST-LIV-35); handouts that were given out are `shown`. `people` took
    part; `note` is said of its end.
    """

    phase: MissionPhase = MissionPhase.CUT_IN
    file: int = 0
    summary: str = ""
    clues: tuple[Clue, ...] = ()
    mysteries: tuple[Mystery, ...] = ()
    conclusions: tuple[Conclusion, ...] = ()
    traits: tuple[str, ...] = ()
    outcome: str = ""
    name: str = ""
    series: str = ""
    anomaly: Gm[str] = ""
    scenes: Gm[tuple[str, ...]] = ()
    hidden_clues: Gm[tuple[Clue, ...]] = ()
    hidden_traits: Gm[tuple[str, ...]] = ()
    notes: Gm[tuple[str, ...]] = ()
    people: tuple[str, ...] = ()
    note: str = ""
    story: tuple[Beat, ...] = ()
    handouts: Gm[tuple[str, ...]] = ()
    shown: tuple[str, ...] = ()
    title: str = ""

    @property
    def heading(self) -> tuple[str, ...]:
        """What stands over it: its title, unless it is filed under that, and its summary."""
        return tuple(text for text in (self.title if self.title != self.name else "", self.summary) if text)

    @property
    def called(self) -> str:
        return self.name or self.summary

    @property
    def over(self) -> bool:
        """Whether it is closed, in any way."""
        return self.phase in (MissionPhase.SUPPRESSED, MissionPhase.CLOSED)


class Related(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the MC has said of two statuses, by name: they stack, or they cancel (MST-LIV-34)."""

    one: str
    other: str
    relation: Relation

    def joins(self, one: str, other: str) -> bool:
        return {self.one, self.other} == {one, other}


class Improving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theme that has grown and waits for its new tag (MST-LIV-23)."""

    actor: str
    theme: str


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody's own words: a character's, or (of nobody) the MC's (MST-LIV-38)."""

    text: str
    holder: Private = ""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is true at a table.

    `prepared` are challenges that the MC has ready for this or a later scene; `packs` are content packs of the table's
    own, each as JSON. `archive`: closed cases; `series`: the season that new ones belong to. `rests`: time off that is granted and
    not used. `used`: characters who are no drafts any more (MST-LIV-44). `related`: what the MC has said of pairs of statuses.
    `improving`: themes that wait for a new tag. `loose`: clues found with no case open. `ended`: how many scenes are over;
    `now`: the time of the last one that was no past. `acts`: how often records of effects have acted, `acted` which did last.
    `stood`: challenges of earlier scenes of the case as they were left.
    """

    options: Options = Options()
    characters: tuple[Character, ...] = ()
    scene: Scene | None = None
    mission: Mission | None = None
    prepared: Gm[tuple[Challenge, ...]] = ()
    packs: tuple[str, ...] = ()
    kept: Gm[tuple[str, ...]] = ()
    """What of the packs the MC has not opened, as `kind/name`."""
    archive: tuple[Mission, ...] = ()
    series: str = ""
    rests: dict[str, int] = {}
    used: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    improving: tuple[Improving, ...] = ()
    loose: tuple[Clue, ...] = ()
    notes: tuple[Note, ...] = ()
    ended: int = 0
    now: int = 0
    acts: int = 0
    acted: tuple[tuple[str, str], ...] = ()
    stood: Gm[tuple[Challenge, ...]] = ()

    @property
    def met(self) -> tuple[Challenge, ...]:
        """Every challenge of the case that was in a scene, as it was left or stands now, the latest first (Ruling MST-E-31)."""
        here = self.scene.challenges if self.scene else ()
        return (*here, *(c for c in self.stood if c.id not in [one.id for one in here]))

    @property
    def running(self) -> Scene | None:
        """The scene that has not ended, if there is one."""
        return self.scene if self.scene and self.scene.phase != ScenePhase.ENDED else None

    @property
    def owed(self) -> bool:
        return self.running is not None and self.running.action_due

    @property
    def case(self) -> Mission | None:
        """The case that is open, if there is one."""
        return self.mission if self.mission and not self.mission.over else None

    @property
    def closed(self) -> tuple[Mission, ...]:
        """The cases that are over, in their order; the last one may not be in the archive yet."""
        return (*self.archive, self.mission) if self.mission and self.mission.over else self.archive

    @property
    def past(self) -> bool:
        return self.running is not None and self.running.past

    @rule("MST-LIV-27")
    def is_there(self, since: int) -> bool:
        """Whether something is there yet: not what came later than a past scene."""
        return not (self.past and since > self.when)

    @property
    def when(self) -> int:
        return self.running.when if self.running else self.now

    @property
    def challenges(self) -> tuple[Challenge, ...]:
        return self.scene.challenges if self.scene else ()

    @property
    def seen(self) -> "State":
        """Without the challenges that are on stage unseen: what players can name (MST-LIV-41)."""
        shown = tuple(challenge for challenge in self.challenges if not challenge.hidden)
        return self if shown == self.challenges else self.with_scene(challenges=shown)

    def named(self, name: str) -> bool:
        """Whether there is a tag of that name, or (`holder:name`) somebody whose status it would be."""
        whose, colon, _ = name.partition(":")
        tags = (*self.around, *(tag for character in self.characters for tag in tags_on(character)))
        statuses = (status.name for character in self.characters for status in character.statuses)
        return name in (*tags, *statuses) or (bool(colon) and self.holder(whose) is not None)

    @property
    def scene_tags(self) -> tuple[StoryTag, ...]:
        return self.scene.story_tags if self.scene else ()

    @property
    def traits(self) -> tuple[str, ...]:
        """The revealed traits of the anomaly: tags as long as the case lasts (MST-PTG-1)."""
        return self.case.traits if self.case else ()

    @property
    def around(self) -> tuple[str, ...]:
        """The tags that lie in the scene: its story tags, those of its challenges, the traits of the anomaly."""
        return (*(t.name for t in self.scene_tags), *(tag for c in self.challenges for tag in c.tags), *self.traits)

    @property
    def holders(self) -> tuple[Holder, ...]:
        """Everybody and everything that can hold a status: the characters, then the challenges of the scene."""
        return (*self.characters, *self.challenges)

    def character(self, name: str) -> Character | None:
        return next((c for c in self.characters if c.id == name), None)

    def holder(self, name: str) -> Holder | None:
        """The holder of statuses of that id: a character, else a challenge of the scene."""
        return self.character(name) or next((c for c in self.challenges if c.id == name), None)

    # --- copies with something changed, for the fold ------------------------------------------------------------------

    @property
    def scene_now(self) -> Scene:
        """The scene, or an ended one to hold what is made between scenes."""
        return self.scene or Scene(phase=ScenePhase.ENDED, wrapped=True)

    @property
    def mission_now(self) -> Mission:
        """The mission, or an empty one."""
        return self.mission or Mission()

    def with_scene(self, **fields: object) -> "State":
        return replace(self, scene=replace(self.scene_now, **fields))

    def with_mission(self, **fields: object) -> "State":
        return replace(self, mission=replace(self.mission_now, **fields))

    def told(self, beat: Beat) -> "State":
        """With one thing more in the story of the case, if one is open."""
        return self.with_mission(story=(*self.mission_now.story, beat)) if self.case else self

    def with_character(self, name: str, change: Callable[[Character], Character]) -> "State":
        return replace(self, characters=tuple(change(c) if c.id == name else c for c in self.characters))

    def with_challenge(self, name: str, change: Callable[[Challenge], Challenge]) -> "State":
        if self.scene is None:
            return self
        return self.with_scene(challenges=tuple(change(c) if c.id == name else c for c in self.scene.challenges))

    def with_statuses(self, name: str, change: Callable[[tuple[Status, ...]], Iterable[Status]]) -> "State":
        """With somebody's statuses changed; those without a mark have ended (MST-STA-3)."""

        def kept(statuses: tuple[Status, ...]) -> tuple[Status, ...]:
            return tuple(s for s in change(statuses) if s.boxes)

        if self.character(name):
            return self.with_character(name, lambda c: replace(c, statuses=kept(c.statuses)))
        return self.with_challenge(name, lambda c: replace(c, statuses=kept(c.statuses)))

    def with_theme(self, actor: str, theme: str, change: Callable[[Theme], Theme]) -> "State":
        def changed(character: Character) -> Character:
            return replace(character, themes=tuple(change(t) if t.id == theme else t for t in character.themes))

        return self.with_character(actor, changed)


def actors(state: State) -> dict[str, str]:
    """Everybody who can be controlled or asked: the id, and what it is called."""
    return {character.id: character.called for character in state.characters}


def scope(state: State) -> str:
    """What the MC allows until the scene ends lasts as long as no scene has ended (MST-LIV-2); in a writing, until that ends (MST-LIV-25)."""
    if state.mission and state.mission.phase in (MissionPhase.WRITING, MissionPhase.PAST):
        return f"file {state.mission.file}"
    return str(state.ended)
