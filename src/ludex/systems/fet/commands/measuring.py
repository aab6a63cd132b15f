"""Distances in the battle box (FET-BOX-1)."""

from ludex.core.say import Label, say
from ludex.systems.fet.rules.scenes import distance_of
from ludex.systems.fet.state import State, check_battle


def far(state: State, a: tuple[int, int], b: tuple[int, int]) -> Label:
    """The straight line between two cubes of the same height."""
    return say("view.far", distance=distance_of(a, b, edge=check_battle(state).scene.edge))
