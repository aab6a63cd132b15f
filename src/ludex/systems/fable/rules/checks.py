"""Value, Doubles and Checks: three headings of one roll (FAB-VAL, FAB-DBL, FAB-PCK-1..5).

One character's check, open or against a DL; what doubles mean, and what they are worth to people and sides.
"""

from typing import Annotated

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Aside
from ludex.core.deeds import REST, Asked, Do, Field
from ludex.core.effects.records import NOTHING, Occasion, Trigger
from ludex.core.effects.windows import listeners
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Term, Total, because, total
from ludex.core.fields import flag
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.effects import borne
from ludex.systems.fable.effects.bearing import worked_out
from ludex.systems.fable.events import EdgeSet, OpportunitiesSet, PointsMoved, Started, SuperiorityMoved
from ludex.systems.fable.kinds import Attributes, Difficulty, Modifier, OfPeople, Own, in_fight
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.attributes import added, denies, die_size, in_place_of, label
from ludex.systems.fable.rules.hands import After, Goal, Hand, Roller, Sizes, invoked, rethrown, roller_of, thrown
from ludex.systems.fable.rules.opportunities import spent_at_once
from ludex.systems.fable.rules.points import SidePoints, gained, moved, opponent
from ludex.systems.fable.rules.steps import Step, consumed, done
from ludex.systems.fable.rules.windows import WORLD, Act, drawn, pay
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
def doubles_gain(points: SidePoints, team: str, *, reading: Reading, options: Options) -> SidePoints:
    """A double 6-12 gives the roller's side a superiority point, a double 1 the other side."""
    if not options.superiority_parent_sources:  # Ruling FAB-E-7: the broken gauge alone
        return points
    if reading.opportunity:
        return gained(points, team)[0]
    other = opponent(points, team)
    if reading.doubles == 1 and other is not None:
        return gained(points, other)[0]
    return points


async def settled(
    state: State, before: Roller, *, after: Roller, reading: Reading, pending: str = "", act: Act | None = None
) -> State:
    """Settle with a character what she paid and gained; `pending` keeps an opportunity for her, and says its source."""
    who = before.who
    if who not in state.characters:
        return state
    if state.characters[who].draft:
        state = await happen(Started(who))
    fp, ultima = before.fp - after.fp, before.ultima - after.ultima
    if fp or ultima:
        state = await happen(PointsMoved(who, fp=-fp, ultima=-ultima, fp_spent=fp, ultima_spent=ultima))
    if reading.fp_gain:
        state = await happen(PointsMoved(who, fp=reading.fp_gain))
    if reading.opportunity and pending and state.live:
        return await spent_at_once(state, who, source=pending, doubles=reading.doubles, act=act or new_act())
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
    """Neither the DL nor the result is told to the one who rolls (FAB-LIV-4)."""
    text: str = ""
    """What she tries, in her own words."""


class MakeCheck(Check, OfPeople, names=("检定", "c", "check"), many=True, example=".检定 灵巧+洞察 10"):
    """`.检定 灵巧+洞察 10 +2 听门后`."""

    actor: Own
    attributes: Attributes
    dl: Difficulty = None
    modifier: Modifier = 0
    blind: Annotated[bool, flag("blind", "暗", "secret")] = False
    text: Annotated[str, Field("text", REST, keys=("事由",))] = ""
    word = in_fight

    def do(self, asked: Asked) -> Do:
        return Do("secret_check" if self.blind else "check", self, self.heard(asked))


class Checked(msgspec.Struct, frozen=True, kw_only=True):
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
    superiority: SidePoints | None = None
    told: tuple[Say, ...] = ()
    """What effects did on the way."""
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
    superiority: SidePoints | None = None
    told: tuple[Say, ...] = ()
    """What effects did on the way."""


async def made(
    state: State,
    given: Check,
    *,
    source: str = "check",
    goal: Goal | None = None,
    at: Occasion = NOTHING,
    act: Act | None = None,
) -> tuple[State, Made]:
    """Make a check, settle points and doubles, and move the sides' superiority if it is made in a conflict."""
    act = act or new_act()
    state, done_ = await rolled(state, given, source=source, goal=goal, at=at, act=act)
    state, points = await sides_gain(state, given.actor, done_.reading)
    return state, msgspec.structs.replace(done_, superiority=points, told=tuple(act.told))


