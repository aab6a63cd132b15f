"""What each event makes of a state: one function for each, and `happen`, by which a rule makes one true.

The fold is total and refuses nothing: an event has enough in it to be folded without rules, and what is not there stays as it is.
"""

from collections.abc import Callable, Iterable
from typing import cast

from msgspec.structs import replace

from ludex.core import asks
from ludex.core.fold import by_event
from ludex.systems.mist.events import (
    ChallengeChanged,
    ChallengePrepared,
    CharacterJoined,
    CharacterLeft,
    ClueFound,
    ConclusionSettled,
    ConsequencesDelivered,
    Event,
    FateMet,
    FileOpened,
    GrowthMarked,
    IndulgenceMarked,
    MissionClosed,
    MissionOpened,
    MysteryPosed,
    PackShelved,
    SceneActed,
    SceneEstablished,
    SceneOpened,
    SceneTurned,
    SceneWrapped,
    StatusRewritten,
    StatusTaken,
    StatusTracked,
    StoryTagGone,
    StoryTagMade,
    Suppressed,
    TagBurnt,
    TagsRecovered,
    ThemeImproved,
    ThemeLost,
    ThemeReplaced,
    ThreatAnnounced,
    TraitRevealed,
)
from ludex.systems.mist.sheet import Challenge, Character, Status, StoryTag, Theme, Threat
from ludex.systems.mist.state import Mission, Scene, State
from ludex.systems.mist.terms import MissionPhase, Outcome, ScenePhase, ThreatState

# --- the few moves that every event is made of ---------------------------------------------------------------------


def _scene(state: State) -> Scene:
    """The scene, or an ended one to hold what is made between scenes."""
    return state.scene or Scene(phase=ScenePhase.ENDED, wrapped=True)


def _mission(state: State) -> Mission:
    return state.mission or Mission()


def _with_character(state: State, name: str, change: Callable[[Character], Character]) -> State:
    return replace(state, characters=tuple(change(c) if c.id == name else c for c in state.characters))


def _with_challenge(state: State, name: str, change: Callable[[Challenge], Challenge]) -> State:
    """Change one challenge of the scene."""
    if state.scene is None:
        return state
    changed = tuple(change(c) if c.id == name else c for c in state.scene.challenges)
    return replace(state, scene=replace(state.scene, challenges=changed))


def _with_statuses(state: State, name: str, change: Callable[[tuple[Status, ...]], Iterable[Status]]) -> State:
    """Change somebody's statuses; those without a mark have ended (MST-STA-3)."""

    def kept(statuses: tuple[Status, ...]) -> tuple[Status, ...]:
        return tuple(s for s in change(statuses) if s.boxes)

    if state.character(name):
        return _with_character(state, name, lambda c: replace(c, statuses=kept(c.statuses)))
    return _with_challenge(state, name, lambda c: replace(c, statuses=kept(c.statuses)))


def _with_theme(state: State, actor: str, theme: str, change: Callable[[Theme], Theme]) -> State:
    def changed(character: Character) -> Character:
        return replace(character, themes=tuple(change(t) if t.id == theme else t for t in character.themes))

    return _with_character(state, actor, changed)


def _with_scene(state: State, **fields: object) -> State:
    return replace(state, scene=replace(_scene(state), **fields))


def _with_mission(state: State, **fields: object) -> State:
    return replace(state, mission=replace(_mission(state), **fields))


def _without(tags: tuple[StoryTag, ...], name: str) -> tuple[StoryTag, ...]:
    return tuple(t for t in tags if t.name != name)


def _now(threats: tuple[Threat, ...], ids: tuple[str, ...], state: ThreatState) -> tuple[Threat, ...]:
    """The threats, with those open ones of these ids in another state."""
    return tuple(replace(t, state=state) if t.id in ids and t.state == ThreatState.OPEN else t for t in threats)


# --- people --------------------------------------------------------------------------------------------------------


def status_taken(state: State, event: StatusTaken) -> State:
    """Recorded last, since now."""
    status = replace(event.status, since=event.status.since or state.when)
    return _with_statuses(state, event.holder, lambda statuses: (*statuses, status))


def status_tracked(state: State, event: StatusTracked) -> State:
    """Only the marks change."""
    return _with_statuses(
        state, event.holder, lambda all_: (replace(s, boxes=event.boxes) if s.name == event.name else s for s in all_)
    )


