"""The stage: cells, washes and pieces on a square or hexagonal grid. North is up, so y grows upwards.

Hexagonal cells are pointy-topped and named by their axial pair (q, r); the middle of one lies at (√3·(q + r/2), 1.5·r).
"""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin, sqrt

import msgspec
from msgspec.structs import replace

from ludex.core.view import Area, Piece, Stage

CELL = 72
HEX = 43
LYING = ("out", "down", "dead", "destroyed")
LAIN = 0.42
"""How large who lies at somebody's feet is."""

RAISED = ("acting", "holder", "active")
MARGIN = 7
"""So far outside the first and lowest cells stand the numbers of columns and rows."""

MANY = 6400
"""A grid of more cells than this is drawn without its lines."""


class Wash(msgspec.Struct, frozen=True):
    """An area as one path."""

    area: Area
    path: str


class DrawnPiece(msgspec.Struct, frozen=True):
    """A piece with the middle and the radius of its token; `scale` below 1 where it shares a cell."""

    piece: Piece
    x: float
    y: float
    radius: float
    scale: float = 1


class DrawnStage(msgspec.Struct, frozen=True):
    """The whole stage, and what a page needs to turn a place back into a cell."""

    grid: str
    left: float
    top: float
    width: float
    height: float
    lines: str
    washes: tuple[Wash, ...]
    pieces: tuple[DrawnPiece, ...]
    cell: float
    marks: tuple[tuple[int, float, float], ...] = ()


def stage(part: Stage) -> DrawnStage:
    """Everything placed."""
    hexes = part.grid == "hex"
    left, top, width, height = _frame(part)
    lines = _lines(part.width, part.height, part.grid)
    washes = tuple(Wash(a, _outline(list(a.cells), part)) for a in part.areas)
    pieces = tuple(_pieces(part))
    size, marks = HEX if hexes else CELL, tuple(_marks(part))
    return DrawnStage("hex" if hexes else "square", left, top, width, height, lines, washes, pieces, size, marks)


def _marks(part: Stage) -> Iterator[tuple[int, float, float]]:
    """The numbers by which cells are called: of columns under the lowest row, of rows before its first cell."""
    across, down = (HEX * sqrt(3) / 2, HEX) if part.grid == "hex" else (CELL / 2, CELL / 2)
    for x in range(part.width):
        at, low = middle(x, 0, part)
        yield x, at, round(low + down + MARGIN, 1)
    for y in range(part.height):
        first, at = middle(0, y, part)
        yield y, round(first - across - MARGIN, 1), at


@lru_cache(maxsize=256)
def _lines(width: int, height: int, grid: str) -> str:
    """The lines between the cells of a grid."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    return _outline(cells, Stage(width, height, (), grid=grid)) if len(cells) <= MANY else ""


def middle(x: float, y: float, part: Stage) -> tuple[float, float]:
    """The middle of a cell on the drawing."""
    if part.grid == "hex":
        return round(HEX * sqrt(3) * (x + y / 2), 2), round(-HEX * 1.5 * y, 2)
    return (x + 0.5) * CELL, (part.height - y - 0.5) * CELL


def _frame(part: Stage) -> tuple[float, float, float, float]:
    if part.grid != "hex":
        return 0, 0, part.width * CELL, part.height * CELL
    half = HEX * sqrt(3) / 2
    corners = [middle(x, y, part) for x in (0, part.width - 1) for y in (0, part.height - 1)]
    left, right = min(c[0] for c in corners) - half, max(c[0] for c in corners) + half
    top, bottom = min(c[1] for c in corners) - HEX, max(c[1] for c in corners) + HEX
    return round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1)


def _outline(cells: list[tuple[int, int]], part: Stage) -> str:
    return "".join(
        _hexagon(*middle(x, y, part)) if part.grid == "hex" else _square(*middle(x, y, part)) for x, y in cells
    )


def _square(x: float, y: float) -> str:
    return f"M{x - CELL / 2:g} {y - CELL / 2:g}h{CELL}v{CELL}h-{CELL}z"


def _hexagon(x: float, y: float) -> str:
    w = HEX * sqrt(3) / 2
    corners = ((0, -HEX), (w, -HEX / 2), (w, HEX / 2), (0, HEX), (-w, HEX / 2), (-w, -HEX / 2))
    return "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in corners) + "z"


def _pieces(part: Stage) -> Iterator[DrawnPiece]:
    """Pieces in their cells; those that share one stand round its middle, smaller. Who lies there lies at its edge, under who stands."""
    together: dict[tuple[float, float, bool], list[Piece]] = {}
    for piece in part.pieces:
        together.setdefault((piece.x, piece.y, piece.token.state in LYING), []).append(piece)
    placed = [
        _at_the_edge(_piece(piece, part), place)
        if lying and (x, y, False) in together
        else _beside(_piece(piece, part), place, len(sharing))
        for (x, y, lying), sharing in together.items()
        for place, piece in enumerate(sharing)
    ]
    yield from sorted(placed, key=_height)


def _at_the_edge(drawn: DrawnPiece, place: int) -> DrawnPiece:
    """Somebody who lies where others stand: small, in a corner of the cell."""
    side = -1 if place % 2 == 0 else 1
    away = drawn.radius * 1.05
    return replace(drawn, x=round(drawn.x + side * away, 1), y=round(drawn.y + away, 1), scale=LAIN)


def _height(drawn: DrawnPiece) -> tuple[bool, float, bool]:
    """What lies over what: the fallen lowest, the large below the small, whose turn it is on top."""
    token = drawn.piece.token
    return token.state not in LYING, -drawn.piece.size, token.state in RAISED


def _beside(drawn: DrawnPiece, place: int, count: int) -> DrawnPiece:
    """The piece at its place among those in its cell."""
    if count == 1:
        return drawn
    scale = round(max(0.34, 0.72 - 0.06 * count), 2)
    turn = 2 * pi * place / count + pi
    away = drawn.radius * (1.2 - scale)
    x, y = drawn.x + away * cos(turn), drawn.y + away * sin(turn)
    return replace(drawn, x=round(x, 1), y=round(y, 1), scale=scale)


def _piece(piece: Piece, part: Stage) -> DrawnPiece:
    spread = (piece.size - 1) / 2 if part.grid != "hex" else 0
    x, y = middle(piece.x + spread, piece.y + spread, part)
    unit = CELL * 0.32 if part.grid != "hex" else HEX * 0.52
    return DrawnPiece(piece, x, y, round(unit * max(0.5, piece.size), 1))