async def sides_gain(state: State, who: str, reading: Reading) -> tuple[State, SidePoints | None]:
    """In a conflict the doubles of a combatant move superiority: the points after it, none for anybody else."""
    combatant = state.conflict.of(who) if state.conflict else None
    if state.conflict is None or combatant is None:
        return state, None
    had = state.conflict.points
    points = doubles_gain(had, combatant.team, reading=reading, options=state.options)
    moves = moved(had, points, say("told.doubles", x=reading.doubles)) if reading.doubles else ()
    return await happen(SuperiorityMoved(points, moves)), points


def pair(attributes: tuple[Attribute, Attribute]) -> Say:
    """Two attributes as the document writes them: 灵巧+洞察."""
    return say("can.pair", a=term(attributes[0]), b=term(attributes[1]))


def goal_of(given: Check) -> Goal:
    """What a plain check is for: its DL, or the tiers of an open one (FAB-LIV-23)."""
    purpose = say("questions.purpose_check", attributes=pair(given.attributes) if given.attributes else "")
    if given.dl is None:
        return in_tiers(Goal(Aside(purpose), blind=given.blind), TIERS)
    return Goal(Aside(purpose), reach=(given.dl,), blind=given.blind)


@rule("FAB-PCK-4")
def in_tiers(goal: Goal, steps: tuple[int, ...]) -> Goal:
    """The goal of an open check: each tier by its number (FAB-LIV-23, FAB-LIV-24)."""
    each = tuple(say("questions.goal_tier", n=n) for n in range(1, len(steps) + 1))
    return replace(goal, reach=steps, each=Aside(each), name="tier")


async def rolled(
    state: State,
    given: Check,
    *,
    source: str,
    more: tuple[Term, ...] = (),
    goal: Goal | None = None,
    at: Occasion = NOTHING,
    act: Act | None = None,
) -> tuple[State, Made]:
    """The roll of a check: two dice, what effects and invocations change, modifiers, doubles. Superiority is the caller's.

    `at` says which kind of check it is and whom it is about; everybody who listens to it is heard (FAB-LIV-35).
    """
    actor, act = character_of(state, given.actor), act or new_act()
    goal = goal or goal_of(given)
    at = at.then(
        "checked",
        doer=given.actor,
        owner=given.actor,
        kind=str(at.fact("kind")) or "check",
        veiled=goal.veiled or goal.blind,
    )
    at = at.then("checked", attributes=given.attributes or ())
    sizes, attributes = dice_for(state, given, at)
    before = with_effects(state, roller_of(given.actor, actor, live=state.live), at)
    added_ = (*more, *effects_on(state, given.actor, at), *modifiers(given.modifier, actor.edge))
    goal = replace(
        goal,
        bonus=sum(one.value for one in added_),
        added=Aside(added_),
        kind=goal.kind if goal.kind != "check" else str(at.fact("kind")),
    )
    hand = await invoked(await thrown(Hand(before, sizes, attributes, goal=goal)), state.options)
    state, hand = await heard(state, hand, at, act)
    reading = read_doubles(hand, state.options)
    value = total(*hand.terms(), *added_, clause="FAB-VAL-1")
    result = None
    if given.dl is not None:
        result = result_of(value.value, given.dl, doubles=reading.doubles, options=state.options)
    if actor.edge:
        state = await happen(EdgeSet(given.actor, 0))
    state = await after_roll(
        state, before, hand, at.then("", value=value.value, hr=hand.hr, doubles=reading.doubles), act
    )
    state = await settled(state, before, after=hand.roller, reading=reading, pending=source, act=act)
    after = state.characters[given.actor]
    return state, Made(hand, value, reading, result, after.fp, after.ultima)


# ---------------------------------------------------------------------- what effects do to a check
def new_act() -> Act:
    """A new act, whose steps can make checks of their own."""
    return Act({"check": _tried})


def effects_on(state: State, who: str, at: Occasion) -> tuple[Term, ...]:
    """What effects add to a check of this kind: every check, and those of the kind (FAB-LIV-32)."""
    return added(state, who, ("check", str(at.fact("kind"))), at)


def with_effects(state: State, roller: Roller, at: Occasion) -> Roller:
    """Somebody who rolls, with her own 检定后 effects, and whether one forbids her to invoke."""
    if roller.who not in state.characters:
        return roller
    barred = bool(denies(state, roller.who, "invoke"))
    return replace(roller, after=_own_after(state, roller.who, at), barred=barred)


