"""A time axis: a scale of whole steps, lanes one under another, bars from start to settlement."""

from collections.abc import Callable
from math import ceil, floor, log10

import msgspec

from ludex.core.view import Bar, Lane, Strip, Timeline, Token

Scale = Callable[[float], float]
"""From a time to its place on the drawing, in percent of its width: so it can be stretched without stretching letters."""

LANE = 44
AXIS = 26
BAR = 26
WINDOW = 24.0
"""So much time is shown; twice that, and again, where what goes on would not fit."""
STEP, PAST, ROOM = 6, 6, 0.92
"""The window moves on by so much, keeps so much of what is over, and what goes on fills at most this share of it."""
NARROW = 14.0
"""A bar narrower than this many percent has its label beside it, where there is room, or none: a label never lies over the next bar."""
GOES_ON = ("running", "hidden")
"""States of what has not been settled yet."""


class DrawnBar(msgspec.Struct, frozen=True):
    """A bar with its place."""

    bar: Bar
    x: float
    width: float
    y: float
    outside: bool
    named: bool
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
    ends = sorted(bar.end for bar in _going(part))
    lanes = tuple(_lane(lane, place, at, part, ends) for place, lane in enumerate(part.lanes))
    height = AXIS + LANE * len(part.lanes)
    after = None if part.next is None else at(part.next)
    return Axis(height, first, last, at(part.now), after, marks, lanes)


def _going(part: Timeline) -> list[Bar]:
    return [bar for lane in part.lanes for bar in lane.bars if bar.state in GOES_ON]


def _span(part: Timeline) -> tuple[float, float]:
    """From when to when is shown: a window that holds now and all that goes on, and moves on in whole steps, so that nothing that is
    declared changes the scale."""
    ends = [bar.end for bar in _going(part)]
    high = max([part.now, *([] if part.next is None else [part.next]), *ends])
    begun = min([part.now, *(bar.start for bar in _going(part))])
    first = max(0.0, floor((begun - PAST) / STEP) * STEP) if begun >= 0 else floor(begun / STEP) * STEP
    window = WINDOW
    while high > first + window * ROOM:
        window *= 2
    return float(first), float(first + window)


def _marks(first: float, last: float) -> list[float]:
    rough = (last - first) / 12
    size = 10.0 ** floor(log10(rough))
    step = next(size * n for n in (1, 2, 5, 10) if size * n >= rough)
    return [round(step * n, 6) for n in range(ceil(first / step), floor(last / step) + 1)]


def _lane(lane: Lane, place: int, at: Scale, part: Timeline, ends: list[float]) -> DrawnLane:
    top = AXIS + LANE * place
    shown = [bar for bar in lane.bars if at(bar.end) > 0 or bar.state in GOES_ON]
    edges = [*(at(bar.start) for bar in shown[1:]), 100.0]
    bars = tuple(_bar(bar, at, top, part, ends, edge) for bar, edge in zip(shown, edges, strict=False))
    return DrawnLane(lane.who, top, top + LANE / 2, bars)


def _bar(bar: Bar, at: Scale, top: float, part: Timeline, ends: list[float], edge: float) -> DrawnBar:
    """One bar; what stands after it in its lane begins at `edge`."""
    x = max(0.0, at(bar.start))
    end = at(bar.end)
    width = max(0.4, round(end - x, 3))
    going = bar.state in GOES_ON
    settles = part.next is not None and bar.end == part.next and going
    order = ends.index(bar.end) + 1 if going else 0
    narrow = width < NARROW
    named = going or not narrow or edge - end >= NARROW
    return DrawnBar(bar, x, width, top + (LANE - BAR) / 2, narrow and named, named, settles, order)


class Tick(msgspec.Struct, frozen=True):
    """One tick. `later`: who stands on it in the next round. `past`: the clock has already run through it."""

    number: int
    tokens: tuple[Token, ...]
    later: tuple[Token, ...]
    now: bool
    past: bool


def ticks(part: Strip) -> list[Tick]:
    """The ticks from first to last, in the order in which they are drawn."""
    step = -1 if part.first > part.last else 1
    numbers = range(part.first, part.last + step, step)
    return [_tick(part, number, step) for number in numbers]


def _tick(part: Strip, number: int, step: int) -> Tick:
    here = tuple(token for tick, token in part.tokens if tick == number)
    later = tuple(token for tick, token in part.tokens if tick == number + step * _round(part))
    past = part.now is not None and (part.now - number) * step > 0
    return Tick(number, here, later, number == part.now, past)


def _round(part: Strip) -> int:
    """How many ticks a round has."""
    return abs(part.first - part.last) + 1


def beside(part: Strip) -> list[tuple[int, Token]]:
    """Tokens that stand on no drawn tick, of this round or the next."""
    step = -1 if part.first > part.last else 1
    drawn = range(part.first, part.last + step * (_round(part) + 1), step)
    return [(tick, token) for tick, token in part.tokens if tick not in drawn]
