"""Exact distributions of expressions, and expressions as pools that rules can ask for."""

from collections.abc import Callable
from fractions import Fraction

import msgspec

from ludex.dice.counting import Value, Weights, Work
from ludex.dice.errors import DiceError
from ludex.dice.throwing import Faces, Sides
from ludex.dice.tree import Expression


class Distribution(msgspec.Struct, frozen=True):
    """How likely each value is: its weight out of the total."""

    weights: Weights
    total: int

    def chance(self, value: Value) -> Fraction:
        """Of exactly this value."""
        return Fraction(self.weights.get(value, 0), self.total)

    def chance_that(self, fits: Callable[[Value], bool]) -> Fraction:
        """Of all values that fit: `odds.chance_that(lambda value: value >= 15)`."""
        return Fraction(sum(weight for value, weight in self.weights.items() if fits(value)), self.total)

    def chances(self) -> dict[Value, Fraction]:
        """Of every value, from the lowest on."""
        return {value: Fraction(self.weights[value], self.total) for value in sorted(self.weights)}

    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(
            sum((Fraction(value) * weight for value, weight in self.weights.items()), Fraction(0)) / self.total
        )

    def variance(self) -> Fraction:
        """The expected square of the distance from the mean."""
        squares = sum((Fraction(value) ** 2 * weight for value, weight in self.weights.items()), Fraction(0))
        return squares / self.total - self.mean() ** 2


def distribution(expression: Expression) -> Distribution:
    """The exact distribution of one rolling of the expression; refused where it would be too large."""
    weights = expression.root.weights(Work())
    if not all(type(value) is int for value in weights):
        weights = {value.numerator if value.denominator == 1 else value: ways for value, ways in weights.items()}
    return Distribution(weights, sum(weights.values()))


class ExpressionPool(msgspec.Struct, frozen=True):
    """An expression whose dice are all thrown at once, as a pool for a rule."""

    expression: Expression

    @property
    def sides(self) -> Sides:
        """The dice of all terms in order."""
        return tuple(side for term in self.expression.terms for side in term.sides)

    def value(self, faces: Faces) -> int:
        """What they are worth together."""
        values: list[Value] = []
        start = 0
        for term in self.expression.terms:
            end = start + len(term.sides)
            values.append(term.value(faces[start:end]))
            start = end
        return _whole(self.expression.root.read(iter(values)))

    def weights(self) -> dict[int, int]:
        """The ways of each value."""
        return {_whole(value): weight for value, weight in distribution(self.expression).weights.items()}


def pool(expression: Expression) -> ExpressionPool:
    """The expression as one pool; refused if it repeats, or if dice may be asked for after the first throw."""
    if expression.repeats != 1:
        raise DiceError("not_a_pool", found=expression.text, repeats=expression.repeats)
    if any(term.open for term in expression.terms):
        raise DiceError("not_a_pool", found=expression.text)
    return ExpressionPool(expression)


def _whole(value: Value) -> int:
    if value.denominator != 1:
        raise DiceError("not_whole", found=str(value))
    return value.numerator
