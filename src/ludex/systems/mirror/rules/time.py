"""Modes (模式): segments and units, and what passes with them (MIR-TIM, MIR-DUR-6). Rounds belong to the clock of a conflict."""

from typing import Annotated

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.declaring import Deed
from ludex.core.deeds import ANYONE, SCENE, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY
from ludex.core.pairs import Pair
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.events import TimePassed
from ludex.systems.mirror.rules.dying import Pending, RoundStarted, pending, started
from ludex.systems.mirror.rules.effects import counted_down
from ludex.systems.mirror.rules.skills import SkillGiven
from ludex.systems.mirror.rules.windows import occurred
from ludex.systems.mirror.state import State, Time
from ludex.systems.mirror.terms import Unit, check_known, key_of

PASSING = ("segment", "unit", "scene")
MOST = 1000
"""So many segments, units or scenes pass at once."""

TICKS = 20  # MIR-CLK-1
IN_TICKS = (Unit.TICK, Unit.TICK_END)
IN_ROUNDS = (Unit.TURN_START, Unit.TURN_END, Unit.UNTIL_TURN_END, Unit.ROUND, Unit.ROUND_END, Unit.FOCUS)


class AdvanceTime(msgspec.Struct, frozen=True):
    """Segments, units or scenes pass."""

    unit: str
    n: int = 1
    asks: bool = False
    """Whether the GM is asked about what is pending before a segment passes (MIR-LIV-55)."""


def passing(_state: State, _actor: str) -> dict[str, Pair]:
    """What passes as time (MIR-TIM-1)."""
    return {one: (Unit(one).zh, Unit(one).en) for one in PASSING}


def untimed(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """To ask for the time is nobody's word."""
    return kinds if asked["unit"] else ()


class TimeLine(
    Deed,
    names=("时间", "time"),
    group="growth",
    who=ANYONE,
    owner=STORY,
    said_by=STORY,
    beside=SCENE,
    example=".时间 片段",
):
    """`.时间 片段 3`: time passes for everybody; `.时间`: what time it is."""

    unit: Annotated[str, Field(among=passing)] = ""
    number: Annotated[int, Field(keys=("数", "n"))] = 1
    word = untimed

    def do(self, asked: Asked) -> Do | Show:
        """Time that passes, or a card; in a conflict only a scene ends."""
        if not self.unit:
            return Show("time")
        unit, conflict = key_of(self.unit), asked.state.conflict
        if conflict is not None and unit != Unit.SCENE:
            raise RuleError("conflict_running", clause="MIR-LIV-11", round=conflict.round)
        return Do("advance_time", AdvanceTime(unit, self.number, asks=True))


class TimeAdvanced(msgspec.Struct, frozen=True):
    """Effects that ended, in their order, where the table stands, and what was settled before (MIR-LIV-55)."""

    expired: tuple[str, ...]
    time: Time
    round_start: dict[str, RoundStarted] = {}


@rule("MIR-TIM-1", "MIR-TIM-4", "MIR-DYI-5")
async def advance_time(state: State, given: AdvanceTime) -> TimeAdvanced:
    """Time passes: a unit with all its segments; the end of a scene is the GM's (Ruling MIR-E-42)."""
    check_known("unknown_unit", given.unit, PASSING, clause="MIR-TIM-1")
    if not 1 <= given.n <= MOST:
        raise RuleError("bad_amount", clause="MIR-TIM-4", amount=given.n, most=MOST)
    settled: dict[str, RoundStarted] = {}
    if given.asks and given.unit != "scene":
        state, settled = await settled_first(state)
    over: list[str] = []
    for _ in range(given.n):
        state, ended = await _passed(state, given.unit)
        over += ended
    return TimeAdvanced(tuple(over), state.time, settled)


@rule("MIR-LIV-55")
async def settled_first(state: State) -> tuple[State, dict[str, RoundStarted]]:
    """Before a segment passes while a dying check or erosion is pending the GM is asked once: a round first, or they are tended to."""
    waiting = [i for i, c in state.characters.items() if _urgent(pending(c)) and not i.startswith("@")]
    settled: dict[str, RoundStarted] = {}
    if not waiting:
        return state, settled
    options = (Option("settle", say("answers.pending_settle")), Option("tended", say("answers.pending_tended")))
    question = say("questions.pending", who=[state.who(i).called for i in waiting])
    for one in waiting if await choose(GM, question, options) == "settle" else ():
        state, settled[one] = await started(state, one, SkillGiven())
    return state, settled


def _urgent(waiting: Pending) -> bool:
    return bool(waiting.erosion or waiting.dying)


async def _passed(state: State, unit: str) -> tuple[State, tuple[str, ...]]:
    if unit == "scene":
        state = await occurred(await happen(TimePassed("scene")), "scene_ends")
        return await counted_down(state, {Unit.SCENE: 1})
    now = state.time.unit
    state, over = await segment_passed(state)
    while unit == "unit" and state.options.segments_per_unit and not _unit_over(state):
        state, more = await segment_passed(state)
        over += more
    state, more = await unit_turned(state, by_hand=unit == "unit" and state.time.unit == now)
    return state, over + more


@rule("MIR-TIM-3", "MIR-TRA-3")
async def segment_passed(state: State) -> tuple[State, tuple[str, ...]]:
    """A segment passes, but for the rests that it completes and the turn of its unit: `unit_turned` comes after those."""
    state, over = await counted_down(state, {Unit.SEGMENT: 1, **_rounds(state)})
    state = await happen(TimePassed("segment", Time(state.time.unit, state.time.segment + 1)))
    return await occurred(state, "segment_ends"), over


@rule("MIR-DUR-6")
def _rounds(state: State) -> dict[str, int]:
    """What a segment takes of effects that are counted in rounds, turns and ticks; a running conflict counts them itself (Ruling MIR-E-47)."""
    rounds = state.options.rounds_per_segment if state.conflict is None else 0
    if rounds < 1:
        return {}
    return {**dict.fromkeys(IN_TICKS, TICKS * rounds), **dict.fromkeys(IN_ROUNDS, rounds)}


def _unit_over(state: State) -> bool:
    return 0 < state.options.segments_per_unit < state.time.segment


@rule("MIR-TIM-2", "MIR-TIM-3", "MIR-RST-4")
async def unit_turned(state: State, *, by_hand: bool = False) -> tuple[State, tuple[str, ...]]:
    """The unit turns if its last segment has passed, or by the GM's word: what is counted in units passes 1."""
    if not (by_hand or _unit_over(state)):
        return state, ()
    state, over = await counted_down(state, {Unit.UNIT: 1})
    state = await happen(TimePassed("unit", Time(state.time.unit + 1, 1)))
    return await occurred(state, "unit_ends"), over
