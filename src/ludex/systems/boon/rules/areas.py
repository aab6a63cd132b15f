"""Areas on the map (BOO-LIV-32) joined with their shapes (BOO-PSP-3): who is in a burst or a line, and the point that holds whom one means."""

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.boon.rules.sight import blocked
from ludex.systems.boon.sheet import Character, Item, Position, Spell, yards as yards_of
from ludex.systems.boon.state import State, Thing, yards_between
from ludex.systems.boon.terms import AWAY


@rule("BOO-PSP-3")
def shape_of(start: Position, point: Position, means: Spell | Item) -> tuple[tuple[Position, ...], Position]:
    """The squares of an area, and from where it sees: a line from its maker, a burst from its point."""
    if means.shape == "line":
        return line_of(start, point, means.size), start
    around = range(-means.size, means.size + 1)
    return tuple((point[0] + x, point[1] + y) for y in around for x in around), point


@rule("BOO-LIV-32", "BOO-CST-4")
def covered(state: State, start: Position, point: Position, means: Spell | Item) -> tuple[str, ...]:
    """Everybody and everything in the area that somebody makes at a point: friend, foe, hidden, the maker too; as listed, objects last."""
    cells, eye = shape_of(start, point, means)
    people = ((c.id, c.position) for c in state.combatants if c.status not in AWAY)
    things = ((t.id, t.position) for t in state.objects if not t.destroyed)
    return tuple(who for who, at in (*people, *things) if at in cells and not blocked(state, eye, at))


@rule("BOO-LIV-32")
def squares(state: State, start: Position, point: Position, spell: Spell) -> tuple[Position, ...]:
    """The squares of the board that an area covers as far as it sees."""
    cells, eye = shape_of(start, point, spell)
    return tuple(at for at in cells if state.on_board(at) and not blocked(state, eye, at))


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
        held = covered(state, start, at, spell)
        if set(named) <= set(held) and not blocked(state, start, at):
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
    """Whom the caster cannot perceive cannot be named."""
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
