"""The battlefield (BOO-CBT-2, BOO-CBT-3): squares of one yard, ground and objects on them, distances, ways, where a push ends.

The GM lays it out; nothing here rolls, and nothing here judges an action.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import CELL, DECIMAL, TERM, Asked, Do, Field, Show
from ludex.core.effects.counting import granted
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, keyed
from ludex.core.names import narrow
from ludex.core.rule import rule
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.events import GroundLaid, Hid, Moved, ThingPlaced, happen
from ludex.systems.boon.kinds import At, Called, Covered, GmDeed, Secret, Something
from ludex.systems.boon.rules.gear import ObjectStats, handle_item, object_stats
from ludex.systems.boon.rules.health import check_amount
from ludex.systems.boon.rules.moving import Stretch, sprung
from ludex.systems.boon.rules.sight import DEEP, obscurement_at, screens, seen_by, walls
from ludex.systems.boon.rules.windows import hear
from ludex.systems.boon.sheet import Character, Item, Number, Position
from ludex.systems.boon.state import Ground, State, Thing
from ludex.systems.boon.terms import Cover, Earth, Material, Terrain

COSTLY = (Earth.DIFFICULT, Earth.CLIMB)
"""Ground where a yard costs two (BOO-PSZ-4)."""
STEPS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


Ways = dict[Position, tuple[int, Position]]
"""Squares that can be reached, each with what the way costs and the square before it."""
MOST_SQUARES = 400
"""Squares that one line may name."""


SQUARES = re.compile(r"(\d{1,4})\s*[,x]\s*(\d{1,4})(?:\s*[-~到至]\s*(\d{1,4})\s*[,x]\s*(\d{1,4}))?(?:[,\s]+|$)")
"""A square «3,4» or a rectangle «3,4-5,6», «3,4到5,6»; «3x4» is read too (BOO-LIV-27)."""


@rule("BOO-LIV-27")
def squares_of(texts: Iterable[str]) -> list[Position]:
    """Squares and rectangles, from any corner, however their numbers are parted."""
    said, found, read = narrow(",".join(texts)).replace("、", ",").lower(), list[Position](), 0
    while read < len(said):
        square = SQUARES.match(said, read)
        if square is None:
            raise RuleError("bad_square", arg="cells", value=said[read:][:40])
        read = square.end()
        corner = [int(part) for part in square.groups()[:2]]
        other = [int(part) for part in square.groups()[2:] if part is not None] or corner
        columns, rows = (range(min(ends), max(ends) + 1) for ends in zip(corner, other, strict=True))
        rectangle = ((x, y) for x in columns for y in rows)
        found.extend(islice(rectangle, MOST_SQUARES))
    return found[:MOST_SQUARES]


def square_of(texts: Iterable[str]) -> Position:
    found = squares_of(texts)
    if len(found) != 1:
        raise RuleError("bad_square", arg="cells", value=",".join(texts)[:40])
    return found[0]


class PlaceThing(GmDeed, names=("物件", "thing"), does="place_thing", example=".物件 木箱 体型=0.5 材质=易碎 位=6,3"):
    id: Annotated[str, Field("id")]
    name: Called = ""
    durability: Annotated[int | None, keyed("durability", "耐久")] = None
    size: Annotated[Number, keyed("size", "体型", kind=DECIMAL)] = 1
    material: Annotated[str, keyed("material", "材质", kind=TERM, terms=Material)] = Material.NORMAL
    position: At = None
    cover: Annotated[Covered, keyed("cover", "遮", "遮蔽", kind=TERM, terms=Cover)] = Cover.NONE
    secret: Secret = False


class Put(GmDeed, names=("摆放", "put"), does="put", example=".摆放 安 2,3"):
    who: Something
    position: Annotated[Position | None, Field("at", CELL, refusal="bad_square", owner=STORY)] = None

    def do(self, asked: Asked) -> Do | Show:
        check_vacant(asked.state, self.position, self.who)
        return super().do(asked)


class LayGround(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    cells: tuple[Position, ...] = ()
    secret: bool = False


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What stands now, by id."""

    ids: tuple[str, ...]


