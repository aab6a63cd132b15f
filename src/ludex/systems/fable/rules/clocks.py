"""Clocks: how one stands and moves (FAB-PCL)."""

import re
from typing import Annotated

import msgspec

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import SCENE, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY, flag
from ludex.core.principals import EVERYBODY, GM
from ludex.core.rule import rule
from ludex.systems.fable.events import ClockGone, ClockSet
from ludex.systems.fable.kinds import Erase, Hidden, Mode, offers
from ludex.systems.fable.kinds.offers import story_clock
from ludex.systems.fable.redact import hidden_clock
from ludex.systems.fable.state import Clock, State

SMALLEST_CLOCK, LARGEST_CLOCK = 4, 12


class AdvanceClock(msgspec.Struct, frozen=True):
    """A clock and the margin of the check that moves it. `clock` names one of the table's own."""

    margin: int = 0
    size: int = 0
    filled: int = 0
    mode: Mode = "fill"
    clock: str = ""
    sections: int | None = None
    """So many, whatever a check came to: the GM's word."""


class WindClock(Deed, names=("走钟", "wind"), owner=STORY, said_by=STORY, beside=SCENE, example=".走钟 放下吊桥 2"):
    """`.走钟 洪水 2`: two sections, as a step says it (FAB-LIV-36)."""

    clock: Annotated[str, Field("name", owner=STORY, among=offers.open_clocks), Meant(story_clock)]
    sections: Annotated[int, Field("sections", owner=STORY)]
    mode: Erase = "fill"

    def do(self, asked: Asked) -> Do:
        hears = GM if hidden_clock(asked.state, self.clock) else EVERYBODY
        return Do("clock_advance", AdvanceClock(clock=self.clock, sections=self.sections, mode=self.mode), (hears,))


class ClockMoved(msgspec.Struct, frozen=True):
    sections: int
    filled: int
    full: bool
    empty: bool
    size: int


@rule("FAB-PCL-1", "FAB-PAC-5")
async def clock_advance(state: State, given: AdvanceClock) -> ClockMoved:
    """Fill or erase sections by how well a check went."""
    clock = clock_of(state, given.clock) if given.clock else Clock("", given.size, given.filled)
    sections = sections_for(given.margin) if given.sections is None else given.sections
    moved = moved_clock(clock, sections, given.mode)
    if given.clock:
        await happen(ClockSet(moved, clock.filled))
    return _moved(moved, sections)


def _moved(clock: Clock, sections: int) -> ClockMoved:
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
    name: str
    size: int = 6
    filled: int = 0
    hidden: bool = False


SIZED = re.compile(r"(.*\D)(\d{1,2})格?")


class PutClock(Deed, names=("时钟", "clock"), owner=STORY, said_by=STORY, beside=SCENE, example=".时钟 洪水 8 2"):
    """`.时钟 洪水 8 2`, `.时钟洪水8`; size 0 puts it away."""

    name: Annotated[str, Field()]
    size: Annotated[int | None, Field()] = None
    filled: Annotated[int, Field()] = 0
    hidden: Hidden = False
    shown: Annotated[bool, flag("shown", "公开", "明")] = False

    def do(self, asked: Asked) -> Do:
        """Of six sections, where nobody says how many; a hidden clock stays so until it is shown."""
        name, size = self.name, self.size
        there = {clock.name for clock in asked.state.clocks}
        if size is None and name not in there and (glued := SIZED.fullmatch(name)):
            name, size = glued[1], int(glued[2])
        hidden = self.hidden or (hidden_clock(asked.state, name) and not self.shown)
        given = SetClock(name, SetClock("").size if size is None else size, self.filled, hidden)
        return Do("clock_set", given, (GM,) if hidden else (EVERYBODY,))


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
