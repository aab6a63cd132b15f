"""Moving (BOO-MOV) joined with climbing and terrain (BOO-CLB, BOO-PSZ-4), which are its cost: yards of ground against Speed."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from ludex.core.effects.counting import in_force
from ludex.core.effects.sentences import name_of
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.events import Moved
from ludex.systems.boon.fold import happen
from ludex.systems.boon.rules.actions import Deed, check_able, of_actor, paid
from ludex.systems.boon.rules.appearing import found
from ludex.systems.boon.rules.health import check_amount
from ludex.systems.boon.rules.windows import heard, number, price
from ludex.systems.boon.sheet import Character, Number, Position, exact
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Terrain

COSTS = {Terrain.NORMAL: 1, Terrain.DIFFICULT: 2, Terrain.CLIMB: 2}  # BOO-PSZ-4, BOO-CLB-2


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """Some yards over one kind of ground."""

    yards: Number
    terrain: str = Terrain.NORMAL


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `move`."""

    actor: str = "?"
    path: tuple[Stretch, ...] = ()
    to: Position | None = None
    squares: tuple[Position, ...] = ()


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
    """How many yards somebody walks with one action."""
    return max(number(state, actor.id, "speed", actor.speed), 0)


@rule("BOO-MOV-1")
def check_speed(cost: Fraction, speed: int) -> None:
    """A way that is not longer than Speed."""
    if cost > speed:
        raise RuleError("too_far", clause="BOO-MOV-1", cost=in_yards(cost), speed=speed)


@rule("BOO-MOV-1")
async def move(state: State, given: Move) -> Deed:
    """1 AP: up to Speed yards."""
    actor = state.character(given.actor)
    check_able(actor, price(state, actor.id, "move", 1))
    cost, speed = path_cost(given.path), speed_of(state, actor)
    check_speed(cost, speed)
    if given.to is not None:
        check_nearer(state, actor, given.to)
    state = await paid(actor.id, price(state, actor.id, "move", 1))
    if given.to is not None:
        state = await _arrived(state, actor, given.to, given.squares)
    moved = sum((exact(s.yards) for s in given.path), Fraction(0))
    deed = Deed(
        moved=in_yards(moved),
        cost=in_yards(cost),
        remaining=in_yards(speed - cost),
        position=state.character(actor.id).position,
    )
    return of_actor(state, deed, actor.id)


@rule("BOO-LIV-28")
async def _arrived(state: State, actor: Character, to: Position, squares: tuple[Position, ...]) -> State:
    """A step onto somebody unseen stops in the last free square before it, and that one is hidden no more."""
    there = {c.position: c for c in state.combatants if c.position and c.active and c.id != actor.id}
    met = there.get(to)
    if met is not None and (met.hidden or met.secret):
        free = [square for square in squares[:-1] if square not in there]
        to = free[-1] if free else actor.position or to
        state = await found(state, met.id)
    state = await happen(Moved(actor.id, to))
    return await heard(state, "moved", doer=actor.id, target=actor.id)


@rule("BOO-LIV-36")
def check_nearer(state: State, actor: Character, to: Position) -> None:
    """Who is afraid does not come nearer to the one who frightens it."""
    for effect in in_force(WORDS, state, actor.id):
        feared = state.find(effect.by)
        if "nearer" not in effect.denies or feared is None or feared.position is None or actor.position is None:
            continue
        before, after = (
            max(abs(a - b) for a, b in zip(at, feared.position, strict=True)) for at in (actor.position, to)
        )
        if after < before:
            raise RuleError("denied", clause="BOO-LIV-36", who=actor.called, effect=name_of(effect))


def in_yards(value: Fraction) -> Number:
    """Whole yards as an int."""
    return int(value) if value.denominator == 1 else float(value)
