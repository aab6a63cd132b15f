"""Simulation: the very procedures, thousands of times, with random dice and policies for the choices.

Work is cut into batches that any `concurrent.futures.Executor` can run: a process pool by default, a cluster's executor
when one machine is not enough. What crosses processes is plain: the system's id, the state as JSON, the input as JSON.
"""

import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from math import sqrt

import msgspec

from ludex.core.driving import Throw, settle
from ludex.core.plain import Plain
from ludex.core.system import System
from ludex.lab.preview import decider
from ludex.table.registry import system as find_system

BATCH = 500


class Simulated(msgspec.Struct, frozen=True):
    """How often each value of an output came up, and the half-width of a 95 % interval."""

    runs: int
    counts: dict[str, int]

    @property
    def error(self) -> float:
        """How far a share may be off."""
        return 0.98 / sqrt(self.runs)

    def share(self, outcome: str) -> float:
        """The share of runs with that outcome."""
        return self.counts.get(outcome, 0) / self.runs


class Trial(msgspec.Struct, frozen=True):
    """What is run again and again."""

    system: str
    procedure: str
    given: Plain
    state: bytes
    output: str
    runs: int = BATCH


def run_batch(trial: Trial) -> dict[str, int]:
    """One batch, in whatever process it lands."""
    return run_here(find_system(trial.system), trial)


def run_here(system: System, trial: Trial) -> dict[str, int]:
    """One batch with this system."""
    state = msgspec.json.decode(trial.state, type=system.state)
    procedure = system.procedures[trial.procedure]
    given = procedure.read(trial.given)
    below = random.Random().randrange
    counts: dict[str, int] = {}
    for _ in range(trial.runs):
        done = settle(
            lambda: procedure.run(state, given), state, system.fold, throw=_thrower(below), decide=decider(system)
        )
        shown = str(msgspec.to_builtins(getattr(done.result, trial.output, None)))
        counts[shown] = counts.get(shown, 0) + 1
    return counts


def _thrower(below: Callable[[int], int]) -> Throw:
    return lambda ask: tuple(below(n) + 1 for n in ask.pool.sides)


def simulate(
    trial: Trial, runs: int, *, executor: Executor | None = None, progress: Callable[[int], None] | None = None
) -> Simulated:
    """Run a trial `runs` times; `progress` hears how many are done."""
    if executor is None:
        with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
            return _collect(trial, runs, pool, progress)
    return _collect(trial, runs, executor, progress)


def _collect(trial: Trial, runs: int, executor: Executor, progress: Callable[[int], None] | None) -> Simulated:
    counts: dict[str, int] = {}
    done = 0
    for found, size in _batches(trial, runs, executor):
        done += size
        for outcome, count in found.items():
            counts[outcome] = counts.get(outcome, 0) + count
        if progress:
            progress(done)
    return Simulated(runs, counts)


def _batches(trial: Trial, runs: int, executor: Executor) -> Iterator[tuple[dict[str, int], int]]:
    sizes = [min(BATCH, runs - start) for start in range(0, runs, BATCH)]
    trials = [msgspec.structs.replace(trial, runs=size) for size in sizes]
    yield from zip(executor.map(run_batch, trials), sizes, strict=True)
