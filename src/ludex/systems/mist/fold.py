"""What each event makes of a state: one function for each, and `happen`, by which a rule makes one true.

The fold is total and refuses nothing: an event has enough in it to be folded without rules, and what is not there stays as it is.
"""

from typing import cast

from msgspec.structs import replace

from ludex.core import asks
from ludex.core.fold import by_event
from ludex.systems.mist import events as ev
from ludex.systems.mist.sheet import Character, StoryTag, Theme, Threat
from ludex.systems.mist.state import Improving, Related, Scene, State
from ludex.systems.mist.terms import MissionPhase, Outcome, ScenePhase, ThreatState


def _without(tags: tuple[StoryTag, ...], name: str) -> tuple[StoryTag, ...]:
    return tuple(t for t in tags if t.name != name)


def _now(threats: tuple[Threat, ...], ids: tuple[str, ...], state: ThreatState) -> tuple[Threat, ...]:
    """The threats, with those open ones of these ids in another state."""
    return tuple(replace(t, state=state) if t.id in ids and t.state == ThreatState.OPEN else t for t in threats)


# --- people --------------------------------------------------------------------------------------------------------


def status_taken(state: State, event: ev.StatusTaken) -> State:
    """Recorded last, since now."""
    status = replace(event.status, since=event.status.since or state.when)
    return state.with_statuses(event.holder, lambda statuses: (*statuses, status))


def status_tracked(state: State, event: ev.StatusTracked) -> State:
    """Only the marks change."""
    return state.with_statuses(
        event.holder, lambda all_: (replace(s, boxes=event.boxes) if s.name == event.name else s for s in all_)
    )


def status_rewritten(state: State, event: ev.StatusRewritten) -> State:
    """In its old place."""
    return state.with_statuses(
        event.holder, lambda statuses: (event.status if s.name == event.name else s for s in statuses)
    )


def tag_burnt(state: State, event: ev.TagBurnt) -> State:
    """It stays on the theme, burnt."""
    return state.with_theme(event.actor, event.theme, lambda t: replace(t, burnt=(*t.burnt, event.tag)))


def tags_recovered(state: State, event: ev.TagsRecovered) -> State:
    """On any of the character's themes."""

    def back(theme: Theme) -> Theme:
        return replace(theme, burnt=tuple(tag for tag in theme.burnt if tag not in event.tags))

    return state.with_character(event.actor, lambda c: replace(c, themes=tuple(map(back, c.themes))))


def story_tag_made(state: State, event: ev.StoryTagMade) -> State:
    """Recorded last, in the scene or on its holder."""
    if event.holder:
        return state.with_character(event.holder, lambda c: replace(c, story_tags=(*c.story_tags, event.tag)))
    return state.with_scene(story_tags=(*state.scene_tags, event.tag), wrapped=_is_over(state))


def _is_over(state: State) -> bool:
    """Whether a scene has ended and nothing that would expire is left of it: what is made now belongs to the next."""
    scene = state.scene_now
    tags = (*scene.story_tags, *(tag for c in state.characters for tag in c.story_tags))
    return scene.wrapped or (scene.phase == ScenePhase.ENDED and not tags)


def story_tag_gone(state: State, event: ev.StoryTagGone) -> State:
    """Taken out where it was."""
    name = event.name
    if not event.holder:
        return state.with_scene(story_tags=_without(state.scene_tags, name))
    if state.character(event.holder):
        return state.with_character(event.holder, lambda c: replace(c, story_tags=_without(c.story_tags, name)))
    return state.with_challenge(event.holder, lambda c: replace(c, tags=tuple(t for t in c.tags if t != name)))


def indulgence_marked(state: State, event: ev.IndulgenceMarked) -> State:
    """Set, not added."""
    return state.with_theme(event.actor, event.theme, lambda t: replace(t, indulgence=event.marks))


def theme_lost(state: State, event: ev.ThemeLost) -> State:
    """With all its tags; one replacement more is owed."""

    def lost(character: Character) -> Character:
        left = tuple(t for t in character.themes if t.id != event.theme)
        return replace(character, themes=left, pending_replacements=character.pending_replacements + 1)

    return state.with_character(event.actor, lost)


