"""Challenge rolls (BOO-CHL): tests for deeds that are not attacks, and the memory of failures."""

from itertools import count
from typing import Annotated

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Option, choose
from ludex.core.declaring import as_asked
from ludex.core.deeds import Asked, Do
from ludex.core.effects.records import Occasion
from ludex.core.explain import Term, Total, because
from ludex.core.fields import STORY, flag, keyed
from ludex.core.names import folded
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.boon.events import Failed, happen
from ludex.systems.boon.kinds import Conditions, Pressure, TableDeed, TargetNumber, Task, Tested, offers
from ludex.systems.boon.kinds.offers import acting, check_own_turn
from ludex.systems.boon.rules.actions import Deed, check_active, check_attributes, proven
from ludex.systems.boon.rules.tests import (
    TARGET,
    Sway,
    Swayed,
    Test,
    check_counts,
    compare,
    edge_of,
    edges,
    given_flat,
    of_bearer,
    percent,
    roll_alone,
)
from ludex.systems.boon.rules.windows import number, used_up
from ludex.systems.boon.sheet import Character, attribute_term
from ludex.systems.boon.state import Failure, State
from ludex.systems.boon.terms import Reason, Result, Screen

HIDING = "hide"
"""The task of hiding (BOO-HID-2)."""


class Challenge(Swayed, frozen=True, kw_only=True):
    who: str = "a"
    task: str = ""
    conditions: tuple[str, ...] = ()
    scene: str = ""
    pressure: bool = True
    bonus: int | None = None
    attribute: str = ""
    target: int = TARGET
    thing: str = ""
    called: bool = False
    blind: bool = False


class Attempt(Swayed, frozen=True, kw_only=True):
    conditions: Conditions = ()
    tn: TargetNumber = None
    pressure: Pressure = True

    def challenge(self, state: State, *, attribute: str, task: str) -> Challenge:
        """The roll; at a task without a name nobody knows that it is the same thing again."""
        taken = {word for failure in state.failures for word in failure.conditions}
        nameless = next(f"#{n}" for n in count(1) if f"#{n}" not in taken)
        return Challenge(
            attribute=attribute,
            task=task,
            conditions=(*self.conditions, *(() if task else (nameless,))),
            pressure=self.pressure or self.tn is not None,  # a number to reach is there to be thrown for
            scene=state.scene,
            target=TARGET if self.tn is None else self.tn,
            modifiers=self.modifiers,
            boons=self.boons,
            banes=self.banes,
        )


