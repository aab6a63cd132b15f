"""Checks, second part (检定; FET-CHK-3, FET-TAR, FET-FRE): one character against a target value, and what a check costs (FET-ACP)."""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.events.battle import FightersChanged
from ludex.systems.fet.events.people import Counted, PointsKept
from ludex.systems.fet.events.rows import Moved
from ludex.systems.fet.events.telling import SPENT
from ludex.systems.fet.kinds.reading import target_in
from ludex.systems.fet.rules.chains import SetOff
from ludex.systems.fet.rules.counting import value_terms
from ludex.systems.fet.rules.rates import (
    Rated,
    Subject,
    Target,
    check_spec,
    found_target,
    hundred,
    known_value,
    label_of,
    rate_of,
    rated,
    ratio_of,
    why_rate,
)
from ludex.systems.fet.rules.roster import check_alive, used
from ludex.systems.fet.rules.wind_ups import wind_up_of
from ludex.systems.fet.rules.windows_after import set_off
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Event, Number, tidy


class TargetValue(msgspec.Struct, frozen=True):
    """What `target_value` is given."""

    target: Number | None = None
    level: Number | None = None
    difficulty: Number | None = None
    random: bool = False


@rule("FET-TAR-1", "FET-TAR-4")
async def target_value(state: State, given: TargetValue) -> Target:
    """Find the target value."""
    return await found_target(given, state.options)


def target_said(state: State, text: str) -> dict[str, Number]:
    """The target that was typed, else the group's."""
    if text.strip():
        return target_in(text)
    if state.target is None:
        raise RuleError("target_untold" if state.target_by else "no_target", clause="FET-CEX-2")
    return {"target": state.target}


class Participant(Subject, frozen=True):
    """One side of an opposed check."""

    id: str = ""


class Check(Subject, frozen=True):
    """What `check` is given. `who` is a character of the table, whose battle points then count."""

    target: Number | None = None
    level: Number | None = None
    difficulty: Number | None = None
    random: bool = False
    on_timeline: bool = False
    action_points: Number | None = None


class Checked(msgspec.Struct, frozen=True):
    """How a check came out. `rate` is uncapped, `chance` is what it is worth."""

    target: int
    rate: int
    chance: int
    result: str
    difficulty: Number | None = None
    face: int | None = None
    ratio: Number | None = None
    cost: Number | None = None
    action_points: Number | None = None
    why: dict[str, Total] = {}
    set_off: tuple[SetOff, ...] | None = None


@rule("FET-CHK-2", "FET-CHK-3", "FET-FRE-1", "FET-ACP-1")
async def check(state: State, given: Check) -> Checked:
    """One character against a target value."""
    if given.on_timeline:  # FET-TAR-5
        raise RuleError("no_check_on_timeline", clause="FET-TAR-5")
    check_alive(state, given.who or "")
    points = check_points(state, given.who or "", given.action_points)
    value = known_value(state, given)
    check_spec(given)
    if points is not None and value <= 0:  # FET-ACP-1
        raise RuleError("attribute_zero", clause="FET-ACP-1", value=value)
    target = await found_target(given, state.options)
    found = rated(state, given.who, rate_of(value, target.target), given.attribute)
    rate = found.rate
    cost = None if points is None else wind_up_of(target.target, value, options=state.options)
    state = await used(state, given.who or "")
    thrown = await hundred(rate, diceless=state.options.diceless, whose=(given.who,))
    state = await spend(state, given.who or "", cost=cost)
    done = await checked(state, given)
    return Checked(
        target=target.target,
        difficulty=target.difficulty,
        rate=rate,
        chance=min(100, rate),
        face=thrown.face,
        ratio=ratio_of(thrown.face, rate),
        result=thrown.result,
        cost=cost,
        action_points=None if points is None or cost is None else max(0, tidy(points - cost)),
        why={"rate": _why(state, given, found, value=value, target=target.target)},
        set_off=done or None,
    )


@rule("FET-LIV-27", "FET-LIV-56")
async def checked(state: State, *people: Subject) -> tuple[SetOff, ...]:
    """Characters of the table have checked: it is counted, and may set something off."""
    own = [(one.who, one.attribute or "") for one in people if one.who]
    for who, _ in own:
        state = await happen(Counted(who, "check"))
    return (
        await set_off(state, [occasion(Event.CHECKED, who, of={"attribute": attribute}) for who, attribute in own])
    ).rows


def _why(state: State, given: Check, found: Rated, *, value: Number, target: int) -> Total:
    """A rate with its reasons; beneath the value, the buffs on it."""
    own = given.who if given.value is None and given.sheet is None else None
    terms = value_terms(state, own, given.attribute) if own and given.attribute else ()
    return why_rate(found, value, target=target, label=label_of(given), terms=terms)


@rule("FET-ACP-2")
def check_points(state: State, who: str, given: Number | None = None) -> Number | None:
    """The action points that a check is paid from, somebody's own unless they are given; with none left nothing is checked."""
    points = own_points(state, who) if given is None else given
    if points is not None and points <= 0:
        called = state.called(who) if who else say("view.somebody")
        raise RuleError("no_action_points", clause="FET-ACP-2", points=points, who=called)
    return points


@rule("FET-ACP-3")
def own_points(state: State, who: str) -> Number | None:
    """The action points that somebody has, in a battle or out of it; None where they are not counted (Ruling FET-E-46)."""
    fighter, character = state.fighter(who), state.characters.get(who)
    return fighter.action_points if fighter else character.action_points if character else None


async def spend(state: State, who: str, *, cost: Number | None) -> State:
    """Somebody who counts action points pays for a check."""
    points = own_points(state, who)
    if points is None or cost is None:
        return state
    left = max(0, tidy(points - cost))
    if who in state.characters:
        return await happen(PointsKept(who, left, was=points))
    fighters = tuple(replace(f, action_points=left) for f in (state.fighter(who),) if f)
    moved = (Moved(who, SPENT, points, left),)
    return await happen(FightersChanged(state.battle.time if state.battle else 0, fighters, moved=moved))
