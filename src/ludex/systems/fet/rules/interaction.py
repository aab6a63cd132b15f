"""Interaction (交互): what active means, and how two impacts are compared (FET-TLN-2, FET-INX)."""

import msgspec

from ludex.core.rule import rule
from ludex.systems.fet.options import Options
from ludex.systems.fet.state import Act, State
from ludex.systems.fet.terms import Number, tidy


class InAction(msgspec.Struct, frozen=True):
    """What `in_action` is given."""

    start: Number
    end: Number
    time: Number


class Active(msgspec.Struct, frozen=True):
    """Whether an act takes part in interaction at that time."""

    active: bool


@rule("FET-TLN-2")
async def in_action(_state: State, given: InAction) -> Active:
    """Does an act take part in interaction at this time?"""
    return Active(is_active(given.start, given.end, time=given.time))


@rule("FET-TLN-2")
def is_active(start: Number, end: Number, *, time: Number) -> bool:
    """In (start, end]: at its start it is only being prepared."""
    return start < time <= end


class Interact(msgspec.Struct, frozen=True):
    """What `interact` is given: two impacts."""

    a: Number
    b: Number


class Interacted(msgspec.Struct, frozen=True):
    """Which was bigger, and by how much."""

    winner: str
    final: Number


@rule("FET-INX-2", "FET-INX-1")
async def interact(_state: State, given: Interact) -> Interacted:
    """Bigger minus smaller is what the bigger finally does."""
    winner = "a" if given.a > given.b else "b" if given.b > given.a else "none"
    return Interacted(winner, tidy(abs(given.a - given.b)))


@rule("FET-INX-2")
def contest(one: Number, other: Number) -> tuple[Number, Number]:
    """What is left of two contesting impacts: of the bigger the difference, of the smaller nothing."""
    return max(0, tidy(one - other)), max(0, tidy(other - one))


@rule("FET-INX-3")
def counts_with(act: Act, left: Number, *, time: Number, options: Options) -> Number:
    """What an act weighs in a contest now: all that is left of it; with "accrued" only the part of its time that has passed."""
    if options.interaction_impact == "full" or time >= act.end:  # Ruling E-15
        return left
    missing = act.impact * (act.end - time) / act.wind_up
    return max(0, tidy(left - missing))
