"""Where random play gets its chance from: a source of draws, so that a property-testing library or a plain generator can be behind it."""

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

from ludex.table.chance import Chance, new_seed

T = TypeVar("T")


class Draw(Protocol):
    """Chance, asked for one thing after another."""

    def number(self, low: int, high: int) -> int: ...

    def one(self, among: Sequence[T]) -> T: ...


class Numbered:
    """Draws that are the same whenever their number is the same, so that a game that broke a law can be played again."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def one(self, among: Sequence[T]) -> T:
        return self.random.choice(among)


class DrawnChance(Chance):
    """A table's dice whose faces are drawn."""

    def __init__(self, draw: Draw) -> None:
        super().__init__(new_seed())
        self.draw = draw

    def throw(self, sides: tuple[int, ...], *, after: int = 0) -> tuple[int, ...]:
        self.roll += 1
        return self.throw_again(self.roll, sides, after=after)

    def throw_again(self, number: int, sides: tuple[int, ...], *, after: int = 0) -> tuple[int, ...]:  # noqa: ARG002
        """Others in their place: what is drawn is not kept."""
        return tuple(self.draw.number(1, n) for n in sides)
