"""Exact odds: the very procedure that will be rolled, run over every value of every roll.

Theory of operation. A run is walked to its first roll; each value that the pool can give (with its integer weight) opens
a branch, reached by running the rule again with the values so far. So a pool costs as many branches as it has *values*,
not faces. A `part` is worked out once for its arguments (and, if it asks people, for the state and the answers used so
far) and then stands for its own distribution. Weights stay integers until the end. Branches less likely than `NEGLIGIBLE`
(endless re-rolls of ties) are cut and their chance is stated as error; past the path budget the rule is sampled instead,
with the error stated too.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import gcd, sqrt
from typing import Any

import msgspec

from ludex.core.asks import INLINE, Again, Ask, Choose, ChooseAll, Happen, Part, Pool, Roll, Rolled
from ludex.core.driving import LONGEST, Answer, Choice, Decide, Faces, Fold, ScriptError, Start, answers_to, settle
from ludex.core.errors import Diverged, RuleError

NEGLIGIBLE = 10**15
"""A branch less likely than one in this many is cut."""

PATHS = 200_000
SAMPLES = 20_000

Below = Callable[[int], int]
"""A random whole number from 0 up to, not including, its argument. Only a caller above the rules has one."""


Policy = Callable[[], Decide]
"""Makes one decider for one path, so that answers given in order start over on each."""


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

    def mean(self) -> Fraction:
        """The expected value, for numeric outcomes."""
        return sum((Fraction(value) * chance for value, chance in self.chances.items()), Fraction(0))


class _Over(Exception):
    """The path budget is used up."""


Weighted = dict[Hashable, Fraction]


class _Apart(msgspec.Struct, frozen=True):
    """A part that is worked out apart: what is run, and how many given answers are used when it starts."""

    procedure: Any
    args: tuple[Any, ...]
    used: int


class _Known(msgspec.Struct, frozen=True):
    """The distribution of a part's results, as long as the state is this one (None: whatever the state)."""

    chances: Weighted
    state: Any

    def holds(self, state: Any) -> bool:
        """Whether it can be used in that state."""
        return self.state is None or self.state is state or bool(self.state == state)


