"""Actions (行动), the pool (骰池): 1D8 and the best of as many D4 as the power; what its total means. MST-ACT-7..10."""

from fractions import Fraction
from typing import TypedDict

import msgspec

from ludex.core.asks import Rolled, roll
from ludex.core.declaring import Deed
from ludex.core.errors import RuleError
from ludex.core.events import applied
from ludex.core.explain import Total, because, total
from ludex.core.odds import odds
from ludex.core.rule import rule
from ludex.dice.pools import d, highest_of
from ludex.systems.mist.events import PoolThrown, happen
from ludex.systems.mist.kinds import Number
from ludex.systems.mist.options import Options
from ludex.systems.mist.rules.who import Cast
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Result

MIXED = 6
SUCCESS = 9
"""Totals from which a roll is mixed, and clean (MST-ACT-9)."""


class Throw(msgspec.Struct, frozen=True):
    power: int
    n_d4: int
    d8: int
    d4: tuple[int, ...]
    kept: int
    total: int
    result: Result


@rule("MST-ACT-9")
def read_result(total: int) -> Result:
    """5 or less fails, 6-8 is mixed, 9 or more succeeds."""
    if total >= SUCCESS:
        return Result.SUCCESS
    return Result.MIXED if total >= MIXED else Result.FAILURE


@rule("MST-ACT-8")
def pool_size(power: int, negative: str) -> int:
    """How many D4 a power brings."""
    return abs(power) if negative == "subtract" else max(power, 0)  # Ruling MST-E-4: a number of dice is not negative


@rule("MST-LIV-59")
def pool_text(power: int, n_d4: int) -> str:
    """The pool as the rulebook writes it; D4 that hinder (option `subtract`) are taken off."""
    return f"1D8{'-' if power < 0 else '+'}{n_d4}D4(Kh)" if n_d4 else "1D8"


@rule("MST-ACT-7", "MST-ACT-8", "MST-LIV-7")
async def throw(power: int, negative: str) -> Throw:
    """Roll 1D8 and the best of as many D4 as the power. Without power there is no D4, or (`subtract`) it is taken off.

    Real dice are typed in this order, all of them.
    """
    n_d4 = pool_size(power, negative)
    d8 = await roll(d(8), "rolls.d8", more=n_d4)
    best = await roll(highest_of(n_d4, 4), d4_label(power)) if n_d4 else Rolled(0)
    sum_ = d8.value - best.value if power < 0 else d8.value + best.value
    return Throw(power, n_d4, d8.value, best.faces, best.value, sum_, read_result(sum_))


def d4_label(power: int) -> str:
    """What the D4 of a throw are for: they help, or (`subtract`) hinder."""
    return "rolls.d4" if power >= 0 else "rolls.d4_against"


async def outcome(power: int, negative: str) -> Result:
    """Only what a throw comes to: as a part of a longer rule its odds are three branches, not thirty-two."""
    return (await throw(power, negative)).result


class Counted(msgspec.Struct, frozen=True):
    """What a throw comes to, and its dice as they count."""

    result: Result
    power: int
    n_d4: int
    d8: int
    kept: int

    @property
    def why(self) -> Total:
        return why_total(Throw(self.power, self.n_d4, self.d8, (), self.kept, 0, self.result))


async def throw_counted(power: int, negative: str) -> Counted:
    """The same with the dice that count, for a card that says why (MST-LIV-22)."""
    thrown = await throw(power, negative)
    return Counted(thrown.result, power, thrown.n_d4, thrown.d8, thrown.kept)


@rule("MST-PMN-1")
def to_spend(power: int, result: str, options: Options) -> int:
    """The points that a result gives: none after a failure, else the power, if there is any (option: at least 1)."""
    if result not in (Result.MIXED, Result.SUCCESS):
        return 0
    return max(power, 1 if options.minimum_one else 0)  # Ruling MST-E-5: power 0 buys nothing


def why_total(thrown: Throw) -> Total:
    kept = -thrown.kept if thrown.power < 0 else thrown.kept
    best = (because(kept, "why.d4" if thrown.power >= 0 else "why.d4_against", "MST-ACT-7"),) if thrown.n_d4 else ()
    return total(because(thrown.d8, "why.d8", "MST-ACT-7"), *best, clause="MST-ACT-9")


class Pooled(Cast, frozen=True, kw_only=True):
    """Output of everything that rolls, with the people it changed; the numbers are absent where nothing was rolled."""

    result: str
    power: int | None = None
    n_d4: int | None = None
    d8: int | None = None
    d4: tuple[int, ...] | None = None
    kept: int | None = None
    total: int | None = None
    why: dict[str, Total] = msgspec.field(default_factory=dict)


class Numbers(TypedDict):
    """The fields of `Pooled` that a throw fills."""

    result: Result
    power: int
    n_d4: int
    d8: int
    d4: tuple[int, ...]
    kept: int
    total: int
    why: dict[str, Total]


def numbers(thrown: Throw, why: dict[str, Total] | None = None) -> Numbers:
    return Numbers(
        result=thrown.result,
        power=thrown.power,
        n_d4=thrown.n_d4,
        d8=thrown.d8,
        d4=thrown.d4,
        kept=thrown.kept,
        total=thrown.total,
        why={**(why or {}), "total": why_total(thrown)},
    )


def check_power(power: int | None) -> int:
    if power is None:
        raise RuleError("bad_power", clause="MST-ACT-6", problem="None")
    return power


class PoolRoll(msgspec.Struct, frozen=True):
    power: int | None = None


class ThrowPool(PoolRoll, Deed, names=("骰池", "pool"), does="pool_throw", group="play", example=".骰池 3"):
    power: Number


class PoolRolled(Pooled, frozen=True, kw_only=True):
    """A throw, and whether consequences follow."""

    consequences: bool


@rule("MST-ACT-10")
def has_consequences(result: str) -> bool:
    """Anything short of a clean success brings a consequence."""
    return result in (Result.FAILURE, Result.MIXED)


@rule("MST-ACT-7", "MST-ACT-8", "MST-ACT-9", "MST-ACT-10")
async def pool_roll(state: State, given: PoolRoll) -> PoolRolled:
    """Roll the pool of a power."""
    thrown = await throw(check_power(given.power), state.options.negative_power)
    return PoolRolled(**numbers(thrown), consequences=has_consequences(thrown.result))


@rule("MST-LIV-6")
async def pool_throw(state: State, given: PoolRoll) -> PoolRolled:
    """Roll a pool at the table, for nothing but to see: a step like any other, which can be taken back."""
    rolled = await pool_roll(state, given)
    await happen(PoolThrown(check_power(given.power)))
    return rolled


OUTCOMES = (Result.FAILURE, Result.MIXED, Result.SUCCESS)


def chances(power: int, negative_power: str) -> dict[Result, Fraction]:
    found = odds(lambda: outcome(power, negative_power), None, applied, read=lambda result, _: str(result))
    return {result: found.chances.get(str(result), Fraction(0)) for result in OUTCOMES}