def theme_replaced(state: State, event: ev.ThemeReplaced) -> State:
    """Recorded last; one replacement fewer is owed."""

    def replaced(character: Character) -> Character:
        owed = max(character.pending_replacements - 1, 0)
        return replace(character, themes=(*character.themes, event.theme), pending_replacements=owed)

    return state.with_character(event.actor, replaced)


def growth_marked(state: State, event: ev.GrowthMarked) -> State:
    """Set, not added."""
    return state.with_theme(event.actor, event.theme, lambda t: replace(t, growth=event.marks, nascent=event.nascent))


def theme_improved(state: State, event: ev.ThemeImproved) -> State:
    """Recorded last; it is waited for no longer."""
    waits = Improving(event.actor, event.theme)
    if waits in state.improving:
        place = state.improving.index(waits)
        state = replace(state, improving=(*state.improving[:place], *state.improving[place + 1 :]))
    return state.with_theme(event.actor, event.theme, lambda t: replace(t, tags=(*t.tags, event.tag)))


def fate_met(state: State, event: ev.FateMet) -> State:
    """The sheet keeps everything else."""
    return state.with_character(event.actor, lambda c: replace(c, fate=event.fate))


def character_joined(state: State, event: ev.CharacterJoined) -> State:
    """In its old place, if it had one."""
    if state.character(event.character.id):
        return state.with_character(event.character.id, lambda _: event.character)
    return replace(state, characters=(*state.characters, event.character))


def character_left(state: State, event: ev.CharacterLeft) -> State:
    """Sheet and all."""
    return replace(state, characters=tuple(c for c in state.characters if c.id != event.actor))


def character_used(state: State, event: ev.CharacterUsed) -> State:
    """Once is enough."""
    return state if event.actor in state.used else replace(state, used=(*state.used, event.actor))


def theme_rewritten(state: State, event: ev.ThemeRewritten) -> State:
    """In its old place, or off the sheet."""

    def rewritten(character: Character) -> Character:
        themes = tuple(event.now if t.id == event.theme else t for t in character.themes)
        return replace(character, themes=tuple(t for t in themes if t is not None))

    return state.with_character(event.actor, rewritten)


def improvement_owed(state: State, event: ev.ImprovementOwed) -> State:
    """After those that wait already."""
    return replace(state, improving=(*state.improving, Improving(event.actor, event.theme)))


def statuses_related(state: State, event: ev.StatusesRelated) -> State:
    """The last word on a pair counts."""
    others = tuple(r for r in state.related if not r.joins(event.one, event.other))
    said = () if event.forgotten else (Related(event.one, event.other, event.relation),)
    return replace(state, related=(*others, *said))


def rests_granted(state: State, event: ev.RestsGranted) -> State:
    """One more for each."""
    return replace(state, rests={**state.rests, **{who: state.rests.get(who, 0) + 1 for who in event.actors}})


def rest_used(state: State, event: ev.RestUsed) -> State:
    """One fewer."""
    left = state.rests.get(event.actor, 0) - 1
    others = {who: n for who, n in state.rests.items() if who != event.actor}
    return replace(state, rests={**others, event.actor: left} if left > 0 else others)


def note_written(state: State, event: ev.NoteWritten) -> State:
    """After the others."""
    return replace(state, notes=(*state.notes, event.note))


# --- the scene -----------------------------------------------------------------------------------------------------


def scene_opened(state: State, event: ev.SceneOpened) -> State:
    """The last one is over."""
    scene = Scene(past=event.past, when=event.when, story_tags=event.story_tags, text=event.text)
    owed = replace(scene, phase=ScenePhase.CONSEQUENCE, round=1, action_due=True)
    now = state.now if event.past else event.when
    return replace(state, scene=owed if event.owed else scene, now=now)