def status_rewritten(state: State, event: StatusRewritten) -> State:
    """In its old place."""
    return _with_statuses(
        state, event.holder, lambda statuses: (event.status if s.name == event.name else s for s in statuses)
    )


def tag_burnt(state: State, event: TagBurnt) -> State:
    """It stays on the theme, burnt."""
    return _with_theme(state, event.actor, event.theme, lambda t: replace(t, burnt=(*t.burnt, event.tag)))


def tags_recovered(state: State, event: TagsRecovered) -> State:
    """On any of the character's themes."""

    def back(theme: Theme) -> Theme:
        return replace(theme, burnt=tuple(tag for tag in theme.burnt if tag not in event.tags))

    return _with_character(state, event.actor, lambda c: replace(c, themes=tuple(map(back, c.themes))))


def story_tag_made(state: State, event: StoryTagMade) -> State:
    """Recorded last, in the scene or on its holder."""
    if event.holder:
        return _with_character(state, event.holder, lambda c: replace(c, story_tags=(*c.story_tags, event.tag)))
    return _with_scene(state, story_tags=(*state.scene_tags, event.tag), wrapped=_is_over(state))


def _is_over(state: State) -> bool:
    """Whether a scene has ended and nothing that would expire is left of it: what is made now belongs to the next."""
    scene = _scene(state)
    tags = (*scene.story_tags, *(tag for c in state.characters for tag in c.story_tags))
    return scene.wrapped or (scene.phase == ScenePhase.ENDED and not tags)


def story_tag_gone(state: State, event: StoryTagGone) -> State:
    """Taken out where it was."""
    name = event.name
    if not event.holder:
        return _with_scene(state, story_tags=_without(state.scene_tags, name))
    if state.character(event.holder):
        return _with_character(state, event.holder, lambda c: replace(c, story_tags=_without(c.story_tags, name)))
    return _with_challenge(state, event.holder, lambda c: replace(c, tags=tuple(t for t in c.tags if t != name)))


def indulgence_marked(state: State, event: IndulgenceMarked) -> State:
    """Set, not added."""
    return _with_theme(state, event.actor, event.theme, lambda t: replace(t, indulgence=event.marks))


def theme_lost(state: State, event: ThemeLost) -> State:
    """With all its tags; one replacement more is owed."""

    def lost(character: Character) -> Character:
        left = tuple(t for t in character.themes if t.id != event.theme)
        return replace(character, themes=left, pending_replacements=character.pending_replacements + 1)

    return _with_character(state, event.actor, lost)


def theme_replaced(state: State, event: ThemeReplaced) -> State:
    """Recorded last; one replacement fewer is owed."""

    def replaced(character: Character) -> Character:
        owed = max(character.pending_replacements - 1, 0)
        return replace(character, themes=(*character.themes, event.theme), pending_replacements=owed)

    return _with_character(state, event.actor, replaced)


def growth_marked(state: State, event: GrowthMarked) -> State:
    """Set, not added."""
    return _with_theme(state, event.actor, event.theme, lambda t: replace(t, growth=event.marks, nascent=event.nascent))


def theme_improved(state: State, event: ThemeImproved) -> State:
    """Recorded last."""
    return _with_theme(state, event.actor, event.theme, lambda t: replace(t, tags=(*t.tags, event.tag)))


def fate_met(state: State, event: FateMet) -> State:
    """The sheet keeps everything else."""
    return _with_character(state, event.actor, lambda c: replace(c, fate=event.fate))


def character_joined(state: State, event: CharacterJoined) -> State:
    """In its old place, if it had one."""
    if state.character(event.character.id):
        return _with_character(state, event.character.id, lambda _: event.character)
    return replace(state, characters=(*state.characters, event.character))


def character_left(state: State, event: CharacterLeft) -> State:
    """Sheet and all."""
    return replace(state, characters=tuple(c for c in state.characters if c.id != event.actor))


# --- the scene -----------------------------------------------------------------------------------------------------


def scene_opened(state: State, event: SceneOpened) -> State:
    """The last one is over."""
    scene = Scene(past=event.past, when=event.when, story_tags=event.story_tags, text=event.text)
    owed = replace(scene, phase=ScenePhase.CONSEQUENCE, round=1, action_due=True)
    return replace(state, scene=owed if event.owed else scene)


def scene_established(state: State, event: SceneEstablished) -> State:
    """Added to what is there."""
    scene = _scene(state)
    return _with_scene(
        state,
        phase=ScenePhase.ACTION,
        round=scene.round + 1,
        challenges=(*scene.challenges, *event.challenges),
        threats=(*scene.threats, *event.threats),
        story_tags=(*scene.story_tags, *event.story_tags),
    )


