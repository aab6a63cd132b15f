"""Counting pools: so many dice, of which those from a face on are successes. Dice that are none are shown hollow."""

from collections.abc import Mapping
from math import comb

import msgspec

from ludex.dice.pools import check_dice


class Successes(msgspec.Struct, frozen=True):
    """How many of `count` dice show `at` or more."""

    count: int
    faces: int
    at: int

    @property
    def sides(self) -> tuple[int, ...]:
        return (self.faces,) * self.count

    def value(self, faces: tuple[int, ...]) -> int:
        return sum(face >= self.at for face in faces)

    def dropped(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(place for place, face in enumerate(faces) if face < self.at)

    def weights(self) -> Mapping[int, int]:
        good = max(0, min(self.faces, self.faces - self.at + 1))
        bad = self.faces - good
        return {k: comb(self.count, k) * good**k * bad ** (self.count - k) for k in range(self.count + 1)}


def successes(count: int, faces: int, *, at: int) -> Successes:
    """`successes(4, 6, at=5)`: four six-sided dice of which 5 and 6 count."""
    check_dice(count, faces)
    return Successes(count, faces, at)
