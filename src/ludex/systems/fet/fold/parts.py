"""Pieces that every part of the fold uses: a character, or fighters, in their places."""

from msgspec.structs import replace

from ludex.systems.fet.events import PointsKept
from ludex.systems.fet.state import Battle, Character, Fighter, State
from ludex.systems.fet.terms import Number


def with_character(state: State, who: str, character: Character) -> State:
    """The state with a character in its place."""
    return replace(state, characters={**state.characters, who: character})


def changed(state: State, who: str, **fields: object) -> State:
    """A character with other fields; nobody where there is none."""
    found = state.characters.get(who)
    return state if found is None else with_character(state, who, replace(found, **fields))


def fights_on(state: State, who: str, **fields: object) -> State:
    """A fighter with other fields; nobody where there is none, or no battle."""
    fighter = state.fighter(who)
    if state.battle is None or fighter is None:
        return state
    return replace(state, battle=among(state.battle, (replace(fighter, **fields),)))


def most_points(character: Character, given: PointsKept | Fighter) -> Number | None:
    """The most action points that the GM has given."""
    points = given.points if isinstance(given, PointsKept) else given.action_points
    return character.action_points_max if points is None else max(points, character.action_points_max or 0)


def among(battle: Battle, changed: tuple[Fighter, ...]) -> Battle:
    """The battle with these fighters in their places."""
    now = {f.id: f for f in changed}
    return replace(battle, fighters=tuple(now.get(f.id, f) for f in battle.fighters))
