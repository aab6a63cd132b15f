"""Joins Time (时间) and Rest (休整): segments and units that pass with what is due, naps, short and long rests (MIR-TIM, MIR-RST)."""

from typing import Annotated

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.declaring import Actor, Deed
from ludex.core.deeds import ACTOR, ANYONE, SCENE, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY, keyed
from ludex.core.pairs import Pair
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.effects.vocabulary import RESTS
from ludex.systems.mirror.events import (
    Begun,
    EffectsEnded,
    LimitsRestored,
    LongRested,
    ModeSet,
    StaminaChanged,
    TimePassed,
)
from ludex.systems.mirror.kinds import ForPerson, closed
from ludex.systems.mirror.rules.actions import check_able
from ludex.systems.mirror.rules.checks import pick
from ludex.systems.mirror.rules.dying import RoundPending, RoundStarted, pending, started
from ludex.systems.mirror.rules.effects import counted_down
from ludex.systems.mirror.rules.sheets import AfterView, after
from ludex.systems.mirror.rules.skills import SkillGiven
from ludex.systems.mirror.rules.stamina import recovered
from ludex.systems.mirror.rules.windows import act, occurred
from ludex.systems.mirror.rules.wounds import end_life
from ludex.systems.mirror.state import State, Time
from ludex.systems.mirror.terms import Mode, Rest, Tag, Unit, check_known, check_word, key_of

PASSING = ("segment", "unit", "scene")
MOST = 1000
"""So many segments, units or scenes pass at once."""

TICKS = 20  # MIR-CLK-1
IN_TICKS = (Unit.TICK, Unit.TICK_END)
IN_ROUNDS = (Unit.TURN_START, Unit.TURN_END, Unit.UNTIL_TURN_END, Unit.ROUND, Unit.ROUND_END, Unit.FOCUS)


class AdvanceTime(msgspec.Struct, frozen=True):
    unit: str
    n: int = 1
    asks: bool = False
    """Whether the GM is asked about what is pending before a segment passes (MIR-LIV-55)."""


def passing(_state: State, _actor: str) -> dict[str, Pair]:
    """What passes as time (MIR-TIM-1)."""
    return {one: (Unit(one).zh, Unit(one).en) for one in PASSING}


