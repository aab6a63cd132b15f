"""How a state is changed: the few moves that every event is made of. Total: whatever is not there stays as it is."""

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from ludex.systems.mist.sheet import Challenge, Character, Status, StoryTag, Theme
from ludex.systems.mist.terms import ScenePhase
from ludex.systems.mist.world import Mission, Scene, State


class Happened(msgspec.Struct, frozen=True):
    """Base of all events: each knows what it makes of a state."""

    def upon(self, state: State) -> State:
        """The state after it."""
        raise NotImplementedError


def off_stage(state: State) -> Scene:
    """The scene, or an ended one to hold what is made between scenes."""
    return state.scene or Scene(phase=ScenePhase.ENDED)


def with_character(state: State, name: str, change: Callable[[Character], Character]) -> State:
    """Change one character."""
    return replace(state, characters=tuple(change(c) if c.id == name else c for c in state.characters))


def with_challenge(state: State, name: str, change: Callable[[Challenge], Challenge]) -> State:
    """Change one challenge of the scene."""
    if state.scene is None:
        return state
    changed = tuple(change(c) if c.id == name else c for c in state.scene.challenges)
    return replace(state, scene=replace(state.scene, challenges=changed))


def with_statuses(state: State, name: str, change: Callable[[tuple[Status, ...]], Iterable[Status]]) -> State:
    """Change somebody's statuses; those without a mark have ended (MST-STA-3)."""

    def kept(statuses: tuple[Status, ...]) -> tuple[Status, ...]:
        return tuple(s for s in change(statuses) if s.boxes)

    if state.character(name):
        return with_character(state, name, lambda c: replace(c, statuses=kept(c.statuses)))
    return with_challenge(state, name, lambda c: replace(c, statuses=kept(c.statuses)))


def with_theme(state: State, actor: str, *, theme: str, change: Callable[[Theme], Theme]) -> State:
    """Change one theme of a character."""

    def changed(character: Character) -> Character:
        return replace(character, themes=tuple(change(t) if t.id == theme else t for t in character.themes))

    return with_character(state, actor, changed)


def with_scene(state: State, **fields: object) -> State:
    """Change fields of the scene."""
    return replace(state, scene=replace(off_stage(state), **fields))


def with_mission(state: State, **fields: object) -> State:
    """Change fields of the mission."""
    return replace(state, mission=replace(state.mission or Mission(), **fields))


def without(tags: tuple[StoryTag, ...], name: str) -> tuple[StoryTag, ...]:
    """The tags but that one."""
    return tuple(t for t in tags if t.name != name)