@rule("BOO-LIV-27")
def check_on_map(state: State, at: Position) -> None:
    """A square of the board."""
    width, height = state.field
    if not state.on_board(at):
        raise RuleError("off_map", clause="BOO-LIV-27", square=f"{at[0]},{at[1]}", width=width, height=height)


@rule("BOO-LIV-27")
def check_free(state: State, at: Position, who: str) -> None:
    """A square where somebody or something may be placed: on the board, no wall, not taken; whom others may not know of gives way."""
    check_on_map(state, at)
    if at in walls(state):
        raise RuleError("no_way", clause="BOO-LIV-27", square=f"{at[0]},{at[1]}")
    people = {c.position for c in state.combatants if c.active and not c.secret and not c.hidden and c.id != who}
    if at in people or at in _things(state, but=who):
        raise RuleError("occupied", clause="BOO-LIV-27", square=f"{at[0]},{at[1]}")


@rule("BOO-LIV-27")
def check_vacant(state: State, at: Position | None, who: str) -> None:
    """A square where nobody stands whom the asker knows of: to the GM the unseen are in the way like anybody."""
    if any(c.position == at and c.active and c.id != who for c in state.combatants if c.position):
        raise RuleError("occupied", clause="BOO-LIV-27", square=f"{at[0]},{at[1]}" if at else "")


@rule("BOO-LIV-27", "BOO-LIV-28")
def cheapest_way(state: State, who: Character, to: Position) -> list[Position]:
    """The squares of the cheapest way, or why there is none: off the map, a wall or no way, taken."""
    check_on_map(state, to)
    taken = {c.position: c for c in state.combatants if c.active and c.id != who.id and c.position}
    barred = walls(state)
    if to in barred:
        raise RuleError("no_way", clause="BOO-LIV-28", square=f"{to[0]},{to[1]}")
    if to in _things(state) or (to in taken and to not in _unseen(state, who)):
        raise RuleError("occupied", clause="BOO-LIV-27", square=f"{to[0]},{to[1]}")
    if who.position is None:
        return []
    found = _spread(state, who.position, barred=barred, closed=_closed(state, who), end=to)
    if to not in found:
        raise RuleError("no_way", clause="BOO-LIV-28", square=f"{to[0]},{to[1]}")
    return trace_way(found, who.position, to)


def _things(state: State, but: str = "") -> set[Position]:
    """The squares of objects that are in the way: what is destroyed, or laid unseen, is in nobody's (BOO-LIV-46)."""
    return {t.position for t in state.objects if t.position and not t.destroyed and not t.secret and t.id != but}


def _closed(state: State, who: Character) -> set[Position]:
    """The squares that somebody cannot walk through: objects, and standing enemies whom she perceives, unless she may pass them."""
    if state.swayed and granted(WORDS, state, who.id, "passage"):  # BOO-LIV-42: a tumble
        return _things(state)
    foes = (c for c in state.combatants if c.active and c.side != who.side and not c.hidden and not c.secret)
    return _things(state) | {c.position for c in foes if c.position}


def trace_way(ways: Ways, start: Position, end: Position) -> list[Position]:
    """The squares of the way to one that was reached, the first left out."""
    found = [end]
    while found[-1] != start:
        found.append(ways[found[-1]][1])
    return found[-2::-1]


def stretches(state: State, squares: Sequence[Position]) -> list[Stretch]:
    """A way as stretches of one yard, with the ground that each step enters."""
    rough = {cell: g.kind for g in state.ground if g.kind in COSTLY for cell in g.cells}
    return [Stretch(yards=1, terrain=rough.get(square, Terrain.NORMAL)) for square in squares]


def _unseen(state: State, who: Character) -> set[Position]:
    """Squares of the hidden and the secret of other sides: they bar no way that others can know of."""
    return {c.position for c in state.combatants if (c.hidden or c.secret) and c.side != who.side and c.position}


