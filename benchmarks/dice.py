"""Notation rolls against `d20`, exact distributions against `icepool`.

Both sides of a roll take their dice from the same fast generator, and both give every die along with the total. Trees
are remembered by both; so are the inner results of both exact libraries (`warm`). Our arithmetic on the terms is done
anew on each call.
"""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

import d20
import d20.expression
import icepool

from benchmarks.measure import Row, compared, within
from ludex.dice import distribution, parse, roll
from ludex.dice.terms import dice_ways

_random = Random().random


def throw(sides: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([int(_random() * side) + 1 for side in sides])


class _FastChance:
    """What `d20` asks of `random`, from the same generator as ours."""

    @staticmethod
    def randrange(stop: int, *_others: int) -> int:
        return int(_random() * stop)


def run() -> list[Row]:
    usual = d20.expression.random
    d20.expression.random = _FastChance
    try:
        return [*_rolls(), *_distributions(), *_killers()]
    finally:
        d20.expression.random = usual


def _rolls() -> Iterator[Row]:
    for text in ("1d20+5", "4d6kh3+2", "10d6"):
        yield compared(
            f"roll {text}",
            lambda t=text: roll(parse(t), throw).value,
            lambda t=text: d20.roll(t).total,
            bar=5,
            against="d20",
        )
    for unseen in ("1d20+{}", "4d6kh3+{}"):
        ours, theirs = count(1), count(1)
        yield compared(
            f"roll {unseen}, unseen",
            lambda u=unseen, n=ours: roll(parse(u.format(next(n))), throw).value,
            lambda u=unseen, n=theirs: d20.roll(u.format(next(n))).total,
            bar=5,
            against="d20",
        )


def _distributions() -> Iterator[Row]:
    for n in range(1, 11):
        yield compared(f"odds 1d8+{n}d4kh1", _ours(f"1d8+{n}d4kh1"), _best(8, n, 4), bar=5, against="icepool")
    yield compared("odds d20+5d6kh1", _ours("d20+5d6kh1"), _best(20, 5, 6), bar=5, against="icepool")


def _ours(text: str) -> Callable[[], object]:
    return lambda: distribution(parse(text))


def _best(die: int, number: int, faces: int) -> Callable[[], object]:
    return lambda: icepool.d(die) + icepool.d(faces).highest(number)


def _killers() -> Iterator[Row]:
    """What AnyDice cannot answer in time (ours explode ten times, its twice), and the largest plain pool."""
    for text in ("16d10kh8", "20d10kh2", "10d10!kh5", "1000d6", "20d6!"):
        yield within(
            f"odds {text}, first time", _ours(text), dice_ways.cache_clear, seconds=0.05 if "!" in text else 0.02
        )
