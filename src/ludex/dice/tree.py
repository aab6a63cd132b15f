"""The tree of an expression: numbers, arithmetic, functions and comparisons over dice terms.

Each node says side by side what it does to values (`join`) and to their weights (`weights`), and how it is written.
Sums and products are flat chains, so that a tree is only as deep as its parentheses. Nodes carry no positions: equal
meaning is an equal tree, and reading a tree's text gives the tree again.
"""

import operator
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import Protocol

import msgspec

from ludex.dice.errors import MAX_BITS, DiceError
from ludex.dice.operators import Relation
from ludex.dice.terms import ATOM, COUNTED, Dice, Percentile, Term
from ludex.dice.ways import Value, Weights, Work, added, combined, largest, mapped, negated

COMPARING, ADDING, MULTIPLYING, SIGNING, RAISING = COUNTED, 10, 20, 30, 40
"""How tightly operators bind."""


class Node(Protocol):
    """Any part of an expression."""

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        ...

    @property
    def text(self) -> str:
        """As it is written."""
        ...

    def read(self, values: Iterator[Value], /) -> Value:
        """Its value, from those of all dice terms in the order in which they are written."""
        ...

    def weights(self, work: Work, /) -> Weights:
        """The ways of each value."""
        ...


class Division(Enum):
    """What `/` means: cut off towards zero, or exact."""

    WHOLE = "whole"
    REAL = "real"


def _nonzero(divisor: Value) -> Value:
    if not divisor:
        raise DiceError("division_by_zero")
    return divisor


def _cut(a: Value, b: Value) -> Value:
    return int(Fraction(a) / _nonzero(b))


def _exact(a: Value, b: Value) -> Value:
    return Fraction(a) / _nonzero(b)


def _floored(a: Value, b: Value) -> Value:
    return a // _nonzero(b)


def _remainder(a: Value, b: Value) -> Value:
    return a % _nonzero(b)


def _raised(base: Value, exponent: Value) -> Value:
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


class Number(msgspec.Struct, frozen=True):
    """A number as written; decimals are kept exactly."""

    number: Value

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return ATOM

    @property
    def text(self) -> str:
        """As it is written."""
        if isinstance(self.number, int):
            return str(self.number)
        whole, rest = divmod(int(self.number * 10**6), 10**6)
        return f"{whole}.{rest:06}".rstrip("0")

    def read(self, _values: Iterator[Value]) -> Value:
        """Itself."""
        return self.number

    def weights(self, _work: Work) -> Weights:
        """Certain."""
        return {self.number: 1}


class Chain(msgspec.Struct, frozen=True, dict=True):
    """Parts joined from left to right by signs that bind equally: `a + b - c`, `a * b / c`."""

    parts: tuple[Node, ...]
    signs: tuple[Operation, ...]

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return self.signs[0].rank

    @property
    def text(self) -> str:
        """As it is written."""
        rest = (s.symbol + within(p, s.rank + 1) for s, p in zip(self.signs, self.parts[1:], strict=True))
        return within(self.parts[0], self.rank) + "".join(rest)

    def read(self, values: Iterator[Value]) -> Value:
        """The parts, joined from left to right."""
        first = self.parts[0]
        total = next(values) if type(first) is Dice else first.read(values)
        for apply, part in self._steps:
            total = apply(total, part.number if type(part) is Number else part.read(values))
        return total

    @cached_property
    def _steps(self) -> tuple[tuple[Callable[[Value, Value], Value], Node], ...]:
        return tuple((sign.apply, part) for sign, part in zip(self.signs, self.parts[1:], strict=True))

    def join(self, values: Sequence[Value]) -> Value:
        """From left to right."""
        total = values[0]
        for (apply, _), value in zip(self._steps, values[1:], strict=True):
            total = apply(total, value)
        return total

    def weights(self, work: Work) -> Weights:
        """Joined two at a time."""
        total = self.parts[0].weights(work)
        for sign, part in zip(self.signs, self.parts[1:], strict=True):
            total = _joined(total, sign, part.weights(work), work)
        return total


def _joined(a: Weights, sign: Operation, b: Weights, work: Work) -> Weights:
    if sign is Operation.ADD:
        return added(a, b, work)
    if sign is Operation.SUBTRACT:
        return added(a, mapped(b, negated, work), work)
    return combined(a, b, sign.apply, work)


