"""Joins Range (射程), Areas (范围), Light (光照) and Senses (感官): how far it is, what an area covers, how light it is and what is perceived
(MIR-RNG, MIR-ARE, MIR-LIT, MIR-SNS)."""

from collections.abc import Iterable
from math import atan2, degrees, prod, sqrt
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed, Implied, Meant
from ludex.core.deeds import ANYONE, SCENE, Asked, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import flag, keyed
from ludex.core.rule import rule
from ludex.systems.mirror.content.actions import RANGES
from ludex.systems.mirror.kinds import AT, Corner, Query
from ludex.systems.mirror.kinds.reading import DIRECTIONS, bearing, direction_said, perceived_at, query
from ludex.systems.mirror.redact import (
    SOMETHING,
    Perceived,
    Surroundings,
    brightest,
    concealed,
    light_at,
    perceived,
    sensed,
    senses_of,
    surroundings,
)
from ludex.systems.mirror.rules.movement import spot_of
from ludex.systems.mirror.sheet import Cell, Senses
from ludex.systems.mirror.state import Grid, Point, State, grid_of, in_line, passes_through, read_range, spot
from ludex.systems.mirror.terms import Acuity, Light, Sense, check_known, check_word, key_of

TOLERANCE = 1e-9
"""Degrees by which a centre may lie outside a cone (MIR-ARE-3)."""

MOST_REGIONS = 10_000
"""Regions of the largest area."""

SHAPES = ("sphere", "cone", "box")


OnStage = Annotated[str, Implied(lambda asked: asked.state.stage.grid)]
"""The grid of the table's stage."""


class Distance(
    Query, names=("距离", "dist"), does="distance", group="stage", who=ANYONE, beside=SCENE, example=".距离 0,0 3,4"
):
    """`.距离 山贼1`, `.距离 0,0 3,4`: two regions on a grid."""

    origin: Annotated[Cell, Field("a"), Meant(spot_of)] = msgspec.field(name="from")
    to: Annotated[Cell, Field("b", required=False), Meant(spot_of)]
    grid: OnStage = "square"


class Measured(msgspec.Struct, frozen=True):
    distance: int


class InRange(msgspec.Struct, frozen=True):
    """A place and the range it must lie in. `blind_ok`: the effect may start at an unseen place."""

    origin: Cell = msgspec.field(name="from")
    to: Cell
    range: str | int = "self"
    grid: str = "square"
    visible: bool = True
    known: bool = True
    blind_ok: bool = False


class RangeLine(InRange, Query, names=("射程", "range"), group="stage", picture="bow", example=".射程 山贼1 2~6"):
    """`.射程 山贼1 2~6`: whether a place lies in range."""

    origin: Annotated[Cell, Implied(lambda asked: spot_of(asked, ""))] = msgspec.field(name="from")
    to: Annotated[Cell, Field("a"), Meant(spot_of)]
    range: Annotated[str | int, Field(), Meant(lambda _asked, said: RANGES.get(said, said))]
    grid: OnStage = "square"

    def do(self, asked: Asked) -> Show:
        return query("in_range", replace(self, visible=in_line(asked.state.stage, self.origin, self.to)))


class RangeJudged(msgspec.Struct, frozen=True):
    """Whether the place can be the source, and if not, why."""

    ok: bool
    distance: int
    reason: str | None = None


class AreaGiven(msgspec.Struct, frozen=True, kw_only=True):
    """An area. A sphere or cone starts at a corner of the source; a box is set out from its first cell."""

    shape: str
    source: Cell
    grid: str = "square"
    corner: str = ""
    radius: int = 0
    angle: float = 0
    direction: float | str | None = None
    start: Cell | None = None
    length: int = 0
    width: int = 1
    height: int = 1
    width_direction: str | None = None
    blocked: tuple[Cell, ...] = ()
    diffuse: bool = False


COMPASS = {"e": 0.0, "ne": 45.0, "n": 90.0, "nw": 135.0, "w": 180.0, "sw": 225.0, "s": 270.0, "se": 315.0}


