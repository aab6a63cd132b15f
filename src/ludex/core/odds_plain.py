"""Exact odds, the plain way: the very procedure that will be rolled, run over every value of every roll.

This is the oracle: what `odds_lifted` finds must be what is found here, and where that cannot, this is used.

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
from math import gcd
from typing import Any

import msgspec

from ludex.core.answering import Policy, go_on, moment, recorded, used
from ludex.core.asks import INLINE, Again, Choose, ChooseAll, Happen, Part, Pool, Roll, Rolled
from ludex.core.driving import LONGEST, Answer, Decide, Fold, Start
from ludex.core.errors import RuleError
from ludex.core.weighing import Over

NEGLIGIBLE = 10**15
"""A branch less likely than one in this many is cut."""

Weighted = dict[Hashable, Fraction]


class Apart(msgspec.Struct, frozen=True):
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


class PlainWalk:
    """One exploration: budget, policy and the parts worked out so far."""

    def __init__(self, fold: Fold, policy: Policy, budget: int, given: Sequence[Answer], *, faces: bool) -> None:
        self.faces = faces
        self.given = tuple(given)
        self.fold = fold
        self.policy = policy
        self.budget = budget
        self.paths = 0
        self.cut = Fraction(0)
        self.parts: dict[Apart, list[_Known]] = {}
        self.open: list[Apart] = []
        self.asked = False

    def explore(
        self, start: Start, state: Any, read: "Callable[[_End], Hashable]", *, apart: Apart | None = None
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
                raise Over
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

    def _walk(  # noqa: C901  # a case for each thing that a rule asks
        self, start: Start, state: Any, prefix: Sequence[Any], *, apart: Apart | None
    ) -> "_End | _Tail | Mapping[Any, int] | None":
        """Run along the values in `prefix`; the weights of the next branching, the end, or None if it starts over."""
        coroutine = start()
        given = iter(prefix)
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
                    self.asked = True
                    value = moment(ask, record, partial(_decided, decide, state))
                elif record:
                    value = INLINE if isinstance(ask, Part | Again) else recorded(ask, record.pop())
                elif isinstance(ask, Choose):
                    self.asked = True
                    value = decide(ask, state)
                elif isinstance(ask, Roll):
                    if (value := next(given, None)) is None:
                        return _by_face(ask.pool) if self.faces else _by_value(ask.pool)
                else:
                    place = Apart(ask.procedure, ask.args, used(decide))
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
                        go_on(decide, found[1])
            raise RuleError("too_many_questions", limit=LONGEST)
        except StopIteration as stop:
            return _End(stop.value, state, used(decide))
        finally:
            coroutine.close()

    def _part(self, place: Apart, state: Any) -> Weighted | None:
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


def _decided(decide: Decide, state: Any, ask: Choose) -> str:
    return decide(ask, state)


def _by_value(pool: Pool) -> dict[Any, int]:
    """Every value of a pool and in how many ways it comes up."""
    weights = pool.weights()
    told = told_by(pool, weights)
    return {Rolled(v, (v,) if told else ()): w for v, w in weights.items() if w}


def _by_face(pool: Pool) -> dict[Any, int]:
    return {Rolled(pool.value(thrown), thrown): 1 for thrown in product(*(range(1, n + 1) for n in pool.sides))}


def told_by(pool: Pool, weights: Mapping[int, int]) -> bool:
    """Whether the value tells the face behind it: one die, and every face a value of its own."""
    return pool.sides == (len(weights),)


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
