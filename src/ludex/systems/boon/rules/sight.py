"""The battlefield as it is seen (BOO-LIV-29 to BOO-LIV-31, BOO-LIV-34): distances, lines, cover, gloom, light, who could hide where,
and areas with their shapes (BOO-LIV-32, BOO-PSP-3): who is in a burst or a line, and the point that holds whom one means.
"""

from fractions import Fraction

from ludex.core.errors import RuleError
from ludex.core.hints import remembered
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.boon.redact import lit
from ludex.systems.boon.sheet import Character, Item, Position, Spell, yards as yards_of
from ludex.systems.boon.state import State, Thing, yards_between
from ludex.systems.boon.terms import AWAY, Cover, Earth, Obscurement, Screen


@rule("BOO-CBT-3")
def distance(a: Position | None, b: Position | None) -> int | None:
    """Yards between two squares; None if one of them is not on the map."""
    return None if a is None or b is None else yards_between(a, b)


def walls(state: State) -> set[Position]:
    """The squares that nobody enters and nobody sees through."""
    return {cell for g in state.ground if g.kind == Earth.WALL and not g.secret for cell in g.cells}


@rule("BOO-LIV-29")
def is_blocked(state: State, start: Position, end: Position) -> bool:
    """Whether a wall, or an object with total cover, breaks the straight line between two squares."""
    bars = {t.position for t in state.objects if t.position and _screens(t) and t.cover == Cover.TOTAL}
    return any(cell not in (start, end) and _crosses(start, end, cell) for cell in (*walls(state), *bars))


@rule("BOO-LIV-29", "BOO-LIV-30")
def screen(state: State, start: Position, end: Position) -> tuple[Cover, Obscurement]:
    """Cover and obscurement of a target on the map: the best cover of its square and of objects on the line, its own square's gloom."""
    dim = obscurement_at(state, end)
    if is_blocked(state, start, end):
        return Cover.TOTAL, dim
    far = yards_between(start, end) > 1
    kinds = {g.kind for g in state.ground if end in g.cells and not g.secret} if far else set()
    own = [COVERS[kind] for kind in kinds if kind in COVERS]
    things = [t for t in state.objects if _screens(t) and t.position and t.position not in (start, end)]
    between = [Cover(t.cover) for t in things if t.position and _crosses(start, end, t.position)]
    return max((*own, *between), key=DEGREES.index, default=Cover.NONE), dim


COVERS: dict[str, Cover] = {Earth.LOW: Cover.HALF, Earth.COVER: Cover.THREE_QUARTERS}
GLOOM: dict[str, Obscurement] = {
    Earth.MIST: Obscurement.PARTIAL,
    Earth.FOG: Obscurement.HEAVY,
    Earth.DARK: Obscurement.TOTAL,
}
DEGREES = tuple(Cover)
DEEP = (Obscurement.HEAVY, Obscurement.TOTAL)
"""Obscurement that one can hide in (BOO-HID-1)."""


def _screens(thing: Thing) -> bool:
    return not thing.destroyed and not thing.secret and thing.cover != Cover.NONE


@rule("BOO-LIV-30", "BOO-LIV-31")
def obscurement_at(state: State, at: Position) -> Obscurement:
    """How badly a square is seen: the worst of its ground; darkness is none where it is lit."""
    kinds = {g.kind for g in state.ground if at in g.cells and not g.secret}
    found = [GLOOM[kind] for kind in kinds if kind in GLOOM and not (kind == Earth.DARK and lit(state, at))]
    return max(found, key=tuple(Obscurement).index, default=Obscurement.NONE)


@remembered(65536)
def _crosses(start: Position, end: Position, cell: Position) -> bool:
    """Whether the straight line between two centres passes through the inside of a square."""
    enter, leave = Fraction(0), Fraction(1)
    for a, b, at in zip(start, end, cell, strict=True):
        low, high = Fraction(2 * at - 1, 2), Fraction(2 * at + 1, 2)
        if a == b:
            if not low < a < high:
                return False
            continue
        first, last = sorted(((low - a) / (b - a), (high - a) / (b - a)))
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave


@rule("BOO-LIV-34", "BOO-HID-1")
def screens(state: State, who: Character) -> tuple[Screen, ...]:
    """What hides somebody where it stands: heavy obscurement; that no enemy whom its side perceives looks, or enough between it and them all."""
    if who.position is None:
        return ()
    dim = obscurement_at(state, who.position) in DEEP
    covers = {screen(state, at, who.position)[0] for at in (foe.position for foe in watchers(state, who)) if at}
    found = [Screen.OBSCUREMENT] if dim else []
    if covers <= {Cover.TOTAL}:
        found.append(Screen.UNWATCHED)
    elif covers <= {Cover.TOTAL, Cover.THREE_QUARTERS}:
        found.append(Screen.COVER)
    return tuple(found)


def watchers(state: State, who: Character) -> list[Character]:
    """The active enemies on the map whom somebody's side perceives."""
    return [
        c for c in state.combatants if c.side != who.side and c.active and c.position and not c.hidden and not c.secret
    ]


