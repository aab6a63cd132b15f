"""How the dice fell: how often each face came, and whether fair dice would do that (Pearson's χ² test)."""

from collections.abc import Iterable
from math import exp, lgamma, log, sqrt

import msgspec

from ludex.core.driving import Faces

ENOUGH = 5
"""So many throws of every face are to be expected before the test says anything."""


class Luck(msgspec.Struct, frozen=True):
    """Dice of one kind: how many fell, their mean beside the expected one, and how likely fair dice are to fall at least so unevenly.

    `chance` is None where there are too few of them to say.
    """

    sides: int
    thrown: int
    mean: float
    expected: float
    chance: float | None


def luck(throws: Iterable[Faces]) -> list[Luck]:
    """For each kind of dice how they fell; faces that somebody typed in are left out."""
    counts: dict[int, dict[int, int]] = {}
    for throw in throws:
        real = throw.real
        for place, (sides, face) in enumerate(zip(throw.sides, throw.faces, strict=True)):
            if place in real:
                continue
            seen = counts.setdefault(sides, {})
            seen[face] = seen.get(face, 0) + 1
    return [_of(sides, seen) for sides, seen in sorted(counts.items()) if sides > 1]


def _of(sides: int, seen: dict[int, int]) -> Luck:
    thrown = sum(seen.values())
    mean = sum(face * times for face, times in seen.items()) / thrown
    return Luck(
        sides, thrown, mean, (sides + 1) / 2, _chance(sides, seen, thrown) if thrown >= ENOUGH * sides else None
    )


def _chance(sides: int, seen: dict[int, int], thrown: int) -> float:
    expected = thrown / sides
    distance = sum((seen.get(face, 0) - expected) ** 2 / expected for face in range(1, sides + 1))
    return upper_gamma((sides - 1) / 2, distance / 2)


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function: by its series below a + 1, by its continued fraction above."""
    if x <= 0:
        return 1.0
    scale = exp(-x + a * log(x) - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-12:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - total * scale)
    return scale * _fraction(a, x)


def _fraction(a: float, x: float) -> float:
    """Lentz's method."""
    b = x + 1 - a
    c, d = 1e300, 1 / b
    found = d
    for i in range(1, 500):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        found *= c * d
        if abs(c * d - 1) < 1e-12:
            break
    return found


Z = 1.959963984540054
"""For 95 %."""


class Interval(msgspec.Struct, frozen=True):
    """A share, and where it lies in 95 of 100 cases."""

    share: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


def wilson(hits: int, runs: int, z: float = Z) -> Interval:
    """The interval of a share that was counted in so many runs; everything is possible where there were none."""
    if not runs:
        return Interval(0.0, 0.0, 1.0)
    share = hits / runs
    middle = (share + z * z / (2 * runs)) / (1 + z * z / runs)
    reach = z * sqrt(share * (1 - share) / runs + z * z / (4 * runs * runs)) / (1 + z * z / runs)
    return Interval(share, max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach)))
