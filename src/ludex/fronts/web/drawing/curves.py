"""A curve of chances over a number, as the report and the page draw it: corners, the band of its intervals, what stands in its table."""

from collections.abc import Mapping

import msgspec

from ludex.lab.luck import Interval
from ludex.text.commands.rehearse import percents

WIDE, HIGH = 480, 200
"""The inside of a chart, in its own units."""


class Corner(msgspec.Struct, frozen=True):
    """One value that was tried: where it lies, and its chance in words."""

    x: float
    y: float
    value: int
    told: str


class Drawn(msgspec.Struct, frozen=True):
    """A curve: what it is over, the value that stands now, its corners, and the shape of its band."""

    name: str
    now: int
    corners: tuple[Corner, ...]
    band: str
    wide: int = WIDE
    high: int = HIGH


def curve(name: str, now: int, found: Mapping[int, Interval]) -> Drawn:
    """The curve through the values that were tried."""
    values = sorted(found)
    first, span = values[0], max(1, values[-1] - values[0])

    def at(value: int, share: float) -> tuple[float, float]:
        return round((value - first) / span * WIDE, 1), round((1 - share) * HIGH, 1)

    corners = tuple(Corner(*at(value, found[value].share), value, percents(found[value])) for value in values)
    above = [at(value, found[value].high) for value in values]
    below = [at(value, found[value].low) for value in reversed(values)]
    return Drawn(name, now, corners, " ".join(f"{x},{y}" for x, y in (*above, *below)))
