"""Value, Doubles and Checks: three headings of one roll (FAB-VAL, FAB-DBL, FAB-PCK-1..5).

One character's check, open or against a DL; what doubles mean, and what they are worth to people and sides.
"""

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Aside
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because, total
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fable.events import EdgeSet, OpportunitiesSet, PointsMoved, Started, SuperiorityMoved
from ludex.systems.fable.fold import happen
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.attributes import die_size
from ludex.systems.fable.rules.invoking import Goal, Hand, Roller, Sizes, invoked, roller_of, thrown
from ludex.systems.fable.rules.opportunities import spent_at_once
from ludex.systems.fable.rules.superiority import Points, gained, opponent
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Attribute, Kind, Result

TIERS = (7, 10, 13, 16)
"""What an open check is read on, and the usual difficulties: easy, normal, hard, very hard (FAB-PCK-2, FAB-PCK-4)."""

LOWEST_OPPORTUNITY, HIGHEST_OPPORTUNITY = 6, 12


# ---------------------------------------------------------------------- doubles
class Reading(msgspec.Struct, frozen=True):
    """A hand read for doubles: X (0 for none), Fabula Points and opportunities that it gives."""

    doubles: int
    fp_gain: int
    opportunity: int


@rule("FAB-DBL-3", "FAB-DBL-4", "FAB-DBL-5", "FAB-DBL-6")
def read_doubles(hand: Hand, options: Options) -> Reading:
    """Double 1 gives a PC a Fabula Point, double 6 to 12 an opportunity, every other double nothing."""
    x = hand.doubles
    high = LOWEST_OPPORTUNITY <= x <= HIGHEST_OPPORTUNITY
    if options.doubles_over_12 == "opportunity":  # Ruling FAB-E-11: as written, 13 and up give none
        high = x >= LOWEST_OPPORTUNITY
    # Ruling FAB-E-10: NPCs have no Fabula Points, and a double 1 gives the opposition nothing
    return Reading(x, int(x == 1 and hand.roller.kind is Kind.PC), int(high))


@rule("FAB-VAL-1", "FAB-PCK-2", "FAB-DBL-2")
def result_of(value: int, dl: int, *, doubles: int, options: Options) -> Result:
    """Success if the value reaches the DL. Doubles decide nothing, unless the table plays the parent's way."""
    if options.doubles_decide_result == "parent":  # Ruling FAB-E-10: by itself a double decides nothing
        if doubles >= LOWEST_OPPORTUNITY:
            return Result.SUCCESS
        if doubles == 1:
            return Result.FAILURE
    return Result.SUCCESS if value >= dl else Result.FAILURE


@rule("FAB-PSU-2")
def doubles_gain(points: Points, team: str, *, reading: Reading, options: Options) -> Points:
    """A double 6-12 gives the roller's side a superiority point, a double 1 the other side."""
    if not options.superiority_parent_sources:  # Ruling FAB-E-7: the broken gauge alone
        return points
    if reading.opportunity:
        return gained(points, team)[0]
    other = opponent(points, team)
    if reading.doubles == 1 and other is not None:
        return gained(points, other)[0]
    return points


async def settled(state: State, before: Roller, *, after: Roller, reading: Reading, pending: str = "") -> State:
    """Settle with a character what she paid and gained; `pending` keeps an opportunity for her, and says its source."""
    who = before.who
    if who not in state.characters:
        return state
    if state.characters[who].draft:
        state = await happen(Started(who))
    fp = after.fp - before.fp + reading.fp_gain
    ultima = after.ultima - before.ultima
    if fp or ultima:
        spent = {"fp_spent": before.fp - after.fp, "ultima_spent": before.ultima - after.ultima}
        state = await happen(PointsMoved(who, fp=fp, ultima=ultima, **spent))
    if reading.opportunity and pending and state.live:
        return await spent_at_once(state, who, source=pending, doubles=reading.doubles)
    if reading.opportunity and pending:
        state = await happen(OpportunitiesSet(who, (*state.characters[who].opportunities, pending)))
    return state


# ---------------------------------------------------------------------- a check
class Check(msgspec.Struct, frozen=True):
    """Who checks what: two attributes, or two dice as they are. Without a DL the check is open."""

    actor: str = "actor"
    attributes: tuple[Attribute, Attribute] | None = None
    sizes: Sizes | None = None
    modifier: int = 0
    dl: int | None = None
    blind: bool = False
    """Neither the DL nor the result is told to whoever rolls (FAB-LIV-4)."""


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """How a check came out."""

    faces: tuple[int, int]
    hr: int
    value: int
    doubles: int
    fp_gain: int
    opportunity: int
    fp: int
    ultima: int
    margin: int | None = None
    result: Result | None = None
    tier: int | None = None
    superiority: Points | None = None
    why: dict[str, Total] = {}


