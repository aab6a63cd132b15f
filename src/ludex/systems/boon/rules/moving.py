"""Moving (BOO-MOV) joined with climbing and terrain (BOO-CLB, BOO-PSZ-4), which are its cost: yards of ground against Speed."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from ludex.core.effects.counting import denied, in_force
from ludex.core.effects.sentences import name_of
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.events import EffectAdded, Moved, happen
from ludex.systems.boon.rules.actions import Deed, check_able, of_actor, pay
from ludex.systems.boon.rules.health import check_amount
from ludex.systems.boon.rules.hiding import find_unseen
from ludex.systems.boon.rules.windows import hear, number, price
from ludex.systems.boon.sheet import Character, Number, Position, exact
from ludex.systems.boon.state import State, yards_between
from ludex.systems.boon.terms import Action, Terrain

COSTS = {Terrain.NORMAL: 1, Terrain.DIFFICULT: 2, Terrain.CLIMB: 2}  # BOO-PSZ-4, BOO-CLB-2


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    yards: Number
    terrain: str = Terrain.NORMAL


class Move(msgspec.Struct, frozen=True, kw_only=True, tag=Action.MOVE.value, tag_field="action"):
    action: ClassVar = Action.MOVE
    actor: str = "?"
    path: tuple[Stretch, ...] = ()
    to: Position | None = None
    squares: tuple[Position, ...] = ()
    picks: bool = False


class Walked(Deed, frozen=True, kw_only=True):
    """What came of a move: yards of ground, what they cost and left of Speed, and where it ended."""

    moved: Number
    cost: Number
    remaining: Number
    position: Position | None = None
    halted: bool | None = None


@rule("BOO-PSZ-4", "BOO-CLB-1", "BOO-CLB-2")
def path_cost(path: Sequence[Stretch]) -> Fraction:
    """Each yard costs 1, in difficult terrain and climbing 2; never more."""
    for stretch in path:
        check_amount(stretch.yards)
    for stretch in path:
        if stretch.terrain not in list(Terrain):
            raise RuleError("bad_terrain", clause="BOO-PSZ-4", terrain=stretch.terrain, terrains=list(Terrain))
    return sum((exact(s.yards) * COSTS[Terrain(s.terrain)] for s in path), Fraction(0))


def speed_of(state: State, actor: Character) -> int:
    return max(number(state, actor.id, "speed", actor.speed), 0)


@rule("BOO-MOV-1")
def check_speed(cost: Fraction, speed: int) -> None:
    """A way that is not longer than Speed."""
    if cost > speed:
        raise RuleError("too_far", clause="BOO-MOV-1", cost=in_yards(cost), speed=speed)


@rule("BOO-MOV-1")
async def move(state: State, given: Move) -> Walked:
    """1 AP: up to Speed yards."""
    actor = state.character(given.actor)
    check_able(actor, price(state, actor.id, "move", 1))
    cost, speed = path_cost(given.path), speed_of(state, actor)
    check_speed(cost, speed)
    if given.to is not None:
        check_nearer(state, actor, given.to)
    state, halted = await pay(actor.id, price(state, actor.id, "move", 1)), False
    if given.to is not None:
        state, halted = await _arrived(state, actor, given.to, given.squares)
    moved = sum((exact(s.yards) for s in given.path), Fraction(0))
    deed = Walked(
        moved=in_yards(moved),
        cost=in_yards(cost),
        remaining=in_yards(speed - cost),
        position=state.character(actor.id).position,
        halted=halted or None,
    )
    return of_actor(state, deed, actor.id)


@rule("BOO-LIV-28")
async def _arrived(state: State, actor: Character, to: Position, squares: tuple[Position, ...]) -> tuple[State, bool]:
    """A step onto somebody unseen stops in the last free square before it, and that one is hidden no more; whether something on the way halted it."""
    there = {c.position: c for c in state.combatants if c.position and c.active and c.id != actor.id}
    met = there.get(to)
    if met is not None and (met.hidden or met.secret):
        free = [square for square in squares[:-1] if square not in there]
        to = free[-1] if free else actor.position or to
        state = await find_unseen(state, met.id)
    state, halted = await lead(state, actor.id, squares[: squares.index(to)] if to in squares else ())
    state = state if halted else await happen(Moved(actor.id, to))
    return await hear(state, "moved", doer=actor.id, target=actor.id), halted


@rule("BOO-LIV-38")
async def lead(state: State, who: str, way: Sequence[Position]) -> tuple[State, bool]:
    """Somebody enters square after square, heard by whatever listens there; whether that has felled, moved or bound her, so that she goes no further."""
    bound = denied(WORDS, state, who, ("move",))
    for square in (one for one in way if _listens(state, one)):
        state = await sprung(await happen(Moved(who, square)), who)
        here = state.character(who)
        if not here.active or here.position != square or (not bound and denied(WORDS, state, who, ("move",))):
            return state, True
    return state, False


def between(start: Position, end: Position) -> tuple[Position, ...]:
    x, y = ((b > a) - (b < a) for a, b in zip(start, end, strict=True))
    return tuple((start[0] + n * x, start[1] + n * y) for n in range(1, yards_between(start, end)))


def _listens(state: State, square: Position) -> bool:
    """Whether anything hears who enters a square: what lies there, or somebody who watches."""
    here = f"@{square[0]},{square[1]}"
    near = (e for e in state.effects if e.aura or e.bearer == here or not e.bearer.startswith("@"))
    return "entered" in replace(state, effects=tuple(near)).awaited


@rule("BOO-LIV-38", "BOO-LIV-46")
async def sprung(state: State, who: str) -> State:
    """What was laid unseen on the square that somebody has entered shows, and who listens there is heard."""
    at = state.character(who).position
    square = f"@{at[0]},{at[1]}" if at else ""
    for effect in (e for e in state.effects if e.secret and e.bearer == square and e.triggers):
        state = await happen(EffectAdded(replace(effect, secret=False)))
    return await hear(state, "entered", doer=who, target=who)


@rule("BOO-LIV-36")
def check_nearer(state: State, actor: Character, to: Position) -> None:
    """Who is afraid does not come nearer to the one who frightens it."""
    for effect in in_force(WORDS, state, actor.id):
        feared = state.find(effect.by)
        if "nearer" not in effect.denies or feared is None or feared.position is None or actor.position is None:
            continue
        if yards_between(to, feared.position) < yards_between(actor.position, feared.position):
            raise RuleError("denied", clause="BOO-LIV-36", who=actor.called, effect=name_of(effect))


def in_yards(value: Fraction) -> Number:
    return int(value) if value.denominator == 1 else float(value)
