"""What events of a battle hold (acts settled, numbers moved), and how events are told: what one viewer knows of those whom they name (`Witness`)."""

from typing import Protocol

import msgspec

from ludex.core.events import Lines, change, cost, effect
from ludex.core.explain import Total
from ludex.core.say import Label, say, term
from ludex.core.view import Delta, EventLine
from ludex.systems.fet.state import Fighter, Past, State
from ludex.systems.fet.terms import Number, readable, tidy


class Sway(msgspec.Struct, frozen=True):
    """What changed a blow or a healing: whose it is, what it is called, by how much."""

    who: str
    name: str
    by: Number


class Row(msgspec.Struct, frozen=True):
    """How one act (or one effect of a skill, or one of its targets) was settled.

    `named`: the skill behind it; `cut`: what debuffs took of it; `tool`: the weapon that it was done with;
    `missed`: why it did not find its target, where its owner could see that, and how far `away` that was.
    """

    who: str
    kind: str
    outcome: str
    impact: Number = 0
    target: str | None = None
    contested: Number = 0
    final: Number = 0
    added: Number | None = None
    reduced: Number | None = None
    absorbed: Number | None = None
    duration: Number | None = None
    until: Number | None = None
    effect: str | None = None
    resource: str | None = None
    times: int | None = None
    swayed: tuple[Sway, ...] = ()
    of: str | None = None
    named: str | None = None
    cut: Number | None = None
    tool: str | None = None
    missed: str | None = None
    away: Number | None = None


class Moved(msgspec.Struct, frozen=True):
    """A number of somebody's that was another one before: stamina, will or the standing shield (`what`); `top`: the most it can be."""

    who: str
    what: str
    was: Number
    now: Number
    top: Number | None = None


class Flow(msgspec.Struct, frozen=True):
    target: str
    user: str
    amount: Number


class Release(msgspec.Struct, frozen=True):
    """Whom a control, a freeze or a barrier (`kind`) holds no longer (FET-LIV-20)."""

    kind: str
    who: str


SHIELD = "shield"
"""What the standing shield is called among numbers that moved."""


class Settled(Protocol):
    @property
    def settled(self) -> tuple[Row, ...]:
        pass

    @property
    def moved(self) -> tuple[Moved, ...]:
        pass

    @property
    def past(self) -> tuple[Past, ...]:
        pass


class Witness(Protocol):
    """What one viewer knows of a procedure that is done."""

    @property
    def after(self) -> State:
        pass

    def name(self, who: str) -> Label:
        """How she calls somebody who is there, or was."""

    def aimed(self, who: str) -> Label:
        """How she calls somebody at whom something was aimed, or who is gone."""

    def is_there(self, who: str) -> bool:
        pass

    def knows(self, who: str) -> bool:
        """Whether somebody's numbers and things are hers to know (FET-LIV-38)."""

    def perceives(self) -> bool:
        """Whether she perceives anything: not who lies entombed (FET-LIV-41)."""

    def row(self, row: Row, moment: Settled) -> EventLine:
        pass

    def broken_off(self, who: str, moment: Settled) -> Label:
        pass

    def left_as(self, fighter: Fighter) -> Label:
        pass


def delta(moved: Moved, why: Total | None = None, *, left: bool = True) -> Delta:
    """A number that moved, in whole points for who draws it; what is left of it, where that may be known."""
    by, now = _points(tidy(moved.now - moved.was)), _points(moved.now) if left else None
    top = None if moved.top is None or not left else _points(moved.top)
    return change(moved.who, _called(moved.what), by, now=now, top=top, why=why)


def _called(what: str) -> Label:
    return say("view.shield_label") if what == SHIELD else term(what)


def _points(number: Number) -> int:
    return int(readable(number))


SPENT = "action_points"
"""What action points are called among numbers that moved."""


def cost_told(seen: Witness, who: str, points: Number, was: Number | None) -> Lines:
    """What a check has cost somebody of her action points, and what is left; of an NPC that is nobody's to know (FET-LIV-13)."""
    if was is not None and points < was and seen.knows(who):
        spent = {"points": readable(points), "cost": readable(tidy(was - points))}
        yield cost("told.points_spent", moved=delta(Moved(who, SPENT, was, points)), who=seen.name(who), **spent)


def load_told(seen: Witness, who: str, load: Number, top: Number, written: Number) -> Lines:
    """What somebody carries now of how much, what of it stands beside the list, and that it is too much (FET-LIV-13)."""
    if not seen.knows(who):
        return
    yield effect("told.load", now=load, top=readable(top))
    if written:
        yield effect("told.left_written", load=written)
    if load > top:
        yield effect("view.state_overloaded")
