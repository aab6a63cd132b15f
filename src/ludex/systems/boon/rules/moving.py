"""Moving (BOO-MOV) joined with climbing and terrain (BOO-CLB, BOO-PSZ-4), which are its cost: yards of ground against Speed."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.boon.events import Moved
from ludex.systems.boon.fold import happen
from ludex.systems.boon.rules.actions import Deed, check_able, of_actor, paid
from ludex.systems.boon.rules.health import check_amount
from ludex.systems.boon.sheet import Number, Position, exact
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


@rule("BOO-PSZ-4", "BOO-CLB-1", "BOO-CLB-2")
def path_cost(path: Sequence[Stretch]) -> Fraction:
    """Each yard costs 1, in difficult terrain and climbing 2; never more."""
    for stretch in path:
        check_amount(stretch.yards)
    for stretch in path:
        if stretch.terrain not in list(Terrain):
            raise RuleError("bad_terrain", clause="BOO-PSZ-4", terrain=stretch.terrain, terrains=list(Terrain))
    return sum((exact(s.yards) * COSTS[Terrain(s.terrain)] for s in path), Fraction(0))


@rule("BOO-MOV-1")
async def move(state: State, given: Move) -> Deed:
    """1 AP: up to Speed yards."""
    actor = state.character(given.actor)
    check_able(actor)
    cost = path_cost(given.path)
    if cost > actor.speed:
        raise RuleError("too_far", clause="BOO-MOV-1", cost=_yards(cost), speed=actor.speed)
    state = await paid(actor.id, 1)
    if given.to is not None:
        state = await happen(Moved(actor.id, given.to))
    moved = sum((exact(s.yards) for s in given.path), Fraction(0))
    deed = Deed(
        moved=_yards(moved),
        cost=_yards(cost),
        remaining=_yards(actor.speed - cost),
        position=state.character(actor.id).position,
    )
    return of_actor(state, deed, actor.id)


def _yards(value: Fraction) -> Number:
    """Whole yards as an int."""
    return int(value) if value.denominator == 1 else float(value)