def scene_established(state: State, event: ev.SceneEstablished) -> State:
    """Added to what is there."""
    scene = state.scene_now
    return state.with_scene(
        phase=ScenePhase.ACTION,
        round=scene.round + 1,
        challenges=(*scene.challenges, *event.challenges),
        threats=(*scene.threats, *event.threats),
        story_tags=(*scene.story_tags, *event.story_tags),
    )


def challenge_changed(state: State, event: ev.ChallengeChanged) -> State:
    """In its old place, if it had one."""
    if any(c.id == event.challenge.id for c in state.challenges):
        return state.with_challenge(event.challenge.id, lambda _: event.challenge)
    return state.with_scene(challenges=(*state.challenges, event.challenge))


def challenge_prepared(state: State, event: ev.ChallengePrepared) -> State:
    """The last one of that id."""
    others = tuple(c for c in state.prepared if c.id != event.challenge.id)
    return replace(state, prepared=(*others, event.challenge))


def pack_shelved(state: State, event: ev.PackShelved) -> State:
    """After the others."""
    return replace(state, packs=(*state.packs, event.pack))


def packs_changed(state: State, event: ev.PacksChanged) -> State:
    """All of them."""
    return replace(state, packs=event.packs)


def scene_furnished(state: State, event: ev.SceneFurnished) -> State:
    """Added to what is there; phase and round stay."""
    scene = state.scene_now
    return state.with_scene(
        challenges=(*scene.challenges, *event.challenges),
        threats=(*scene.threats, *event.threats),
        story_tags=(*scene.story_tags, *event.story_tags),
    )


def scene_acted(state: State, event: ev.SceneActed) -> State:
    """On to the consequences."""
    threats = _now(state.scene_now.threats, event.resolved, ThreatState.RESOLVED)
    return state.with_scene(phase=ScenePhase.CONSEQUENCE, threats=threats, action_due=event.action_due)


def consequences_delivered(state: State, event: ev.ConsequencesDelivered) -> State:
    """Nothing more is due."""
    threats = _now(state.scene_now.threats, event.realised, ThreatState.REALISED)
    return state.with_scene(threats=threats, action_due=False)


def threat_announced(state: State, event: ev.ThreatAnnounced) -> State:
    """Recorded last."""
    return state.with_scene(threats=(*state.scene_now.threats, event.threat))


def scene_turned(state: State, event: ev.SceneTurned) -> State:
    """Only the phase; with the end of a scene nothing is owed any more."""
    over = event.phase == ScenePhase.ENDED
    due = state.scene_now.action_due and not over
    return replace(state.with_scene(phase=event.phase, action_due=due), ended=state.ended + over)


def scene_wrapped(state: State, event: ev.SceneWrapped) -> State:  # noqa: ARG001  # the event says it all
    """What is left stays."""
    return state.with_scene(wrapped=True)


# --- the mission ---------------------------------------------------------------------------------------------------


def mission_opened(state: State, event: ev.MissionOpened) -> State:
    """The last one is closed, and goes to the archive whole."""
    archive = (*state.archive, state.mission) if state.mission else state.archive
    return replace(state, mission=event.mission, archive=archive, loose=())


def clue_found(state: State, event: ev.ClueFound) -> State:
    """Recorded last; it is hidden no longer."""
    mission = state.mission_now
    hidden = tuple(c for c in mission.hidden_clues if c.id != event.clue.id)
    return state.with_mission(clues=(*mission.clues, event.clue), hidden_clues=hidden)


def clue_kept(state: State, event: ev.ClueKept) -> State:
    """For the next case."""
    return replace(state, loose=(*state.loose, event.clue))


def clue_changed(state: State, event: ev.ClueChanged) -> State:
    """In its old place, or last where it comes to be hidden or open; conclusions follow a new name (MST-LIV-40)."""
    mission, now = state.mission_now, event.now
    places = {False: mission.clues, True: mission.hidden_clues}
    for hidden, clues in places.items():
        stays = now is not None and now.hidden == hidden
        kept = [now if stays and c.id == event.name else c for c in clues if stays or c.id != event.name]
        if stays and now not in kept:
            kept.append(now)
        places[hidden] = tuple(c for c in kept if c is not None)
    changed = state.with_mission(clues=places[False], hidden_clues=places[True])
    return _cited_as(changed, event.name, now.id) if now and now.id != event.name else changed


