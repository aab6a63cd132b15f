"""Multiplying and dividing, with Arithmetic: multipliers and divisors that act on one value (FAB-MUL, FAB-PAR)."""

from fractions import Fraction
from math import floor

import msgspec

from ludex.core.bounds import fraction
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fable.state import State

Factor = int | str
"""A factor as people write it: a whole number, or a fraction as text ("3/2")."""


class Multiply(msgspec.Struct, frozen=True):
    """A value and what acts on it."""

    value: int
    multipliers: tuple[Factor, ...] = ()
    divisors: tuple[Factor, ...] = ()


class Multiplied(msgspec.Struct, frozen=True):
    """The merged factors and what they make of the value."""

    multiplier: Factor
    divisor: Factor
    result: int


@rule("FAB-MUL-4")
async def combine_multipliers(_state: State, given: Multiply) -> Multiplied:
    """Merge multipliers and divisors separately and apply both, rounded down once."""
    multiplier, divisor = merged(read_factors(given.multipliers)), merged(read_factors(given.divisors))
    return Multiplied(written(multiplier), written(divisor), applied(given.value, multiplier, divisor))


@rule("FAB-MUL-1", "FAB-MUL-2", "FAB-MUL-3")
def merged(factors: tuple[Fraction, ...]) -> Fraction:
    """One factor for all: the first in full, every further one less 1. ×2 and ×2 make ×3; ÷2 and ÷2 make ÷3."""
    if not factors:
        return Fraction(1)
    return sum(factors, Fraction(0)) - (len(factors) - 1)


@rule("FAB-MUL-4", "FAB-PAR-1", "FAB-PAR-2")
def applied(value: int, multiplier: Fraction, divisor: Fraction) -> int:
    """`floor(value × M ÷ D)`: sums are done before, and fractions are rounded down once, at the end."""
    return floor(value * multiplier / divisor)  # Ruling FAB-E-1: merged separately


@rule("FAB-MUL-5")
def read_factors(factors: tuple[Factor, ...]) -> tuple[Fraction, ...]:
    """Factors as numbers; one below 1 (or none at all) is refused, because a half is a divisor of 2."""
    return tuple(_read(factor) for factor in factors)


def _read(factor: Factor) -> Fraction:
    number = fraction(factor)
    if number is None or number < 1:
        raise RuleError("bad_multiplier", clause="FAB-MUL-5", factor=factor)
    return number


def written(factor: Fraction) -> Factor:
    """A factor as people write it."""
    return factor.numerator if factor.denominator == 1 else str(factor)