def _spread(
    state: State, start: Position, *, barred: set[Position], closed: set[Position], end: Position | None = None
) -> Ways:
    """Every square that can be reached, with what the way costs and the square before it; no further than an `end`."""
    rough = {cell for g in state.ground if g.kind in COSTLY for cell in g.cells}
    shut, (width, height) = barred | closed, state.field
    best: Ways = {start: (0, start)}
    queue = [(0, 0, start)]
    while queue:
        cost, _, at = heappop(queue)
        if at == end:
            break
        if cost > best[at][0]:
            continue
        for x, y in STEPS:
            step = (at[0] + x, at[1] + y)
            if step in shut or not (0 <= step[0] < width and 0 <= step[1] < height):
                continue
            if (at[0] + x, at[1]) in barred and (at[0], at[1] + y) in barred:  # between two walls that touch
                continue
            dearer = cost + (2 if step in rough else 1)
            if step not in best or dearer < best[step][0]:
                best[step] = (dearer, at)
                heappush(queue, (dearer, abs(x) + abs(y), step))
    return best


def ways(state: State, who: Character) -> Ways:
    """Everywhere somebody could walk (BOO-LIV-28)."""
    return _spread(state, who.position or (0, 0), barred=walls(state), closed=_closed(state, who))


def free_squares(state: State, who: Character) -> set[Position]:
    """Squares where somebody could stand, as far as it knows."""
    width, height = state.field
    taken = {c.position for c in state.combatants if c.active and c.id != who.id} - _unseen(state, who)
    full = taken | _things(state) | walls(state)
    return {(x, y) for x in range(width) for y in range(height) if (x, y) not in full}


def approach(state: State, actor: str, other: str) -> Position | None:
    """The free square next to somebody or something to which the way is shortest, the straightest of several (BOO-LIV-28); None for one who is there."""
    who = state.find(actor)
    marks: tuple[Character | Thing, ...] = (*state.combatants, *state.objects)
    there = next((one.position for one in marks if other in (one.id, one.called)), None)
    if who is None or who.position is None or there is None:
        return None
    (x, y), reached = who.position, ways(state, who)
    if max(abs(there[0] - x), abs(there[1] - y)) <= 1:
        return None
    beside = ((there[0] + dx, there[1] + dy) for dx, dy in STEPS)
    near = [at for at in beside if at in reached and at in free_squares(state, who)]
    return min(near, key=lambda at: (reached[at][0], (at[0] - x) ** 2 + (at[1] - y) ** 2, at), default=None)


class Push(msgspec.Struct, frozen=True):
    """Where a push ends, why it stopped short of it, and whom unseen it ran into."""

    to: Position
    stopped: str = ""
    found: str = ""


@rule("BOO-SHV-4", "BOO-LIV-33")
def pushed_to(
    state: State, pusher: Position | None, target: Position | None, *, yards: int, by: str = ""
) -> Push | None:
    """The square so many yards straight away from the pusher, or the last before a wall, the edge or a taken square.

    None if one of them is not on the map.
    """
    if pusher is None or target is None or pusher == target:
        return None
    x, y = ((b > a) - (b < a) for a, b in zip(pusher, target, strict=True))
    barred = walls(state)
    people = {c.position: c for c in state.combatants if c.position and c.active}  # who is down leaves room
    things = _things(state)
    for _ in range(yards):
        further = (target[0] + x, target[1] + y)
        if not state.on_board(further):
            return Push(target, "edge")
        if further in barred or further in things:
            return Push(target, "wall" if further in barred else "object")
        if (taken := people.get(further)) is not None:
            mine = state.find(by)
            unseen = taken.secret or (taken.hidden and (mine is None or mine.side != taken.side))
            return Push(target, "taken", taken.id if unseen else "")
        target = further
    return Push(target)


def nearest_free(state: State, near: Position | None, *, secret: bool) -> Position | None:
    """The nearest free square to the one that was named (BOO-LIV-27), row by row; who is a secret is in nobody's way but another's."""
    if near is None:
        return None
    check_on_map(state, near)
    taken = {c.position for c in state.combatants if c.active and (secret or not c.secret)} | walls(state)
    taken |= {t.position for t in state.objects if not t.destroyed and (secret or not t.secret)}
    width, height = state.field
    squares = [(x, y) for y in range(height) for x in range(width) if (x, y) not in taken]
    return min(squares, key=lambda at: _away(near, at), default=near)


def _away(near: Position, at: Position) -> tuple[int, int, bool]:
    """How far a square is from another; among equals the straight ones first, and those that come later in a row."""
    across, down = abs(near[0] - at[0]), abs(near[1] - at[1])
    return max(across, down), across + down, (at[1], at[0]) < (near[1], near[0])