class AreaLine(
    AreaGiven,
    Query,
    names=("范围", "area"),
    group="stage",
    who=ANYONE,
    beside=SCENE,
    own_first=True,
    example=".范围 球形 3,4 2",
):
    """`.范围 球形 3,4 2 角=ne`: the regions that an area covers."""

    shape: Annotated[str, Field(), Meant(lambda _asked, said: key_of(said))]
    source: Annotated[Cell, Field(), Meant(spot_of)]
    radius: Annotated[int, Field(keys=("半径", "radius"))] = 1
    corner: Corner = "ne"
    angle: Annotated[float, keyed("angle", "角度", "angle")] = 90.0
    direction: Annotated[
        str | float | None,
        keyed("direction", "向", "towards"),
        Meant(lambda _asked, said: bearing(said) if said else None),
    ] = None
    start: Annotated[Cell | None, replace(AT, name="start", keys=("起", "start"))] = None
    width: Annotated[int, keyed("width", "宽", "width")] = 1
    width_direction: Annotated[
        str | None, keyed("aside", "侧", "aside"), Meant(lambda _asked, said: DIRECTIONS.get(said, said))
    ] = None
    diffuse: Annotated[bool, flag("diffuse", "弥漫", "diffuse")] = False
    blocked: Annotated[tuple[Cell, ...], Implied(lambda asked: tuple(asked.state.stage.blocked))] = ()
    grid: OnStage = "square"

    def do(self, asked: Asked) -> Show:  # noqa: ARG002  # as every deed
        """The regions: a cone is turned by degrees, a box by a direction's name."""
        compass = COMPASS.get(str(self.direction), self.direction) if self.shape == "cone" else self.direction
        return query("area", replace(self, length=self.radius, direction=compass))


class AreaCovered(msgspec.Struct, frozen=True):
    cells: tuple[Cell, ...]
    count: int
    height: int


@rule("MIR-STG-2")
async def distance(_state: State, given: Distance) -> Measured:
    """The least number of edge crossings between two regions."""
    return Measured(grid_of(given.grid).distance(given.origin, given.to))


@rule("MIR-RNG-1", "MIR-RNG-2", "MIR-RNG-3", "MIR-RNG-4")
async def in_range(_state: State, given: InRange) -> RangeJudged:
    """Whether a place lies in range and may be the source of an effect."""
    far = grid_of(given.grid).distance(given.origin, given.to)
    reason = _out(given, str(given.range).strip().replace("～", "~"), far)
    return RangeJudged(reason is None, far, reason)


def _out(given: InRange, written: str, far: int) -> str | None:
    """Why the place cannot be the source, if it cannot."""
    if written == "unlimited":
        return None if given.known else "unknown_place"
    if written == "sight":
        return None if given.visible else "not_visible"
    least, most = (0, 0) if written == "self" else read_range(written)
    if not least <= far <= most:
        return "out_of_range"
    return None if given.visible or given.blind_ok or written == "self" else "not_visible"


@rule("MIR-ARE-1")
async def area(_state: State, given: AreaGiven) -> AreaCovered:
    """The regions that an area covers."""
    cells = covered(given)
    return AreaCovered(cells, len(cells), given.height)


@rule("MIR-ARE-1")
def covered(given: AreaGiven) -> tuple[Cell, ...]:
    grid = grid_of(given.grid)
    check_known("unknown_shape", given.shape, SHAPES, clause="MIR-ARE-1")
    return tuple(sorted(set(_box(grid, given) if given.shape == "box" else _round(grid, given))))


def _check_size(*sizes: int) -> None:
    """Refuse a size below 1, and areas of more regions than any stage has."""
    if any(size < 1 for size in sizes) or prod(sizes) > MOST_REGIONS:
        raise RuleError("bad_size", clause="MIR-ARE-2", sizes=list(sizes))


