"""Checks (检定): 1D20 and modifiers of four kinds against a target; advantage, degrees, great results (MIR-CHK, MIR-MDF, MIR-ADV).

`rolled` is the one place where a check's dice are thrown; plain checks, skill checks, attacks and defences all come here.
"""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import roll
from ludex.core.bounds import whole
from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ANYONE, BOOK, OWN, Field
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because, total
from ludex.core.modifiers import Modifier, Stacking, counted
from ludex.core.names import folded
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.dice.pools import d, highest_of, lowest_of
from ludex.systems.mirror.kinds import (
    ADVANTAGE,
    BONUS,
    DIE_EFFECTS,
    DISADVANTAGE,
    MODIFIERS,
    ONCE,
    OR_NONE,
    PASSIVE,
    SUMMED,
    TARGET,
    TIERS,
    Query,
)
from ludex.systems.mirror.options import ModifierGiven
from ludex.systems.mirror.rules.asking import pick
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Grade, Kind, check_known, check_word

D20 = 20
PASSIVE_FACE = 10  # MIR-CHK-3
PASSIVE_STEP = 5  # MIR-CHK-5
GREAT = 10
"""The degree from which a result is great (MIR-CHK-7, MIR-CHK-8)."""

KINDS = {  # MIR-MDF-3, MIR-MDF-4
    Kind.GENERAL.value: Stacking.SUM,
    Kind.ENVIRONMENT.value: Stacking.EXTREME,
    Kind.INTRINSIC.value: Stacking.EXTREME,
    Kind.STATUS.value: Stacking.EXTREME,
}

DIE_OPS = ("reroll", "set", "add")


class DieEffect(msgspec.Struct, frozen=True):
    """Something that changes or re-rolls the D20 (MIR-ADV-5)."""

    op: str
    value: int = 0


class Check(msgspec.Struct, frozen=True):
    """A plain check. `effects` are the effect tiers that exist; `secret` dice are for the GM's eyes."""

    modifiers: tuple[ModifierGiven, ...] = ()
    advantage: int = 0
    disadvantage: int = 0
    passive: bool | None = None
    target: int | None = None
    die_effects: tuple[DieEffect, ...] = ()
    effects: tuple[str, ...] | None = None
    secret: bool = False


def _die_effect(text: str) -> DieEffect:
    """«重掷», «=15», «+2» as an effect on the D20."""
    if folded(text) in ("重掷", "reroll"):
        return DieEffect("reroll")
    op, number = ("set", whole(text[1:])) if text.startswith("=") else ("add", whole(text))
    if number is None:
        raise RuleError("bad_die_text", text=text)
    return DieEffect(op, number)


ON_THE_DIE = Meant(lambda _asked, said: tuple(_die_effect(text) for text in said))


class PlainLine(
    Check, Deed, names=("普检", "plain"), does="check", group="check", own_first=True, example=".普检 12 +3"
):
    """`.普检 12 +3`: 1D20 and modifiers, without a sheet; all of it is the player's own word."""

    target: Annotated[int | None, replace(TARGET, owner=OWN)] = None
    bonus: Annotated[int | None, replace(BONUS, owner=OWN)] = None
    modifiers: Annotated[tuple[ModifierGiven, ...], MODIFIERS, SUMMED] = ()
    advantage: Annotated[int, ADVANTAGE, ONCE] = 0
    disadvantage: Annotated[int, DISADVANTAGE, ONCE] = 0
    passive: Annotated[bool | None, PASSIVE, OR_NONE] = None
    die_effects: Annotated[tuple[DieEffect, ...], DIE_EFFECTS, ON_THE_DIE] = ()
    effects: Annotated[tuple[str, ...] | None, TIERS, OR_NONE] = None


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """How a check came out."""

    face: int
    faces: tuple[int, ...]
    modifier: int
    total: int
    result: str
    grade: str
    degree: int | None = None
    effect: str | None = None
    why: dict[str, Total] = {}


class StackModifiers(
    Query,
    names=("修正", "mods"),
    does="stack_modifiers",
    group="check",
    who=ANYONE,
    beside=BOOK,
    example=".修正 +2、环境+3、环境-1",
):
    """`.修正 +2 环境+3 环境-1`: modifiers to add up."""

    modifiers: Annotated[tuple[ModifierGiven, ...], Field(), SUMMED]


class Counting(msgspec.Struct, frozen=True):
    """What counts of one kind."""

    bonus: int
    penalty: int


class Stacked(msgspec.Struct, frozen=True):
    """What modifiers come to."""

    total: int
    kinds: dict[str, Counting]
    why: dict[str, Total] = {}