def untimed(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
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


def _urgent(waiting: RoundPending) -> bool:
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


SEGMENTS = {Rest.NAP: 0, Rest.SHORT: 1, Rest.LONG: 4}
"""Segments that each kind takes (MIR-RST-1)."""


class RestEvent(msgspec.Struct, frozen=True):
    """Something during the rest: an action with these tags, or a concentrating effect kept up."""

    after: int = 0
    tags: tuple[str, ...] | None = None
    concentration: bool = False


class Hook(msgspec.Struct, frozen=True):
    """An effect that works on completing a rest. `has_long`: it says what a long rest does."""

    id: str
    on: str
    has_long: bool = False


class RestGiven(msgspec.Struct, frozen=True):
    """A rest of one kind, of one character or of several together."""

    kind: str
    target: str = ""
    targets: tuple[str, ...] = ()
    events: tuple[RestEvent, ...] = ()
    hooks: tuple[Hook, ...] = ()
    asks: bool = False
    """Whether the GM is asked about what is pending before a segment passes (MIR-LIV-55)."""


def nap(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The time of a short or long rest is the GM's word; a nap takes none."""
    return kinds if asked["kind"] != Rest.NAP or asked["broken"] is not None else ()


class RestLine(
    Deed,
    names=("休息", "rest"),
    group="growth",
    owner=STORY,
    together="together",
    picture="flask",
    example=".休息 短休",
):
    """`.休息 长休`, `.休息 长休 同=白`, `.休息 长休 打断=2`: alone or of several, perhaps broken after so many segments."""

    kind: Annotated[str, closed("kind", Rest)]
    broken: Annotated[int | None, keyed("broken", "打断", "broken", owner=STORY)] = None
    target: ForPerson
    together: Annotated[tuple[str, ...], keyed("together", "同", "with", kind=ACTOR)] = ()
    actor: Actor
    word = nap

    def do(self, asked: Asked) -> Do:
        named = (self.actor, *self.together) if self.together else ()
        together = tuple(one for one in dict.fromkeys(filter(None, named)) if not asked.state.who(one).out_of_play)
        if not (together or asked.gm) and self.actor in asked.state.characters:
            check_able(asked.state.who(self.actor))  # MIR-LIV-8: the unconscious rest with those who take them along
        target = "" if together else self.target
        events = () if self.broken is None else (RestEvent(self.broken, ()),)
        return Do("rest", RestGiven(self.kind, target, together, events, asks=True))


class RestOfOne(msgspec.Struct, frozen=True, kw_only=True):
    """What one rester completed, and what it restored."""

    completed: str
    segments: int
    interrupted: bool
    sp: int
    sp_gained: int
    temporary_life_ended: tuple[str, ...]
    hooks: tuple[str, ...]
    after: AfterView


class RestDone(RestOfOne, frozen=True, kw_only=True):
    """A rest of one, with the effects that ended meanwhile, where the table stands in time, and what was settled before."""

    expired: tuple[str, ...]
    time: Time
    round_start: dict[str, RoundStarted] = {}


class RestedTogether(msgspec.Struct, frozen=True):
    """A rest of several: each one's own, what ended meanwhile, where the table stands in time, and what was settled before."""

    rested: dict[str, RestOfOne]
    expired: tuple[str, ...]
    time: Time
    round_start: dict[str, RoundStarted] = {}


@rule("MIR-RST-1", "MIR-STS-3", "MIR-TIM-3")
async def rest(state: State, given: RestGiven) -> RestDone | RestedTogether:
    """Rest: its segments pass once for all who rest together, and what was completed restores what it does."""
    who = tuple(dict.fromkeys(given.targets)) or (given.target,)
    _check_rest(state, given, who)
    settled: dict[str, RoundStarted] = {}
    if given.asks and SEGMENTS[Rest(given.kind)]:
        state, settled = await settled_first(state)
    state, kinds = await _begun(state, who, Rest(given.kind))
    if given.asks and given.kind != Rest.NAP and state.mode != Mode.REST:
        state = await happen(ModeSet(Mode.REST))  # MIR-LIV-54
    spent = {i: _spent(kind, given.events) for i, kind in kinds.items()}
    done: dict[str, RestOfOne] = {}
    over: list[str] = []
    for segment in range(max(spent.values()) + 1):
        if segment:
            state, ended = await segment_passed(state)
            over += ended
        for one in (i for i in who if spent[i] == segment):
            state, done[one] = await _completed(state, one, kinds[one], given)
        if segment:
            state, ended = await unit_turned(state)
            over += ended
    if given.targets:
        return RestedTogether(done, tuple(over), state.time, settled)
    alone = done[given.target]
    return RestDone(**msgspec.structs.asdict(alone), expired=tuple(over), time=state.time, round_start=settled)


def _check_rest(state: State, given: RestGiven, who: tuple[str, ...]) -> None:
    for one in who:
        state.who(one)
    check_word(Rest, given.kind)
    for one in who:
        state.in_play(one)
    if state.conflict is not None:
        raise RuleError("conflict_running", clause="MIR-RST-1", round=state.conflict.round)


@rule("MIR-RST-2")
async def _begun(state: State, who: tuple[str, ...], kind: Rest) -> tuple[State, dict[str, Rest]]:
    """What each rests: one who keeps up a concentrating effect lets it go, or has no more than a nap of a long rest."""
    kinds: dict[str, Rest] = {}
    for one in who:
        kinds[one] = kind
        if state.who(one).draft:
            state = await happen(Begun(one))
        kept = tuple(x.id for x in state.effects if Tag.CONCENTRATE in x.tags and one == (x.by or x.target))
        if kind is Rest.LONG and kept:
            if await _lets_go(state, one):
                state = await happen(EffectsEnded(kept))
            else:
                kinds[one] = Rest.NAP
    return state, kinds


async def _lets_go(state: State, who: str) -> bool:
    offered = [
        ("drop", say("answers.concentration_drop"), True),
        ("keep", say("answers.concentration_keep"), False),
    ]
    return await pick(actor(who), say("questions.concentration", who=state.who(who).called), offered)


def _spent(kind: Rest, events: tuple[RestEvent, ...]) -> int:
    broken = broken_after(kind, events)
    return SEGMENTS[kind] if broken is None else max(0, broken)


async def _completed(state: State, who: str, kind: Rest, given: RestGiven) -> tuple[State, RestOfOne]:
    """The end of one's rest: what she completed restores what it does."""
    before, broken = state.who(who), broken_after(kind, given.events)
    completed = completed_rest(kind, broken, long_done=before.long_rest_done)
    state, ended = await _restored(state, who, completed)
    state = await _heard(state, who, completed)
    now = state.who(who)
    return state, RestOfOne(
        completed=completed,
        segments=_spent(kind, given.events),
        interrupted=broken is not None,
        sp=now.sp,
        sp_gained=now.sp - before.sp,
        temporary_life_ended=ended,
        hooks=tuple(h.id for h in given.hooks if fires(h, completed)),
        after=after(state, who),
    )


@rule("MIR-LIV-34", "MIR-LIV-31", "MIR-RST-5")
async def _heard(state: State, who: str, completed: Rest) -> State:
    """Limits that count until such a rest are whole again; who listens to it is heard, a long one as a short one too."""
    pers = ("short", "long") if completed is Rest.LONG else ("short",)
    if completed is not Rest.NAP and state.who(who).drawn:
        state = await happen(LimitsRestored(who, pers))
    course = act()
    for event in ("rest_completed", RESTS[completed]):
        state = await occurred(state, event, doer=who, course=course)
    return state


@rule("MIR-RST-2")
def broken_after(kind: Rest, events: tuple[RestEvent, ...]) -> int | None:
    """After how many segments the rest was interrupted, if it was; what comes at its end or later changes nothing."""
    breaks = [e.after for e in events if e.after < SEGMENTS[kind] and _breaks(kind, e)]
    return min(breaks, default=None)


def _breaks(kind: Rest, event: RestEvent) -> bool:
    """An action without the tag `rest` breaks any rest, concentration a long one."""
    acted = event.tags is not None or not event.concentration
    return (acted and Tag.REST not in (event.tags or ())) or (event.concentration and kind is Rest.LONG)


@rule("MIR-RST-3", "MIR-RST-4")
def completed_rest(kind: Rest, broken: int | None, *, long_done: bool) -> Rest:
    """The kind that the time spent was enough for; a second long rest in a unit counts as naps."""
    if kind is Rest.LONG and long_done:
        return Rest.NAP
    if broken is None:
        return kind
    return Rest.SHORT if broken >= SEGMENTS[Rest.SHORT] else Rest.NAP


@rule("MIR-RST-6", "MIR-STA-2", "MIR-GAU-3", "MIR-TMP-7")
async def _restored(state: State, who: str, completed: Rest) -> tuple[State, tuple[str, ...]]:
    """A short rest gives 1 SP; a long one SP, the gauges, and the end of temporary life. Wounds stay (Ruling MIR-E-38)."""
    if completed is Rest.SHORT:
        return await recovered(state, who, 1), ()
    if completed is Rest.NAP:
        return state, ()
    character = state.who(who)
    if state.options.long_rest_sp == "full":  # Ruling MIR-E-7: or up to the maximum
        state = await happen(StaminaChanged(who, character.sp_max))
    else:
        state = await recovered(state, who, character.sp_max)
    state = await happen(LongRested(who))
    ending = tuple(p.id for p in character.parts if p.temp is not None and p.temp.until == "long_rest")
    for part in ending:
        state, _ = await end_life(state, who, part)
    return state, ending


@rule("MIR-RST-5")
def fires(hook: Hook, completed: Rest) -> bool:
    """An effect of short rests works on a long rest too, unless it says what a long rest does."""
    return hook.on == completed or (completed is Rest.LONG and hook.on == Rest.SHORT and not hook.has_long)
