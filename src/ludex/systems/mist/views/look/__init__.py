"""The table as one viewer sees it: people on the left, scene and case in the middle, what can be done beside them.

Drawn from the state as the viewer knows it; nothing here decides what that is.
"""

from collections.abc import Collection, Iterator

from ludex.core.deeds import Offer, deed
from ludex.core.principals import Viewer, actor
from ludex.core.say import Label, Say, say, term
from ludex.core.scenery import Backdrop, backdrop
from ludex.core.view import (
    AnyPart,
    Deeds,
    Empty,
    Fact,
    Facts,
    Section,
    Stations,
    Tag,
    Tags,
    Text,
    Track,
    View,
    filled,
)
from ludex.systems.mist.kinds.offers import on_stage, threats
from ludex.systems.mist.rules.records import as_it_stands
from ludex.systems.mist.sheet import TIERS, TRACK, Challenge, Character, Status, StoryTag, Theme
from ludex.systems.mist.sheet.wordings import as_shelved
from ludex.systems.mist.state import Scene, State
from ludex.systems.mist.terms import Fate, ScenePhase, ThemeKind, ThreatState
from ludex.systems.mist.views.deeds import new_character
from ludex.systems.mist.views.look.case import case_sections
from ludex.systems.mist.views.tell.phrases import scene_words

SCENE_STATIONS = (ScenePhase.ESTABLISH, ScenePhase.ACTION, ScenePhase.CONSEQUENCE)

ADDED = say("view.addition")
"""Beside a number that comes from an addition."""


def look(state: State, viewer: Viewer) -> View:
    return View(
        tuple(character_section(c, viewer) for c in state.characters) or _nobody(state, viewer),
        tuple(_where(state, viewer)),
        _backdrop(state.scene) if state.running else None,
    )


def _backdrop(scene: Scene | None) -> Backdrop | None:
    """The place as its scene is called and told; one of the past is drawn so."""
    if scene is None:
        return None
    told = f"{scene.name} {scene.text}"
    return backdrop(told, place="street", past=scene.past)


def _nobody(state: State, viewer: Viewer) -> tuple[Section, ...]:
    """An empty table teaches how people come to it."""
    first = new_character(state) if viewer.gm or viewer.player else None
    return (Section("who-none", say("view.people"), (Empty(say("view.nobody"), deed=first),)),)


def _where(state: State, viewer: Viewer) -> Iterator[Section]:
    staged = as_shelved(state.scene.name) if state.scene and state.running else ""
    note = _scene_note(state.scene)
    yield Section("scene", say("view.scene"), tuple(_scene(state, viewer)), note=note, staged=staged)
    announced = threats(state)
    for challenge in state.challenges if state.running else ():
        yield challenge_section(as_it_stands(state, challenge), announced)
    if waiting := [challenge for challenge in state.prepared if challenge.id not in on_stage(state)]:
        ready = (
            deed("challenge", say("view.bring_in", challenge=c.called), given={"challenge": c.id}) for c in waiting
        )
        yield Section("prepared", say("view.prepared"), (Deeds(tuple(ready)),), hidden=True)
    yield from case_sections(state, viewer)


# --- the scene -----------------------------------------------------------------------------------------------------


def _scene_note(scene: Scene | None) -> Say | str:
    """Which scene it is, past or now, and its round."""
    if scene is None or scene.phase == ScenePhase.ENDED:
        return ""
    note = say("view.past_round" if scene.past else "view.round", round=scene.round, when=scene.when)
    return say("view.scene_named", name=as_shelved(scene.name), note=note) if scene.text else note


def _scene(state: State, viewer: Viewer) -> Iterator[AnyPart]:
    scene = state.scene
    if scene is None or scene.phase == ScenePhase.ENDED:
        yield Empty(say("view.no_scene"), deed=deed("scene", say("view.open_scene")) if viewer.gm else None)
        if scene and scene.story_tags:
            yield story_tags(scene.story_tags)
        return
    yield Stations(tuple(term(phase) for phase in SCENE_STATIONS), SCENE_STATIONS.index(scene.phase))
    if scene.text:
        yield Text(scene_words(scene))
    if scene.action_due:
        yield Text(say("view.action_due"), "warn")
    if scene.story_tags:
        yield story_tags(scene.story_tags)
    if scene.threats:
        yield Tags(tuple(_threat(t.id, t.state, as_shelved(t.text)) for t in scene.threats), say("view.threats"))


def _threat(name: str, state: str, text: Label) -> Tag:
    kind = "threat" if state == ThreatState.OPEN else "plain"
    return Tag(name, kind, out=state != ThreatState.OPEN, note=text if state == ThreatState.OPEN else term(state))


# --- people and challenges -------------------------------------------------------------------------------------------


def character_section(character: Character, viewer: Viewer) -> Section:
    """One sheet. Everybody's sheets are open at a mist table."""
    mine = character.id in viewer.controls
    return Section(
        f"who-{character.id}",
        character.called,
        tuple(_character_parts(character, mine=mine)),
        folded=not (mine or viewer.gm),
        note=_out_note(character),
        side="pc",
    )


