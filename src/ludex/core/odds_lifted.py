"""Exact odds in few runs: the very procedure that will be rolled, with numbers that stand for all their values at once.

Theory of operation. Where the plain way (`odds_plain`) runs a rule once for each value of each roll, here a roll answers with a
lifted number (`lifted`), and the run splits only where the rule decides something by it. So there are about as many runs as ways
through the rule's own `if`s. What is still lifted at the end is counted out without running again.

A pool that holds lifted numbers widens what it depends on: each way goes on with the dice that it has there. A `part` is explored
apart, for decided arguments; its results are kept by their shape, and those that differ only in numbers come back as lifted ones.
Every roll and every part leaves its own notes in the run's log, so that a run that starts over reads them.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import gcd, lcm, prod
from typing import Any, NamedTuple

from ludex.core.answering import Policy, go_on, moment, recorded, used
from ludex.core.asks import INLINE, Again, Choose, ChooseAll, Happen, Part, Pool, Roll, Rolled
from ludex.core.driving import LONGEST, Answer, Decide, Fold, Start
from ludex.core.errors import RuleError
from ludex.core.lifted import MOST, Lifted, grouped, meet, same
from ludex.core.odds_plain import NEGLIGIBLE, Apart, told_by
from ludex.core.shapes import LIFTED, decided, emptied, exemplary, filled, held, spread
from ludex.core.weighing import Budget, CannotLift, Exploring, Run, Ways


class _Asks(Exception):
    """A part asks people, and the state that they look at is not decided."""


_UNDECIDED = object()
"""A state that a part must not look at before it is decided."""


class _Shape(NamedTuple):
    """Results of a part that differ only in numbers: what they look like, the answers used after them, their numbers by place."""

    shape: Any
    used: int
    numbers: list[list[Any]]


class _Known:
    """What comes out of a part: every result as its shape and its numbers, with its weight, as long as the state is this one."""

    def __init__(self, counts: "_Counts", state: Any) -> None:
        self.shapes: list[_Shape] = []
        self.which: list[int] = []
        self.weights: list[int] = []
        self.state = state
        by_shape: dict[Any, dict[tuple[Any, ...], int]] = {}
        for (key, numbers), weight in counts.whole().items():
            by_shape.setdefault(key, {})[numbers] = weight
        for n, ((shape, after), cells) in enumerate(by_shape.items()):
            self.shapes.append(_Shape(shape, after, [list(column) for column in zip(*cells, strict=True)]))
            self.which += [n] * len(cells)
            self.weights += cells.values()
        least = gcd(*self.weights)
        self.weights = [weight // least for weight in self.weights]

    def outcomes(self) -> Iterator[tuple[Any, int]]:
        """Every result as its shape and its numbers, with its weight."""
        weights = iter(self.weights)
        for shape in self.shapes:
            cells = zip(*shape.numbers, strict=True) if shape.numbers else [()]
            yield from (((shape[:2], numbers), next(weights)) for numbers in cells)

    def holds(self, state: Any) -> bool:
        """Whether it can be used in that state."""
        return self.state is None or self.state is state or bool(self.state == state)


class _Counts:
    """How often each outcome came up, by what it is out of."""

    def __init__(self) -> None:
        self.by: dict[int, dict[Any, int]] = {}

    def add(self, outcome: Hashable, ways: int, out_of: int) -> None:
        """So many ways more."""
        counts = self.by.setdefault(out_of, {})
        counts[outcome] = counts.get(outcome, 0) + ways

    @property
    def out_of(self) -> int:
        """What everything is out of together."""
        return lcm(*self.by)

    def whole(self) -> dict[Any, int]:
        """Each outcome's weight, out of the same for all."""
        common = self.out_of
        found: dict[Any, int] = {}
        for out_of, counts in self.by.items():
            times = common // out_of
            for outcome, ways in counts.items():
                found[outcome] = found.get(outcome, 0) + ways * times
        return found

    def chances(self) -> dict[Any, Fraction]:
        """Each outcome's chance."""
        common = self.out_of
        return {outcome: Fraction(ways, common) for outcome, ways in self.whole().items()}


class _End(NamedTuple):
    """A run has come to the rule's end, with so many of the given answers used."""

    result: Any
    state: Any
    used: int


class _Tail(NamedTuple):
    """A run of a part has come to its last step, and what comes out of that is known."""

    known: _Known


