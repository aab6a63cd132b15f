"""What a GM has painted on a map for the eye alone: ground as one shape with its like, things in their squares, doors in their walls."""

from collections.abc import Sequence

import msgspec

from ludex.core.scenery import GROUNDS
from ludex.core.view import Stage
from ludex.fronts.web.drawing.shapes.stage import border, middle

Cell = tuple[int, int]


class Thing(msgspec.Struct, frozen=True):
    """Something that stands in a square: what it is, where, and by how many degrees it is turned."""

    kind: str
    x: float
    y: float
    turn: int = 0


class Painted(msgspec.Struct, frozen=True):
    """All of it: ground by its kind with the path round it, and things from the north on."""

    grounds: tuple[tuple[str, str], ...] = ()
    things: tuple[Thing, ...] = ()


def painted(part: Stage, stamps: Sequence[tuple[Cell, str]]) -> Painted:
    """What is painted on the squares that this map has."""
    here = [((x, y), kind) for (x, y), kind in stamps if 0 <= x < part.width and 0 <= y < part.height]
    walls = {cell for area in part.areas if area.kind == "wall" for cell in area.cells}
    laid = {kind: [cell for cell, one in here if one == kind] for kind in GROUNDS}
    grounds = tuple((kind, border(cells, part)) for kind, cells in laid.items() if cells)
    standing = sorted((one for one in here if one[1] not in GROUNDS), key=lambda one: -one[0][1])
    return Painted(grounds, tuple(Thing(kind, *middle(*c, part), _turn(kind, c, walls)) for c, kind in standing))


def _turn(kind: str, cell: Cell, walls: set[Cell]) -> int:
    """A door stands in its wall: across, where the wall goes on to the north or south of it; a tree is never like the next."""
    x, y = cell
    if kind == "door":
        return 90 if {(x, y - 1), (x, y + 1)} & walls and not {(x - 1, y), (x + 1, y)} & walls else 0
    return (x * 47 + y * 83) % 360 if kind in ("oak", "bush") else 0
