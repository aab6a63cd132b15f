"""A curve of chances over a number, as the report and the page draw it: corners, the band of its intervals, what stands in its table."""

from collections.abc import Mapping

import msgspec

from ludex.lab.luck import Interval
from ludex.lab.shown import plotted
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
    places, band = plotted(found, WIDE, HIGH)
    corners = tuple(Corner(x, y, value, percents(found[value])) for value, (x, y) in places.items())
    return Drawn(name, now, corners, band)
