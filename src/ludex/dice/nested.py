"""Dice whose number or faces are themselves rolled: `(1d4)d6`, `2d(1d6)`. The inner dice are thrown first, all at once."""

from collections.abc import Sequence
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING

from ludex.dice.counting import Value, Ways, Weights, Work, as_weights
from ludex.dice.errors import MAX_SIDES, DiceError
from ludex.dice.terms import dice_ways, plain_dice
from ludex.dice.throwing import ATOM, Cast, Casting, Chains, Faces, Shown, Sides, Thrown

if TYPE_CHECKING:
    from ludex.dice.tree import Node, Term

MOST = 200
"""So many dice the inner dice may call for."""


class Nested(Thrown, frozen=True, dict=True):
    """`(count)d(faces)`; `inner` are the dice terms of both, in the order in which they are written."""

    count: "Node"
    faces: "Node"
    inner: "tuple[Term, ...]"

    @cached_property
    def sides(self) -> Sides:
        """The inner dice."""
        return tuple(side for term in self.inner for side in term.sides)

    @cached_property
    def open(self) -> bool:
        """What the inner dice call for is thrown after them."""
        return True

    def value(self, faces: Faces) -> int:
        """How many dice the inner ones call for."""
        return self._called(faces)[0]

    def _called(self, faces: Sequence[int]) -> tuple[int, int]:
        values: list[Value] = []
        start = 0
        for term in self.inner:
            end = start + len(term.sides)
            values.append(term.value(tuple(faces[start:end])))
            start = end
        given = iter(values)
        return _number(self.count.read(given), 0, MOST), _number(self.faces.read(given), 1, MAX_SIDES)

    def casting(self) -> Casting:
        """The inner dice, then those that they call for: the first chain holds the inner faces."""
        inner = yield self.sides
        count, faces = self._called(inner)
        thrown: Faces = ()
        if count:
            thrown = yield (faces,) * count
        return Cast((tuple(inner), *((face,) for face in thrown)), ((),) * (len(thrown) + 1))

    def worth(self, chains: Chains) -> int:
        """The sum of the dice that were called for."""
        return sum(chain[0] for chain in chains[1:])

    def shown(self, cast: Cast) -> tuple[Shown, ...]:
        """The inner dice, which do not count themselves, and those that do."""
        inner = tuple(Shown((face,), face, kept=False) for face in cast.chains[0])
        return (*inner, *(Shown(chain, chain[0]) for chain in cast.chains[1:]))

    def weights(self, work: Work) -> Weights:
        """For each number and faces that the inner dice may call for, the ways of those dice."""
        counts, sides = _whole(self.count.weights(work), 0, MOST), _whole(self.faces.weights(work), 1, MAX_SIDES)
        pairs = {(c, f): v * w for c, v in counts.items() for f, w in sides.items()}
        totals = {pair: pair[1] ** pair[0] for pair in pairs}
        common = lcm(*totals.values())
        found: dict[int, int] = {}
        for (count, faces), weight in pairs.items():
            ways, steps = dice_ways(plain_dice(count, faces))
            work.spend(steps + len(ways), len(found))
            for value, number in ways.items():
                found[value] = found.get(value, 0) + weight * number * (common // totals[count, faces])
        return as_weights(found)

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return ATOM

    @property
    def text(self) -> str:
        """As it is written."""
        return f"({self.count.text})d({self.faces.text})"


def _number(value: Value, low: int, high: int) -> int:
    """A number of dice or faces that can be thrown."""
    if value.denominator != 1 or not low <= value <= high:
        raise DiceError("nested_out_of_range", value=str(value), low=low, high=high)
    return value.numerator


def _whole(weights: Weights, low: int, high: int) -> Ways:
    return {_number(value, low, high): weight for value, weight in weights.items()}