class Power(msgspec.Struct, frozen=True):
    """`base ^ exponent`."""

    parts: tuple[Node, Node]

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return RAISING

    @property
    def text(self) -> str:
        """As it is written; powers of powers group from the right."""
        return f"{within(self.parts[0], RAISING + 1)}^{within(self.parts[1], SIGNING)}"

    def read(self, values: Iterator[Value]) -> Value:
        """The parts, joined."""
        return self.join([part.read(values) for part in self.parts])

    def join(self, values: Sequence[Value]) -> Value:
        """The first to the power of the second."""
        return _raised(values[0], values[1])

    def weights(self, work: Work) -> Weights:
        """Pair by pair."""
        return combined(self.parts[0].weights(work), self.parts[1].weights(work), _raised, work)


class Negative(msgspec.Struct, frozen=True):
    """`-part`."""

    parts: tuple[Node]

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return SIGNING

    @property
    def text(self) -> str:
        """As it is written."""
        return f"-{within(self.parts[0], SIGNING)}"

    def read(self, values: Iterator[Value]) -> Value:
        """The part, negated."""
        return -self.parts[0].read(values)

    def join(self, values: Sequence[Value]) -> Value:
        """Negated."""
        return -values[0]

    def weights(self, work: Work) -> Weights:
        """Mirrored."""
        return mapped(self.parts[0].weights(work), negated, work)


class Compare(msgspec.Struct, frozen=True):
    """A comparison of two totals: 1 where it holds, else 0."""

    relation: Relation
    parts: tuple[Node, Node]

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return COMPARING

    @property
    def text(self) -> str:
        """As it is written. Bare dice on the left get parentheses: without them their successes would be counted."""
        left = f"({self.parts[0].text})" if isinstance(self.parts[0], Dice) else within(self.parts[0], ADDING)
        return f"{left}{self.relation.symbol}{within(self.parts[1], ADDING)}"

    def read(self, values: Iterator[Value]) -> Value:
        """The parts, joined."""
        return self.join([part.read(values) for part in self.parts])

    def join(self, values: Sequence[Value]) -> Value:
        """Whether it holds."""
        return self._holds(values[0], values[1])

    def _holds(self, left: Value, right: Value) -> int:
        return int(self.relation.holds(left, right))

    def weights(self, work: Work) -> Weights:
        """Pair by pair."""
        return combined(self.parts[0].weights(work), self.parts[1].weights(work), self._holds, work)


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


class Call(msgspec.Struct, frozen=True):
    """`max(a, b)`, `floor(a)`; halves are rounded up."""

    function: Function
    parts: tuple[Node, ...]

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return ATOM

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{self.function.symbol}({','.join(part.text for part in self.parts)})"

    def read(self, values: Iterator[Value]) -> Value:
        """The parts, joined."""
        return self.join([part.read(values) for part in self.parts])

    def join(self, values: Sequence[Value]) -> Value:
        """Applied to its arguments."""
        return self.function.apply(values) if self.function.most > 1 else self.function.apply(values[0])

    def weights(self, work: Work) -> Weights:
        """Running totals for the largest and (mirrored) the smallest; else value by value."""
        parts = [part.weights(work) for part in self.parts]
        if self.function is Function.MAX:
            return largest(parts, work)
        if self.function is Function.MIN:
            return mapped(largest([mapped(p, negated, work) for p in parts], work), negated, work)
        return mapped(parts[0], self.function.apply, work)


def within(node: Node, floor: int) -> str:
    """The node's text, in parentheses where what is around it binds more tightly."""
    return node.text if node.rank >= floor else f"({node.text})"


class Expression(msgspec.Struct, frozen=True):
    """All that a person wrote: the tree, its dice terms in order, how often it is rolled, and what for."""

    root: Node
    terms: tuple[Term, ...] = ()
    repeats: int = 1
    reason: str = ""

    @property
    def text(self) -> str:
        """Canonical notation, which reads as this very expression again."""
        repeats = f"{self.repeats}#" if self.repeats > 1 else ""
        return repeats + self.root.text + (f" # {self.reason}" if self.reason else "")


INNER = Chain | Power | Negative | Compare | Call
LEAF = Number | Dice | Percentile