@rule("BOO-LIV-27")
async def given_way(state: State, at: Position | None, who: str) -> State:
    """Those of whom others may not know make room unseen for somebody who is put on their square."""
    for one in state.combatants:
        if one.secret and one.active and one.id != who and at is not None and one.position == at:
            state = await happen(Moved(one.id, nearest_free(state, at, secret=True)))
    return state


@rule("BOO-LIV-38", "BOO-LIV-46")
async def enter(state: State, who: str) -> State:
    """Somebody stands on another square: what was laid there unseen shows, who listens there is heard, hiding is looked at again."""
    return await looked_again(await sprung(state, who))


@rule("BOO-LIV-35")
async def let_go(state: State, who: str, item: Item, at: Position | None = None) -> State:
    """A thing leaves somebody's hand and lies on a square: its owner's, or where it was thrown."""
    lies = at or state.character(who).position
    return await handle_item(who, replace(item, held=False, lies=lies))


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
    check_amount(durability or 0)
    if durability is None:
        durability = (await object_stats(state, ObjectStats(size=given.size, material=given.material))).durability
    if given.position is not None:
        check_free(state, given.position, given.id)
    await happen(
        ThingPlaced(Thing(given.id, durability, given.name, given.position, cover=given.cover, secret=given.secret))
    )
    return Done(ids=(given.id,))


@rule("BOO-CBT-3", "BOO-SHV-4")
async def put(state: State, given: Put) -> Done:
    """Put somebody or something on a square: before the fight, or after a push."""
    target = state.target(given.who)
    if given.position is not None:
        check_free(state, given.position, target.id)
        state = state if target.secret else await given_way(state, given.position, target.id)
    state = await happen(Moved(target.id, given.position))
    await looked_again(state)
    return Done(ids=(target.id,))


PLAIN = "plain"
"""Ground of no kind: what lies on a square is taken off it."""


@rule("BOO-CBT-2", "BOO-LIV-30")
async def lay_ground(state: State, given: LayGround) -> Done:
    """Lay out the battlefield: squares of a kind are added to those that there are; without squares all of that kind goes."""
    if given.kind not in (*Earth, PLAIN):
        raise RuleError("bad_terrain", clause="BOO-CBT-2", terrain=given.kind, terrains=list(Earth))
    for cell in given.cells:
        check_on_map(state, cell)
    for ground in _changed(state, given):
        state = await happen(GroundLaid(ground, apart=True))
    await looked_again(state, lighter=True)
    return Done(ids=(given.kind,))


def _changed(state: State, given: LayGround) -> Iterator[Ground]:
    """Every layer of ground as it is afterwards, where it changes: open and secret squares of a kind are two layers."""
    cells = tuple(dict.fromkeys(given.cells))
    same = [g for g in state.ground if given.kind in (g.kind, PLAIN)]
    lays = bool(cells) and given.kind != PLAIN
    others = (g for g in same if not lays or g.secret != given.secret)
    for layer in (
        g for g in others if g.secret or not given.secret
    ):  # what is done in secret leaves alone what lies open
        left = tuple(cell for cell in layer.cells if cells and cell not in cells)
        if left != layer.cells:
            yield replace(layer, cells=left)
    if lays:
        there = next((g.cells for g in same if g.secret == given.secret), ())
        yield Ground(given.kind, tuple(dict.fromkeys((*there, *cells))), given.secret)


@rule("BOO-LIV-34")
async def looked_again(state: State, *, lighter: bool = False) -> State:
    """After a move, a push, an arrival, a change of ground or light: who could not hide any more on the map is hidden no more.

    `lighter`: it is because of the ground or the light, not because somebody moved.
    """
    for one in state.combatants:
        if one.hidden and one.position is not None and not screens(state, one):
            lit = lighter and obscurement_at(state, one.position) not in DEEP
            by = () if lit else tuple(foe.id for foe in seen_by(state, one))
            state = await happen(Hid(one.id, hidden=False, lit=lit, by=by))
            state = await hear(state, "revealed", target=one.id)
    return state
