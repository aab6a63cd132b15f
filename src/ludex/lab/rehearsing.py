"""Rehearse a scene: many runs by policies, counted by their numbers; variants on the same dice; the number for a wished chance; one run again.

The result follows from the seed alone. Runs are numbered and counted by their number: any executor, any order, any number of workers and any
retry give the same, and nothing counts twice. `until` looks at whole dozens of runs from the first on, so that it stops at the same one everywhere.
"""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from html import escape
from os import cpu_count
from time import perf_counter
from typing import ParamSpec, TypedDict, TypeVar, Unpack

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludex.core.orders import Order
from ludex.core.principals import Who
from ludex.core.rehearsal import PLAIN, Knob, Lab, Policy, Setup
from ludex.core.system import System
from ludex.lab.luck import Interval, wilson
from ludex.lab.outcome import Rehearsed
from ludex.lab.runs import Row, Run, Step, Trial, knobs_of, lab_of, prepared, run_batch, run_here
from ludex.lab.shown import curve
from ludex.table.registry import installed

P = ParamSpec("P")
T = TypeVar("T")

RUNS = 400
"""So many runs where nothing is said."""
MOST = 20_000
"""So many runs at most."""
DOZENS = 24
"""After so many runs each it is looked whether they are enough."""
BATCH_SECONDS = 0.3
"""About so long takes a batch: often enough for a bar that moves, seldom enough that crossing costs nothing."""

Progress = Callable[[Rehearsed], bool | None]
"""Hears what is known so far; `False` says that it is enough."""


Said = str | Policy | Mapping[str, str | Policy]
"""A policy for all sides, or one for each by its name: as a name (`plain`, `clever`, …) or as a value."""


class How(TypedDict, total=False):
    """How something is rehearsed: as `rehearse` is given it."""

    policy: Said
    seed: int | str
    runs: int | None
    until: float | None
    executor: Executor | None
    workers: int | None
    orders: Mapping[Who, tuple[Order, ...]] | None
    progress: "Progress | None"


class Here(Executor):
    """Runs everything at once, in this process: for tests, notebooks and small questions."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do it now."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  # as every executor gives it on
            done.set_exception(error)
        return done


def rehearse(
    system: System,
    state: Struct,
    setup: Setup | None = None,
    policy: Said = PLAIN,
    seed: int | str = 0,
    *,
    runs: int | None = None,
    until: float | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    orders: Mapping[Who, tuple[Order, ...]] | None = None,
    progress: Progress | None = None,
) -> Rehearsed:
    """Play a scene many times by policies.

    `policy`: one for all sides, or one for each by its name, as a name (`plain`, `clever`, …) or as a value. So many `runs`, or `until` the half
    width of the chance to win is that small. `executor`: any of `concurrent.futures`, which does so many batches at a time as it has `workers`;
    several processes of this machine without one.
    """
    trial = trial_of(system, state, setup, policy, seed, orders)
    ready = prepared(system, state, trial.setup)
    lab = lab_of(system)
    wanted = 1 if not lab.dice else min(MOST, runs or (MOST if until is not None else RUNS))
    found = Rehearsed.of(system, ready, trial)
    here = executor is None and (wanted == 1 or installed(system.id) is not system)
    if here or isinstance(executor, Here):
        return _collect(system, trial, found, wanted, until, Here(), progress, workers=1)
    if executor is not None:
        at_once = workers or 2 * (cpu_count() or 1)
        return _collect(system, trial, found, wanted, until, executor, progress, workers=at_once)
    from ludex.lab.pools import processes  # a pool of processes is made only where one is wanted

    with processes() as pool:
        return _collect(system, trial, found, wanted, until, pool, progress, workers=cpu_count() or 1)


def trial_of(
    system: System,
    state: Struct,
    setup: Setup | None,
    policy: Said,
    seed: int | str,
    orders: Mapping[Who, tuple[Order, ...]] | None = None,
) -> Trial:
    """What is to be run, as plain data."""
    lab = lab_of(system)
    sides = lab.sides(lab.ready(state, setup or Setup()))
    said = policy if isinstance(policy, Mapping) else dict.fromkeys(sides, policy)
    policies = {side: _policy(lab, one) for side, one in said.items()}
    return Trial(system.id, msgspec.json.encode(state), setup or Setup(), policies, dict(orders or {}), str(seed))


def _policy(lab: Lab, said: str | Policy) -> Policy:
    if isinstance(said, Policy):
        return said
    if said not in lab.policies:
        raise KeyError(f"there is no policy {said!r}; there are {', '.join(lab.policies)}")
    return lab.policies[said]


def _collect(
    system: System,
    trial: Trial,
    found: Rehearsed,
    wanted: int,
    until: float | None,
    executor: Executor,
    progress: Progress | None,
    *,
    workers: int,
) -> Rehearsed:
    """Hand out batches, count what comes back by number, stop when it is enough."""
    rows: dict[int, Row] = {}
    waiting: dict[Future[list[Row]], tuple[int, float]] = {}
    size, first = 2, 0
    ours = next(iter(found.sides))
    enough = False
    while not enough and (first < wanted or waiting):
        while first < wanted and len(waiting) < 2 * workers:
            count = min(size, wanted - first)
            begun = perf_counter()
            if isinstance(executor, Here):
                waiting[executor.submit(run_here, system, trial, first, count)] = count, begun
                first += count
                break
            waiting[executor.submit(run_batch, trial, first, count)] = count, begun
            first += count
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for one in done:
            count, begun = waiting.pop(one)
            rows.update({row.n: row for row in one.result()})
            size = _fitting(count, perf_counter() - begun)
        stop = _stops(rows, ours, until)
        enough = stop is not None
        known = found.with_rows(rows, stop)
        if progress is not None and progress(known) is False:
            break
    for one in waiting:
        one.cancel()
    return found.with_rows(rows, _stops(rows, ours, until))


def _fitting(count: int, seconds: float) -> int:
    """How many runs fill a batch, after one that took so long."""
    return max(1, min(4 * count, int(count * BATCH_SECONDS / max(seconds, 1e-4)), 500))


def _stops(rows: Mapping[int, Row], ours: str, until: float | None) -> int | None:
    """The number of runs, from the first on without a gap, after which the half width is small enough; None: not yet."""
    if until is None:
        return None
    won = 0
    for n in range(len(rows)):
        if n not in rows:
            return None
        won += rows[n].winner == ours
        if (n + 1) % DOZENS == 0 and wilson(won, n + 1).half <= until:
            return n + 1
    return None


# ------------------------------------------------------------------------------------------------ more than one rehearsal
class SideBySide(dict[str, Rehearsed]):
    """What came of each way to play; a notebook shows all of them, and one number only where they agree."""

    def _repr_html_(self) -> str:
        one = one_number(self)
        shown = (
            f"{one.share:.0%} ({one.low:.0%}–{one.high:.0%})"
            if one
            else "no single number: the ways to play are too far apart"
        )
        ways = "".join(f"<tr><td>{escape(name)}<td>{found.shown}" for name, found in self.items())
        return f"<div><b>{escape(shown)}</b><table>{ways}</table></div>"


def side_by_side(
    system: System, state: Struct, setup: Setup | None = None, *, names: Iterable[str] = (), **how: Unpack[How]
) -> SideBySide:
    """The same by several policies of the players' side, on the same dice; the foes play as the table plays them."""
    lab = lab_of(system)
    ours = next(iter(lab.sides(lab.ready(state, setup or Setup()))), "")
    found = SideBySide()
    for name in names or lab.ways:
        how["policy"] = {ours: name}
        found[name] = rehearse(system, state, setup, **how)
    return found


