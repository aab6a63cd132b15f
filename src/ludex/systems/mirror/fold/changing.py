"""How a fold changes one character, one part, the running conflict: small steps that the functions of events share."""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.systems.mirror.sheet import BodyPart, Character
from ludex.systems.mirror.state import Conflict, State, settled


def changed(state: State, who: str, change: Callable[[Character], Character]) -> State:
    """The state with one character changed, if she is there."""
    if who not in state.characters:
        return state
    return replace(state, characters={**state.characters, who: settled(change(state.characters[who]))})


def with_part(c: Character, part: str, change: Callable[[BodyPart], BodyPart]) -> Character:
    """The character with one part changed."""
    return replace(c, parts=tuple(change(p) if p.id == part else p for p in c.parts))


def on_clock(state: State, change: Callable[[Conflict], Conflict]) -> State:
    """The state with the running conflict changed, if there is one."""
    return state if state.conflict is None else replace(state, conflict=change(state.conflict))
