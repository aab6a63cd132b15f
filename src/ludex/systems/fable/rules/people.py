"""Finding characters: the one place that refuses somebody who is not there."""

from ludex.core.errors import RuleError
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import Conflict, State


def character_of(state: State, who: str) -> Character:
    """The character under that id, or `unknown_character`."""
    found = state.characters.get(who)
    if found is None:
        raise RuleError("unknown_character", who=who, characters=list(state.characters))
    return found


def conflict_of(state: State) -> Conflict:
    """The running conflict, or `no_conflict`."""
    if state.conflict is None:
        raise RuleError("no_conflict")
    return state.conflict


def team_of(state: State, who: str) -> str:
    """The side somebody is on: in a conflict the one she fights on there, else the one on her sheet."""
    combatant = state.conflict.of(who) if state.conflict else None
    if combatant is not None:
        return combatant.team
    character = state.characters.get(who)
    return character.team if character else ""