APART = 0.15
"""Policies that are further apart than this give no single number."""


def one_number(found: Mapping[str, Rehearsed]) -> Interval | None:
    """The chance to win where all policies agree on it; None where they are too far apart for one number."""
    chances = [one.win for one in found.values()]
    shares = [one.share for one in chances]
    if max(shares) - min(shares) > APART:
        return None
    return Interval(sum(shares) / len(shares), min(c.low for c in chances), max(c.high for c in chances))


class Varied(dict[int, Rehearsed]):
    """What came of each value of a knob; a notebook shows it as a curve."""

    def __init__(self, knob: str, found: Mapping[int, Rehearsed]) -> None:
        super().__init__(found)
        self.knob = knob

    def _repr_html_(self) -> str:
        return curve(self.knob, {value: one.win for value, one in self.items()})


def vary(
    system: System, state: Struct, setup: Setup | None, knob: str, values: Iterable[int], **how: Unpack[How]
) -> Varied:
    """The same with a knob at several values, on the same dice: run i of every variant has the same."""
    base = setup or Setup()
    tried = {v: rehearse(system, state, replace(base, knobs={**base.knobs, knob: v}), **how) for v in values}
    return Varied(knob, tried)


class Found(msgspec.Struct, frozen=True):
    """The value of a knob that comes nearest to a wished chance, and everything that was tried."""

    knob: Knob
    value: int
    tried: dict[int, Rehearsed]

    @property
    def best(self) -> Rehearsed:
        """What came of it."""
        return self.tried[self.value]

    @property
    def win(self) -> Interval:
        """The chance to win there."""
        return self.best.win

    def _repr_html_(self) -> str:
        return curve(self.knob.key, {value: one.win for value, one in self.tried.items()}, self.value)


def find(
    system: System, state: Struct, setup: Setup | None = None, *, knob: str, target: float = 0.7, **how: Unpack[How]
) -> Found:
    """The value of a knob at which the players win with a wished chance: halved again and again, because more of it always helps one side."""
    knobs = knobs_of(system, state)
    if knob not in knobs:
        raise KeyError(f"there is no knob {knob!r}; there are {', '.join(knobs)}")
    tried: dict[int, Rehearsed] = {}
    search = knobs[knob].halved(target)
    value = next(search)
    while True:
        if value not in tried:
            tried.update(vary(system, state, setup, knob, (value,), **how))
        try:
            value = search.send(tried[value].win.share)
        except StopIteration as end:
            return Found(knobs[knob], end.value, dict(sorted(tried.items())))


def replay(
    system: System, trial: Trial, n: int, state: Struct | None = None, watch: Callable[[Step], None] | None = None
) -> tuple[Row, tuple[Step, ...]]:
    """Run `n` once more, deed by deed: the same dice, the same row."""
    steps: list[Step] = []
    start = state if state is not None else msgspec.json.decode(trial.state, type=system.state)
    run = Run(system, prepared(system, start, trial.setup), trial, n, watch or steps.append)
    return run.played(), tuple(steps)
