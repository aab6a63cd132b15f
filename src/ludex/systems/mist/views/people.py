"""Characters and challenges as cards: themes with their tags, statuses as six boxes, what is close to its limit."""

from collections.abc import Collection, Iterator

from ludex.core.say import say, term
from ludex.core.system import Viewer
from ludex.core.view import Action, Actions, AnyPart, Empty, Fact, Facts, Section, Tag, Tags, Text, Track, filled
from ludex.systems.mist.sheet import TIERS, TRACK, Challenge, Character, Status, StoryTag, Theme
from ludex.systems.mist.terms import Fate


def character_section(character: Character, viewer: Viewer) -> Section:
    """One sheet. Everybody's sheets are open at a mist table."""
    mine = character.id in viewer.controls
    return Section(
        f"who-{character.id}",
        character.id,
        tuple(_character_parts(character, mine=mine)),
        folded=not (mine or viewer.gm),
        note=term(character.fate) if character.fate != Fate.ACTIVE else "",
    )


def _character_parts(character: Character, *, mine: bool) -> Iterator[AnyPart]:
    yield from (status_track(status, limit=0 if status.beneficial else TIERS) for status in character.statuses)
    if not character.statuses:
        yield Text(say("view.no_statuses"), "quiet")
    if character.story_tags:
        yield story_tags(character.story_tags)
    for theme in character.themes:
        yield theme_tags(theme, f".预览 @{character.id} +" if mine else "")
        yield from _theme_marks(theme)
    if character.pending_replacements:
        yield Facts((Fact(say("view.pending"), character.pending_replacements),))
    if not character.themes:
        line = f".主题 @{character.id} <kind> <theme_tag> <tags> <weakness>"
        yield Empty(say("view.no_themes"), Action(say("view.write_theme"), line))


def theme_tags(theme: Theme, line: str = "") -> Tags:
    """A theme as a run of tags: the theme tag first, burnt ones struck out, weaknesses last. `line` asks for a usable one."""
    usable = theme.usable
    power = (
        Tag(tag, "power", out=tag not in usable, line=f"{line}{tag}" if line and tag in usable else "")
        for tag in theme.power_tags
    )
    weak = (Tag(tag, "weakness") for tag in theme.weakness)
    label = say("view.nascent_theme" if theme.nascent else "view.theme", kind=term(theme.kind))
    return Tags((*power, *weak), label)


def _theme_marks(theme: Theme) -> Iterator[AnyPart]:
    if theme.motivation:
        yield Text(say("view.motivation", text=theme.motivation), "quiet")
    if theme.indulgence:
        yield filled(say("view.indulgence"), theme.indulgence, TRACK, tone="bad")
    if theme.growth:
        yield filled(say("view.growth"), theme.growth, TRACK, tone="good")


def story_tags(tags: tuple[StoryTag, ...]) -> Tags:
    """Story tags of somebody or of the scene."""
    return Tags(tuple(Tag(tag.name, "story") for tag in tags), say("view.story_tags"))


def status_track(status: Status, *, limit: int = 0) -> Track:
    """A status as six boxes; where its limit is known, how near it is."""
    tone = "good" if status.beneficial else "plain"
    note = say("view.tier", tier=status.tier)
    if limit and status.tier >= limit:
        tone, note = "bad", say("view.at_limit", tier=status.tier)
    elif limit and status.tier == limit - 1:
        tone, note = "warn", say("view.near_limit", tier=status.tier)
    return Track(status.name, status.boxes, TIERS, limit, tone, note)


def challenge_section(challenge: Challenge, announced: Collection[str]) -> Section:
    """One challenge; its limits and prepared threats are there only if the viewer knows them."""
    return Section(
        f"challenge-{challenge.id}",
        challenge.id,
        tuple(_challenge_parts(challenge, announced)),
        note=say("view.overcome") if challenge.overcome else (term(challenge.sort) if challenge.sort else ""),
    )


def _challenge_parts(challenge: Challenge, announced: Collection[str]) -> Iterator[AnyPart]:
    if challenge.text:
        yield Text(challenge.text)
    limits = {limit.status: limit.limit for limit in challenge.limits}
    for status in challenge.statuses:
        yield status_track(status, limit=limits.get(status.family, 0))
    held = [status.family for status in challenge.statuses]
    for family, limit in limits.items():
        if family not in held:
            yield Track(family, (), TIERS, limit, "quiet", say("view.limit", limit=limit))
    if challenge.tags:
        yield Tags(tuple(Tag(tag, "story") for tag in challenge.tags), say("view.own_tags"))
    prepared = [threat.id for threat in challenge.threats if threat.id not in announced]
    if prepared:
        yield Actions(tuple(Action(say("view.announce", threat=name), f".威胁 {name}") for name in prepared))
