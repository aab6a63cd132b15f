"""Whole fights of boon at a real table: no reply may hold the server's loop for long. Peers are fixed allowances."""

import tempfile
from pathlib import Path

from tests.systems.boon.fights import FOES, HEROES, THREE_SIDES, fought

from benchmarks.measure import Row

SEEDS = (1, 2, 3)


def run() -> list[Row]:
    return [
        Row("boon 4 against 8, slowest reply", _slowest((*HEROES, *FOES)), 0.3, 1.0, "allowance"),
        Row("boon 3 sides, 26 fighters, slowest reply", _slowest(THREE_SIDES), 0.5, 1.0, "allowance"),
    ]


def _slowest(lines: tuple[str, ...]) -> float:
    """Seconds of the slowest reply of a fight, in the best of a few runs of each."""
    return max(_played(lines, seed) for seed in SEEDS)


def _played(lines: tuple[str, ...], seed: int) -> float:
    times = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            times.append(fought(Path(folder), lines, seed=seed).slowest)
    return min(times)