@rule("MIR-ARE-2", "MIR-ARE-3", "MIR-ARE-6")
def _round(grid: Grid, given: AreaGiven) -> Iterable[Cell]:
    check_known("unknown_corner", given.corner, grid.corners, clause="MIR-ARE-2")
    _check_size(given.radius, given.radius)
    corner = grid.corner(given.source, given.corner)
    first = tuple(c for c in (given.source, *grid.touching(given.source)) if corner in grid.outline(c))
    shape = spread(grid, first, given.radius)
    if given.shape == "cone":
        shape = {c: n for c, n in shape.items() if _in_cone(grid, corner, c, given)}
    blocked = frozenset(given.blocked)
    if given.diffuse:
        return spread(grid, first, given.radius, within=frozenset(shape) - blocked)
    return [c for c in shape if c not in blocked and not _shaded(grid, corner, c, given.blocked)]


def spread(grid: Grid, first: tuple[Cell, ...], steps: int, within: frozenset[Cell] | None = None) -> dict[Cell, int]:
    """Regions reached from the first ones (distance 1) over edges, with their distance, up to `steps`."""
    reached = {c: 1 for c in first if within is None or c in within}
    edge = tuple(reached)
    for far in range(2, steps + 1):
        fresh = dict.fromkeys(n for c in edge for n in grid.neighbours(c) if n not in reached)
        edge = tuple(n for n in fresh if within is None or n in within)
        if not edge:
            break
        reached.update(dict.fromkeys(edge, far))
    return reached


@rule("MIR-ARE-3")
def _in_cone(grid: Grid, corner: Point, cell: Cell, given: AreaGiven) -> bool:
    """Whether a region's centre, seen from the corner, lies within half the angle of the direction."""
    if not 0 < given.angle <= 360:
        raise RuleError("bad_size", clause="MIR-ARE-3", angle=given.angle)
    if given.direction is None or isinstance(given.direction, str):
        raise RuleError("bad_direction", clause="MIR-ARE-3", given=given.direction, known=["0~360"])
    x, y = grid.centre(cell)
    stretch = sqrt(3) if grid.name == "hex" else 1.0
    seen = degrees(atan2(y - corner[1], (x - corner[0]) * stretch))
    off = abs((seen - given.direction + 180) % 360 - 180)
    return off <= given.angle / 2 + TOLERANCE


@rule("MIR-ARE-5")
def _shaded(grid: Grid, corner: Point, cell: Cell, blocked: tuple[Cell, ...]) -> bool:
    """Whether the line from the corner to the region's centre passes through the inside of a blocked region."""
    centre = grid.centre(cell)
    return any(passes_through(corner, centre, grid.outline(wall)) for wall in blocked)


@rule("MIR-ARE-4", "MIR-ARE-5")
def _box(grid: Grid, given: AreaGiven) -> Iterable[Cell]:
    """A box set out from its first cell: rows along the direction, further rows to the side."""
    _check_size(given.height)
    _check_size(given.length, given.width)
    along = _step(grid, given.direction)
    aside = _step(grid, given.width_direction) if given.width > 1 else (0, 0)
    if aside in (along, (-along[0], -along[1])):
        sides = [direction_said(d) for d, step in grid.steps.items() if step not in (along, (-along[0], -along[1]))]
        raise RuleError("bad_direction", clause="MIR-ARE-4", given=given.width_direction, known=sides)
    if given.start is None:
        raise RuleError("box_not_touching", clause="MIR-ARE-4", source=given.source)
    x, y = given.start
    rows = [
        [(x + i * along[0] + j * aside[0], y + i * along[1] + j * aside[1]) for i in range(given.length)]
        for j in range(given.width)
    ]
    _check_touching(grid, given.source, frozenset(c for row in rows for c in row))
    blocked = frozenset(given.blocked)
    if given.diffuse:
        inside = frozenset(c for row in rows for c in row) - blocked
        return spread(grid, (given.start,), given.length * given.width, within=inside)
    return [c for row in rows for c in _open_row(row, blocked)]


def _step(grid: Grid, direction: float | str | None) -> Cell:
    if not isinstance(direction, str) or direction not in grid.steps:
        raise RuleError(
            "bad_direction", clause="MIR-ARE-4", given=direction, known=[direction_said(d) for d in grid.steps]
        )
    return grid.steps[direction]


