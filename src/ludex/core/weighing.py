"""One run of a rule under odds: the ways in which its rolls may have gone, and everything that was worked out on them.

`Ways` are the cases that some rolls leave open, each with its weight. A `Run` knows which are open: a roll adds some, a decision keeps
some and leaves the others to a run of their own, two rolls that meet are joined. Whatever was worked out before a split is in the
run's `log`, in order: a run that starts over reads it instead of working it out again, because rules are deterministic. A split
itself is not logged: the run that starts over knows fewer ways, so that the same question has one answer there.
"""

import math
from collections.abc import Iterable
from itertools import count
from typing import Any

CELLS = 512
"""Numbers worked out that cost about as much as one run."""

Place = list[int]
"""For each way that is left, or that was joined, which of the ways before it was."""

_stamps = count(1)


class CannotLift(Exception):
    """Something that only decided numbers can do: anyone who works out odds takes the plain way instead."""


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

    def moved_to(self, ways: Ways) -> tuple[Ways, Place] | None:
        """What became of ways in the end, in one step; None where they are as they were. Several numbers go the same way: it is joined once."""
        step = self.moved.get(ways)
        if step is None or step[0] not in self.moved:
            return step
        last, further = self.moved_to(step[0]) or step
        step = self.moved[ways] = last, list(map(step[1].__getitem__, further))
        return step

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
