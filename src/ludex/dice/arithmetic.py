"""The arithmetic of the notation: signs and functions, how tightly they bind, and what they do to values."""

import operator
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from math import ceil, floor

from ludex.dice.counting import Value
from ludex.dice.errors import MAX_BITS, DiceError
from ludex.dice.throwing import COUNTED

COMPARING, ADDING, MULTIPLYING, SIGNING, RAISING = COUNTED, 10, 20, 30, 40
"""How tightly operators bind."""


class Division(Enum):
    """What `/` means: cut off towards zero, or exact."""

    WHOLE = "whole"
    REAL = "real"


def _nonzero(divisor: Value) -> Value:
    if not divisor:
        raise DiceError("division_by_zero")
    return divisor


def _cut(a: Value, b: Value) -> Value:
    if isinstance(a, int) and isinstance(b, int) and b:
        return a // b if (a < 0) == (b < 0) else -(-a // b)
    return int(Fraction(a) / _nonzero(b))


def _exact(a: Value, b: Value) -> Value:
    return Fraction(a) / _nonzero(b)


def _floored(a: Value, b: Value) -> Value:
    return a // _nonzero(b)


def _remainder(a: Value, b: Value) -> Value:
    return a % _nonzero(b)


def raised(base: Value, exponent: Value) -> Value:
    """A power with a whole exponent from 0 on, small enough to be worth having."""
    if exponent != int(exponent) or exponent < 0:
        raise DiceError("bad_exponent", found=str(exponent), expected=("0, 1, 2, …",))
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits > 1 and bits * exponent > MAX_BITS:
        raise DiceError("number_too_large", bits=int(bits * exponent), limit=MAX_BITS)
    return Fraction(base) ** int(exponent) if isinstance(base, Fraction) else base ** int(exponent)


class Operation(Enum):
    """An arithmetic sign: how it is written, how tightly it binds, what it does."""

    ADD = ("+", ADDING, operator.add)
    SUBTRACT = ("-", ADDING, operator.sub)
    MULTIPLY = ("*", MULTIPLYING, operator.mul)
    DIVIDE = ("/", MULTIPLYING, _cut)
    RATIO = ("/", MULTIPLYING, _exact)
    FLOOR = ("//", MULTIPLYING, _floored)
    MODULO = ("%", MULTIPLYING, _remainder)

    def __init__(self, symbol: str, rank: int, apply: Callable[[Value, Value], Value]) -> None:
        self.symbol = symbol
        self.rank = rank
        self.apply = apply


class Function(Enum):
    """A function: its name, how many arguments it takes at most, and what it does."""

    MAX = ("max", 20, max)
    MIN = ("min", 20, min)
    ABS = ("abs", 1, abs)
    FLOOR = ("floor", 1, floor)
    CEIL = ("ceil", 1, ceil)
    ROUND = ("round", 1, lambda value: floor(value + Fraction(1, 2)))

    def __init__(self, symbol: str, most: int, apply: Callable[..., Value]) -> None:
        self.symbol = symbol
        self.most = most
        self.apply = apply
