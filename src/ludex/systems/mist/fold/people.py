"""State × event → state: people."""

from msgspec.structs import replace

from ludex.systems.mist import events as ev
from ludex.systems.mist.sheet import Character, StoryTag, Theme
from ludex.systems.mist.state import Beat, Improving, Related, State
from ludex.systems.mist.terms import ScenePhase


def _without(tags: tuple[StoryTag, ...], name: str) -> tuple[StoryTag, ...]:
    return tuple(t for t in tags if t.name != name)


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
    over = _is_over(state)
    if not event.holder:
        return state.with_scene(story_tags=(*state.scene_tags, event.tag), wrapped=over)
    state = state.with_character(event.holder, lambda c: replace(c, story_tags=(*c.story_tags, event.tag)))
    return state.with_scene(wrapped=over) if state.scene else state


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


def immersion_made(state: State, event: ev.ImmersionMade) -> State:
    """For the story of the case alone."""
    return state.told(Beat("immersion", event.depth, event.actor, event.result))


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
