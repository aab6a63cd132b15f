"""Checks, first part (检定; FET-CHK, FET-TAR): values, target values and success rates, and the D100 that is rolled against them.

Split from `checks.py` because sheets, acts and recovery need rates without rolling. Without dice the GM decides in place of the D100
(FET-INT-3).
"""

from collections.abc import Mapping
from typing import Protocol

import msgspec

from ludex.core.asks import Option, choose, roll
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.dice.pools import d
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.effects.conditions import everywhere
from ludex.systems.fet.options import Options
from ludex.systems.fet.rules.lasting import changes_on, counted
from ludex.systems.fet.rules.roster import check_character
from ludex.systems.fet.sheet import Sheet, WrittenModifier
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import ELEVEN, Amount, Number, Result, half_up, whole


def formula(value: Number, shown: Say, clause: str, *terms: Term) -> Total:
    """A total whose one reason is the formula with its numbers; the terms open it further."""
    return Total(value, (Term(value, shown, clause, terms),), clause=clause)


def attribute_said(name: str | None) -> Say | str:
    """An attribute as people read it; what is none as it was written."""
    return term(name) if name in ELEVEN else name or ""


class Subject(msgspec.Struct, frozen=True):
    """Whose value counts: a number, or a sheet (or a character of the table) with an attribute, and what the situation changes."""

    value: Number | None = None
    sheet: Sheet | None = None
    who: str | None = None
    attribute: str | None = None
    modifiers: tuple[WrittenModifier, ...] = ()


class TargetSpec(Protocol):
    """How hard it is: `target`, or `level` with `difficulty`, or `level` with `random`."""

    @property
    def target(self) -> Number | None:
        pass

    @property
    def level(self) -> Number | None:
        pass

    @property
    def difficulty(self) -> Number | None:
        pass

    @property
    def random(self) -> bool:
        pass


@rule("FET-CHK-1")
def value_of(state: State, given: Subject, *, among: tuple[str, ...] = ELEVEN, missing: str = "bad_value") -> Number:
    """The value that counts, from a number or from a sheet."""
    if given.value is not None:
        return given.value
    sheet = sheet_of(state, given)
    if sheet is None:
        raise RuleError(missing, clause="FET-CHK-1", value=None)
    if given.attribute not in among:
        known = [term(name) for name in among]
        raise RuleError("bad_attribute", clause="FET-CHK-1", attribute=attribute_said(given.attribute), among=known)
    lying = everywhere(state) if given.sheet is not None or not given.who else changes_on(state, given.who)
    return derive(sheet, (*lying, *given.modifiers), state.options).values[given.attribute]


def sheet_of(state: State, given: Subject) -> Sheet | None:
    if given.sheet is not None or not given.who:
        return given.sheet
    return check_character(state, given.who).sheet


def known_value(state: State, given: Subject) -> Number:
    value = value_of(state, given)
    if given.value is not None and value < 0:
        raise RuleError("bad_value", clause="FET-CHK-2", value=value)
    return value


@rule("FET-CHK-2", "FET-CHK-4")
def rate_of(value: Number, target: Number) -> int:
    """The success rate in percent, uncapped."""
    return max(0, whole(100 * value / (5 * target)))


class Rated(msgspec.Struct, frozen=True):
    """A success rate with what a sum of effects made of it."""

    rate: int
    base: int
    terms: tuple[Term, ...] = ()


@rule("FET-CHK-2", "FET-LIV-25")
def rated(state: State, who: str | None, base: int, attribute: str | None = None) -> Rated:
    """A rate of somebody of the table, with everything that changes it; not below 0."""
    found = counted(state, who, Amount.RATE, base, occasion("", who or "", of={"attribute": attribute or ""}))
    return Rated(max(0, whole(found.value)), base, found.terms)


@rule("FET-TAR-1")
def whole_target(target: Number) -> int:
    """A target value as a whole number, at least 1."""
    if (found := whole(target)) < 1:
        raise RuleError("bad_target", clause="FET-TAR-1", target=target, why=say("view.goal_least"))
    return found


