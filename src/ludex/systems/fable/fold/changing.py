"""How a state is changed in one place: a character, everybody, the running conflict."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from ludex.core.effects.records import Effect as Record
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import Conflict, State


def with_one(state: State, who: str, change: Callable[[Character], Character]) -> State:
    """The state with one character changed; nobody of that id, no change."""
    character = state.characters.get(who)
    if character is None:
        return state
    return replace(state, characters={**state.characters, who: change(character)})


def with_all(state: State, who: Iterable[str], change: Callable[[Character], Character]) -> State:
    """The state with these characters changed."""
    named = set(who)
    return replace(state, characters={key: change(c) if key in named else c for key, c in state.characters.items()})


def unguarded(character: Character) -> Character:
    """She guards no longer, and covers nobody."""
    return replace(character, guarding=False, covering="")


def fresh(state: State, *per: str) -> State:
    """Feats that come back with this can be used again."""
    return with_all(
        state, state.characters, lambda c: replace(c, used={p: n for p, n in c.used.items() if p not in per})
    )


def without(effects: tuple[Record, ...], *units: str) -> tuple[Record, ...]:
    """Effects but for those that last until one of these."""
    return tuple(e for e in effects if not any(one.unit in units for one in e.lasts))


def with_conflict(state: State, change: Callable[[Conflict], Conflict]) -> State:
    """The state with the running conflict changed; none running, no change."""
    return state if state.conflict is None else replace(state, conflict=change(state.conflict))
