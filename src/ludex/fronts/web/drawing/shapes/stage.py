"""The stage: cells, washes and pieces on a square or hexagonal grid. North is up, so y grows upwards.

Hexagonal cells are pointy-topped and named by their axial pair (q, r); the middle of one lies at (√3·(q + r/2), 1.5·r).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt

import msgspec
from msgspec.structs import replace

from ludex.core.scenery import GROUNDS
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
    """An area as one path round all of its cells, where its light comes from, and what stands in its cells.

    `word`: the middle of the cell where what it is may be written.
    """

    area: Area
    path: str
    sources: tuple[tuple[float, float, float], ...] = ()
    stamps: tuple[tuple[str, float, float], ...] = ()
    word: tuple[float, float] | None = None


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
    trees: tuple[tuple[str, float, float, float], ...] = ()
    ambient: str = ""


STAMPS = {
    "tree": ("oak", "oak2"),
    "forest": ("oak", "oak2"),
    "cover": ("bush",),
    "low": ("bush",),
    "hazard": ("shard",),
}
"""What stands in the cells of an area, by its kind."""

GLOW = 4
"""So many squares away a painted fire is seen at night."""

WORDED = ("fog", "murk", "haze", "dark")
AMBIENT = ("dark", "dim")


def stage(part: Stage) -> DrawnStage:
    hexes = part.grid == "hex"
    left, top, width, height = _frame(part)
    lines = _lines(part.width, part.height, part.grid)
    washes = tuple(_wash(area, part) for area in part.areas)
    pieces = tuple(_pieces(part))
    size, marks = HEX if hexes else CELL, tuple(_marks(part))
    ambient = next(
        (a.kind for a in part.areas if a.kind in AMBIENT and len(a.cells) * 3 > part.width * part.height), ""
    )
    trees = () if hexes else _trees(width, height)
    return DrawnStage(
        "hex" if hexes else "square", left, top, width, height, lines, washes, pieces, size, marks, trees, ambient
    )


def _wash(area: Area, part: Stage) -> Wash:
    """An area placed: its outline as one, the light's own places and reach, stamps, and where its word goes."""
    middles = [middle(x, y, part) for x, y in area.cells]
    lamps = [middle(x, y, part) for x, y in area.sources]
    reach = max((hypot(x - a, y - b) for a, b in lamps for x, y in middles), default=0) + CELL * 0.7
    stamps = STAMPS.get(area.kind, ())
    stood = tuple((stamps[(x * 7 + y * 3) % len(stamps)], *middle(x, y, part)) for x, y in area.cells) if stamps else ()
    word = _heart(middles) if (area.secret or area.kind in WORDED) and len(middles) > 1 else None
    return Wash(area, border(area.cells, part), tuple((x, y, round(reach, 1)) for x, y in lamps), stood, word)


def _heart(middles: list[tuple[float, float]]) -> tuple[float, float]:
    """The cell nearest to the middle of them all."""
    x, y = (sum(at[n] for at in middles) / len(middles) for n in (0, 1))
    return min(middles, key=lambda at: hypot(at[0] - x, at[1] - y))


Point = tuple[float, float]


def border(cells: Sequence[tuple[int, int]], part: Stage) -> str:
    """The outline of cells as one shape: only edges that no two of them share, one after another."""
    ways: dict[Point, list[Point]] = {}
    for corners in (_corners(x, y, part) for x, y in cells):
        for a, b in pairwise((*corners, corners[0])):
            if a in ways.get(b, ()):
                ways[b].remove(a)
            else:
                ways.setdefault(a, []).append(b)
    loops = []
    while start := next((point for point, more in ways.items() if more), None):
        loop, at = [start], ways[start].pop()
        while at != start:
            loop.append(at)
            at = ways[at].pop()
        loops.append(_straight(loop))
    return "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in loop) + "z" for loop in loops)


def _straight(loop: list[Point]) -> list[Point]:
    """Without the points between two others on one line."""
    kept = []
    for n, (x, y) in enumerate(loop):
        (a, b), (c, d) = loop[n - 1], loop[(n + 1) % len(loop)]
        if abs((x - a) * (d - y) - (y - b) * (c - x)) > 1:
            kept.append((x, y))
    return kept


def _corners(x: int, y: int, part: Stage) -> tuple[Point, ...]:
    """The corners of a cell, rounded so that neighbours have the same ones."""
    at, up = middle(x, y, part)
    if part.grid != "hex":
        half = CELL / 2
        return (at - half, up - half), (at + half, up - half), (at + half, up + half), (at - half, up + half)
    w = HEX * sqrt(3) / 2
    round_it = ((0, -HEX), (w, -HEX / 2), (w, HEX / 2), (0, HEX), (-w, HEX / 2), (-w, -HEX / 2))
    return tuple((float(round(at + dx)), float(round(up + dy))) for dx, dy in round_it)


@lru_cache(maxsize=64)
def _trees(width: float, height: float) -> tuple[tuple[str, float, float, float], ...]:
    """Trees and stones beyond the edges of a map, always the same for one of its size."""
    grown = []
    for n in range(46):
        turn = (n * 73 + 29) % 97 / 97
        along, away = (n * 41 + 13) % 89 / 89, 50 + (n * 31 + 7) % 211
        kind = ("oak", "oak2", "oak", "rock")[n % 4]
        side = -away if n % 2 else width + away
        grown.append((kind, round(side, 1), round(height * (along * 1.3 - 0.15), 1), round(0.7 + turn * 0.7, 2)))
    return tuple(grown)


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
    cells = [(x, y) for y in range(height) for x in range(width)]
    return _outline(cells, Stage(width, height, (), grid=grid)) if len(cells) <= MANY else ""


def middle(x: float, y: float, part: Stage) -> tuple[float, float]:
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
    fires: tuple[tuple[float, float, float], ...] = ()
    """What burns among them, and how far it is seen at night."""


def painted(part: Stage, stamps: Sequence[tuple[Cell, str]]) -> Painted:
    """What is painted on the squares that this map has."""
    here = [((x, y), kind) for (x, y), kind in stamps if 0 <= x < part.width and 0 <= y < part.height]
    walls = {cell for area in part.areas if area.kind == "wall" for cell in area.cells}
    laid = {kind: [cell for cell, one in here if one == kind] for kind in GROUNDS}
    grounds = tuple((kind, border(cells, part)) for kind, cells in laid.items() if cells)
    standing = sorted((one for one in here if one[1] not in GROUNDS), key=lambda one: -one[0][1])
    things = tuple(Thing(kind, *middle(*c, part), _turn(kind, c, walls)) for c, kind in standing)
    return Painted(grounds, things, tuple((one.x, one.y, GLOW * CELL) for one in things if one.kind == "fire"))


def _turn(kind: str, cell: Cell, walls: set[Cell]) -> int:
    """A door stands in its wall: across, where the wall goes on to the north or south of it; a tree is never like the next."""
    x, y = cell
    if kind == "door":
        return 90 if {(x, y - 1), (x, y + 1)} & walls and not {(x - 1, y), (x + 1, y)} & walls else 0
    return (x * 47 + y * 83) % 360 if kind in ("oak", "bush") else 0