class Target(msgspec.Struct, frozen=True):
    target: int
    difficulty: Number | None = None


@rule("FET-TAR-2", "FET-TAR-3")
def check_spec(given: TargetSpec) -> None:
    """Refuse a target that cannot be found, before any die."""
    if given.target is not None:
        whole_target(given.target)
        return
    if given.level is None:
        raise RuleError("level_required", clause="FET-TAR-2")
    if given.level <= 0:
        raise RuleError("bad_level", clause="FET-TAR-1", level=given.level)
    if given.random:
        return
    if given.difficulty is None:
        raise RuleError("difficulty_required", clause="FET-TAR-3")
    if given.difficulty <= 0:
        raise RuleError("bad_difficulty", clause="FET-TAR-1", difficulty=given.difficulty)
    whole_target(given.level * given.difficulty)


@rule("FET-TAR-1", "FET-TAR-3")
async def found_target(given: TargetSpec, options: Options) -> Target:
    """The target value: given, the product of level and difficulty, or level times a D20 (FET-INT-3: not without dice)."""
    check_spec(given)
    if given.random and given.target is None and options.diceless:
        raise RuleError("difficulty_required", clause="FET-INT-3")
    if given.target is not None:
        return Target(whole_target(given.target))
    level = given.level or 0
    difficulty = (await roll(d(20), "rolls.difficulty")).value if given.random else given.difficulty or 0
    return Target(whole_target(level * difficulty), difficulty)


def why_rate(
    found: Rated, value: Number, *, target: int, label: Say | None = None, terms: tuple[Term, ...] = ()
) -> Total:
    """A rate with the value and the target behind it, and what changes it."""
    plain = formula(
        found.base,
        say("why.rate", value=half_up(value, 2), target=target),
        "FET-CHK-2",
        because(half_up(value, 2), label or say("why.value"), "FET-CHK-1", *terms),
        because(target, "why.target", "FET-TAR-1"),
    )
    return Total(found.rate, (*plain.terms, *found.terms), clause="FET-CHK-2")


def label_of(given: Subject) -> Say:
    return term(given.attribute) if given.attribute else say("why.value")


class Thrown(msgspec.Struct, frozen=True):
    """A D100 against a rate; no face where the GM decided."""

    result: str
    face: int | None = None


class Under(msgspec.Struct, frozen=True):
    """A D100 read as whether it is at most the rate (Ruling FET-E-2: equal succeeds)."""

    rate: int

    @property
    def sides(self) -> tuple[int, ...]:
        return (100,)

    def value(self, faces: tuple[int, ...]) -> int:
        return int(faces[0] <= self.rate)

    def weights(self) -> Mapping[int, int]:
        """As many faces succeed as the rate has points."""
        good = min(100, self.rate)
        return {1: good, 0: 100 - good}


@rule("FET-CHK-3", "FET-INT-3")
async def hundred(rate: int, *, diceless: bool, whose: tuple[str | None, ...] = ()) -> Thrown:
    """Roll a D100 under the rate; without dice the GM decides from it (Ruling FET-E-32). `whose` die it is."""
    if diceless:
        options = (
            Option(Result.SUCCESS, say("answers.success", rate=rate)),
            Option(Result.FAILURE, say("answers.failure", rate=rate)),
        )
        return Thrown(await choose(GM, say("questions.result", rate=rate), options))
    rolled = await roll(Under(rate), "rolls.d100", who=tuple(actor(who) for who in whose if who))
    return Thrown(Result.SUCCESS if rolled.value else Result.FAILURE, rolled.faces[0] if rolled.faces else None)


@rule("FET-CHK-3")
def ratio_of(face: int | None, rate: int) -> Number | None:
    """face / rate for comparing, two places; absent where there is none."""
    return half_up(face / rate, 2) if face is not None and rate else None