class LiftedWalk:
    """One asking for odds: budget, policy and the parts worked out so far."""

    def __init__(self, fold: Fold, policy: Policy, budget: int, given: Sequence[Answer], *, faces: bool) -> None:
        self.faces = faces
        self.given = tuple(given)
        self.fold = fold
        self.policy = policy
        self.budget = Budget(budget)
        self.cut = Fraction(0)
        self.parts: dict[Apart, list[_Known]] = {}
        self.inline: set[Apart] = set()
        self.open: list[Apart] = []
        self.asked = False

    @property
    def paths(self) -> int:
        """How many runs there were."""
        return self.budget.runs

    def chances(self, start: Start, state: Any, read: Callable[[Any, Any], Hashable]) -> dict[Any, Fraction]:
        """The distribution of `read(result, state)` over all runs of the rule."""
        counts = _Counts()
        for run, end in self._runs(start, state, apart=None):
            if isinstance(end, _End):
                outcome = read(end.result, end.state)
                if run.replaying:
                    raise CannotLift("the rule did more the last time")
                for values, ways in spread(run, held(outcome)):
                    counts.add(filled(outcome, values, LIFTED), ways, run.out_of)
        return counts.chances()

    def _explored(self, place: Apart, state: Any) -> _Counts:
        """What comes out of a part that is worked out apart. Runs in which it starts over are left out."""
        counts = _Counts()
        for run, end in self._runs(lambda: place.procedure(*place.args), state, apart=place):
            if isinstance(end, _End):
                shape, numbers = emptied(exemplary(end.result, run))
                for values, ways in spread(run, [n for n in numbers if type(n) is Lifted]):
                    coming = iter(values)
                    found = tuple([next(coming) if type(n) is Lifted else n for n in numbers])
                    counts.add(((shape, end.used), found), ways, run.out_of)
            elif isinstance(end, _Tail):
                mass, out_of = run.mass(), run.out_of * sum(end.known.weights)
                for outcome, weight in end.known.outcomes():
                    counts.add(outcome, mass * weight, out_of)
        return counts

    def _runs(self, start: Start, state: Any, *, apart: Apart | None) -> Iterator[tuple[Run, _End | _Tail | None]]:
        """Every run of a rule and its end. Until the next one is asked for its numbers may still be decided."""
        exploring = Exploring(self.budget)
        try:
            while exploring.start() and (run := exploring.run) is not None:
                yield run, self._run(run, start, state, apart=apart)
        finally:
            exploring.end()

    def _run(self, run: Run, start: Start, state: Any, *, apart: Apart | None) -> _End | _Tail | None:  # noqa: C901  # a case for each thing that a rule asks
        """One run to its end; None if it is cut or starts over."""
        coroutine = start()
        record = list(reversed(() if apart else self.given))
        decide = self.policy()
        go_on(decide, apart.used if apart else 0)
        value: Any = None
        try:
            for _ in range(LONGEST):
                ask = coroutine.send(value)
                if isinstance(ask, Happen):
                    state = value = self.fold(state, ask.event)
                elif isinstance(ask, ChooseAll):
                    value = moment(ask, record, partial(self._decided, decide, state))
                elif record:
                    value = INLINE if isinstance(ask, Part | Again) else recorded(ask, record.pop())
                elif isinstance(ask, Choose):
                    value = self._decided(decide, state, ask)
                elif not run.replaying and self._negligible(run):
                    return None
                elif isinstance(ask, Roll):
                    value = run.read() if run.replaying else self._rolled(run, ask.pool)
                    if type(value) is not Rolled:
                        raise CannotLift("the rule did not ask this the last time")
                else:
                    known = run.read() if run.replaying else self._part(run, ask, state, used(decide), apart)
                    if known is None or isinstance(known, _Tail):
                        return known
                    value = INLINE
                    if known is not INLINE:
                        value, after = self._result(run, *known)
                        go_on(decide, after)
            raise RuleError("too_many_questions", limit=LONGEST)
        except StopIteration as stop:
            return _End(stop.value, state, used(decide))
        finally:
            coroutine.close()

    def _decided(self, decide: Decide, state: Any, ask: Choose) -> str:
        self.asked = True
        if state is _UNDECIDED:
            raise _Asks
        return decide(ask, state)

    def _negligible(self, run: Run) -> bool:
        """Whether a run that goes on is rarer than anybody can notice; then its chance is stated as error."""
        mass = run.mass()
        if mass * NEGLIGIBLE >= run.out_of:
            return False
        self.cut += Fraction(mass, run.out_of)
        return True

    # ------------------------------------------------------------------ rolls
    def _rolled(self, run: Run, pool: Pool) -> Rolled:
        """Every value of a pool at once."""
        numbers = held(pool) if run.open else []
        thrown = self._widened(run, pool, numbers) if numbers and not self.faces else None
        if thrown is None:
            settled = decided(pool, run) if numbers else pool
            thrown = self._thrown(run, settled) if self.faces else self._valued(run, settled)
        run.log.append(thrown)
        return thrown

    def _valued(self, run: Run, pool: Pool) -> Rolled:
        """A roll by value: its face is told where the value tells it."""
        found = pool.weights()
        weights = _possible(found)
        value: Any = next(iter(weights))
        if len(weights) > 1:
            ways = run.add(list(weights.values()), sum(weights.values()))
            value = Lifted(run.of, ways, list(weights))
        return Rolled(value, (value,) if told_by(pool, found) else ())

    def _thrown(self, run: Run, pool: Pool) -> Rolled:
        """A roll by its faces: every throw is a way of its own."""
        if prod(pool.sides) > MOST:
            raise CannotLift("too many throws")
        throws = list(product(*(range(1, n + 1) for n in pool.sides)))
        ways = run.add([1] * len(throws), len(throws))
        columns = (_number(run, ways, list(column)) for column in zip(*throws, strict=True))
        return Rolled(_number(run, ways, [pool.value(faces) for faces in throws]), tuple(columns))

    def _widened(self, run: Run, pool: Pool, numbers: list[Lifted]) -> Rolled | None:
        """A roll of dice that depend on rolls; None where there would be too many ways."""
        ways, columns = meet(run, numbers)
        cases = list(zip(*columns, strict=True))
        pools = {case: filled(pool, case, LIFTED) for case in dict.fromkeys(cases)}
        found = {case: one.weights() for case, one in pools.items()}
        weights = {case: _possible(ways) for case, ways in found.items()}
        told = {case: told_by(one, found[case]) for case, one in pools.items()}
        if len(set(told.values())) > 1:  # some show their face and some do not
            run.split(ways, grouped(told[case] for case in cases).values())
            return self._widened(run, pool, numbers)
        if sum(len(weights[case]) for case in cases) > MOST:
            return None
        totals = {case: sum(each.values()) for case, each in weights.items()}
        common = lcm(*totals.values())
        values, place, products = [], [], []
        for n, (case, ahead) in enumerate(zip(cases, ways.weights, strict=True)):
            times = ahead * (common // totals[case])
            for value, weight in weights[case].items():
                values.append(value)
                place.append(n)
                products.append(times * weight)
        value = _number(run, run.widen(ways, products, place, common), values)
        return Rolled(value, (value,) if told[cases[0]] else ())

    # ------------------------------------------------------------------ parts
    def _part(self, run: Run, ask: Part | Again, state: Any, after: int, apart: Apart | None) -> Any:
        """How a part is answered: what is known of it with ways for its results, `INLINE`, its last step, or None: it starts over."""
        place = Apart(ask.procedure, decided(ask.args, run) if run.open else ask.args, after)
        if isinstance(ask, Again) and place == apart:
            return None
        known = self._known(run, place, state)
        if known is not None and not known.weights:  # it starts over for ever
            return None
        if known is None:
            run.log.append(INLINE)
            return INLINE
        if isinstance(ask, Again) and apart and ask.procedure is apart.procedure:
            return _Tail(known)
        answer = known, run.add(known.weights, sum(known.weights))
        run.log.append(answer)
        return answer

    def _result(self, run: Run, known: _Known, ways: Ways) -> tuple[Any, int]:
        """A result of a part, with lifted numbers where there are several of its shape; and the answers used after it."""
        if run.replaying:
            shape, numbers = run.read()
        else:
            which = Lifted(run.of, ways, known.which)
            shape = known.shapes[which.settled(run)]
            own = which.now(run)[0]
            numbers = [_number(run, own, column) for column in shape.numbers]
            run.log.append((shape, numbers))
        return filled(shape.shape, numbers), shape.used

    def _known(self, run: Run, place: Apart, state: Any) -> _Known | None:
        """What comes out of a part, worked out once; None: run it in place."""
        try:
            seen = self.parts.setdefault(place, [])
        except TypeError:  # an argument that cannot be compared
            return None
        if place in self.inline or place in self.open:  # parts that start one another over go on inside each other
            return None
        if seen and seen[0].state is None:
            return seen[0]
        try:
            return self._worked_out(run, place, _UNDECIDED if run.open else state, seen)
        except _Asks:
            if state is _UNDECIDED:
                raise
            return self._worked_out(run, place, decided(state, run), seen)

    def _worked_out(self, run: Run, place: Apart, state: Any, seen: list[_Known]) -> _Known | None:
        for known in seen:
            if state is _UNDECIDED:
                raise _Asks
            if known.holds(state):
                return known
        asked, self.asked = self.asked, False
        self.open.append(place)
        run.of.run = None  # meanwhile no number of this run may be used
        try:
            counts = self._explored(place, state)
        except TypeError:  # a result that cannot be compared
            self.inline.add(place)
            return None
        finally:
            run.of.run = run
            self.open.pop()
            needs_state, self.asked = self.asked, self.asked or asked
        seen.append(_Known(counts, state if needs_state else None))
        return seen[-1]


def _possible(weights: Mapping[int, int]) -> Mapping[int, int]:
    """The values that can come up."""
    return weights if all(weights.values()) else {value: ways for value, ways in weights.items() if ways}


def _number(run: Run, ways: Ways, values: list[Any]) -> Any:
    """A number that takes these values; a plain one where they are all the same."""
    return values[0] if same(values) else Lifted(run.of, ways, values)