class Dice(msgspec.Struct, frozen=True):
    """What decides how the D20 falls."""

    advantage: bool = False
    disadvantage: bool = False
    passive: bool = False
    effects: tuple[DieEffect, ...] = ()
    secret: bool = False
    who: Who | None = None


class Fallen(msgspec.Struct, frozen=True):
    """How the dice fell: the real face, all faces thrown, and the first die (which stands if all is cancelled)."""

    face: int
    faces: tuple[int, ...]
    first: int


@rule("MIR-MDF-1", "MIR-MDF-2", "MIR-MDF-3", "MIR-MDF-4")
async def stack_modifiers(_state: State, given: StackModifiers) -> Stacked:
    """General modifiers add up; of each other kind the largest bonus and the largest penalty count."""
    counting = counted(read_modifiers(given.modifiers), KINDS)
    terms = total(*map(_term, counting))
    return Stacked(terms.value, {kind: _counting(kind, counting) for kind in KINDS}, {"total": terms})


def _counting(kind: str, counting: Iterable[Modifier]) -> Counting:
    values = [m.value for m in counting if m.kind == kind]
    return Counting(sum(v for v in values if v > 0), -sum(v for v in values if v < 0))


def _term(modifier: Modifier) -> Term:
    return Term(modifier.value, modifier.source, modifier.clause)


def stacked(modifiers: Iterable[Modifier]) -> Total:
    """What modifiers come to, with every counted one as a term."""
    return total(*map(_term, counted(modifiers, KINDS)))


def read_modifiers(given: Iterable[ModifierGiven]) -> tuple[Modifier, ...]:
    """Modifiers as written, with their sign; refused where the kind is unknown or not exactly one number is given."""
    return tuple(_read_modifier(m) for m in given)


def _read_modifier(given: ModifierGiven) -> Modifier:
    check_word(Kind, given.kind)
    numbers = [n for n in (given.value, given.bonus, given.penalty) if n is not None]
    if len(numbers) != 1:
        raise RuleError("bad_modifier", clause="MIR-MDF-1", given=len(numbers))
    unnamed = "why.by_status" if given.kind == Kind.STATUS else f"why.{given.kind}"
    label = say("why.named", name=given.name) if given.name else say(unnamed)
    return Modifier(_signed(given), given.kind, label, "MIR-MDF-4")


def _signed(given: ModifierGiven) -> int:
    """A bonus is added, a penalty taken, neither below 0; a bare value may be either (MIR-MDF-1, MIR-MDF-2)."""
    if given.bonus is not None:
        return max(0, given.bonus)
    if given.penalty is not None:
        return -max(0, given.penalty)
    return given.value or 0


@rule("MIR-CHK-1", "MIR-CHK-2", "MIR-CHK-4")
async def check(_state: State, given: Check) -> Checked:
    """A plain check: 1D20 + modifiers against the target. It knows no N1 and no N20."""
    check_dice(given)
    dice = dice_of(given)
    modifiers = (*read_modifiers(given.modifiers), *passive_modifiers(dice))
    fallen = await changed(await thrown(dice), dice)
    return await judged(given, fallen, stacked(modifiers), checker=GM)


def check_dice(given: Check) -> None:
    """Refuse counts of advantage below 0 and die effects that do not exist."""
    if given.advantage < 0 or given.disadvantage < 0:
        raise RuleError("bad_advantage", clause="MIR-ADV-3", advantage=given.advantage, disadvantage=given.disadvantage)
    for effect in given.die_effects:
        check_known("unknown_die_effect", effect.op, DIE_OPS, clause="MIR-ADV-5")


@rule("MIR-ADV-3", "MIR-ADV-4")
def dice_of(given: Check, who: str = "") -> Dice:
    """Several of a kind count once; both together cancel."""
    both = bool(given.advantage and given.disadvantage)
    return Dice(
        advantage=bool(given.advantage) and not both,
        disadvantage=bool(given.disadvantage) and not both,
        passive=bool(given.passive),
        effects=given.die_effects,
        secret=given.secret,
        who=actor(who) if who else None,  # MIR-LIV-4
    )


@rule("MIR-CHK-5")
def passive_modifiers(dice: Dice) -> tuple[Modifier, ...]:
    """In a passive check advantage is a bonus of 5 and disadvantage a penalty of 5."""
    if not dice.passive or dice.advantage == dice.disadvantage:
        return ()
    key = "advantage" if dice.advantage else "disadvantage"
    value = PASSIVE_STEP if dice.advantage else -PASSIVE_STEP
    return (Modifier(value, Kind.GENERAL, say(f"why.{key}"), "MIR-CHK-5"),)


