"""Numbers of FET (FET-NUM-1 to 4): half-up rounding, decimals without floating-point noise, exact shares.

Values come from cosines and logarithms, so they are floats; whatever is added up over a battle is kept `tidy`, so that
two wind-ups that end together on paper end together here.
"""

import math
from fractions import Fraction

Number = int | float

NOISE = 1e-9
"""FET-NUM-1: absorbs floating-point noise before rounding."""

PLACES = 9
"""Decimal places that a kept number has at most."""


BIGGEST = 10**15
"""No number that people type is bigger: beyond it floats no longer count in ones."""


def typed_number(text: str) -> Number | None:
    """A number as it was typed; None if it is none, or too big to count with."""
    try:
        found = float(text)
    except ValueError:
        return None
    return tidy(found) if abs(found) <= BIGGEST else None


def half_up(x: Number, places: int = 0) -> Number:
    """FET-NUM-1: to so many places, half away from zero."""
    scale = 10**places
    whole = math.floor(abs(x) * scale + 0.5 + NOISE)
    return tidy(math.copysign(whole, x) / scale)


def whole(x: Number) -> int:
    """FET-NUM-2: to a whole number, half away from zero."""
    return int(half_up(x))


def up(x: Number, places: int = 0) -> Number:
    """Up to the next multiple of the last place."""
    scale = 10**places
    return tidy(math.ceil(x * scale - NOISE) / scale)


def tidy(x: Number) -> Number:
    """FET-NUM-3: the same number, not rounded, only without floating-point noise; an int where it is whole."""
    near = round(x, PLACES)
    return int(near) if near == int(near) else near


def exact(x: Number) -> Fraction:
    """A decimal number exactly as it is written: 0.1 is one tenth."""
    return Fraction(str(x))


def written(x: Number, *, signed: bool = False) -> str:
    """FET-CMD-7: a number as text, without trailing zeros; changes carry their sign."""
    text = str(tidy(x))
    return f"+{text}" if signed and x >= 0 else text
