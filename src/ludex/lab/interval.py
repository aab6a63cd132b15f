"""How sure a share is that was counted: Wilson's interval, which is honest near 0 and 1 and with few runs."""

from math import sqrt

import msgspec

Z = 1.959963984540054
"""For 95 %."""


class Interval(msgspec.Struct, frozen=True):
    """A share, and where it lies in 95 of 100 cases."""

    share: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


def wilson(hits: int, runs: int, z: float = Z) -> Interval:
    """The interval of a share that was counted in so many runs; everything is possible where there were none."""
    if not runs:
        return Interval(0.0, 0.0, 1.0)
    share = hits / runs
    middle = (share + z * z / (2 * runs)) / (1 + z * z / runs)
    reach = z * sqrt(share * (1 - share) / runs + z * z / (4 * runs * runs)) / (1 + z * z / runs)
    return Interval(share, max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach)))
