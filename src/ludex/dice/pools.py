"""Pools: dice thrown together as one request, with the one number that a rule reads from them.

Each knows its dice (`sides`), how faces make its value, and in how many ways each value comes up (`weights`), in closed
form or by a recurrence, never by listing all faces.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec

from ludex.core.errors import RuleError
from ludex.dice.counting import uniform_sum
from ludex.dice.errors import MAX_DICE, MAX_SIDES


class Die(msgspec.Struct, frozen=True):
    """One die."""

    faces: int

    @property
    def sides(self) -> tuple[int, ...]:
        """The one die."""
        return (self.faces,)

    def value(self, faces: tuple[int, ...]) -> int:
        """Its face."""
        return faces[0]

    def weights(self) -> Mapping[int, int]:
        """Every face once."""
        return _flat(self.faces)


class Sum(msgspec.Struct, frozen=True):
    """The sum of `count` equal dice; 0 for none."""

    count: int
    faces: int

    @property
    def sides(self) -> tuple[int, ...]:
        """All of them."""
        return (self.faces,) * self.count

    def value(self, faces: tuple[int, ...]) -> int:
        """Their sum."""
        return sum(faces)

    def weights(self) -> Mapping[int, int]:
        """By a recurrence from value to value."""
        return _summed(self.count, self.faces)


class Highest(msgspec.Struct, frozen=True):
    """The highest of `count` equal dice; 0 for none."""

    count: int
    faces: int

    @property
    def sides(self) -> tuple[int, ...]:
        """All of them."""
        return (self.faces,) * self.count

    def value(self, faces: tuple[int, ...]) -> int:
        """The highest face."""
        return max(faces, default=0)

    def dropped(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """All but the first of the highest."""
        return all_but(faces, max(faces, default=0))

    def weights(self) -> Mapping[int, int]:
        """P(highest <= k) = (k / faces) ** count."""
        return _highest(self.count, self.faces)


class Lowest(msgspec.Struct, frozen=True):
    """The lowest of `count` equal dice; 0 for none."""

    count: int
    faces: int

    @property
    def sides(self) -> tuple[int, ...]:
        """All of them."""
        return (self.faces,) * self.count

    def value(self, faces: tuple[int, ...]) -> int:
        """The lowest face."""
        return min(faces, default=0)

    def dropped(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """All but the first of the lowest."""
        return all_but(faces, min(faces, default=0))

    def weights(self) -> Mapping[int, int]:
        """The mirror image of the highest."""
        if not self.count:
            return _flat_zero()
        top = self.faces + 1
        return MappingProxyType({top - k: w for k, w in _highest(self.count, self.faces).items()})


def all_but(faces: tuple[int, ...], kept: int) -> tuple[int, ...]:
    """The places of all dice but the first that shows `kept`."""
    first = faces.index(kept) if kept in faces else -1
    return tuple(place for place in range(len(faces)) if place != first)


def d(faces: int) -> Die:
    """One die with so many faces."""
    check_dice(1, faces)
    return Die(faces)


def total_of(count: int, faces: int) -> Sum:
    """`count` dice added up."""
    check_dice(count, faces)
    return Sum(count, faces)


def highest_of(count: int, faces: int) -> Highest:
    """The best of `count` dice."""
    check_dice(count, faces)
    return Highest(count, faces)


def lowest_of(count: int, faces: int) -> Lowest:
    """The worst of `count` dice."""
    check_dice(count, faces)
    return Lowest(count, faces)


def check_dice(count: int, faces: int) -> None:
    """Refuse more dice, or dice with more sides, than anybody throws."""
    if not 0 <= count <= MAX_DICE:
        raise RuleError("too_many_dice", count=count, limit=MAX_DICE)
    if not 1 <= faces <= MAX_SIDES:
        raise RuleError("bad_sides", sides=faces, limit=MAX_SIDES)


@lru_cache(maxsize=1024)
def _flat(faces: int) -> Mapping[int, int]:
    return MappingProxyType(dict.fromkeys(range(1, faces + 1), 1))


@lru_cache(maxsize=1)
def _flat_zero() -> Mapping[int, int]:
    return MappingProxyType({0: 1})


@lru_cache(maxsize=1024)
def _summed(count: int, faces: int) -> Mapping[int, int]:
    if count == 0:
        return _flat_zero()
    return MappingProxyType(dict(enumerate(uniform_sum(count, faces), count)))


@lru_cache(maxsize=1024)
def _highest(count: int, faces: int) -> Mapping[int, int]:
    if count == 0:
        return _flat_zero()
    return MappingProxyType({k: k**count - (k - 1) ** count for k in range(1, faces + 1)})
