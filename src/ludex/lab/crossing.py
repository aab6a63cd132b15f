"""Odds as they cross from one process to another: whole numbers in lists. A fraction that is pickled by itself goes as text and back."""

from fractions import Fraction
from typing import Any

import msgspec

from ludex.core.odds import Odds
from ludex.core.say import Say


class Preview(msgspec.Struct, frozen=True):
    """The chances of one output of a procedure."""

    output: str
    odds: Odds
    assumed: tuple[Say, ...] = ()
    """What was taken for granted because the viewer does not know it."""


class Packed(msgspec.Struct, frozen=True):
    """A preview on its way."""

    output: str
    outcomes: list[Any]
    above: list[int]
    below: list[int]
    odds: Odds
    assumed: tuple[Say, ...]


def packed(preview: Preview) -> Packed:
    """A preview as it goes."""
    chances = preview.odds.chances
    above, below = [c.numerator for c in chances.values()], [c.denominator for c in chances.values()]
    bare = msgspec.structs.replace(preview.odds, chances={})
    return Packed(preview.output, list(chances), above, below, bare, preview.assumed)


def unpacked(sent: Packed) -> Preview:
    """A preview as it comes."""
    chances = dict(zip(sent.outcomes, map(Fraction, sent.above, sent.below), strict=True))
    return Preview(sent.output, msgspec.structs.replace(sent.odds, chances=chances), sent.assumed)