def _check_touching(grid: Grid, source: Cell, box: frozenset[Cell]) -> None:
    """The box must touch the source from outside, or hold it at its rim (Ruling MIR-E-31)."""
    near = grid.touching(source)
    rim = any(c not in box for c in near) if source in box else any(c in box for c in near)
    if not rim:
        raise RuleError("box_not_touching", clause="MIR-ARE-4", source=source)


def _open_row(row: list[Cell], blocked: frozenset[Cell]) -> list[Cell]:
    stop = next((i for i, c in enumerate(row) if c in blocked), len(row))
    return row[:stop]


class LightSource(msgspec.Struct, frozen=True):
    """A light source as far away as it is."""

    distance: int
    radius: int
    level: str = "normal"


class LightLevel(msgspec.Struct, frozen=True):
    ambient: str = "dark"
    sources: tuple[LightSource, ...] = ()


class LightLine(Deed, names=("光照", "light"), group="stage", who=ANYONE, beside=SCENE, example=".光照 3,3"):
    """`.光照 3,4`: how bright it is there."""

    region: Annotated[Cell, Field(required=False), Meant(spot_of)]

    def do(self, asked: Asked) -> Show:
        return query("light_level", LightLevel(light_at(asked.state, self.region)))


class LightFound(msgspec.Struct, frozen=True):
    light: str


class Perceive(msgspec.Struct, frozen=True, kw_only=True):
    """One observer (senses, or a character's id) and one target: by its id, or whatever can be located in a region."""

    light: str = Light.NORMAL
    observer: Senses | str = Senses()
    target: str | None = None
    cell: Cell | None = None
    detectable: tuple[str, ...] = tuple(Sense)
    contact: bool = False
    temperature: int = 0


class PerceiveLine(Deed, names=("感知", "sense", "perceive"), group="stage", picture="eye", example=".感知 8,3"):
    """`.感知 山贼1`, `.感知 8,3`: how one's character perceives somebody, or whatever is in a region."""

    whom: Annotated[str, Field(), Meant(perceived_at)]

    def do(self, asked: Asked) -> Show:
        state: State = asked.state
        target = state.who(self.whom)
        if target.id.startswith(SOMETHING):
            return query("perceive", Perceive(observer=asked.actor, cell=target.pos))
        around = msgspec.structs.asdict(surroundings(state, state.who(asked.actor), target))
        return query("perceive", Perceive(observer=asked.actor, target=target.id, **around))


@rule("MIR-LIT-1", "MIR-LIT-2")
async def light_level(_state: State, given: LightLevel) -> LightFound:
    """The brightest of the surroundings and all sources."""
    for level in (given.ambient, *(s.level for s in given.sources)):
        check_word(Light, level)
    return LightFound(brightest(given.ambient, ((s.distance, s.radius, s.level) for s in given.sources)))


@rule("MIR-SNS-2", "MIR-SNS-3", "MIR-CNC-1", "MIR-CNC-2", "MIR-CNC-3", "MIR-CNC-4")
async def perceive(state: State, given: Perceive) -> Perceived:
    """The keenest sense that reaches the target, and the concealment that leaves it."""
    check_word(Light, given.light)
    observer = senses_of(state.who(given.observer)) if isinstance(given.observer, str) else given.observer
    for acuity in (observer.sight, observer.hearing, observer.smell):
        check_word(Acuity, acuity)
    for sense in given.detectable:
        check_word(Sense, sense)
    if given.cell is not None and isinstance(given.observer, str):
        return _at(state, given.observer, given.cell)
    target = state.who(given.target) if given.target is not None else None
    around = Surroundings(Light(given.light), given.detectable, given.contact, given.temperature)
    return sensed(observer, target, around, least=concealed(state, target) if target is not None else 0)


def _at(state: State, observer: str, cell: Cell) -> Perceived:
    """How the observer perceives what she can locate in a region."""
    me = state.who(observer)
    found = (
        perceived(state, me, c) for c in state.characters.values() if c.pos == cell and c.id != me.id and not c.hidden
    )
    seen = next((one for one in found if one.knows_region), None)
    if seen is None:
        raise RuleError("nobody_perceived", cell=spot(cell))
    return seen
