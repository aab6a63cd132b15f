"""Numbers that chance has not decided yet: under odds a roll is all its values at once.

A `Lifted` stands for one number in each of the `ways` that things may have gone, which carry weights. Arithmetic works on all of
them; a comparison gives a lifted truth. Only where Python needs a plain answer (`if`, an index, a text) does the `Run` split:
it goes on with the ways of one answer and leaves the others pending. Two numbers of different rolls that meet join their ways.

A pending run starts over from its rule's beginning, because coroutines cannot be copied. Whatever was worked out before the split
is in its `log`, in order, and is read instead of worked out again: rules are deterministic. A split itself is not logged: the run
that starts over knows fewer ways, so the same question has one answer there.

A lifted number must never outlive its odds. It is not an `int` (C code would read a wrong value silently), though it says so to
`isinstance`; it is unhashable, so that no cache keeps it; and it is useless without its run.
"""

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any

MOST = 4096
"""Joint ways of two rolls: beyond them the smaller one is split by value instead."""

CELLS = 512
"""Numbers worked out that cost about as much as one run."""

Number = Any
Place = list[int]
"""For each way that is left, or that was joined, which of the ways before it was."""

FAILURES = (ArithmeticError, TypeError, ValueError, AttributeError)
"""What an operation may raise for some value or other; which one it is, the plain way says."""

_stamps = count(1)


class CannotLift(Exception):
    """Something that only decided numbers can do: whoever works out odds takes the plain way instead."""


class Over(Exception):
    """The budget of runs or of ways is used up."""


class Ways:
    """The ways in which some rolls may have gone, each with its weight."""

    __slots__ = ("total", "weights")

    def __init__(self, weights: list[int]) -> None:
        self.weights = weights
        self.total = sum(weights)


class Budget:
    """How many runs there may be, and how many numbers may be worked out in them."""

    __slots__ = ("cells", "most", "runs")

    def __init__(self, runs: int) -> None:
        self.runs = 0
        self.most = runs
        self.cells = runs * CELLS

    def start(self) -> None:
        """Count a run."""
        self.runs += 1
        if self.runs > self.most:
            raise Over

    def spend(self, cells: int) -> None:
        """Count numbers worked out."""
        self.cells -= cells
        if self.cells < 0:
            raise Over


class Exploring:
    """What lifted numbers belong to: the run that is going on, the runs still pending, and the budget that they share."""

    __slots__ = ("budget", "pending", "run")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.run: Run | None = None
        self.pending: list[Run] = [Run(self)]

    def start(self) -> bool:
        """Start the next run that is pending; False when there is none left."""
        if not self.pending:
            return False
        self.budget.start()
        self.run = self.pending.pop()
        return True

    def end(self) -> None:
        """There are no more runs: from now on its numbers are useless."""
        self.run = None
        self.pending.clear()


class Run:
    """One run: what was worked out before, the ways that are open, and what became of those that are not."""

    __slots__ = ("at", "log", "memo", "moved", "of", "open", "out_of", "stamp", "until")

    def __init__(self, of: Exploring) -> None:
        self.of = of
        self.stamp = next(_stamps)
        self.log: list[Any] = []
        self.at = 0
        self.until = 0
        self.moved: dict[Ways, tuple[Ways, Place]] = {}
        self.open: dict[Ways, None] = {}
        self.out_of = 1
        self.memo: dict[Any, Any] = {}
        """What was worked out in this very run, for functions that remember."""

    @property
    def replaying(self) -> bool:
        """Whether what comes next was worked out before."""
        return self.at < self.until

    def read(self) -> Any:
        """The next thing that was worked out before."""
        found = self.log[self.at]
        self.at += 1
        return found

    def mass(self) -> int:
        """The weight of everything that is still open."""
        return math.prod(ways.total for ways in self.open)

    def add(self, weights: list[int], out_of: int) -> Ways:
        """New ways beside the others: a roll."""
        ways = Ways(weights)
        self.open[ways] = None
        self.out_of *= out_of
        return ways

    def widen(self, ways: Ways, weights: list[int], place: Place, out_of: int) -> Ways:
        """Ways that each went on in several ways: a roll whose dice depend on another."""
        wider = self._move(ways, weights, place)
        self.out_of *= out_of
        self.of.budget.spend(len(weights))
        return wider

    def join(self, one: Ways, other: Ways) -> Ways:
        """Every way of the one with every way of the other."""
        first, second = one.weights, other.weights
        self.of.budget.spend(len(first) * len(second))
        joint = self._move(one, [w * v for w in first for v in second], [n for n in range(len(first)) for _ in second])
        del self.open[other]
        self.moved[other] = joint, list(range(len(second))) * len(first)
        return joint

    def split(self, ways: Ways, groups: Iterable[Place]) -> None:
        """Go on with the first of these groups of ways, and leave the others pending."""
        first, *others = groups
        for cells in others:
            self.of.pending.append(self._fork(ways, cells))
        self._keep(ways, first)

    def _fork(self, ways: Ways, cells: Place) -> "Run":
        """A run that comes to this point again, with these ways alone."""
        fork = Run(self.of)
        fork.log = self.log.copy()
        fork.until = len(fork.log)
        fork.moved = self.moved.copy()
        fork.open = self.open.copy()
        fork.out_of = self.out_of
        fork._keep(ways, cells)
        return fork

    def _keep(self, ways: Ways, cells: Place) -> None:
        weights = ways.weights
        self._move(ways, [weights[n] for n in cells], cells)

    def _move(self, ways: Ways, weights: list[int], place: Place) -> Ways:
        new = Ways(weights)
        del self.open[ways]
        self.open[new] = None
        self.moved[ways] = new, place
        return new


class Lifted:
    """A number that is not decided yet. `values` holds one for each of its ways at the time when it came to be."""

    __slots__ = ("_stamp", "_values", "_ways", "of", "values", "ways")

    def __init__(self, of: Exploring, ways: Ways, values: list[Number]) -> None:
        self.of = of
        self.ways = self._ways = ways
        self.values = self._values = values
        self._stamp = 0

    def now(self, run: Run) -> tuple[Ways, list[Number]]:
        """Its ways and values as the run knows them now."""
        if self._stamp != run.stamp:
            self._stamp, self._ways, self._values = run.stamp, self.ways, self.values
        if (step := run.moved.get(self._ways)) is not None:
            values = self._values
            while step is not None:
                ways, place = step
                values = [values[n] for n in place]
                step = run.moved.get(ways)
            run.of.budget.spend(len(values))
            self._ways, self._values = ways, values
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
        """The same without a note in the log: for whoever logs what it was needed for."""
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
        """What its values are, for `isinstance`."""
        return type(self.values[0])

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
        return both(operator.mul, self, other)

    def __rmul__(self, other: Number) -> Any:
        return both(operator.mul, other, self)

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
        made = [act(value) for value in values]
    except FAILURES as error:
        raise CannotLift(str(error)) from error
    return _logged(run, ways, made)


def both(act: Callable[[Number, Number], Number], one: Number, other: Number) -> Any:
    """What an operation makes of all values of two numbers, one of which at least is lifted."""
    run = _run(one.of if type(one) is Lifted else other.of)
    if run.at < run.until:
        return run.read()
    try:
        if type(other) is not Lifted:
            ways, values = one.now(run)
            made = [act(value, other) for value in values]
        elif type(one) is not Lifted:
            ways, values = other.now(run)
            made = [act(one, value) for value in values]
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
