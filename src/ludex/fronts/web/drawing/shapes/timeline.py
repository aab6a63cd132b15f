"""A time axis: a scale of whole steps, lanes one under another, bars from start to settlement."""

from collections.abc import Callable
from math import ceil, floor, log10

import msgspec

from ludex.core.view import Bar, Lane, Timeline, Token

Scale = Callable[[float], float]
"""From a time to its place on the drawing, in percent of its width: so it can be stretched without stretching letters."""

LANE = 44
AXIS = 26
BAR = 26
EMPTY = 10.0
"""So much time is shown where nothing has been begun."""
NARROW = 14.0
"""A bar narrower than this many percent has its label beside it."""


class DrawnBar(msgspec.Struct, frozen=True):
    """A bar with its place."""

    bar: Bar
    x: float
    width: float
    y: float
    outside: bool
    next: bool
    order: int = 0


class DrawnLane(msgspec.Struct, frozen=True):
    """A lane with its bars."""

    who: Token
    y: float
    middle: float
    bars: tuple[DrawnBar, ...]


class Axis(msgspec.Struct, frozen=True):
    """The whole drawing."""

    height: int
    first: float
    last: float
    now: float
    next: float | None
    marks: tuple[tuple[float, float], ...]
    lanes: tuple[DrawnLane, ...]


EDGE = 97
"""Beyond so much of the axis a time has no room for its name."""


def axis(part: Timeline) -> Axis:
    """Everything placed on a scale that holds now, the next settlement and every bar."""
    first, last = _span(part)

    def at(time: float) -> float:
        return round((time - first) / (last - first) * 100, 3)

    marks = tuple((at(t), t) for t in _marks(first, last) if (t >= 0 or part.now < 0) and at(t) <= EDGE)
    ends = sorted(b.end for lane in part.lanes for b in lane.bars if b.state in ("running", "hidden"))
    lanes = tuple(_lane(lane, place, at, part, ends) for place, lane in enumerate(part.lanes))
    height = AXIS + LANE * len(part.lanes)
    after = None if part.next is None else at(part.next)
    return Axis(height, first, last, at(part.now), after, marks, lanes)


def _span(part: Timeline) -> tuple[float, float]:
    times = [part.now, *(t for lane in part.lanes for bar in lane.bars for t in (bar.start, bar.end))]
    if part.next is not None:
        times.append(part.next)
    low, high = min(times), max(times)
    room = max((high - low) * 0.06, 0.5) if high > low else EMPTY
    return (0.0 if low >= 0 and low < room else low - room / 2), high + room


def _marks(first: float, last: float) -> list[float]:
    """Round times on the axis, about ten of them."""
    rough = (last - first) / 10
    size = 10.0 ** floor(log10(rough))
    step = next(size * n for n in (1, 2, 5, 10) if size * n >= rough)
    return [round(step * n, 6) for n in range(ceil(first / step), floor(last / step) + 1)]


def _lane(lane: Lane, place: int, at: Scale, part: Timeline, ends: list[float]) -> DrawnLane:
    top = AXIS + LANE * place
    bars = tuple(_bar(bar, at, top, part, ends) for bar in lane.bars)
    return DrawnLane(lane.who, top, top + LANE / 2, bars)


def _bar(bar: Bar, at: Scale, top: float, part: Timeline, ends: list[float]) -> DrawnBar:
    x = at(bar.start)
    width = max(0.4, round(at(bar.end) - x, 3))
    settles = part.next is not None and bar.end == part.next and bar.state in ("running", "hidden")
    order = ends.index(bar.end) + 1 if bar.state in ("running", "hidden") else 0
    return DrawnBar(bar, x, width, top + (LANE - BAR) / 2, width < NARROW, settles, order)