@rule("BOO-LIV-34")
def seen_by(state: State, who: Character) -> list[Character]:
    """The enemies who have a clear enough line to somebody."""
    at = who.position
    return [
        foe
        for foe in watchers(state, who)
        if at and foe.position and screen(state, foe.position, at)[0] not in (Cover.TOTAL, Cover.THREE_QUARTERS)
    ]


@rule("BOO-PSP-3")
def shape_of(start: Position, point: Position, means: Spell | Item) -> tuple[tuple[Position, ...], Position]:
    """The squares of an area, and from where it sees: a line from its maker, a burst from its point."""
    if means.shape == "line":
        return line_of(start, point, means.size), start
    around = range(-means.size, means.size + 1)
    return tuple((point[0] + x, point[1] + y) for y in around for x in around), point


@rule("BOO-LIV-32", "BOO-CST-4")
def in_area(state: State, start: Position, point: Position, means: Spell | Item) -> tuple[str, ...]:
    """Everybody and everything in the area that somebody makes at a point: friend, foe, hidden, the maker too; as listed, objects last."""
    cells, eye = shape_of(start, point, means)
    people = ((c.id, c.position) for c in state.combatants if c.status not in AWAY)
    things = ((t.id, t.position) for t in state.objects if not t.destroyed)
    return tuple(who for who, at in (*people, *things) if at in cells and not is_blocked(state, eye, at))


@rule("BOO-LIV-32")
def squares(state: State, start: Position, point: Position, spell: Spell) -> tuple[Position, ...]:
    """The squares of the board that an area covers as far as it sees."""
    cells, eye = shape_of(start, point, spell)
    return tuple(at for at in cells if state.on_board(at) and not is_blocked(state, eye, at))


@rule("BOO-LIV-32")
def best_point(state: State, caster: Character, spell: Spell, named: list[str]) -> Position:
    """The point that holds all who are named, then the fewest friends, then the fewest others, then the nearest, then the least y and x."""
    check_perceived(state, caster, named)
    start, limit = caster.position or (0, 0), yards_of(spell.range)
    found: list[tuple[int, int, int, int, int]] = []
    for at in _points(state, spell, named):
        far = yards_between(start, at)
        if (limit is not None and far > limit) or (spell.shape == "line" and not far):
            continue
        held = in_area(state, start, at, spell)
        if set(named) <= set(held) and not is_blocked(state, start, at):
            known = [state.target(who) for who in held if who not in named]
            seen = [one for one in known if isinstance(one, Thing) or not _hides_from(caster, one)]
            friends = sum(isinstance(one, Character) and one.side == caster.side for one in seen)
            found.append((friends, len(seen) - friends, far, at[1], at[0]))
    if not found:
        raise _unreached(state, caster, spell, named)
    return min(found)[4], min(found)[3]


def _unreached(state: State, caster: Character, spell: Spell, named: list[str]) -> RuleError:
    """Why no point holds all who are named: one of them is too far, or no point that the caster sees does."""
    start, limit = caster.position or (0, 0), yards_of(spell.range)
    far = max(yards_between(start, state.target(who).position or start) for who in named)
    beyond = limit is not None and far > limit + (0 if spell.shape == "line" else spell.size)
    no_point = say("told.no_point", names=[state.called(who) for who in named])
    why = say("told.too_far", distance=far, range=limit) if beyond else no_point
    return RuleError("out_of_range", clause="BOO-LIV-32", distance=far, range=limit, why=why)


def check_perceived(state: State, caster: Character, named: list[str]) -> None:
    for who in named:
        if who in {c.id for c in state.combatants if _hides_from(caster, c)}:
            raise RuleError("hidden_target", clause="BOO-LIV-32", target=state.called(who))


def _points(state: State, spell: Spell, named: list[str]) -> list[Position]:
    """Squares that could hold all who are named: for a burst those near the first of them, for a line every one."""
    width, height = state.field
    first = state.target(named[0]).position or (0, 0)
    near = max(width, height) if spell.shape == "line" else spell.size
    columns = range(max(first[0] - near, 0), min(first[0] + near, width - 1) + 1)
    return [(x, y) for x in columns for y in range(max(first[1] - near, 0), min(first[1] + near, height - 1) + 1)]


def _hides_from(caster: Character, other: Character) -> bool:
    """Whether somebody of another side cannot be perceived by a caster."""
    return other.side != caster.side and (other.hidden or other.secret)


def line_of(start: Position, point: Position, size: int) -> tuple[Position, ...]:
    """Square k is the caster's plus k/D of the way to the point, each axis rounded, halves away from the caster."""
    far = yards_between(start, point)
    if not far:
        raise RuleError("bad_target", clause="BOO-LIV-32", target=f"{point[0]},{point[1]}")
    return tuple(
        (start[0] + _rounded(k * (point[0] - start[0]), far), start[1] + _rounded(k * (point[1] - start[1]), far))
        for k in range(1, size + 1)
    )


def _rounded(over: int, under: int) -> int:
    """A quotient rounded to the nearest, halves away from 0."""
    near = (2 * abs(over) + under) // (2 * under)
    return near if over >= 0 else -near