def challenge_changed(state: State, event: ChallengeChanged) -> State:
    """In its old place, if it had one."""
    if any(c.id == event.challenge.id for c in state.challenges):
        return _with_challenge(state, event.challenge.id, lambda _: event.challenge)
    return _with_scene(state, challenges=(*state.challenges, event.challenge))


def challenge_prepared(state: State, event: ChallengePrepared) -> State:
    """The last one of that id."""
    others = tuple(c for c in state.prepared if c.id != event.challenge.id)
    return replace(state, prepared=(*others, event.challenge))


def pack_shelved(state: State, event: PackShelved) -> State:
    """After the others."""
    return replace(state, packs=(*state.packs, event.pack))


def scene_acted(state: State, event: SceneActed) -> State:
    """On to the consequences."""
    threats = _now(_scene(state).threats, event.resolved, ThreatState.RESOLVED)
    return _with_scene(state, phase=ScenePhase.CONSEQUENCE, threats=threats, action_due=event.action_due)


def consequences_delivered(state: State, event: ConsequencesDelivered) -> State:
    """Nothing more is due."""
    threats = _now(_scene(state).threats, event.realised, ThreatState.REALISED)
    return _with_scene(state, threats=threats, action_due=False)


def threat_announced(state: State, event: ThreatAnnounced) -> State:
    """Recorded last."""
    return _with_scene(state, threats=(*_scene(state).threats, event.threat))


def scene_turned(state: State, event: SceneTurned) -> State:
    """Only the phase; with the end of a scene nothing is owed any more."""
    due = _scene(state).action_due and event.phase != ScenePhase.ENDED
    return _with_scene(state, phase=event.phase, action_due=due)


def scene_wrapped(state: State, event: SceneWrapped) -> State:  # noqa: ARG001  # the event says it all
    """What is left stays."""
    return _with_scene(state, wrapped=True)


# --- the mission ---------------------------------------------------------------------------------------------------


def mission_opened(state: State, event: MissionOpened) -> State:
    """The last one is closed."""
    return replace(state, mission=event.mission)


def clue_found(state: State, event: ClueFound) -> State:
    """Recorded last."""
    return _with_mission(state, clues=(*_mission(state).clues, event.clue))


def mystery_posed(state: State, event: MysteryPosed) -> State:
    """In its old place, if it had one."""
    known, posed = _mission(state).mysteries, event.mystery
    if any(m.id == posed.id for m in known):
        return _with_mission(state, mysteries=tuple(posed if m.id == posed.id else m for m in known))
    return _with_mission(state, mysteries=(*known, posed))


def file_opened(state: State, event: FileOpened) -> State:
    """Back at the table."""
    return _with_mission(state, phase=MissionPhase.WRITING, file=event.file)


def conclusion_settled(state: State, event: ConclusionSettled) -> State:
    """On record for good."""
    return _with_mission(state, phase=event.phase, conclusions=(*_mission(state).conclusions, event.conclusion))


def trait_revealed(state: State, event: TraitRevealed) -> State:
    """Recorded last."""
    return _with_mission(state, traits=(*_mission(state).traits, event.text))


def suppressed(state: State, event: Suppressed) -> State:  # noqa: ARG001  # the event says it all
    """The end: won."""
    return _with_mission(state, phase=MissionPhase.SUPPRESSED, outcome=Outcome.WON)


def mission_closed(state: State, event: MissionClosed) -> State:
    """The end; everything else is kept as it was."""
    return _with_mission(state, phase=MissionPhase.CLOSED, outcome=event.outcome)


fold = by_event(
    *(status_taken, status_tracked, status_rewritten),
    *(tag_burnt, tags_recovered, story_tag_made, story_tag_gone),
    *(indulgence_marked, theme_lost, theme_replaced, growth_marked, theme_improved),
    *(fate_met, character_joined, character_left),
    *(scene_opened, scene_established, challenge_changed, challenge_prepared, pack_shelved),
    *(scene_acted, consequences_delivered, threat_announced, scene_turned, scene_wrapped),
    *(mission_opened, clue_found, mystery_posed, file_opened, conclusion_settled, trait_revealed, suppressed),
    mission_closed,
)
"""The state after one more event."""


async def happen(event: Event) -> State:
    """Make an event true and go on with the state after it."""
    return cast("State", await asks.happen(event))
