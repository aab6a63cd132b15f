"""Parts of an expression taken together: with a word of their own (`1d8[cold]`), or as a group of which some count (`{4d6,3d8}kh1`)."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from ludex.dice.counting import Value, Weights, Work, largest, mapped, negated
from ludex.dice.operators import Keep
from ludex.dice.throwing import ATOM

if TYPE_CHECKING:
    from ludex.dice.tree import Node


class Labelled(msgspec.Struct, frozen=True):
    """A part with a word for what it is: `1d8[cold]`."""

    parts: "tuple[Node]"
    label: str

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return ATOM

    @property
    def text(self) -> str:
        """As it is written."""
        part = self.parts[0]
        return f"{part.text if part.rank >= ATOM else f'({part.text})'}[{self.label}]"

    def read(self, values: Iterator[Value]) -> Value:
        """The part's value."""
        return self.parts[0].read(values)

    def join(self, values: Sequence[Value]) -> Value:
        """The part's value."""
        return values[0]

    def weights(self, work: Work) -> Weights:
        """The part's."""
        return self.parts[0].weights(work)


class Group(msgspec.Struct, frozen=True):
    """Several parts of which the highest or lowest count; without `keep` all do."""

    parts: "tuple[Node, ...]"
    keep: Keep | None = None

    @property
    def rank(self) -> int:
        """How tightly it binds when printed."""
        return ATOM

    @property
    def text(self) -> str:
        """As it is written."""
        return f"{{{','.join(part.text for part in self.parts)}}}{self.keep.text if self.keep else ''}"

    def read(self, values: Iterator[Value]) -> Value:
        """The sum of the parts that count."""
        return self.join([part.read(values) for part in self.parts])

    def join(self, values: Sequence[Value]) -> Value:
        """The sum of those that count."""
        if self.keep is None:
            return sum(values)
        number, high = self.keep.kept(len(values))
        return sum(sorted(values, reverse=high)[:number])

    def weights(self, work: Work) -> Weights:
        """One of them: by running totals. Several: over all that the best so far can be."""
        parts = [part.weights(work) for part in self.parts]
        number, high = self.keep.kept(len(parts)) if self.keep else (len(parts), True)
        if number == 1:
            best = largest(parts if high else [mapped(part, negated, work) for part in parts], work)
            return best if high else mapped(best, negated, work)
        return _best_sum(parts, number, high=high, work=work)


def _best_sum(parts: Sequence[Weights], number: int, *, high: bool, work: Work) -> Weights:
    best: dict[tuple[Value, ...], int] = {(): 1}
    for part in parts:
        work.spend(8 * len(best) * len(part))
        grown: dict[tuple[Value, ...], int] = {}
        for chosen, ways in best.items():
            for value, weight in part.items():
                key = tuple(sorted((*chosen, value), reverse=high)[:number])
                grown[key] = grown.get(key, 0) + ways * weight
        best = grown
    found: dict[Value, int] = {}
    for chosen, ways in best.items():
        total: Value = sum(chosen)
        found[total] = found.get(total, 0) + ways
    return found
