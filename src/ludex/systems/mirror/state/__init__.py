"""The table's state in Mirror: people, the stage (舞台) and how its regions lie, effects and the conflict, as frozen data with lookups.

Geometry is exact (MIR-STG): every centre and corner has whole coordinates (halves are doubled; on hexes the x axis is
counted in units of √3), so that touching and passing through never depend on rounding. Nothing here changes or decides.
"""

from heapq import heappop, heappush
from typing import Literal

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect as Record
from ludex.core.errors import RuleError
from ludex.systems.mirror.options import Options
from ludex.systems.mirror.sheet import (
    CAP,
    HEAVY,
    MADNESS_GAP,
    BodyPart,
    Cell,
    Character,
    Condition,
    Lying,
    Plain,
    TotalAction,
)
from ludex.systems.mirror.terms import Attribute, check_known

Point = tuple[int, int]
"""Doubled coordinates of a centre or corner."""


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What it takes to enter a region."""

    cell: Cell
    cost: int


class Lamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A light source on the stage."""

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
        """A region's centre."""
        x, y = cell
        return (2 * x, 2 * y) if self.name == "square" else (2 * x + y, 3 * y)

    def corner(self, cell: Cell, name: str) -> Point:
        """A region's corner."""
        (x, y), (dx, dy) = self.centre(cell), self.corners[name]
        return (x + dx, y + dy)

    def outline(self, cell: Cell) -> tuple[Point, ...]:
        """A region's corners, counter-clockwise."""
        x, y = self.centre(cell)
        return tuple((x + dx, y + dy) for dx, dy in self.corners.values())

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Regions sharing an edge."""
        return tuple((cell[0] + dx, cell[1] + dy) for dx, dy in self.steps.values())

    def touching(self, cell: Cell) -> tuple[Cell, ...]:
        """Regions sharing an edge or a corner."""
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
    """The grid of that name, or a refusal."""
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


def spot(cell: Cell) -> str:
    """A region as people write it."""
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


class AreaRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The area of an action, before it is set down somewhere."""

    shape: Literal["sphere", "cone", "box"] = "sphere"
    radius: int = 0
    angle: float = 0
    length: int = 0
    width: int = 1
    height: int = 1
    width_direction: str | None = None
    diffuse: bool = False


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action as data. `base_type` is its own type where it is used as another; `variable_ap`: its user sets the AP."""

    name: str
    type: str
    base_type: str | None = None
    ap: int = 0
    sp: int = 0
    tags: tuple[str, ...] = ()
    part: str | None = None
    trigger: bool = False
    requirement: tuple[Condition, ...] = ()
    variable_ap: bool = False


class Duration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A length (`n` or rolled passings of `unit`), whose turns count, and what ends it early."""

    unit: str
    n: int = 1
    roll: str | None = None
    who: str = ""
    ends_on: tuple[str, ...] = ()


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An effect with a duration (时效): what it counts, how often still, whose turns count, what ends it, who keeps it up."""

    id: str
    name: str
    target: str
    unit: str
    tags: tuple[str, ...] = ()
    harmful: bool = False
    remaining: int | None = None
    who: str = ""
    ends_on: tuple[str, ...] = ()
    hidden: bool = False
    by: str = ""
    record: Record = Record()
    level: int = 0


class Fighter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A participant on the clock: full initiative, the one that decides the tick, and her check's modifier and face."""

    id: str
    primary: int
    current: int
    modifier: int = 0
    face: int = 10


FRESH = 21
"""Where the clock stands before the first tick (20) of a round."""


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody had before her turn opened."""

    id: str
    ap: int
    mov: int
    ra_used: bool
    minor_used: bool
    total_action: TotalAction | None = None


class Conflict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A running conflict: the clock, who is on it, whose turns are on, and how ties were arranged."""

    fighters: tuple[Fighter, ...]
    round: int = 1
    tick: int = FRESH
    acting: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    orders: dict[str, tuple[str, ...]] = {}
    later: dict[str, tuple[Plain, ...]] = {}
    fresh: tuple[Opened, ...] = ()
    moving: str = ""
    offered: bool = False
    moved: tuple[str, ...] = ()

    def fighter(self, who: str) -> Fighter | None:
        """The participant of that id."""
        return next((f for f in self.fighters if f.id == who), None)

    def has_turn(self, who: str) -> bool:
        """Whether the turn is hers: of those on the tick only the first who has not ended hers has it (MIR-TCK-5)."""
        return who == next((i for i in self.acting if i not in self.ended), None)


class Reaction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An effect that acted by itself, numbered: whose, and which. Without a name: that no more was let follow."""

    number: int
    who: str = ""
    effect: str = ""


class Time(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the table stands in time (时刻表): a segment of a unit (MIR-TIM-2)."""

    unit: int = 1
    segment: int = 1


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the table knows. `catalogue` is its own content: kind -> id -> record."""

    options: Options = Options()
    characters: dict[str, Character] = {}
    stage: Stage = Stage()
    mode: str = ""
    effects: tuple[Effect, ...] = ()
    conflict: Conflict | None = None
    catalogue: dict[str, dict[str, Plain]] = {}
    time: Time = Time()
    lying: tuple[Lying, ...] = ()
    favour_due: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    away: dict[str, Character] = {}
    growing: tuple[str, ...] = ()
    learning: tuple[str, ...] = ()
    fights: int = 0
    scenes: int = 0

    def who(self, name: str) -> Character:
        """The character of that id, or a refusal."""
        if name not in self.characters:
            raise RuleError("unknown_id", id=name, ids=[i for i in self.characters if not i.startswith("@")])
        return self.characters[name]


def group_key(ids: tuple[str, ...]) -> str:
    """The name under which the order of tied characters is kept."""
    return ",".join(sorted(ids))


def settled(character: Character) -> Character:
    """Bring everything that follows a number back in line with it."""
    parts = tuple(_settled_part(p) for p in character.parts)
    sp = min(max(character.sp, character.sp_min), character.sp_max)  # MIR-STA-5
    ego = min(max(character.ego, 0), character.ego_max)  # MIR-PER-2
    gap = character.madness - ego
    return replace(
        character,
        parts=parts,
        sp=sp,
        ego=ego,
        dead=character.dead or sp <= character.sp_min,  # MIR-STA-5
        dissolved=character.dissolved or _dissolves(character, parts),
        mad=gap >= MADNESS_GAP or (character.mad and gap > 0),  # MIR-PER-5: in between as it was
        out_cold=tuple(c for c in character.out_cold if _keeps_out(c, sp, parts)),
    )


def _settled_part(part: BodyPart) -> BodyPart:
    """A part full of heavy wounds is lost, and stays so (MIR-PST-3)."""
    if part.lost or len(part.wounds) < CAP or any(w.level < HEAVY for w in part.wounds):
        return part
    return replace(part, lost=True)


def _dissolves(character: Character, parts: tuple[BodyPart, ...]) -> bool:
    """Constitution at 0 (MIR-ATT-4), a vital part lost (MIR-DYI-4), or all parts lost (MIR-PST-4)."""
    lost = [p for p in parts if p.lost]
    return character.value(Attribute.CON) == 0 or any(p.vital for p in lost) or (bool(lost) and len(lost) == len(parts))


def _keeps_out(cause: str, sp: int, parts: tuple[BodyPart, ...]) -> bool:
    """Whether a cause of unconsciousness still holds (MIR-STA-9, MIR-DYI-6)."""
    if cause == "sp":
        return sp < 1
    name = cause.removeprefix("part:")
    return name == cause or any(p.id == name and p.full for p in parts)