def _cited_as(state: State, old: str, new: str) -> State:
    def renamed(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if name == old else name for name in names)

    conclusions = tuple(
        replace(c, supporting=renamed(c.supporting), conflicting=renamed(c.conflicting))
        for c in state.mission_now.conclusions
    )
    return state.with_mission(conclusions=conclusions)


def trait_hidden(state: State, event: ev.TraitHidden) -> State:
    """After the others."""
    return state.with_mission(hidden_traits=(*state.mission_now.hidden_traits, event.text))


def trait_changed(state: State, event: ev.TraitChanged) -> State:
    """In its old place, or gone."""

    def changed(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(text for text in (event.now if t == event.text else t for t in texts) if text)

    mission = state.mission_now
    return state.with_mission(traits=changed(mission.traits), hidden_traits=changed(mission.hidden_traits))


def mystery_dropped(state: State, event: ev.MysteryDropped) -> State:
    """What was settled stays settled."""
    return state.with_mission(mysteries=tuple(m for m in state.mission_now.mysteries if m.id != event.name))


def series_named(state: State, event: ev.SeriesNamed) -> State:
    """From now on."""
    return replace(state, series=event.name)


def mystery_posed(state: State, event: ev.MysteryPosed) -> State:
    """In its old place, if it had one."""
    known, posed = state.mission_now.mysteries, event.mystery
    if any(m.id == posed.id for m in known):
        return state.with_mission(mysteries=tuple(posed if m.id == posed.id else m for m in known))
    return state.with_mission(mysteries=(*known, posed))


def file_opened(state: State, event: ev.FileOpened) -> State:
    """Back at the table."""
    return state.with_mission(phase=MissionPhase.WRITING, file=event.file)


def conclusion_settled(state: State, event: ev.ConclusionSettled) -> State:
    """On record for good."""
    return state.with_mission(phase=event.phase, conclusions=(*state.mission_now.conclusions, event.conclusion))


def trait_revealed(state: State, event: ev.TraitRevealed) -> State:
    """Recorded last; it is hidden no longer."""
    mission = state.mission_now
    hidden = tuple(text for text in mission.hidden_traits if text != event.text)
    return state.with_mission(traits=(*mission.traits, event.text), hidden_traits=hidden)


def suppressed(state: State, event: ev.Suppressed) -> State:  # noqa: ARG001  # the event says it all
    """The end: won."""
    return state.with_mission(phase=MissionPhase.SUPPRESSED, outcome=Outcome.WON)


def mission_closed(state: State, event: ev.MissionClosed) -> State:
    """The end; everything else is kept as it was."""
    return state.with_mission(phase=MissionPhase.CLOSED, outcome=event.outcome, note=event.note)


fold = by_event(
    *(status_taken, status_tracked, status_rewritten),
    *(tag_burnt, tags_recovered, story_tag_made, story_tag_gone),
    *(indulgence_marked, theme_lost, theme_replaced, growth_marked, theme_improved),
    *(fate_met, character_joined, character_left, character_used, theme_rewritten, improvement_owed),
    *(statuses_related, rests_granted, rest_used, note_written),
    *(scene_opened, scene_established, challenge_changed, challenge_prepared, pack_shelved, packs_changed),
    *(scene_acted, consequences_delivered, threat_announced, scene_turned, scene_wrapped, scene_furnished),
    *(clue_kept, clue_changed, trait_hidden, trait_changed, mystery_dropped, series_named),
    *(mission_opened, clue_found, mystery_posed, file_opened, conclusion_settled, trait_revealed, suppressed),
    mission_closed,
)
"""The state after one more event."""


async def happen(event: ev.Event) -> State:
    """Make an event true and go on with the state after it."""
    return cast("State", await asks.happen(event))
