"""Exact odds: the chances of what comes out of the very procedure that will be rolled, before it is rolled.

They are worked out with numbers that stand for all their values at once (`odds_lifted`); where a rule does something with a rolled
number that only a decided one can do, every value is run by itself (`odds_plain`). Weights stay integers until the end. Branches
less likely than `NEGLIGIBLE` (endless re-rolls of ties) are cut and their chance is stated as error; past the budget the rule is
sampled instead, with the error stated too.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from html import escape
from math import sqrt
from typing import Any

import msgspec

from ludex.core import odds_lifted, odds_plain
from ludex.core.answering import Policy, in_order as in_order, plainly
from ludex.core.asks import Roll
from ludex.core.driving import Answer, Fold, Start, settle
from ludex.core.errors import RuleError
from ludex.core.system import Below as Below
from ludex.core.weighing import Over

PATHS = 200_000
SAMPLES = 20_000
SHOWN = 60
"""So many outcomes a notebook shows."""

Read = Callable[[Any, Any], Hashable]
"""What is asked for, of a procedure's result and the state after it."""

fallbacks: Counter[str] = Counter()
"""Why every value had to be run by itself (which error, in which function) and how often: for tests and benchmarks.

A refusal is one too: it is the plain way that says what is refused.
"""


class OddsTooLarge(RuleError):
    """There are more paths than the budget, and no source of chance was given to sample with."""

    def __init__(self, paths: int) -> None:
        super().__init__("odds_too_large", paths=paths)


class Odds(msgspec.Struct, frozen=True):
    """Chances of each outcome. `error` is 0 for exact ones, else the half-width of a 95 % interval or the cut mass."""

    chances: dict[Any, Fraction]
    exact: bool = True
    error: float = 0.0
    paths: int = 0

    def _repr_html_(self) -> str:
        """As a notebook shows it: each outcome with its chance as a bar, the likeliest first where outcomes are no numbers."""
        numbers = all(isinstance(value, int | Fraction) for value in self.chances)
        ranked = sorted(self.chances.items(), key=lambda pair: pair[0] if numbers else -pair[1])[:SHOWN]
        rows = "".join(
            f'<tr><td>{escape(str(value))}<td>{float(chance):.1%}<td><div style="background:#a9bf8f;height:12px;width:{float(chance) * 240:.0f}px"></div>'
            for value, chance in ranked
        )
        how = "exact" if self.exact else f"± {self.error:.1%}"
        return f"<table>{rows}</table><small>{how}</small>"

    def mean(self) -> Fraction:
        return sum((Fraction(value) * chance for value, chance in self.chances.items()), Fraction(0))


def odds(
    start: Start,
    state: Any,
    fold: Fold,
    *,
    read: Read,
    policy: Policy = plainly,
    given: Sequence[Answer] = (),
    budget: int = PATHS,
    below: Below | None = None,
    faces: bool = False,
) -> Odds:
    """The chances of `read(result, state after)`. Choices are answered by `policy`.

    With `faces` every throw is a branch of its own, for what is told of single dice; else every value of a pool.

    `given` are answers on record (a parked act's, with one more): the odds are those of what is still to come.
    Within `budget` paths the answer is exact. Beyond it the rule is sampled with `below`, or refused without one.
    """
    try:
        try:
            walk = odds_lifted.LiftedWalk(fold, policy, budget, given, faces=faces)
            return _found(walk.chances(start, state, read), walk.cut, walk.paths)
        except Over:
            raise
        except Exception as error:  # noqa: BLE001  # whatever it is, the plain way says it or does without
            fallbacks[f"{type(error).__name__} in {_raised_in(error)}"] += 1
        return plain_odds(start, state, fold, read=read, policy=policy, given=given, budget=budget, faces=faces)
    except Over:
        if below is None or given:
            raise OddsTooLarge(budget) from None
        return _sampled(start, state, fold, read=read, policy=policy, below=below)


def plain_odds(
    start: Start,
    state: Any,
    fold: Fold,
    *,
    read: Read,
    policy: Policy = plainly,
    given: Sequence[Answer] = (),
    budget: int = PATHS,
    faces: bool = False,
) -> Odds:
    """The same by running every value by itself: the oracle. Past the budget it is `Over`."""
    walk = odds_plain.PlainWalk(fold, policy, budget, given, faces=faces)
    return _found(walk.explore(start, state, lambda end: read(end.result, end.state)), walk.cut, walk.paths)


def _raised_in(error: Exception) -> str:
    """The function that an error comes out of."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place.tb_frame.f_code.co_qualname if place else "?"


def _found(chances: dict[Any, Fraction], cut: Fraction, paths: int) -> Odds:
    return Odds(chances, cut == 0, float(cut), paths)


def _sampled(start: Start, state: Any, fold: Fold, *, read: Read, policy: Policy, below: Below) -> Odds:
    """Odds from `SAMPLES` thrown runs, with the error that so many runs leave."""

    def throw(ask: Roll) -> tuple[int, ...]:
        return tuple(below(n) + 1 for n in ask.pool.sides)

    counts: dict[Hashable, int] = {}
    for _ in range(SAMPLES):
        done = settle(start, state, fold, throw=throw, decide=policy())
        key = read(done.result, done.state)
        counts[key] = counts.get(key, 0) + 1
    return Odds({key: Fraction(n, SAMPLES) for key, n in counts.items()}, False, 0.98 / sqrt(SAMPLES), SAMPLES)
