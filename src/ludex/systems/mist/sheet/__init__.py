"""A character and a challenge as frozen data: tags, themes, statuses, limits; what follows from them; what is wrong with them.

Clauses MST-TAG, MST-THM, MST-LIM, MST-CHA and the parents' theme kinds (MST-PTH). Nothing here changes anything, and
nothing here knows the table: a sheet is looked over by itself, and all problems are found at once.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import force_setattr

from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.core.say import say
from ludex.core.visibility import Gm, Secret
from ludex.systems.mist.options import Options
from ludex.systems.mist.terms import Fate, Stage, ThemeKind, ThreatState, as_terms

TIERS = 6
"""A status track has six boxes (MST-STA-2); a player character bears up to five of them (MST-LIM-4)."""

FULL_THEME = 3
TRACK = 3
"""Marks that fill an indulgence or a growth track (MST-PIN-1, MST-PGR-2)."""


class Status(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition: what it is called and which of its six boxes are marked. `tier` and `family` follow by themselves.

    `since` is when it came into the story (MST-DED-2).
    """

    name: str
    boxes: tuple[int, ...] = ()
    family: str = ""
    opposes: tuple[str, ...] = ()
    beneficial: bool = False
    tier: int = 0
    since: int = 0

    def __post_init__(self) -> None:
        force_setattr(self, "tier", max(self.boxes, default=0))  # MST-STA-3
        if not self.family:
            force_setattr(self, "family", self.name)  # MST-PST-1

    @property
    def called(self) -> str:
        return self.name

    def opposed(self, other: "Status") -> bool:
        """Whether the two cancel; either may say so (MST-PST-2)."""
        return other.family in self.opposes or self.family in other.opposes


class StoryTag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tag that does not last. `since` is when it came into the story (MST-DED-2)."""

    name: str
    since: int = 0

    @property
    def called(self) -> str:
        return self.name


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a character (MST-THM-1). `tags` are the power tags besides the theme tag; `burnt` lists the used-up ones."""

    id: str = ""
    kind: str = ""
    theme_tag: str = ""
    tags: tuple[str, ...] = ()
    weakness: tuple[str, ...] = ()
    burnt: tuple[str, ...] = ()
    indulgence: int = 0
    growth: int = 0
    nascent: bool = False
    motivation: str = ""
    effects: tuple[Effect, ...] = ()

    @property
    def called(self) -> str:
        return self.theme_tag

    @property
    def power_tags(self) -> tuple[str, ...]:
        """The theme tag is one of them (MST-TAG-6)."""
        return (self.theme_tag, *self.tags) if self.theme_tag.strip() else self.tags

    @property
    def usable(self) -> tuple[str, ...]:
        """Power tags that are not burnt (MST-TAG-7)."""
        return tuple(tag for tag in self.power_tags if tag not in self.burnt)


class CaseKnown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A case that a character was in: what it is called, of which season, and how it ended (MST-LIV-47)."""

    name: str
    series: str = ""
    outcome: str = ""


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="pc"):
    """A player character: themes, statuses, story tags, what has become of it, and the cases it was in. The id is its name."""

    id: str = ""
    themes: tuple[Theme, ...] = ()
    statuses: tuple[Status, ...] = ()
    story_tags: tuple[StoryTag, ...] = ()
    pending_replacements: int = 0
    fate: Fate = Fate.ACTIVE
    cases: tuple[CaseKnown, ...] = ()
    benched: bool = False  # off the stage for a while, with everything kept (MST-LIV-61)

    @property
    def called(self) -> str:
        return self.id

    @property
    def active(self) -> bool:
        """Whether the sheet is in play (MST-PFT-1, MST-LIV-61)."""
        return self.fate == Fate.ACTIVE and not self.benched

    @property
    def self_themes(self) -> int:
        """How many sides of it are human (MST-IMM-3)."""
        return sum(theme.kind == ThemeKind.SELF for theme in self.themes)


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """More of a status family than its holder can bear (MST-LIM-1)."""

    status: str
    limit: int


class Threat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is about to happen (MST-PCQ-1). `brings` are the consequences that the MC has prepared for it, as plain data."""

    id: str
    text: str = ""
    source: str = ""
    state: ThreatState = ThreatState.OPEN
    brings: Gm[tuple[Plain, ...]] = ()


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="challenge"):
    """Anything that stands against the players. `threats` are what the MC has prepared for it and not announced yet.

    `hidden`: it is on stage unseen (MST-LIV-41). `bands`: how far off its limits are, where no more is known (MST-LIV-35); never stored.

    Once a limit is reached it is overcome, and stays so (MST-LIM-3).
    """

    id: str = ""
    limits: tuple[Limit, ...] = ()
    statuses: tuple[Status, ...] = ()
    tags: tuple[str, ...] = ()
    overcome: bool = False
    sort: str = ""
    text: str = ""
    threats: Gm[tuple[Threat, ...]] = ()
    hidden: Secret = False
    bands: dict[str, str] = {}
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        if not self.overcome and not self.shifting and reached_limits(self.limits, self.statuses):
            force_setattr(self, "overcome", True)

    @property
    def shifting(self) -> bool:
        """Whether records of its own set its limits, so that the rules must say when one is reached (MST-LIV-32)."""
        return any(modifier.of == "limit" for effect in self.effects for modifier in effect.modifiers)

    @property
    def called(self) -> str:
        return self.id


