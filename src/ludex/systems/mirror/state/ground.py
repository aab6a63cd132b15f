"""The stage (舞台) and how its regions lie (MIR-STG): scenery, light, costs, ways and lines.

Geometry is exact: every centre and corner has whole coordinates (halves are doubled; on hexes the x axis is counted in units of
√3), so that touching and passing through never depend on rounding. Nothing here changes or decides.
"""

from collections.abc import Mapping
from heapq import heappop, heappush

import msgspec

from ludex.core.bounds import whole
from ludex.core.effects.records import Effect as Record
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.terms import check_known

Point = tuple[int, int]
"""Doubled coordinates of a centre or corner."""


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cell: Cell
    cost: int


class Lamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cell: Cell
    radius: int
    level: str = "normal"
    name: str = ""


class Scenery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Scenery (物景) on some regions: terrain, walls, objects or space (MIR-SCN-1)."""

    name: str
    kind: str
    cells: tuple[Cell, ...]
    text: str = ""
    effect: Record = Record()


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stage of regions. `effects` are regions where something happens on entry; `blocked` ones stop areas and sight."""

    grid: str = "square"
    costs: tuple[Cost, ...] = ()
    impassable: tuple[Cell, ...] = ()
    effects: tuple[Cell, ...] = ()
    width: int = 0
    height: int = 0
    blocked: tuple[Cell, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    ambient: str = "normal"
    temperature: int = 0
    scenery: tuple[Scenery, ...] = ()

    def distance(self, a: Cell, b: Cell) -> int:
        """The least number of edge crossings between two regions (MIR-STG-2)."""
        return grid_of(self.grid).distance(a, b)

    def holds(self, cell: Cell) -> bool:
        """Whether a region lies on this stage; one without a size has no edge."""
        x, y = cell
        return not self.width or (0 <= x < self.width and 0 <= y < self.height)

    def passable(self, cell: Cell) -> bool:
        """Whether a region can be entered: on the stage, and no wall."""
        return self.holds(cell) and cell not in self.impassable

    def cost(self, cell: Cell) -> int:
        """What entering this region takes, 1 unless stated (MIR-MOV-4)."""
        return next((c.cost for c in self.costs if c.cell == cell), 1)


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a kind of region lies: steps over an edge, corners by name, and where centres are."""

    name: str
    steps: dict[str, Cell]
    corners: dict[str, Point]
    around: tuple[Cell, ...]

    def centre(self, cell: Cell) -> Point:
        x, y = cell
        return (2 * x, 2 * y) if self.name == "square" else (2 * x + y, 3 * y)

    def corner(self, cell: Cell, name: str) -> Point:
        (x, y), (dx, dy) = self.centre(cell), self.corners[name]
        return (x + dx, y + dy)

    def outline(self, cell: Cell) -> tuple[Point, ...]:
        """A region's corners, counter-clockwise."""
        x, y = self.centre(cell)
        return tuple((x + dx, y + dy) for dx, dy in self.corners.values())

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        return tuple((cell[0] + dx, cell[1] + dy) for dx, dy in self.steps.values())

    def touching(self, cell: Cell) -> tuple[Cell, ...]:
        return tuple((cell[0] + dx, cell[1] + dy) for dx, dy in self.around)

    def distance(self, a: Cell, b: Cell) -> int:
        """The least number of edge crossings (MIR-STG-2)."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        if self.name == "square":
            return abs(dx) + abs(dy)
        return max(abs(dx), abs(dy), abs(dx + dy))


SQUARE = Grid(
    "square",
    {"e": (1, 0), "n": (0, 1), "w": (-1, 0), "s": (0, -1)},
    {"ne": (1, 1), "nw": (-1, 1), "sw": (-1, -1), "se": (1, -1)},
    ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)),
)

HEX = Grid(
    "hex",
    {"e": (1, 0), "ne": (0, 1), "nw": (-1, 1), "w": (-1, 0), "sw": (0, -1), "se": (1, -1)},
    {"ne": (1, 1), "n": (0, 2), "nw": (-1, 1), "sw": (-1, -1), "s": (0, -2), "se": (1, -1)},
    ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
)

GRIDS = {"square": SQUARE, "hex": HEX}


def grid_of(name: str) -> Grid:
    check_known("unknown_grid", name, GRIDS, clause="MIR-STG-1")
    return GRIDS[name]


def reachable(stage: Stage, start: Cell, most: int) -> dict[Cell, tuple[int, Cell]]:
    """Every region that can be walked to for at most so much Mov: what it costs, and from where one comes."""
    grid = grid_of(stage.grid)
    found: dict[Cell, tuple[int, Cell]] = {start: (0, start)}
    edge = [(0, start)]
    while edge:
        cost, here = heappop(edge)
        for near in grid.neighbours(here):
            far = cost + stage.cost(near)
            if far <= most and stage.passable(near) and far < found.get(near, (far + 1, near))[0]:
                found[near] = (far, here)
                heappush(edge, (far, near))
    return found


def way_to(goal: Cell, found: Mapping[Cell, tuple[int, Cell]]) -> tuple[Cell, ...]:
    """The regions entered on the way to one of those that were found `reachable`; none to any other."""
    way: list[Cell] = []
    while goal in found and found[goal][1] != goal:
        way.append(goal)
        goal = found[goal][1]
    return tuple(reversed(way))


def spot(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


REACH = 2
"""How far a region's outline goes from its centre, at most: what lies farther off a line is not in its way."""


def in_line(stage: Stage, a: Cell, b: Cell) -> bool:
    """Whether nothing that blocks lies between two regions."""
    grid = grid_of(stage.grid)
    start, end = grid.centre(a), grid.centre(b)
    west, east = min(start[0], end[0]) - REACH, max(start[0], end[0]) + REACH
    south, north = min(start[1], end[1]) - REACH, max(start[1], end[1]) + REACH
    for wall in stage.blocked:
        x, y = grid.centre(wall)
        near = west < x < east and south < y < north and wall not in (a, b)
        if near and passes_through(start, end, grid.outline(wall)):
            return False
    return True


def passes_through(a: Point, b: Point, outline: tuple[Point, ...]) -> bool:
    """Whether a segment meets the open inside of a convex polygon (corners counter-clockwise).

    The stretch of the segment on the inner side of every edge is kept as two exact fractions (number, positive divisor).
    """
    low, high = (0, 1), (1, 1)
    for p, q in zip(outline, (*outline[1:], outline[0]), strict=True):
        ex, ey = q[0] - p[0], q[1] - p[1]
        at_a = ex * (a[1] - p[1]) - ey * (a[0] - p[0])
        slope = ex * (b[1] - a[1]) - ey * (b[0] - a[0])
        if slope == 0 and at_a <= 0:
            return False
        if slope > 0 and -at_a * low[1] > low[0] * slope:
            low = (-at_a, slope)
        elif slope < 0 and at_a * high[1] < high[0] * -slope:
            high = (at_a, -slope)
    return low[0] * high[1] < high[0] * low[1]


def on_stage(stage: Stage, character: Character) -> bool:
    """Whether she has a place on this stage; one set anew may be smaller than where she stood."""
    return character.pos is not None and stage.holds(character.pos)


@rule("MIR-RNG-3")
def read_range(written: str) -> tuple[int, int]:
    """«a~b» as least and most; a single number means both."""
    first, tilde, last = written.partition("~")
    low, high = whole(first), whole(last if tilde else first)
    if low is None or high is None or not 0 <= low <= high:
        raise RuleError("bad_range", clause="MIR-RNG-3", range=written)
    return low, high
