"""Numbers that chance has not decided yet: under odds a roll is all its values at once.

A `Lifted` stands for one number in each of its `ways`. Arithmetic works on all of them; a comparison gives a lifted truth. Only where
Python needs a plain answer (`if`, an index, a text) does the run split: it goes on with the ways of one answer and comes to the
others later. Two numbers of different rolls that meet join their ways.

A lifted number must never outlive its odds. It is not an `int` (C code would read a wrong value silently), though it says so to
`isinstance`; it is unhashable, so that no cache keeps it; and it is useless without its run.
"""

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import repeat
from typing import Any

from ludex.core.weighing import CannotLift, Exploring, Place, Run, Ways

MOST = 4096
"""Joint ways of two rolls: beyond them the smaller one is split by value instead."""

FAILURES = (ArithmeticError, TypeError, ValueError, AttributeError)
"""What an operation may raise for some value or other; which one it is, the plain way says."""

Number = Any
NUMBERS = frozenset({int, bool, float, Fraction})
REPEATED = frozenset({str, tuple, list})
"""What a number of times makes longer."""


class Lifted:
    """A number that is not decided yet. `values` holds one for each of its ways at the time when it came to be."""

    __slots__ = ("_kind", "_stamp", "_values", "_ways", "of", "values", "ways")

    def __init__(self, of: Exploring, ways: Ways, values: list[Number]) -> None:
        self.of = of
        self.ways = self._ways = ways
        self.values = self._values = values
        self._stamp = 0
        self._kind: type | None = None

    def now(self, run: Run) -> tuple[Ways, list[Number]]:
        if self._stamp != run.stamp:
            self._stamp, self._ways, self._values = run.stamp, self.ways, self.values
        if (step := run.moved_to(self._ways)) is not None:
            self._ways, place = step
            self._values = list(map(self._values.__getitem__, place))
            run.of.budget.spend(len(place))
        if self._ways not in run.open:
            raise CannotLift("a number of another run")
        return self._ways, self._values

    # ------------------------------------------------------------------ where Python wants a plain answer: the run splits
    def __bool__(self) -> bool:
        run = _run(self.of)
        if run.at < run.until:
            return run.read()  # type: ignore[no-any-return]
        ways, values = self.now(run)
        true = [n for n, value in enumerate(values) if value]
        answer = bool(true)
        if true and len(true) < len(values):
            run.split(ways, (true, [n for n, value in enumerate(values) if not value]))
        run.log.append(answer)
        return answer

    def decided(self) -> Number:
        """One of its values: the run goes on with that, and comes to the others later."""
        run = _run(self.of)
        if run.at < run.until:
            return run.read()
        answer = self.settled(run)
        run.log.append(answer)
        return answer

    def settled(self, run: Run) -> Number:
        """The same without a note in the log: for the one who logs what it was needed for."""
        ways, values = self.now(run)
        groups = grouped(values)
        if len(groups) > 1:
            run.split(ways, groups.values())
        return next(iter(groups))

    def __index__(self) -> int:
        return operator.index(self.decided())

    def __int__(self) -> int:
        return int(self.decided())

    def __float__(self) -> float:
        return float(self.decided())

    def __str__(self) -> str:
        return str(self.decided())

    def __format__(self, spec: str) -> str:
        return format(self.decided(), spec)

    def __repr__(self) -> str:
        return "<a number of odds long since worked out>" if self.of.run is None else repr(self.decided())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.decided(), name)  # `numerator`, `is_integer`: of a decided number alone

    # ------------------------------------------------------------------ what it passes for
    @property
    def __class__(self) -> type:
        """What its values are, for `isinstance`; the run splits where some are one thing and some another."""
        if self._kind is None:
            kinds = set(map(type, self.values))
            if len(kinds) > 1:
                return Lifted(self.of, self.ways, list(map(type, self.values))).decided()  # type: ignore[no-any-return]
            self._kind = kinds.pop()
        return self._kind

    @__class__.setter
    def __class__(self, _kind: type) -> None:
        raise TypeError("a lifted number is what its values are")

    __hash__ = None  # type: ignore[assignment]

    # ------------------------------------------------------------------ arithmetic and comparison: all values at once
    def __eq__(self, other: object) -> Any:
        return both(operator.eq, self, other)

    def __ne__(self, other: object) -> Any:
        return both(operator.ne, self, other)

    def __lt__(self, other: Number) -> Any:
        return both(operator.lt, self, other)

    def __le__(self, other: Number) -> Any:
        return both(operator.le, self, other)

    def __gt__(self, other: Number) -> Any:
        return both(operator.gt, self, other)

    def __ge__(self, other: Number) -> Any:
        return both(operator.ge, self, other)

    def __add__(self, other: Number) -> Any:
        return both(operator.add, self, other)

    def __radd__(self, other: Number) -> Any:
        return both(operator.add, other, self)

    def __sub__(self, other: Number) -> Any:
        return both(operator.sub, self, other)

    def __rsub__(self, other: Number) -> Any:
        return both(operator.sub, other, self)

    def __mul__(self, other: Number) -> Any:
        return other * self.decided() if type(other) in REPEATED else both(operator.mul, self, other)

    def __rmul__(self, other: Number) -> Any:
        return other * self.decided() if type(other) in REPEATED else both(operator.mul, other, self)

    def __truediv__(self, other: Number) -> Any:
        return both(operator.truediv, self, other)

    def __rtruediv__(self, other: Number) -> Any:
        return both(operator.truediv, other, self)

    def __floordiv__(self, other: Number) -> Any:
        return both(operator.floordiv, self, other)

    def __rfloordiv__(self, other: Number) -> Any:
        return both(operator.floordiv, other, self)

    def __mod__(self, other: Number) -> Any:
        return both(operator.mod, self, other)

    def __rmod__(self, other: Number) -> Any:
        return both(operator.mod, other, self)

    def __divmod__(self, other: Number) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Number) -> Any:
        return other // self, other % self

    def __pow__(self, other: Number) -> Any:
        return both(operator.pow, self, other)

    def __rpow__(self, other: Number) -> Any:
        return both(operator.pow, other, self)

    def __and__(self, other: Number) -> Any:
        return both(operator.and_, self, other)

    __rand__ = __and__

    def __or__(self, other: Number) -> Any:
        return both(operator.or_, self, other)

    __ror__ = __or__

    def __xor__(self, other: Number) -> Any:
        return both(operator.xor, self, other)

    __rxor__ = __xor__

    def __neg__(self) -> Any:
        return each(operator.neg, self)

    def __pos__(self) -> Any:
        return each(operator.pos, self)

    def __abs__(self) -> Any:
        return each(operator.abs, self)

    def __floor__(self) -> Any:
        return each(math.floor, self)

    def __ceil__(self) -> Any:
        return each(math.ceil, self)

    def __trunc__(self) -> Any:
        return each(math.trunc, self)

    def __round__(self, digits: int | None = None) -> Any:
        return each(lambda value: round(value, digits), self)