@rule("FAB-VAL-1", "FAB-PCK-1")
async def check(state: State, given: Check) -> Checked:
    """Roll two attribute dice, add modifiers, and read the value."""
    return read_check((await made(state, given))[1], given.dl)


async def secret_check(state: State, given: Check) -> Checked:
    """A check of which neither DL nor result is told: it has no odds (FAB-LIV-24)."""
    return await check(state, given)


class Made(msgspec.Struct, frozen=True):
    """A check that was made: the final hand, its value with reasons, its doubles, and what the roller has left."""

    hand: Hand
    value: Total
    reading: Reading
    result: Result | None
    fp: int
    ultima: int
    superiority: Points | None = None


async def made(state: State, given: Check, *, source: str = "check", goal: Goal | None = None) -> tuple[State, Made]:
    """Make a check, settle points and doubles, and move the sides' superiority if it is made in a conflict."""
    state, done = await rolled(state, given, source=source, goal=goal)
    state, points = await sides_gain(state, given.actor, done.reading)
    return state, msgspec.structs.replace(done, superiority=points)


async def sides_gain(state: State, who: str, reading: Reading) -> tuple[State, Points | None]:
    """In a conflict the doubles of a combatant move superiority: the points after it, none for anybody else."""
    combatant = state.conflict.of(who) if state.conflict else None
    if state.conflict is None or combatant is None:
        return state, None
    points = doubles_gain(state.conflict.points, combatant.team, reading=reading, options=state.options)
    return await happen(SuperiorityMoved(points)), points


def goal_of(given: Check) -> Goal:
    """What a plain check is for: its DL, or the tiers of an open one (FAB-LIV-23)."""
    attributes = given.attributes or ()
    purpose = say("questions.purpose_check", attributes=[term(a) for a in attributes])
    reach = TIERS if given.dl is None else (given.dl,)
    return Goal(Aside(purpose), reach=reach, name="" if given.dl is None else "dl", blind=given.blind)


async def rolled(
    state: State, given: Check, *, source: str, more: tuple[Term, ...] = (), goal: Goal | None = None
) -> tuple[State, Made]:
    """The roll of a check: two dice, invocations, modifiers (and `more` of them), doubles. Superiority is the caller's."""
    actor = character_of(state, given.actor)
    sizes, attributes = dice_for(state, given)
    before = roller_of(given.actor, actor, live=state.live)
    added = (*more, *modifiers(given.modifier, actor.edge))
    goal = replace(goal or goal_of(given), bonus=sum(one.value for one in added))
    hand = await invoked(await thrown(Hand(before, sizes, attributes, goal=goal)), state.options)
    reading = read_doubles(hand, state.options)
    value = total(*hand.terms(), *added, clause="FAB-VAL-1")
    result = None
    if given.dl is not None:
        result = result_of(value.value, given.dl, doubles=reading.doubles, options=state.options)
    if actor.edge:
        state = await happen(EdgeSet(given.actor, 0))
    state = await settled(state, before, after=hand.roller, reading=reading, pending=source)
    after = state.characters[given.actor]
    return state, Made(hand, value, reading, result, after.fp, after.ultima)


def dice_for(state: State, given: Check) -> tuple[Sizes, tuple[Attribute, ...]]:
    """The two dice: as given, else the current sizes of the attributes named."""
    if given.sizes is not None:
        return given.sizes, ()
    if given.attributes is None:
        raise RuleError("bad_input", clause="FAB-PCK-1", field="attributes")
    actor = character_of(state, given.actor)
    first, second = (die_size(actor, attribute, state.options) for attribute in given.attributes)
    return (first, second), given.attributes


@rule("FAB-PCK-5", "FAB-POP-1")
def modifiers(modifier: int, edge: int = 0) -> tuple[Term, ...]:
    """What is added to the dice: the modifier as given, and an advantage that was won before."""
    terms = []
    if modifier:
        terms.append(because(modifier, "why.modifier", "FAB-PCK-5"))
    if edge:
        terms.append(because(edge, "why.edge", "FAB-POP-1"))
    return tuple(terms)


@rule("FAB-PCK-2", "FAB-PCK-4")
def read_check(done: Made, dl: int | None) -> Checked:
    """A check as it is reported: margin and result against a DL, a tier without one."""
    value = done.value.value
    return Checked(
        **asdict(done.reading),
        faces=done.hand.faces,
        hr=done.hand.hr,
        value=value,
        fp=done.fp,
        ultima=done.ultima,
        margin=None if dl is None else value - dl,
        result=done.result,
        tier=tier_of(value) if dl is None else None,
        superiority=done.superiority,
        why={"value": done.value},
    )


@rule("FAB-PCK-4")
def tier_of(value: int, steps: tuple[int, ...] = TIERS) -> int:
    """How many of the steps an open check's value reaches."""
    return sum(value >= step for step in steps)