@rule("MIR-ADV-1", "MIR-ADV-2", "MIR-CHK-3")
async def thrown(dice: Dice, *, apart: bool = False) -> Fallen:
    """Throw the D20 and the extra die, if any. `apart` keeps the first die known, for what may cancel the second."""
    if dice.passive:
        return Fallen(PASSIVE_FACE, (), PASSIVE_FACE)
    swayed = dice.advantage or dice.disadvantage
    if swayed and not apart:
        pool = highest_of(2, D20) if dice.advantage else lowest_of(2, D20)
        both = await roll(
            pool, "rolls.advantage" if dice.advantage else "rolls.disadvantage", secret=dice.secret, who=dice.who
        )
        return Fallen(both.value, both.faces, both.value)
    first = await roll(d(D20), "rolls.d20", secret=dice.secret, who=dice.who)
    if not swayed:
        return Fallen(first.value, first.faces, first.value)
    extra = await roll(d(D20), "rolls.extra", secret=dice.secret, who=dice.who)
    real = max(first.value, extra.value) if dice.advantage else min(first.value, extra.value)
    return Fallen(real, (*first.faces, *extra.faces), first.value)


@rule("MIR-ADV-5")
async def changed(fallen: Fallen, dice: Dice) -> Fallen:
    """Effects that change or re-roll the D20 act on the real face, once advantage is settled; a passive one has none."""
    face, faces = fallen.face, fallen.faces
    for effect in () if dice.passive else dice.effects:
        if effect.op == "reroll":
            again = await roll(d(D20), "rolls.reroll", secret=dice.secret, who=dice.who)
            face, faces = again.value, (*faces, *again.faces)
        elif effect.op == "set":
            face = effect.value
        else:
            face = min(D20, max(1, face + effect.value))
    return Fallen(face, faces, fallen.first)


async def judged(
    given: Check, fallen: Fallen, modifiers: Total, *, checker: Who, natural: Term | None = None, counts: bool = True
) -> Checked:
    """Compare the total with the target and settle which effect tier applies. `counts` False: a requirement is unmet."""
    terms = (because(fallen.face, "why.face", "MIR-CHK-2"), *modifiers.terms, *((natural,) if natural else ()))
    sum_of = total(*terms)
    result, degree, grade = graded(sum_of.value, given.target)
    effect = await applied(checker, given.effects if counts else (), grade) if given.effects is not None else None
    return Checked(
        face=fallen.face,
        faces=fallen.faces,
        modifier=modifiers.value,
        total=sum_of.value,
        result=result,
        degree=degree,
        grade=grade,
        effect=effect,
        why={"total": sum_of},
    )


@rule("MIR-CHK-6", "MIR-CHK-10")
def graded(value: int, target: int | None) -> tuple[Grade, int | None, Grade]:
    """Result, degree and grade: meeting the target succeeds; without a target there is neither."""
    if target is None:
        return Grade.NONE, None, Grade.NONE
    if value >= target:
        degree = value - target  # Ruling MIR-E-14: the rulebook has the two differences swapped
        return Grade.SUCCESS, degree, Grade.GREAT_SUCCESS if degree >= GREAT else Grade.SUCCESS
    degree = target - value
    return Grade.FAILURE, degree, Grade.GREAT_FAILURE if degree >= GREAT else Grade.FAILURE


@rule("MIR-CHK-7", "MIR-CHK-8", "MIR-CHK-9")
async def applied(
    checker: Who, tiers: Iterable[str] | None, grade: str, *, about: str = "", better: bool = False, blind: bool = False
) -> str:
    """The effect tier that applies: a great failure must be taken, a great success may be, if there are such effects.

    `better`: the great effect is nowhere less; `blind`: nobody is to hear how well she did (MIR-LIV-42).
    """
    there = tuple(tiers or ())
    if grade == Grade.GREAT_SUCCESS and {Grade.GREAT_SUCCESS, Grade.SUCCESS} <= set(there):
        return await _take_great(checker, about, better=better, blind=blind)
    plain = {Grade.GREAT_SUCCESS: Grade.SUCCESS, Grade.GREAT_FAILURE: Grade.FAILURE}.get(Grade(grade))
    for tier in (grade, plain):
        if tier in there and tier is not None:
            return str(tier)
    return Grade.NONE


async def _take_great(checker: Who, about: str, *, better: bool, blind: bool) -> str:
    tiers = (Grade.GREAT_SUCCESS, Grade.SUCCESS)
    offered = [(f"effect:{tier}", say(f"answers.effect_{tier}"), tier.value) for tier in tiers]
    question = say("questions.effect_blind") if blind else say("questions.effect", better=better)
    return await pick(checker, question, offered, about=about)
