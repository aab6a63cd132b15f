"""What a rule may say about a number so that its odds stay small. In play each of these is what its plain name says.

Under odds a rolled number may stand for all its values at once (`core/lifted.py`). The built-in `max` and `min` need plain answers,
which makes odds go through each case apart; `larger` and `smaller` do not. None of these changes what a rule means.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, update_wrapper
from typing import Generic, ParamSpec, TypeVar, cast

from ludex.core.lifted import Lifted, both, many
from ludex.core.shapes import some_held

P = ParamSpec("P")
K = TypeVar("K")
T = TypeVar("T")
N = TypeVar("N", int, float, Fraction)


def larger(one: N, other: N) -> N:
    if type(one) is Lifted or type(other) is Lifted:
        return cast("N", both(max, one, other))
    return max(one, other)


def smaller(one: N, other: N) -> N:
    if type(one) is Lifted or type(other) is Lifted:
        return cast("N", both(min, one, other))
    return min(one, other)


def undecided(number: object) -> bool:
    """Whether it stands for several values, as under odds a rolled number may."""
    return type(number) is Lifted


def of_each(function: Callable[P, T]) -> Callable[P, T]:
    """A function from numbers to a number that looks into them (a table, a chance): under odds it is worked out for each value.

    The numbers are arguments by position, not inside of something else.
    """

    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        if Lifted in map(type, args):
            return cast("T", many(function, args))
        return function(*args, **kwargs)

    return update_wrapper(call, function)


def once(function: Callable[[K], T]) -> Callable[[K], T]:
    """A function of one record that holds what is worked out from it (`dict=True`): worked out once for each, as a record never changes."""
    key = f"{function.__module__}.{function.__qualname__}"

    def call(record: K) -> T:
        known: dict[str, T] = record.__dict__
        if key not in known:
            known[key] = function(record)
        return known[key]

    return update_wrapper(call, function)


def once_each(function: Callable[[K, str], T]) -> Callable[[K, str], T]:
    """The same for a function of a record and of somebody in it: worked out once for each of them."""
    key = f"{function.__module__}.{function.__qualname__}"

    def call(record: K, who: str) -> T:
        known: dict[str, T] = record.__dict__.setdefault(key, {})
        if who not in known:
            known[who] = function(record, who)
        return known[who]

    return update_wrapper(call, function)


def remembered(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remember the last results of a function that may meet rolled numbers: what is not decided is kept for its own run alone."""

    def remember(function: Callable[P, T]) -> Callable[P, T]:
        kept = cast("Callable[P, T]", lru_cache(maxsize=most)(function))

        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            try:
                return kept(*args, **kwargs)
            except TypeError:  # an argument that cannot be hashed
                return cast("T", _in_run(function, args, kwargs))

        return update_wrapper(call, function)

    return remember


class Same(Generic[T]):
    """A value that equals itself alone: what was worked out for a frozen thing is found again without comparing it."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value


@lru_cache(maxsize=4096)
def decided(record: Same[object]) -> bool:
    """Whether a record holds no number that stands for several values: what is worked out from it may be kept beyond its run."""
    return some_held(record.value) is None


def _in_run(function: Callable[..., object], args: tuple[object, ...], kwargs: dict[str, object]) -> object:
    """The result for these very arguments, worked out once in each run of odds."""
    number = some_held((args, kwargs))
    if number is None or (run := number.of.run) is None:
        return function(*args, **kwargs)
    key = (function, *map(id, args), *kwargs, *map(id, kwargs.values()))
    if key not in run.memo:
        run.memo[key] = (
            args,
            kwargs,
            function(*args, **kwargs),
        )  # the arguments are kept, so that no other takes their id
    return run.memo[key][2]