class _Walk:
    """One exploration: budget, policy and the parts worked out so far."""

    def __init__(self, fold: Fold, policy: Policy, budget: int, given: Sequence[Answer], *, faces: bool) -> None:
        self.faces = faces
        self.given = tuple(given)
        self.fold = fold
        self.policy = policy
        self.budget = budget
        self.paths = 0
        self.cut = Fraction(0)
        self.parts: dict[_Apart, list[_Known]] = {}
        self.open: list[_Apart] = []
        self.asked = False

    def explore(
        self, start: Start, state: Any, read: "Callable[[_End], Hashable]", *, apart: _Apart | None = None
    ) -> Weighted:
        """The distribution of `read(end)` over all paths of the rule, or of a part that is worked out `apart`.

        Paths on which a part starts over are left out, and their chance is shared among the others.
        """
        sums: dict[tuple[Hashable, int], int] = {}
        pending: list[tuple[tuple[Any, ...], int, int]] = [((), 1, 1)]
        while pending:
            prefix, ways, out_of = pending.pop()
            self.paths += 1
            if self.paths > self.budget:
                raise _Over
            branch = self._walk(start, state, prefix, apart=apart)
            if isinstance(branch, _End):
                _add(sums, read(branch), ways, out_of)
            elif isinstance(branch, _Tail):
                base = sum(branch.weights.values())
                for outcome, weight in branch.weights.items():
                    _add(sums, outcome, ways * weight, out_of * base)
            elif branch is not None and ways * NEGLIGIBLE < out_of:  # rarer than anybody can notice, and still going on
                self.cut += Fraction(ways, out_of)
            elif branch is not None:
                base = sum(branch.values())
                pending.extend(((*prefix, value), ways * weight, out_of * base) for value, weight in branch.items())
        return _shared(_joined(sums)) if apart else _joined(sums)

    def _walk(
        self, start: Start, state: Any, prefix: Sequence[Any], *, apart: _Apart | None
    ) -> "_End | _Tail | Mapping[Any, int] | None":
        """Run along the values in `prefix`; the weights of the next branching, the end, or None if it starts over."""
        coroutine = start()
        given = iter(prefix)
        recorded = list(reversed(() if apart else self.given))
        decide = self.policy()
        _go_on(decide, apart.used if apart else 0)
        value: Any = None
        try:
            for _ in range(LONGEST):
                ask = coroutine.send(value)
                if isinstance(ask, Happen):
                    state = value = self.fold(state, ask.event)
                elif isinstance(ask, ChooseAll):
                    self.asked = True
                    value = _moment(ask, recorded, partial(_decided, decide, state))
                elif recorded:
                    value = INLINE if isinstance(ask, Part | Again) else _recorded(ask, recorded.pop())
                elif isinstance(ask, Choose):
                    self.asked = True
                    value = decide(ask, state)
                elif isinstance(ask, Roll):
                    if (value := next(given, None)) is None:
                        return _by_face(ask.pool) if self.faces else _by_value(ask.pool)
                else:
                    place = _Apart(ask.procedure, ask.args, _used(decide))
                    if isinstance(ask, Again) and place == apart:
                        return None
                    known = self._part(place, state)
                    if known is None:
                        value = INLINE
                    elif isinstance(ask, Again) and apart and ask.procedure is apart.procedure:
                        return _Tail(_integers(known))  # its last step: what comes out of it is what comes out of this
                    elif (found := next(given, None)) is None:
                        return _integers(known)
                    else:
                        value = found[0]
                        _go_on(decide, found[1])
            raise RuleError("too_many_questions", limit=LONGEST)
        except StopIteration as stop:
            return _End(stop.value, state, _used(decide))
        finally:
            coroutine.close()

    def _part(self, place: _Apart, state: Any) -> Weighted | None:
        """The distribution of a part's result and of the answers used after it, worked out once; None: run it in place."""
        try:
            seen = self.parts.setdefault(place, [])
        except TypeError:  # an argument that cannot be compared
            return None
        for known in seen:
            if known.holds(state):
                return known.chances
        if place in self.open:  # parts that start one another over: this one goes on inside the other
            return None
        asked, self.asked = self.asked, False
        self.open.append(place)
        try:
            found = self.explore(
                lambda: place.procedure(*place.args), state, lambda end: (end.result, end.used), apart=place
            )
        except TypeError:  # a result that cannot be compared
            return None
        finally:
            self.open.pop()
            needs_state, self.asked = self.asked, self.asked or asked
        seen.append(_Known(found, state if needs_state else None))
        return found


def _recorded(ask: Ask, answer: Answer) -> Any:
    """What was answered before the odds are asked for."""
    if isinstance(ask, Roll) and isinstance(answer, Faces):
        return Rolled(ask.pool.value(answer.faces), answer.faces)
    if isinstance(ask, Choose) and isinstance(answer, Choice):
        return answer.answer
    raise Diverged(f"the rule asks {ask!r}, the record answers {answer!r}")


def _moment(ask: ChooseAll, recorded: list[Answer], decide: Callable[[Choose], str]) -> tuple[str, ...]:
    """The answers of one moment: those on record (none of a sealed one, which nobody knows yet), a policy for the rest."""
    there: list[Answer] = []
    while recorded and isinstance(recorded[-1], Choice) and any(answers_to(one, recorded[-1]) for one in ask.asks):
        there.append(recorded.pop())
    known = (
        {}
        if ask.sealed and len(there) < len(ask.asks)
        else {given.who: given.answer for given in there if isinstance(given, Choice)}
    )
    return tuple(known[one.who] if one.who in known else decide(one) for one in ask.asks)


def _decided(decide: Decide, state: Any, ask: Choose) -> str:
    return decide(ask, state)


def _by_value(pool: Pool) -> dict[Any, int]:
    """Every value of a pool and in how many ways it comes up."""
    weights = pool.weights()
    return {Rolled(v, _face(pool.sides, weights, v)): w for v, w in weights.items() if w}


def _by_face(pool: Pool) -> dict[Any, int]:
    """Every throw of a pool."""
    return {Rolled(pool.value(thrown), thrown): 1 for thrown in product(*(range(1, n + 1) for n in pool.sides))}