class ChallengeLine(
    Attempt,
    TableDeed,
    names=("检定", "ck", "challenge", "check", "rc", "ra"),
    many=True,
    example=".检定 力量 破门 条件=独自",
):
    attribute: Tested
    task: Task = ""
    on: Annotated[str, keyed("on", "对", "to", among=offers.targets)] = ""
    blind: Annotated[bool, flag("blind", "藏", owner=STORY)] = False
    stead: Annotated[bool, flag("stead", "代", owner=STORY)] = False

    def do(self, asked: Asked) -> Do:
        if asked.state.clock.holder:
            check_own_turn(asked)
        roll = self.challenge(asked.state, attribute=self.attribute, task=self.task)
        given = replace(roll, who=acting(asked).id, thing=self.on, called=asked.gm, blind=self.blind)
        return Do("challenge", given)

    @classmethod
    @rule("BOO-LIV-1", "BOO-LIV-3", "BOO-LIV-56")
    def word(cls, asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """What is new is the GM's word where a failure at the same task is remembered: a condition, more words, a thing."""
        if asked.trust("difficulty") == "strict":  # there the GM calls it
            return (*kinds, "difficulty")
        line = as_asked(cls, asked)
        if not line.pressure or line.boons or line.banes or line.modifiers:
            return kinds
        others = tuple(kind for kind in kinds if kind != "circumstance")
        attempt = Failure(asked.actor, line.task, line.conditions, asked.state.scene, line.on, line.attribute)
        known = line.task and failures_at(asked.state, attempt)
        return (*others, "circumstance") if known and not recall_failure(asked.state, attempt) else others


class Challenged(msgspec.Struct, frozen=True, kw_only=True):
    """How a deed went, and whether it was rolled at all."""

    result: Result
    rolled: bool
    reason: Reason
    failure_count: int
    face: int | None = None
    net: int | None = None
    d6: tuple[int, ...] | None = None
    boon_value: int | None = None
    modifier: int | None = None
    total: int | None = None
    target: int | None = None
    why: dict[str, Total] = {}


class Attempted(Deed, frozen=True, kw_only=True):
    """What came of a challenge roll that was made as an action."""

    result: Result
    rolled: bool
    reason: Reason
    failure_count: int
    face: int | None = None
    net: int | None = None
    d6: tuple[int, ...] | None = None
    boon_value: int | None = None
    modifier: int | None = None
    total: int | None = None
    target: int | None = None

    @property
    def verdict(self) -> Result:
        return self.result


def of_challenge(done: Challenged) -> Attempted:
    return Attempted(**asdict(done))


def check_challenge(given: Challenge) -> None:
    check_counts(boons=given.boons, banes=given.banes)
    check_attributes(*([given.attribute] if given.attribute else []))


@rule("BOO-CHL-3", "BOO-PAT-2", "BOO-PAT-3")
def deed_bonus(state: State, given: Challenge) -> Term:
    """The bonus that fits the deed: as stated, or of the attribute that the GM names."""
    if given.bonus is not None or not given.attribute:
        return because(given.bonus or 0, "why.bonus", "BOO-CHL-3")
    return attribute_term(state.find(given.who) or Character(), given.attribute)


@rule("BOO-CHL-7", "BOO-CHL-8", "BOO-CHL-11")
def recall_failure(state: State, attempt: Failure) -> bool:
    """Whether the same character has failed the same task in the same scene, and the conditions bring nothing new."""
    return any(nothing_new(state, f, attempt) for f in failures_at(state, attempt))


@rule("BOO-LIV-56")
def failures_at(state: State, attempt: Failure) -> tuple[Failure, ...]:
    """The remembered failures at the same task: same character, same scene, words of which one holds the other's, no other thing."""
    theirs = (f for f in state.failures if (f.who, f.scene) == (attempt.who, attempt.scene))
    return tuple(
        f
        for f in theirs
        if same_task(f.task, attempt.task)
        and (not attempt.thing or not f.thing or folded(attempt.thing) == folded(f.thing))
    )


def same_task(one: str, other: str) -> bool:
    """Whether words name the same task: equal, or one holds the other's (BOO-LIV-56)."""
    return one == other or holds(one, other) or holds(other, one)


@rule("BOO-LIV-56", "BOO-CHL-8")
def nothing_new(state: State, failure: Failure, attempt: Failure) -> bool:
    """Whether an attempt brings nothing that a failure at the same task did not have: words, conditions, a thing."""
    if attempt.task != failure.task and not holds(failure.task, attempt.task):
        return False
    if attempt.thing and not failure.thing:
        return False
    other = attempt.attribute and failure.attribute and attempt.attribute != failure.attribute
    if other and bare(attempt.task).replace(" ", "") != bare(failure.task).replace(" ", ""):
        return False
    had = failure.conditions
    if state.options.same_conditions == "equal":
        return frozenset(attempt.conditions) == frozenset(had)
    return all(any(one == other or holds(other, one) for other in had) for one in attempt.conditions)


def holds(longer: str, shorter: str) -> bool:
    """Whether words hold others, whatever their width, spaces and marks; Latin letters by whole words (BOO-LIV-56)."""
    if shorter.startswith("#"):
        return False
    wide, slim = bare(longer), bare(shorter)
    if len(slim.replace(" ", "")) < 2:
        return wide == slim and bool(slim)
    if slim.isascii():
        return f" {slim} " in f" {wide} "
    return slim.replace(" ", "") in wide.replace(" ", "")


def bare(text: str) -> str:
    """Words for comparing: one width and case, letters and digits only, single spaces."""
    return " ".join("".join(c if c.isalnum() else " " for c in folded(text)).split())


@rule("BOO-CHL-1", "BOO-CHL-4", "BOO-CHL-5", "BOO-CHL-6", "BOO-CHL-9", "BOO-CHL-10", "BOO-CHL-12")
async def challenge(state: State, given: Challenge) -> Challenged:
    """A deed that is not an attack: without pressure it succeeds, a remembered failure fails again, else it is rolled."""
    return (await try_challenge(state, given))[1]


async def try_challenge(state: State, given: Challenge, *, kept: bool = True) -> tuple[State, Challenged]:
    """The same with the state after it; a failure that is not `kept` is not remembered."""
    check_challenge(given)
    if not given.pressure:
        return state, _unrolled(state, Result.SUCCESS, Reason.NO_PRESSURE)
    attempt = attempt_of(given)
    if not (given.called or given.blind) and recall_failure(state, attempt):  # BOO-LIV-56
        return state, _unrolled(state, Result.FAILURE, Reason.SAME_CONDITIONS)
    test, target, sway = test_of_deed(state, given)
    who = state.find(given.who)
    secret = who is not None and who.secret
    done = compare(
        await roll_alone(test, "rolls.challenge", secret=secret, who=actor(given.who) if who else None), target
    )
    state = await proven(await used_up(state, sway.effects), given.who)
    if done.result is Result.FAILURE and kept and not given.blind:  # BOO-LIV-56: the next one would tell it
        state = await happen(Failed(attempt))
    failures = len(state.failures)
    return state, Challenged(rolled=True, reason=Reason.ROLLED, failure_count=failures, **asdict(done))


def attempt_of(given: Challenge) -> Failure:
    return Failure(given.who, given.task, given.conditions, given.scene, given.thing, given.attribute)


@rule("BOO-LIV-56")
def failed_before(state: State, given: Challenge) -> Say | None:
    """The remembered failure at the same task, in words; the one that an attempt brings nothing new to comes first."""
    attempt = attempt_of(given)
    known = failures_at(state, attempt) if given.task else ()
    first = sorted(known, key=lambda f: not nothing_new(state, f, attempt))
    if not first:
        return None
    task, details = told_failure(first[0])
    return say("told.failure", task=task, details=details) if details else say("told.failure_bare", task=task)


@rule("BOO-LIV-59")
def told_failure(failure: Failure) -> tuple[Label, list[Label]]:
    """What somebody failed at, and under which conditions, in the reader's words."""
    screens = {str(one): term(f"screen_{one}") for one in Screen} if failure.task == HIDING else {}
    details = [screens.get(one, one) for one in failure.conditions if not one.startswith("#")]
    return (
        say("view.do_hide") if failure.task == HIDING else failure.task,
        [*details, *([failure.thing] if failure.thing else [])],
    )


def test_of_deed(state: State, given: Challenge) -> tuple[Test, int, Sway]:
    """The test of a deed and the number that it must reach, with what effects make of both."""
    at = Occasion(doer=given.who, facts={"attribute": given.attribute, "task": given.task})
    sway = of_bearer(state, given.who, "challenge", at)
    plain = Test((deed_bonus(state, given), *given_flat(given.modifiers)), edges(given.boons, given.banes))
    return sway.upon(plain), number(state, given.who, "tn", given.target, at), sway


@rule("BOO-LIV-5", "BOO-LIV-10")
async def called_challenge(state: State, given: Challenge) -> Challenged:
    """A check that the GM calls: its player throws when she is ready, and sees what for; with 藏 neither number nor chance."""
    check_challenge(given)
    who = state.character(given.who)
    check_active(who)
    whole, target, _ = test_of_deed(state, given)
    test = whole.known()
    facts: dict[str, Label] = {
        "task": given.task or say("told.check"),
        "bonus": f"{test.modifier:+d}",
        "edge": edge_of(test.net),
    }
    facts["attribute"] = term(given.attribute) if given.attribute else say("why.bonus")
    known = {} if given.blind else {"target": target, "percent": percent(test, target)}
    question = say("questions.check_blind" if given.blind else "questions.check", **facts, **known)
    roll = Option("roll", say("answers.called"), told=say("answered.roll", who=who.called))
    await choose(actor(who.id), question, (roll,), about="call")
    return await challenge(state, replace(given, called=True))


def _unrolled(state: State, result: Result, reason: Reason) -> Challenged:
    return Challenged(result=result, rolled=False, reason=reason, failure_count=len(state.failures))
