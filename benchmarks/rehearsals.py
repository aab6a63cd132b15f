"""Rehearsals: whole fights by policies, in this process, without a table or a store. Peers are the wanted runs per second of one core."""

from time import process_time
from typing import Any

from msgspec.structs import replace

from benchmarks.measure import Row
from ludex.core.rehearsal import PLAIN, Setup
from ludex.lab.rehearsing import trial_of
from ludex.lab.runs import Run, prepared
from ludex.table.registry import system

SCENES = {
    "boon 4 v 8": ("boon", Setup(away=("ogre1",), knobs={"count:哥布林": 5, "count:弓手": 2}), 80, 40),
    "fable 4 v 4": ("fable", Setup(away=("暮面",), knobs={"count:灰狼": 4}), 35, 20),
    "mirror 4 v 3": ("mirror", Setup(away=("shade",), knobs={"count:山贼": 3}), 25, 12),
    "fet 3 v 2": ("fet", Setup(), 150, 40),
    "mist, a challenge": ("mist", Setup(), 1000, 400),
}
"""A scene, what is assumed, the runs per second that are wanted, and how many are timed."""


def run() -> list[Row]:
    """Seconds of a processor's work for one run."""
    return [Row(f"rehearsed {name}", _seconds(*how), 1 / how[2], 1.0, "allowance") for name, how in SCENES.items()]


def _seconds(name: str, setup: Setup, _wanted: int, count: int) -> float:
    there = system(name)
    assert there.demo is not None
    state = _with_twins(name, there.demo().state)
    trial = trial_of(there, state, setup, PLAIN, 1)
    ready = prepared(there, state, setup)
    Run(there, ready, trial, 0).played()
    best = float("inf")
    for _ in range(3):
        begun = process_time()
        for n in range(count):
            Run(there, ready, trial, n).played()
        best = min(best, (process_time() - begun) / count)
    return best


def _with_twins(name: str, state: Any) -> Any:
    """The demo with four heroes: those that it has, and twins of theirs."""
    match name:
        case "boon":
            fourth = replace(state.combatants[0], id="an2", name="安二", position=(1, 3))
            return replace(state, combatants=(*state.combatants, fourth))
        case "fable":
            twins = {
                f"{who}2": replace(state.characters[who], id=f"{who}2", name=f"{who}二") for who in ("苏砚", "白露")
            }
            return replace(state, characters={**twins, **state.characters})
        case "mirror":
            places = {"an": (1, 1), "bai": (0, 5)}
            people = state.characters
            twins = {f"{i}2": replace(people[i], id=f"{i}2", name=f"{i}2", pos=at) for i, at in places.items()}
            return replace(state, characters={**twins, **people})
    return state