def _face(sides: tuple[int, ...], weights: Mapping[int, int], value: int) -> tuple[int, ...]:
    """The face behind a value where the value tells it: one die, and every face a value of its own."""
    return (value,) if sides == (len(weights),) else ()


class _End:
    """A path has come to the rule's end, with so many of the given answers used."""

    def __init__(self, result: Any, state: Any, used: int) -> None:
        self.result = result
        self.state = state
        self.used = used


class _Tail:
    """A path of a part has come to its last step, and what comes out of that is known."""

    def __init__(self, weights: Mapping[Any, int]) -> None:
        self.weights = weights


def _add(sums: dict[tuple[Hashable, int], int], outcome: Hashable, ways: int, out_of: int) -> None:
    sums[outcome, out_of] = sums.get((outcome, out_of), 0) + ways


def _joined(sums: Mapping[tuple[Hashable, int], int]) -> Weighted:
    found: Weighted = {}
    for (key, out_of), ways in sums.items():
        found[key] = found.get(key, Fraction(0)) + Fraction(ways, out_of)
    return found


def _shared(chances: Weighted) -> Weighted:
    """Chances that add up to 1, what was left out being shared in proportion."""
    whole = sum(chances.values(), Fraction(0))
    return {key: chance / whole for key, chance in chances.items()} if whole else chances


def _integers(chances: Weighted) -> dict[Any, int]:
    """Chances as whole weights over their common denominator."""
    common = 1
    for chance in chances.values():
        common = common * chance.denominator // gcd(common, chance.denominator)
    return {key: int(chance * common) for key, chance in chances.items()}


def first_option(ask: Choose, _state: Any) -> str:
    """The plainest policy: the first option offered."""
    return ask.options[0].answer


def plainly() -> Decide:
    """The policy that always takes the first option."""
    return first_option


class _Answers:
    """Given answers, one after another; past the last one it is given again each time."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = answers
        self.used = 0
        changes = [n for n in range(1, len(answers)) if answers[n] != answers[n - 1]]
        self.steady = changes[-1] if changes else 0  # from here on every answer is the same

    def __call__(self, ask: Choose, _state: Any) -> str:
        if not self.answers:
            raise ScriptError(f"{ask.who!r} is asked {ask.what.key!r} and there is no answer")
        answer = self.answers[self.used]
        self.used = min(self.used + 1, self.steady)
        return answer


def _used(decide: Decide) -> int:
    """How many given answers a decider has used; other deciders remember nothing."""
    return decide.used if isinstance(decide, _Answers) else 0


def _go_on(decide: Decide, used: int) -> None:
    """Let a decider go on after so many answers."""
    if isinstance(decide, _Answers):
        decide.used = used


def in_order(answers: Sequence[str]) -> Policy:
    """The policy of given answers: used in order as a path asks, ignored where it does not.

    A path that asks again and again (a tie is rolled anew) gets the last answer each time.
    """
    return lambda: _Answers(answers)


def odds(
    start: Start,
    state: Any,
    fold: Fold,
    *,
    read: Callable[[Any, Any], Hashable],
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
    walk = _Walk(fold, policy, budget, given, faces=faces)
    try:
        chances = walk.explore(start, state, lambda end: read(end.result, end.state))
    except _Over:
        if below is None or given:
            raise OddsTooLarge(budget) from None
        return _sampled(start, state, fold, read=read, policy=policy, below=below)
    return Odds(dict(chances), walk.cut == 0, float(walk.cut), walk.paths)


def _sampled(
    start: Start, state: Any, fold: Fold, *, read: Callable[[Any, Any], Hashable], policy: Policy, below: Below
) -> Odds:
    """Odds from `SAMPLES` thrown runs, with the error that so many runs leave."""

    def throw(sides: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(below(n) + 1 for n in sides)

    counts: dict[Hashable, int] = {}
    for _ in range(SAMPLES):
        done = settle(start, state, fold, throw=throw, decide=policy())
        key = read(done.result, done.state)
        counts[key] = counts.get(key, 0) + 1
    return Odds({key: Fraction(n, SAMPLES) for key, n in counts.items()}, False, 0.98 / sqrt(SAMPLES), SAMPLES)