def each(act: Callable[[Number], Number], number: Lifted) -> Any:
    """What an operation makes of every value."""
    run = _run(number.of)
    if run.at < run.until:
        return run.read()
    ways, values = number.now(run)
    try:
        made = list(map(act, values))
    except FAILURES as error:
        raise CannotLift(str(error)) from error
    return _logged(run, ways, made)


def both(act: Callable[[Number, Number], Number], one: Number, other: Number) -> Any:
    """What an operation makes of all values of two numbers, one of which at least is lifted."""
    of = one.of if type(one) is Lifted else other.of
    run = of.run or _run(of)
    if run.at < run.until:
        return run.read()
    try:
        if type(other) is not Lifted:
            ways, values = one.now(run)
            made = list(map(act, values, repeat(other)))
        elif type(one) is not Lifted:
            ways, values = other.now(run)
            made = list(map(act, repeat(one), values))
        else:
            ways, (first, second) = meet(run, (one, other))
            made = list(map(act, first, second))
    except FAILURES as error:
        raise CannotLift(str(error)) from error
    return _logged(run, ways, made)


def many(act: Callable[..., Number], args: Sequence[Any]) -> Any:
    """What a function makes of all values of its arguments, one of which at least is lifted; once for each case."""
    numbers = [arg for arg in args if type(arg) is Lifted]
    run = _run(numbers[0].of)
    if run.at < run.until:
        return run.read()
    ways, columns = meet(run, numbers)
    cases = list(zip(*columns, strict=True))
    made: dict[tuple[Number, ...], Number] = {}
    try:
        for case in dict.fromkeys(cases):
            coming = iter(case)
            made[case] = act(*(next(coming) if type(arg) is Lifted else arg for arg in args))
    except FAILURES as error:
        raise CannotLift(str(error)) from error
    if not {type(number) for number in made.values()} <= NUMBERS:
        raise CannotLift(f"{act.__name__} gives something else than numbers")
    return _logged(run, ways, [made[case] for case in cases])


def meet(run: Run, numbers: Sequence[Lifted]) -> tuple[Ways, list[list[Number]]]:
    """Several numbers brought together: ways that decide them all, and the values of each in them."""
    while True:
        known = [number.now(run) for number in numbers]
        apart = dict.fromkeys(ways for ways, values in known if not same(values))
        if len(apart) < 2:
            break
        small, large = sorted(apart, key=lambda ways: len(ways.weights))[:2]
        if len(small.weights) * len(large.weights) <= MOST:
            run.join(small, large)
        else:
            run.split(small, grouped(next(v for ways, v in known if ways is small and not same(v))).values())
    ways = next(iter(apart), known[0][0])
    return ways, [values if of is ways else [values[0]] * len(ways.weights) for of, values in known]


def _run(of: Exploring) -> Run:
    if of.run is None:
        raise CannotLift("a lifted number has outlived its odds")
    return of.run


def _logged(run: Run, ways: Ways, values: list[Number]) -> Any:
    """A number as it was worked out, plain where there is only one; the next run reads it off the log."""
    if type(values[0]) not in NUMBERS:
        raise CannotLift(f"{values[0]!r} is no number")
    run.of.budget.spend(len(values))
    found = values[0] if same(values) else Lifted(run.of, ways, values)
    run.log.append(found)
    return found


def same(values: list[Number]) -> bool:
    """Whether they are all one."""
    first = values[0]
    return bool(first == values[-1]) and values.count(first) == len(values)


def grouped(values: Iterable[Number]) -> dict[Number, Place]:
    """The places of each value."""
    groups: dict[Number, Place] = {}
    for n, value in enumerate(values):
        groups.setdefault(value, []).append(n)
    return groups