def _out_note(character: Character) -> Label:
    """What has become of somebody who is out of play, or that she waits off the stage (MST-LIV-61)."""
    if character.fate != Fate.ACTIVE:
        return term(character.fate)
    return say("view.benched") if character.benched else ""


def _character_parts(character: Character, *, mine: bool) -> Iterator[AnyPart]:
    yield from (status_track(status, limit=0 if status.beneficial else TIERS) for status in character.statuses)
    if not character.statuses:
        yield Text(say("view.no_statuses"), "quiet")
    if character.story_tags:
        yield story_tags(character.story_tags)
    for theme in character.themes:
        yield theme_tags(theme, character.id if mine else "")
        yield from _theme_marks(theme)
    if character.cases:
        known = [say("view.case_known", name=one.name, outcome=term(one.outcome)) for one in character.cases]
        yield Text(say("view.cases_known", cases=known), "quiet")
    if character.pending_replacements:
        yield Facts((Fact(say("view.pending"), character.pending_replacements), Fact("", ADDED)))
    if not character.themes:
        yield Empty(say("view.no_themes"), deed=_write_theme(character.id))


def _write_theme(owner: str) -> Offer:
    kinds, title = tuple(map(term, ThemeKind)), say("view.write_theme")
    return deed("theme", title, of=actor(owner), kind=kinds, theme_tag=(), tags=(), weakness=())


def theme_tags(theme: Theme, owner: str = "") -> Tags:
    """A theme as a run of tags: the theme tag first, burnt ones struck out, weaknesses last. Its `owner` can preview a usable one."""
    power = (
        Tag(tag, "power", out=tag in theme.burnt, deed=_preview(owner, tag) if owner and tag in theme.usable else None)
        for tag in theme.power_tags
    )
    weak = (Tag(tag, "weakness") for tag in theme.weakness)
    label = say("view.nascent_theme" if theme.nascent else "view.theme", kind=term(theme.kind))
    return Tags((*power, *weak), label)


def _preview(owner: str, tag: str) -> Offer:
    return deed("peek", say("view.do_preview"), of=actor(owner), given={"help": [tag]})


def _theme_marks(theme: Theme) -> Iterator[AnyPart]:
    if theme.motivation:
        yield Text(say("view.motivation", text=theme.motivation), "quiet")
    if theme.indulgence:
        yield filled(say("view.indulgence"), theme.indulgence, TRACK, tone="bad", note=ADDED)  # MST-LIV-59
    if theme.growth:
        yield filled(say("view.growth"), theme.growth, TRACK, tone="good", note=ADDED)


def story_tags(tags: tuple[StoryTag, ...]) -> Tags:
    return Tags(tuple(Tag(tag.called, "story") for tag in tags), say("view.story_tags"))


def status_track(status: Status, *, limit: int = 0, own_limit: bool = False) -> Track:
    """A status as six boxes; where its limit is known, how near it is. `own_limit`: it is not that of everybody, and told however far."""
    tone = "good" if status.beneficial else "plain"
    note = say("view.far_limit" if limit and own_limit else "view.tier", tier=status.tier, limit=limit)
    if limit and status.tier >= limit:
        tone, note = "bad", say("view.at_limit", tier=status.tier, limit=limit)
    elif limit and status.tier == limit - 1:
        tone, note = "warn", say("view.near_limit", tier=status.tier, limit=limit)
    return Track(status.called, status.boxes, TIERS, limit, tone, note, borne=True)


def challenge_section(challenge: Challenge, announced: Collection[str]) -> Section:
    """One challenge; with the limits and prepared threats that are there."""
    return Section(
        f"challenge-{challenge.id}",
        challenge.called,
        tuple(_challenge_parts(challenge, announced)),
        hidden=challenge.hidden,
        note=say("view.overcome") if challenge.overcome else (term(challenge.sort) if challenge.sort else ""),
        side="foe",
    )


def _challenge_parts(challenge: Challenge, announced: Collection[str]) -> Iterator[AnyPart]:
    if challenge.text:
        yield Text(as_shelved(challenge.text))
    limits = {limit.status: limit.limit for limit in challenge.limits}
    for status in challenge.statuses:
        yield status_track(status, limit=limits.get(status.family, 0), own_limit=True)
    held = [status.family for status in challenge.statuses]
    for family, limit in limits.items():
        if family not in held:
            yield Track(family, (), TIERS, limit, "quiet", say("view.limit", limit=limit))
    if challenge.bands:
        yield Facts(tuple(Fact(say("view.band", status=name), term(band)) for name, band in challenge.bands.items()))
    if challenge.tags:
        yield Tags(tuple(Tag(tag, "story") for tag in challenge.tags), say("view.own_tags"))
    prepared = [threat.id for threat in challenge.threats if threat.id not in announced]
    if prepared:
        yield Deeds(tuple(deed("threat", say("view.announce", threat=name), given={"id": name}) for name in prepared))
