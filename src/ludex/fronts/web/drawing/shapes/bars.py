"""Shares of a bar: vitals with their ghost segment, and chances that lie side by side."""

from collections.abc import Iterable
from itertools import pairwise
from math import cos, pi, sin

import msgspec
from msgspec.structs import replace

from ludex.core.view import Vital


class FilledBar(msgspec.Struct, frozen=True):
    """A bar in percent: where zero is, the filled stretch, and the stretch that was just lost or won."""

    start: float
    width: float
    ghost_start: float
    ghost_width: float
    gained: bool
    zero: float


def filled(part: Vital) -> FilledBar:
    """A vital as stretches of a bar from its bottom to its top. What lies below zero has a place only while something is there."""
    if part.low < 0 <= min(part.now, part.now if part.was is None else part.was):
        part = replace(part, low=0)
    zero = _share(0, part)
    start, end = sorted((zero, _share(part.now, part)))
    was = _share(part.now if part.was is None else part.was, part)
    ghost_start, ghost_end = sorted((was, _share(part.now, part)))
    gained = part.was is not None and part.now > part.was
    return FilledBar(start, end - start, ghost_start, ghost_end - ghost_start, gained, zero)


def _share(value: float, part: Vital) -> float:
    span = part.top - part.low
    share = (value - part.low) / span if span > 0 else 0
    return round(min(1, max(0, share)) * 100, 2)


class Stretch(msgspec.Struct, frozen=True):
    """One outcome's stretch of a bar of chances."""

    start: float
    width: float
    place: int


def stretches(shares: Iterable[float]) -> list[Stretch]:
    """Chances laid end to end, in percent."""
    found: list[Stretch] = []
    start = 0.0
    for place, share in enumerate(shares):
        found.append(Stretch(round(start, 3), round(share * 100, 3), place))
        start += share * 100
    return found


def slices(count: int) -> list[str]:
    """So many equal slices of a round of radius 30 about (32, 32), the first from the top on."""
    turns = [2 * pi * n / count - pi / 2 for n in range(count + 1)]
    at = [(round(32 + 30 * cos(turn), 2), round(32 + 30 * sin(turn), 2)) for turn in turns]
    wide = int(count < 2)
    return [f"M32 32L{x:g} {y:g}A30 30 0 {wide} 1 {a:g} {b:g}z" for (x, y), (a, b) in pairwise(at)]
