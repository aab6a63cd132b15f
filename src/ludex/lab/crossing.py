"""Odds as they cross from one process to another: whole numbers in lists. A fraction that is pickled by itself goes as text and back.

What crosses is small: of an outcome space whose fractions would keep the tables busy only the likeliest come over, and the rest as
its sums (`Beyond`).
"""

from collections.abc import Hashable
from fractions import Fraction
from math import fsum

import msgspec

from ludex.core.odds import Odds
from ludex.core.say import Say

BITS = 64_000
"""So many bits of denominators come over."""

FEWEST = 20
"""So many outcomes come over, however long their fractions."""


class Beyond(msgspec.Struct, frozen=True):
    """What did not come over: how many outcomes, their chance, and the mean of all outcomes where they are numbers."""

    count: int
    share: float
    mean: float | None


class Preview(msgspec.Struct, frozen=True):
    """The chances of one output of a procedure."""

    output: str
    odds: Odds
    assumed: tuple[Say, ...] = ()
    """What was taken for granted because the viewer does not know it."""
    beyond: Beyond | None = None

    def mean(self) -> float | None:
        """The mean of all outcomes, where they are numbers."""
        return self.beyond.mean if self.beyond else _mean(self.odds.chances)


class Packed(msgspec.Struct, frozen=True):
    """A preview on its way."""

    output: str
    outcomes: list[Hashable]
    above: list[int]
    below: list[int]
    odds: Odds
    assumed: tuple[Say, ...]
    beyond: Beyond | None = None


def packed(preview: Preview) -> Packed:
    chances, beyond = _cut(preview.odds.chances)
    above, below = [c.numerator for c in chances.values()], [c.denominator for c in chances.values()]
    bare = msgspec.structs.replace(preview.odds, chances={})
    return Packed(preview.output, list(chances), above, below, bare, preview.assumed, beyond)


def unpacked(sent: Packed) -> Preview:
    chances = dict(zip(sent.outcomes, map(Fraction, sent.above, sent.below), strict=True))
    return Preview(sent.output, msgspec.structs.replace(sent.odds, chances=chances), sent.assumed, sent.beyond)


def _cut(chances: dict[Hashable, Fraction]) -> tuple[dict[Hashable, Fraction], Beyond | None]:
    """The likeliest outcomes, in their order, and the sums of the others."""
    longest = max((chance.denominator.bit_length() for chance in chances.values()), default=1)
    room = max(FEWEST, BITS // longest)
    if len(chances) <= room:
        return chances, None
    shares = {outcome: float(chance) for outcome, chance in chances.items()}
    likeliest = set(sorted(chances, key=lambda outcome: -shares[outcome])[:room])
    kept = {outcome: chance for outcome, chance in chances.items() if outcome in likeliest}
    share = fsum(shares[outcome] for outcome in chances if outcome not in likeliest)
    return kept, Beyond(len(chances) - len(kept), share, _mean(chances))


def _mean(chances: dict[Hashable, Fraction]) -> float | None:
    """The mean of what came out, if all of it is numbers."""
    known = [(outcome, float(chance)) for outcome, chance in chances.items() if outcome is not None]
    counted = [
        (float(k), share) for k, share in known if isinstance(k, int | float | Fraction) and not isinstance(k, bool)
    ]
    if not known or len(counted) < len(known):
        return None
    return fsum(number * share for number, share in counted) / fsum(share for _, share in counted)