Holder = Character | Challenge


def reached_limits(limits: Iterable[Limit], statuses: Iterable[Status]) -> tuple[str, ...]:
    """The families whose limit is reached or passed (MST-LIM-2), in the order of the limits."""
    held = tuple(statuses)
    return tuple(k.status for k in limits if any(s.family == k.status and s.tier >= k.limit for s in held))


def status_of(holder: Holder, name: str) -> Status | None:
    return next((s for s in holder.statuses if s.name == name), None)


def theme_of(character: Character, theme: str) -> Theme | None:
    return next((t for t in character.themes if t.id == theme), None)


def tags_on(character: Character) -> tuple[str, ...]:
    """Every tag text on a sheet: power tags, weaknesses, story tags."""
    own = [tag for theme in character.themes for tag in (*theme.power_tags, *theme.weakness)]
    return (*own, *(tag.name for tag in character.story_tags))


def check(problems: Iterable[RuleError]) -> None:
    """Refuse the first of these problems, if there is one."""
    for problem in problems:
        raise problem


def limit_problems(limits: Iterable[Limit]) -> Iterator[RuleError]:
    """Limits are tiers from 1 to 6 (MST-LIM-1)."""
    for limit in limits:
        if not 1 <= limit.limit <= TIERS:
            yield RuleError("bad_limit", clause="MST-LIM-1", status=limit.status, limit=limit.limit, low=1, high=TIERS)


def challenge_problems(challenge: Challenge) -> Iterator[RuleError]:
    """Anything can be a challenge that has a limit by which it is overcome (MST-CHA-2, MST-CHA-3)."""
    if not challenge.limits:
        yield RuleError("no_limits", clause="MST-CHA-2", challenge=challenge.id)
    yield from limit_problems(challenge.limits)


def theme_problems(theme: Theme, stage: str) -> Iterator[RuleError]:
    """Everything that is wrong with a theme, in the rulebook's order."""
    if theme.kind not in set(ThemeKind):
        yield RuleError("theme_kind", clause="MST-PTH-1", kind=theme.kind, kinds=as_terms(ThemeKind))
    if not theme.theme_tag.strip():
        yield RuleError("theme_tag_missing", clause="MST-THM-2", theme=theme.id or say("told.this_theme"))
    yield from tag_problems((*theme.power_tags, *theme.weakness))
    yield from _count_problems(theme, stage)
    for tag in theme.burnt:
        if tag not in theme.power_tags:
            yield RuleError("unknown_burnt", clause="MST-TAG-7", tag=tag, theme=theme.id)
    yield from mark_problems(theme)


def mark_problems(theme: Theme) -> Iterator[RuleError]:
    """A track that is full has been acted on: it shows 0 to 2 marks (MST-PIN-2, MST-PGR-2)."""
    if not 0 <= theme.indulgence < TRACK:
        yield RuleError("bad_indulgence", clause="MST-PIN-2", marks=theme.indulgence, high=TRACK - 1)
    if not 0 <= theme.growth < TRACK:
        yield RuleError("bad_growth", clause="MST-PGR-2", marks=theme.growth, high=TRACK - 1)


def tag_problems(tags: Iterable[str]) -> Iterator[RuleError]:
    """A tag has text, and a text stands once (MST-TAG-1)."""
    seen: list[str] = []
    for tag in tags:
        if not tag.strip():
            yield RuleError("empty_tag", clause="MST-TAG-1")
        elif tag in seen:
            yield RuleError("duplicate_tag", clause="MST-TAG-1", tag=tag)
        seen.append(tag)


def _count_problems(theme: Theme, stage: str) -> Iterator[RuleError]:
    """Three power tags and a weakness (MST-THM-3), or the theme tag and a weakness (MST-THM-4); in play they grow."""
    have = len(theme.power_tags)
    low, high = (1, FULL_THEME - 1) if theme.nascent else (FULL_THEME, None)
    if stage == Stage.CREATION:
        high = low
    if theme.theme_tag.strip() and (have < low or (high is not None and have > high)):
        wanted = say("told.exactly", n=low) if high == low else say("told.at_least", n=low)
        yield RuleError(
            "power_tag_count", clause="MST-THM-3", theme=theme.id, given=have, low=low, high=high, wanted=wanted
        )
    weak = len(theme.weakness)
    if weak < 1 or (stage == Stage.CREATION and weak > 1):
        yield RuleError("weakness_count", clause="MST-THM-3", theme=theme.id, given=weak)


def character_problems(character: Character, stage: str, options: Options) -> Iterator[RuleError]:
    ids = [theme.id for theme in character.themes]
    for theme in ids:
        if ids.count(theme) > 1:
            yield RuleError("duplicate_theme", clause="MST-PTH-2", theme=theme)
            break
    for theme_ in character.themes:
        yield from theme_problems(theme_, stage)
    yield from tag_problems(tags_on(character))
    pending = character.pending_replacements
    owed = len(ids) + pending  # a lost theme still counts for its slot (MST-PTH-2)
    fits = owed == options.theme_count if options.theme_count else owed > 0
    if not fits or (stage == Stage.CREATION and pending):
        slots = options.theme_count
        wanted = say("told.exactly", n=slots) if slots else say("told.at_least", n=1)
        yield RuleError("theme_count", clause="MST-PTH-2", given=len(ids), wanted=wanted)
