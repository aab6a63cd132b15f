"""Opportunities and Clocks: what an opportunity is spent on, which may be a clock, and how a clock moves (FAB-POP, FAB-PCL)."""

from typing import Literal

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.fable.events import ClockGone, ClockSet, EdgeSet, OpportunitiesSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.attributes import afflicted, light_status_of
from ludex.systems.fable.rules.bonds import AddEmotion, bond_add
from ludex.systems.fable.sheet import Amount, Bond
from ludex.systems.fable.state import Clock, State, character_of
from ludex.systems.fable.terms import COMBAT_OPPORTUNITIES, Opportunity, Status

SMALLEST_CLOCK, LARGEST_CLOCK = 4, 12
ADVANTAGE_BONUS = 4
PROGRESS_SECTIONS = 2

Mode = Literal["fill", "erase"]


# ---------------------------------------------------------------------- clocks
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
    return ClockMoved(sections, moved.filled, moved.filled == moved.size, moved.filled == 0, moved.size)


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
        return ClockMoved(0, 0, full=False, empty=True, size=0)
    clock = moved_clock(Clock(given.name, given.size, given.filled, given.hidden), 0, "fill")
    await happen(ClockSet(clock))
    return ClockMoved(0, clock.filled, clock.filled == clock.size, clock.filled == 0, clock.size)


# ---------------------------------------------------------------------- spending an opportunity
class SpendOpportunity(msgspec.Struct, frozen=True):
    """What an opportunity is spent on. With an `actor` it is one of hers, and its effect is carried out at the table."""

    option: str
    source: Literal["check", "attack"] = "check"
    actor: str = ""
    status: str = ""
    size: int = 0
    filled: int = 0
    sections: Amount = PROGRESS_SECTIONS
    mode: Mode = "fill"
    clock: str = ""
    owner: str = ""
    bonds: tuple[Bond, ...] | None = None
    target: str = ""
    emotion: str = ""


class OpportunitySpent(msgspec.Struct, frozen=True, kw_only=True):
    """What it became."""

    option: Opportunity
    kind: Literal["bonus", "status", "clock", "bond", "attack", "narrative"]
    bonus: int | None = None
    status: Status | None = None
    filled: int | None = None
    full: bool | None = None
    empty: bool | None = None
    strength: int | None = None


@rule("FAB-POP-1", "FAB-ATK-2")
async def spend_opportunity(state: State, given: SpendOpportunity) -> OpportunitySpent:
    """Spend an opportunity on one of the things on the list."""
    option = opportunity_of(given.option)
    if given.actor:
        state, source = await _used_up(state, given.actor)
        given = msgspec.structs.replace(given, source=source)
    if option in COMBAT_OPPORTUNITIES and given.source != "attack":
        raise RuleError("attack_only", clause="FAB-ATK-2", option=term(option))
    if option in COMBAT_OPPORTUNITIES:
        return OpportunitySpent(option=option, kind="attack")
    if option is Opportunity.ADVANTAGE:
        return await _advantage(state, given)
    if option is Opportunity.AFFLICTION:
        return await _affliction(state, given)
    if option is Opportunity.PROGRESS:
        return await _progress(state, given)
    if option is Opportunity.BONDING:
        bond = await bond_add(state, AddEmotion(given.owner or given.actor, given.target, given.emotion, given.bonds))
        return OpportunitySpent(option=option, kind="bond", strength=bond.strength)
    return OpportunitySpent(option=option, kind="narrative")


def opportunity_of(name: str) -> Opportunity:
    """One of the list, or `unknown_opportunity`."""
    if name not in set(Opportunity):
        raise RuleError("unknown_opportunity", clause="FAB-POP-1", option=name, options=[term(o) for o in Opportunity])
    return Opportunity(name)


async def _used_up(state: State, who: str) -> tuple[State, Literal["check", "attack"]]:
    """Take the oldest opportunity that she has; its source."""
    source, *left = character_of(state, who).opportunities or ("",)
    if not source:
        raise RuleError("no_opportunity", clause="FAB-POP-1", who=who)
    state = await happen(OpportunitiesSet(who, tuple(left)))
    return state, "attack" if source == "attack" else "check"


async def _advantage(state: State, given: SpendOpportunity) -> OpportunitySpent:
    """The next check of her or an ally has +4."""
    helped = given.target or given.actor
    if given.actor:
        await happen(EdgeSet(helped, character_of(state, helped).edge + ADVANTAGE_BONUS))
    return OpportunitySpent(option=Opportunity.ADVANTAGE, kind="bonus", bonus=ADVANTAGE_BONUS)


async def _affliction(state: State, given: SpendOpportunity) -> OpportunitySpent:
    """A creature suffers dazed, shaken, slow or weak."""
    status = light_status_of(given.status)
    if given.actor:
        await afflicted(state, given.target, status)
    return OpportunitySpent(option=Opportunity.AFFLICTION, kind="status", status=status)


async def _progress(state: State, given: SpendOpportunity) -> OpportunitySpent:
    """Fill or erase up to two sections of a clock."""
    if given.sections > PROGRESS_SECTIONS:
        raise RuleError("too_many_sections", clause="FAB-POP-1", sections=given.sections, limit=PROGRESS_SECTIONS)
    clock = clock_of(state, given.clock) if given.clock else Clock("", given.size, given.filled)
    moved = moved_clock(clock, given.sections, given.mode)
    if given.clock:
        await happen(ClockSet(moved))
    return OpportunitySpent(
        option=Opportunity.PROGRESS,
        kind="clock",
        filled=moved.filled,
        full=moved.filled == moved.size,
        empty=moved.filled == 0,
    )