def _own_after(state: State, who: str, at: Occasion) -> tuple[After, ...]:
    """Her own 检定后 effects that change dice or value: they stand among the answers of the invocation (FAB-LIV-35)."""
    if not state.live:
        return ()
    found = []
    for one in listeners(WORLD, state, at):
        if one.who == who and _changes(one.trigger):
            numbers = {step.word: step.values for step in one.trigger.do}
            dice = int(numbers["reroll"][0]) if numbers.get("reroll") else int("reroll" in numbers)
            add = worked_out(state, one.effect, at, numbers["add"][0]) if numbers.get("add") else 0
            failing = any(condition.word == "failure" for condition in one.trigger.when)
            found.append(
                After(f"{one.effect.id}#{one.place}", label(state, one.effect), dice, add, failing, one.trigger.cost)
            )
    return tuple(found)


def _changes(trigger: Trigger) -> bool:
    return trigger.ask and bool(trigger.do) and all(step.word in ("reroll", "add") for step in trigger.do)


async def heard(state: State, hand: Hand, at: Occasion, act: Act) -> tuple[State, Hand]:
    """Others' 检定后 effects; the roller is asked once more if they changed dice or value (FAB-LIV-35)."""
    if not state.live:
        return state, hand
    act.add, act.dice = 0, (False, False)
    success = None if at.fact("veiled") or not hand.goal.reach else hand.value >= max(hand.goal.reach)
    here = at.then("checked", value=hand.value, hr=hand.hr, doubles=hand.doubles, success=success)
    mine = {one.id for one in hand.roller.after}
    state = await act.opened(state, here, without=frozenset((hand.roller.who, id_) for id_ in mine))
    if not act.add and not any(act.dice):
        return state, hand
    if act.add:
        hand = replace(hand, plus=(*hand.plus, because(act.add, "why.effect", "FAB-LIV-36")))
    hand = await rethrown(hand, act.dice)
    return state, await invoked(hand, state.options)


async def after_roll(state: State, before: Roller, hand: Hand, at: Occasion, act: Act) -> State:
    """Pay for effects that were used on the dice; 援引 and 双X; what lasts until the next check is over."""
    if not state.live or before.who not in state.characters:
        return state
    for used in hand.roller.used:
        id_, _, place = used.rpartition("#")
        effect = next(e for e in borne(state, before.who) if e.id == id_)
        trigger = effect.triggers[int(place)]
        act.told.append(say("told.reacted", feat=label(state, effect), who=state.characters[before.who].called))
        state = await pay(await drawn(state, effect, f"t{place}", trigger), before.who, trigger.cost)
    state = await consumed(state, before.who, "next_check")
    if (hand.roller.fp, hand.roller.ultima) != (before.fp, before.ultima):
        state = await act.opened(state, at.then("invoked", owner=before.who))
    return await act.opened(state, at.then("doubles", owner=before.who)) if hand.doubles else state


async def _tried(state: State, step: Step) -> State:
    """A step that is a check: its own steps follow a success or a failure (FAB-LIV-36)."""
    first, second, dl = step.phrase.values
    check = Check(step.whom, (Attribute(first), Attribute(second)), None, 0, int(dl))
    goal = replace(goal_of(check), odds=())
    state, made_ = await rolled(state, check, source="check", goal=goal, act=step.act)
    won = made_.result is Result.SUCCESS
    step.act.told.append(
        say(
            "told.step_check",
            who=state.characters[step.whom].called,
            value=made_.value.value,
            dl=int(dl),
            result=term(made_.result or ""),
        )
    )
    steps = step.phrase.then if won else step.phrase.otherwise
    return await done(state, step.effect, steps, at=step.at.then("", target=step.whom), act=step.act)


def dice_for(state: State, given: Check, at: Occasion = NOTHING) -> tuple[Sizes, tuple[Attribute, ...]]:
    """The two dice: as given, else the current sizes of the attributes named, or of those that an effect puts in their place."""
    if given.sizes is not None:
        return given.sizes, ()
    if given.attributes is None:
        raise RuleError("bad_input", clause="FAB-PCK-1", field="attributes")
    actor = character_of(state, given.actor)
    first, second = (in_place_of(state, given.actor, attribute, at) for attribute in given.attributes)
    return (die_size(state, actor, first), die_size(state, actor, second)), (first, second)


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
        told=done.told,
        why={"value": done.value},
    )


@rule("FAB-PCK-4")
def tier_of(value: int, steps: tuple[int, ...] = TIERS) -> int:
    """How many of the steps an open check's value reaches."""
    return sum(value >= step for step in steps)
