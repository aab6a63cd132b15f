"""The tree of an expression: numbers, arithmetic, functions and comparisons over dice terms.

Each node says side by side what it does to values (`join`) and to their weights (`weights`), and how it is written.
Sums and products are flat chains, so that a tree is only as deep as its parentheses. Nodes carry no positions: equal
meaning is an equal tree, and reading a tree's text gives the tree again.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from ludex.dice.arithmetic import ADDING, COMPARING, RAISING, SIGNING, Function, Operation, raised
from ludex.dice.counting import Value, Weights, Work, added, combined, largest, mapped, negated
from ludex.dice.critical import Critical
from ludex.dice.groups import Group, Labelled
from ludex.dice.nested import Nested
from ludex.dice.operators import Relation
from ludex.dice.percentile import Percentile
from ludex.dice.terms import Dice
from ludex.dice.throwing import ATOM

Term = Dice | Percentile | Critical | Nested


class Node(Protocol):
    """A part of an expression."""

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


class Chain(msgspec.Struct, frozen=True):
    """Parts joined from left to right by signs that bind equally: `a + b - c`, `a * b / c`."""

    first: Node
    rest: tuple[tuple[Operation, Node], ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        """All that is joined."""
        return (self.first, *(part for _, part in self.rest))

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return self.rest[0][0].rank

    @property
    def text(self) -> str:
        """As it is written."""
        rest = (sign.symbol + within(part, sign.rank + 1) for sign, part in self.rest)
        return within(self.first, self.rank) + "".join(rest)

    def read(self, values: Iterator[Value]) -> Value:
        """The parts, joined from left to right."""
        first = self.first
        total = next(values) if type(first) is Dice else first.read(values)
        for sign, part in self.rest:
            total = sign.apply(total, part.number if type(part) is Number else part.read(values))
        return total

    def join(self, values: Sequence[Value]) -> Value:
        """From left to right."""
        total = values[0]
        for (sign, _), value in zip(self.rest, values[1:], strict=True):
            total = sign.apply(total, value)
        return total

    def weights(self, work: Work) -> Weights:
        """Joined two at a time."""
        total = self.first.weights(work)
        for sign, part in self.rest:
            total = _joined(total, sign, part.weights(work), work)
        return total


def _joined(a: Weights, sign: Operation, b: Weights, work: Work) -> Weights:
    if sign is Operation.ADD:
        return added(a, b, work)
    if sign is Operation.SUBTRACT:
        return added(a, mapped(b, negated, work), work)
    if sign is Operation.RATIO:
        work.spend(25 * len(a) * len(b))
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
        return raised(values[0], values[1])

    def weights(self, work: Work) -> Weights:
        """Pair by pair."""
        return combined(self.parts[0].weights(work), self.parts[1].weights(work), raised, work)


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


INNER = Chain | Power | Negative | Compare | Call | Labelled | Group
