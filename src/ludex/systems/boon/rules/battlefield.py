"""The square grid (BOO-CBT-3): one square is one yard. Distances, straight ways, where a push ends. Judges nothing."""

from typing import Any

from ludex.systems.boon.sheet import Number, Position
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Terrain


def distance(a: Position | None, b: Position | None) -> int | None:
    """Yards between two squares, diagonals counting one; None if one of them is not on the map (BOO-CBT-3)."""
    if a is None or b is None:
        return None
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def way(start: Position, end: Position) -> tuple[Position, ...]:
    """The squares of the straight way from one square to another, the first left out."""
    squares: list[Position] = []
    x, y = start
    while (x, y) != end:
        x += (end[0] > x) - (end[0] < x)
        y += (end[1] > y) - (end[1] < y)
        squares.append((x, y))
    return tuple(squares)


def path(state: State, start: Position | None, end: Position) -> list[dict[str, Any]]:
    """The straight way as stretches of one yard, with the ground that each step enters."""
    if start is None:
        return []
    rough = {cell: g.kind for g in state.ground if g.kind in ("difficult", "climb") for cell in g.cells}
    return [{"yards": 1, "terrain": rough.get(square, Terrain.NORMAL)} for square in way(start, end)]


def pushed_to(state: State, pusher: Position | None, target: Position | None, *, yards: int) -> Position | None:
    """The square so many yards straight away from the pusher, or the last before a wall or the edge (BOO-SHV-4).

    None if one of them is not on the map.
    """
    if pusher is None or target is None or pusher == target:
        return None
    x, y = ((b > a) - (b < a) for a, b in zip(pusher, target, strict=True))
    walls = {cell for ground in state.ground if ground.kind == "wall" for cell in ground.cells}
    for _ in range(yards):
        further = (target[0] + x, target[1] + y)
        if further in walls or not all(0 <= at < edge for at, edge in zip(further, state.field, strict=True)):
            break
        target = further
    return target


def around(state: State, centre: Position, yards: Number) -> tuple[Position, ...]:
    """The squares of the field within so many yards, the centre left out."""
    width, height = state.field
    reach = int(yards)
    columns = range(max(centre[0] - reach, 0), min(centre[0] + reach, width - 1) + 1)
    rows = range(max(centre[1] - reach, 0), min(centre[1] + reach, height - 1) + 1)
    return tuple((x, y) for y in rows for x in columns if (x, y) != centre)
