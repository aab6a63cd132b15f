"""Rest (休息): naps, short and long rests, what breaks them and what they restore (MIR-RST)."""

import msgspec

from ludex.core.rule import rule
from ludex.systems.mirror.events import LongRested, StaminaChanged
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.rules.report import After, after
from ludex.systems.mirror.rules.stamina import recovered
from ludex.systems.mirror.rules.wounds import end_life
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Rest, Tag, check_word

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
    """A rest of one kind."""

    target: str
    kind: str
    events: tuple[RestEvent, ...] = ()
    hooks: tuple[Hook, ...] = ()


class Rested(msgspec.Struct, frozen=True, kw_only=True):
    """What was completed, and what it restored."""

    completed: str
    segments: int
    interrupted: bool
    sp: int
    sp_gained: int
    temporary_life_ended: tuple[str, ...]
    hooks: tuple[str, ...]
    after: After


@rule("MIR-RST-1")
async def rest(state: State, given: RestGiven) -> Rested:
    """Rest: what was completed restores what it does. It moves no clock."""
    before = state.who(given.target)
    check_word(Rest, given.kind)
    broken = broken_after(Rest(given.kind), given.events)
    completed = completed_rest(Rest(given.kind), broken, long_done=before.long_rest_done)
    state, ended = await _restored(state, given.target, completed)
    now = state.who(given.target)
    return Rested(
        completed=completed,
        segments=SEGMENTS[Rest(given.kind)] if broken is None else broken,
        interrupted=broken is not None,
        sp=now.sp,
        sp_gained=now.sp - before.sp,
        temporary_life_ended=ended,
        hooks=tuple(h.id for h in given.hooks if fires(h, completed)),
        after=after(state, given.target),
    )


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
    """A short rest gives 1 SP; a long one SP, the gauges, and the end of temporary life. Wounds stay (Ruling E-38)."""
    if completed is Rest.SHORT:
        return await recovered(state, who, 1), ()
    if completed is Rest.NAP:
        return state, ()
    character = state.who(who)
    if state.options.long_rest_sp == "full":  # Ruling E-7
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
