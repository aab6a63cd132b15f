"""Timing two sides fairly: by the processor's time, in turns, so that a busy machine slows both, and the best of several rounds for each."""

from collections.abc import Callable
from time import process_time
from typing import NamedTuple


class Row(NamedTuple):
    """One comparison: seconds for one call on each side (bytes, where that is the `unit`), and the ratio that is wanted."""

    name: str
    ours: float
    peer: float
    bar: float
    against: str = ""
    unit: str = "µs"

    @property
    def ratio(self) -> float:
        return self.peer / self.ours

    @property
    def ok(self) -> bool:
        return self.ratio >= self.bar


def compared(
    name: str, ours: Callable[[], object], peer: Callable[[], object], *, bar: float, against: str, rounds: int = 25
) -> Row:
    """Time both callables in turns, for about 5 ms a turn, and keep the best round of each."""
    calls = [_calls(ours), _calls(peer)]
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        for side, call in enumerate((ours, peer)):
            best[side] = min(best[side], _seconds(call, calls[side]))
    return Row(name, best[0], best[1], bar, against)


def within(
    name: str, ours: Callable[[], object], forget: Callable[[], object], *, seconds: float, rounds: int = 5
) -> Row:
    """Time what is remembered afterwards against a fixed allowance: the best of a few first times."""
    best = float("inf")
    for _ in range(rounds):
        forget()
        best = min(best, _seconds(ours, 1))
    return Row(name, best, seconds, 1.0, "allowance")


def _calls(call: Callable[[], object]) -> int:
    """How many calls fill about 5 ms."""
    call()
    return max(1, min(20_000, int(0.005 / max(_seconds(call, 3), 1e-7))))


def _seconds(call: Callable[[], object], times: int) -> float:
    start = process_time()
    for _ in range(times):
        call()
    return (process_time() - start) / times
