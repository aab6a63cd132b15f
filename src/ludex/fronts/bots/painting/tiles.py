"""A body as joined tiles: each part in the row and column of the character's own plan."""

import msgspec

from ludex.core.view import Body, BodyPart

WIDE = 96
HIGH = 64
GAP = 14
SLOT = 15


class Tile(msgspec.Struct, frozen=True):
    """A part with its place and its slots (severity 0: free)."""

    part: BodyPart
    x: float
    y: float
    slots: tuple[tuple[float, float, int], ...]


class Tiles(msgspec.Struct, frozen=True):
    """The whole body."""

    width: int
    height: int
    tiles: tuple[Tile, ...]
    joints: tuple[tuple[float, float, float, float], ...]


def tiles_of(part: Body) -> Tiles:
    """Tiles and the joints between them."""
    rows = [p.row for p in part.parts] or [0]
    columns = [p.column for p in part.parts] or [0]
    tiles = {p.id: _tile(p, min(rows), min(columns)) for p in part.parts}
    joints = tuple(_joint(tiles[j.a], tiles[j.b]) for j in part.joints if j.a in tiles and j.b in tiles)
    width = (max(columns) - min(columns) + 1) * (WIDE + GAP) - GAP + 2
    height = (max(rows) - min(rows) + 1) * (HIGH + GAP) - GAP + 2
    return Tiles(width, height, tuple(tiles.values()), joints)


def _tile(part: BodyPart, row: int, column: int) -> Tile:
    x, y = (part.column - column) * (WIDE + GAP) + 1, (part.row - row) * (HIGH + GAP) + 1
    count = max(part.slots, len(part.wounds))
    step = min(SLOT + 3, (WIDE - 12) / max(1, count))
    left = x + (WIDE - step * count) / 2
    severities = (*part.wounds, *([0] * (count - len(part.wounds))))
    slots = tuple((round(left + step * n, 1), y + HIGH - SLOT - 8, s) for n, s in enumerate(severities))
    return Tile(part, x, y, slots)


def _joint(a: Tile, b: Tile) -> tuple[float, float, float, float]:
    return (a.x + WIDE / 2, a.y + HIGH / 2, b.x + WIDE / 2, b.y + HIGH / 2)
