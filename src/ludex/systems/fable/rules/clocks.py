"""Clocks: how one stands and moves (FAB-PCL)."""

from typing import Literal

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fable.events import ClockGone, ClockSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.state import Clock, State

SMALLEST_CLOCK, LARGEST_CLOCK = 4, 12

Mode = Literal["fill", "erase"]


class AdvanceClock(msgspec.Struct, frozen=True):
    """A clock and the margin of the check that moves it. `clock` names one of the table's own."""

    margin: int
    size: int = 0
    filled: int = 0
    mode: Mode = "fill"
    clock: str = ""


class ClockMoved(msgspec.Struct, frozen=True):
    """How far the clock moved and how it stands."""

    sections: int
    filled: int
    full: bool
    empty: bool
    size: int


@rule("FAB-PCL-1", "FAB-PAC-5")
async def clock_advance(state: State, given: AdvanceClock) -> ClockMoved:
    """Fill or erase sections by how well a check went."""
    clock = clock_of(state, given.clock) if given.clock else Clock("", given.size, given.filled)
    sections = sections_for(given.margin)
    moved = moved_clock(clock, sections, given.mode)
    if given.clock:
        await happen(ClockSet(moved))
    return _moved(moved, sections)


def _moved(clock: Clock, sections: int) -> ClockMoved:
    """How a clock stands after it has moved."""
    return ClockMoved(sections, clock.filled, clock.filled == clock.size > 0, clock.filled == 0, clock.size)


@rule("FAB-PCL-1")
def sections_for(margin: int) -> int:
    """1 section for a success, 2 if it beats the DL by 3, 3 if by 6; a failure moves nothing."""
    return 0 if margin < 0 else min(3, 1 + margin // 3)


@rule("FAB-PCL-1")
def moved_clock(clock: Clock, sections: int, mode: Mode) -> Clock:
    """The clock after so many sections, between empty and full; a clock of a wrong size is refused."""
    if not SMALLEST_CLOCK <= clock.size <= LARGEST_CLOCK:
        raise RuleError("bad_clock", clause="FAB-PCL-1", size=clock.size, low=SMALLEST_CLOCK, high=LARGEST_CLOCK)
    now = clock.filled + (sections if mode == "fill" else -sections)
    return msgspec.structs.replace(clock, filled=max(0, min(now, clock.size)))


def clock_of(state: State, name: str) -> Clock:
    """One of the table's clocks, or `unknown_clock`."""
    found = next((c for c in state.clocks if c.name == name), None)
    if found is None:
        raise RuleError("unknown_clock", clause="FAB-PCL-1", clock=name, clocks=[c.name for c in state.clocks])
    return found


class SetClock(msgspec.Struct, frozen=True):
    """A clock to put on the table, to set, or (with size 0) to put away."""

    name: str
    size: int = 6
    filled: int = 0
    hidden: bool = False


@rule("FAB-PCL-1")
async def clock_set(state: State, given: SetClock) -> ClockMoved:
    """Put a clock on the table, set it by hand, or put it away."""
    if given.size == 0:
        clock_of(state, given.name)
        await happen(ClockGone(given.name))
        return _moved(Clock(given.name, 0), 0)
    clock = moved_clock(Clock(given.name, given.size, given.filled, given.hidden), 0, "fill")
    await happen(ClockSet(clock))
    return _moved(clock, 0)
