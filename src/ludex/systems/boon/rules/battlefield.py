"""The battlefield (BOO-CBT-2, BOO-CBT-3): squares of one yard, ground and objects on them, distances, ways, where a push ends.

The GM lays it out; nothing here rolls, and nothing here judges an action.
"""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.boon.events import GroundLaid, Moved, ThingPlaced
from ludex.systems.boon.fold import happen
from ludex.systems.boon.rules.gear import ObjectStats, object_stats
from ludex.systems.boon.rules.moving import Stretch
from ludex.systems.boon.sheet import Number, Position
from ludex.systems.boon.state import Ground, State, Thing
from ludex.systems.boon.terms import Earth, Material, Terrain


class PlaceThing(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `place_thing`: its durability, or its size and material."""

    id: str
    name: str = ""
    durability: int | None = None
    size: Number = 1
    material: str = Material.NORMAL
    position: Position | None = None


class Put(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `put`: somebody or something on a square, or off the map."""

    who: str
    position: Position | None = None


class LayGround(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `lay_ground`: the squares of one kind of ground."""

    kind: str
    cells: tuple[Position, ...] = ()


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What stands now, by id."""

    ids: tuple[str, ...]


@rule("BOO-CBT-3")
def distance(a: Position | None, b: Position | None) -> int | None:
    """Yards between two squares, diagonals counting one; None if one of them is not on the map."""
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


def path(state: State, start: Position | None, end: Position) -> list[Stretch]:
    """The straight way as stretches of one yard, with the ground that each step enters."""
    if start is None:
        return []
    rough = {cell: g.kind for g in state.ground if g.kind in ("difficult", "climb") for cell in g.cells}
    return [Stretch(yards=1, terrain=rough.get(square, Terrain.NORMAL)) for square in way(start, end)]


@rule("BOO-SHV-4")
def pushed_to(state: State, pusher: Position | None, target: Position | None, *, yards: int) -> Position | None:
    """The square so many yards straight away from the pusher, or the last before a wall or the edge.

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


@rule("BOO-POB-2")
async def place_thing(state: State, given: PlaceThing) -> Done:
    """An object in the scene; without a stated durability, that of its size and material."""
    durability = given.durability
    if durability is None:
        durability = (await object_stats(state, ObjectStats(size=given.size, material=given.material))).durability
    await happen(ThingPlaced(Thing(given.id, durability, given.name, given.position)))
    return Done(ids=(given.id,))


@rule("BOO-CBT-3", "BOO-SHV-4")
async def put(state: State, given: Put) -> Done:
    """Put somebody or something on a square: before the fight, or after a push."""
    target = state.target(given.who)
    await happen(Moved(target.id, given.position))
    return Done(ids=(target.id,))


@rule("BOO-CBT-2")
async def lay_ground(_state: State, given: LayGround) -> Done:
    """Lay out the battlefield: which squares are difficult, walls, fog or cover."""
    if given.kind not in list(Earth):
        raise RuleError("bad_terrain", clause="BOO-CBT-2", terrain=given.kind, terrains=list(Earth))
    await happen(GroundLaid(Ground(given.kind, tuple(dict.fromkeys(given.cells)))))
    return Done(ids=(given.kind,))
