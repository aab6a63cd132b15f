"""Checks (检定): 1D20 and modifiers of four kinds against a target; advantage, degrees, great results (MIR-CHK, MIR-MDF, MIR-ADV); and what a
checker may spend for advantage once her dice have fallen, and when that is worth asking (MIR-SKC, MIR-GAU).

`thrown` is the one place where a check's dice are thrown; plain checks, skill checks, attacks and defences all come here. A question among things
is asked by `pick`: a rule gets the thing that was picked and never takes an answer apart.
"""

from collections.abc import Iterable
from typing import Annotated, TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option, choose, choose_all, roll
from ludex.core.bounds import whole
from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ANYONE, BOOK, OWN, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Term, Total, because, total
from ludex.core.hints import of_each, remembered
from ludex.core.modifiers import Modifier, Stacking, counted
from ludex.core.names import folded
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.dice.pools import d, highest_of, lowest_of
from ludex.systems.mirror.events import BoostsDeclined, GaugeSpent, PersonalityChanged
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
from ludex.systems.mirror.sheet import MADNESS_GAP, Character
from ludex.systems.mirror.state import State, scope
from ludex.systems.mirror.terms import Grade, Kind, check_known, check_word

T = TypeVar("T")


async def pick(who: Who, what: Say, things: Iterable[tuple[str, Say, T]], *, about: str = "") -> T:
    """Ask which of these: each with its answer, how it is said, and what it stands for."""
    offered = tuple(things)
    options = [Option(answer, label) for answer, label, _ in offered]
    answer = await choose(who, what, options, about=about, named=True)
    return next(thing for known, _, thing in offered if known == answer)


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
    bonus: int
    penalty: int


class ModifiersStacked(msgspec.Struct, frozen=True):
    total: int
    kinds: dict[str, Counting]
    why: dict[str, Total] = {}


class Dice(msgspec.Struct, frozen=True):
    advantage: bool = False
    disadvantage: bool = False
    passive: bool = False
    effects: tuple[DieEffect, ...] = ()
    secret: bool = False
    who: Who | None = None


class FallenDice(msgspec.Struct, frozen=True):
    """How the dice fell: the real face, all faces thrown, and the first die (which stands if all is cancelled)."""

    face: int
    faces: tuple[int, ...]
    first: int


@rule("MIR-MDF-1", "MIR-MDF-2", "MIR-MDF-3", "MIR-MDF-4")
async def stack_modifiers(_state: State, given: StackModifiers) -> ModifiersStacked:
    """General modifiers add up; of each other kind the largest bonus and the largest penalty count."""
    counting = counted(read_modifiers(given.modifiers), KINDS)
    terms = total(*map(_term, counting))
    return ModifiersStacked(terms.value, {kind: _counting(kind, counting) for kind in KINDS}, {"total": terms})


def _counting(kind: str, counting: Iterable[Modifier]) -> Counting:
    values = [m.value for m in counting if m.kind == kind]
    return Counting(sum(v for v in values if v > 0), -sum(v for v in values if v < 0))


def _term(modifier: Modifier) -> Term:
    return Term(modifier.value, modifier.source, modifier.clause)


def stacked(modifiers: Iterable[Modifier]) -> Total:
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
async def thrown(dice: Dice, *, apart: bool = False) -> FallenDice:
    """Throw the D20 and the extra die, if any. `apart` keeps the first die known, for what may cancel the second."""
    if dice.passive:
        return FallenDice(PASSIVE_FACE, (), PASSIVE_FACE)
    swayed = dice.advantage or dice.disadvantage
    if swayed and not apart:
        pool = highest_of(2, D20) if dice.advantage else lowest_of(2, D20)
        both = await roll(
            pool, "rolls.advantage" if dice.advantage else "rolls.disadvantage", secret=dice.secret, who=dice.who
        )
        return FallenDice(both.value, both.faces, both.value)
    first = await roll(d(D20), "rolls.d20", secret=dice.secret, who=dice.who)
    if not swayed:
        return FallenDice(first.value, first.faces, first.value)
    extra = await roll(d(D20), "rolls.extra", secret=dice.secret, who=dice.who)
    real = max(first.value, extra.value) if dice.advantage else min(first.value, extra.value)
    return FallenDice(real, (*first.faces, *extra.faces), first.value)


@rule("MIR-ADV-5")
async def changed(fallen: FallenDice, dice: Dice) -> FallenDice:
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
    return FallenDice(face, faces, fallen.first)


async def judged(
    given: Check,
    fallen: FallenDice,
    modifiers: Total,
    *,
    checker: Who,
    natural: Term | None = None,
    counts: bool = True,
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


# --- what may be spent for advantage after the roll (MIR-SKC-7, MIR-LIV-15) -------------------------------------------

NATURAL = 10
"""What N1 takes and N20 gives (MIR-SKC-4)."""

RANKED = {
    Grade.GREAT_FAILURE: (0, Grade.FAILURE),
    Grade.FAILURE: (1, Grade.FAILURE),
    Grade.SUCCESS: (2, Grade.SUCCESS),
    Grade.GREAT_SUCCESS: (3, Grade.SUCCESS),
}
"""How good each grade is, and what it counts as where there is no effect of its own."""


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """What hangs on a check: the number to reach, the effect tiers that there are, and whether it answers an attack; `why` names a check
    that nobody asked for, `kind` what kind of check it is, `blind` that its total stays untold (MIR-LIV-42)."""

    target: int | None = None
    tiers: tuple[str, ...] = ()
    defends: bool = False
    other: str = ""
    why: str = ""
    kind: str = "check"
    blind: bool = False


@rule("MIR-LIV-4")
async def throw_asked(state: State, why: str, *people: str) -> None:
    """Those of these who throw their own dice are asked for them, all at once, as in a call; the others' fall by themselves."""
    question, throws = say(f"questions.throw_{why}"), (Option("roll", say("answers.throw")),)
    asking = {actor(who): Asking(question, throws, about="call") for who in people if who in state.throwing}
    if asking:
        await choose_all(asking)


@rule("MIR-SKC-7", "MIR-GAU-2", "MIR-PER-3")
def usable_boosts(
    state: State, character: Character, attribute: str, dice: Dice, *, advantaged: bool
) -> tuple[str, ...]:
    """What the checker could spend for advantage after this roll: a gauge (an RA) or ego (no action)."""
    if dice.passive or advantaged:
        return ()  # Ruling MIR-E-16: not offered where it could do nothing
    reaction = state.conflict is None or not character.ra_used  # MIR-ACT-8
    awake = not (character.unconscious or character.out_of_play)
    gauge = character.gauge(attribute) > 0 and reaction and awake
    ego = character.ego >= 1 and character.madness - (character.ego - 1) < MADNESS_GAP
    return (*(("gauge",) if gauge else ()), *(("ego",) if ego else ()))


async def asked_boost(state: State, who: str, boosts: tuple[str, ...], question: Say, kind: str) -> tuple[State, str]:
    """Ask once whether to spend something; nobody is asked who has nothing, or said so for the whole fight."""
    if not boosts or has_declined(state, who, kind):
        return state, "none"
    return await taken_up(state, who, kind, await pick(actor(who), question, boost_answers(boosts)))


NEVER = "never"
"""The answer that says no to all further questions of the kind (MIR-LIV-15)."""


def boost_answers(boosts: tuple[str, ...]) -> list[tuple[str, Say, str]]:
    """What may be answered: nothing, one of what can be spent, or nothing in the whole fight."""
    return [(boost, say(f"answers.boost_{boost}"), boost) for boost in ("none", *boosts, NEVER)]


@rule("MIR-LIV-15", "MIR-LIV-30")
def has_declined(state: State, who: str, kind: str) -> bool:
    """Whether a boost of this kind of check was declined until the conflict, outside one the scene, ends."""
    return state.declined.get(f"{_seat_of(state, who)} {kind}") == scope(state)


async def taken_up(state: State, who: str, kind: str, answer: str) -> tuple[State, str]:
    """What an answer comes to: one for the whole fight is kept."""
    if answer != NEVER:
        return state, answer
    return await happen(BoostsDeclined(_seat_of(state, who), kind, scope(state))), "none"


def _seat_of(state: State, who: str) -> str:
    """Whose word it is: what the GM says goes for all of the GM's."""
    return GM if state.who(who).gm_played else who


def boost_question(fallen: FallenDice, dice: Dice, modifier: int, stake: Stake) -> Say:
    """The question with what it is about; `useful` says whether a second die could better anything (MIR-LIV-15)."""
    return say(
        "questions.boost",
        face=fallen.face,
        comes="" if stake.blind else say("view.comes_to", total=_value(fallen.face, modifier)),
        by="" if stake.blind else say("view.modified_by", n=f"{modifier:+d}"),
        target=_wanted(stake),
        chance=_hope(fallen, dice, modifier, stake),
        note=_note(stake),
        useful=useful(fallen, dice, modifier, stake),
        modifier="" if stake.blind else modifier,
        reach="" if stake.target is None else stake.target,
        tiers=list(stake.tiers),
        defends=stake.defends,
        other=stake.other,
    )


@rule("MIR-LIV-60")
def _note(stake: Stake) -> Say | str:
    """What the check is, where it comes by itself."""
    if stake.defends:
        return say("view.defends")
    return say(f"view.for_{stake.why}") if stake.why else ""


@rule("MIR-LIV-17", "MIR-ATK-4")
def _wanted(stake: Stake) -> Say | str:
    """The number to reach, if it is known; a defence must be above the ATK, which hits where they are equal."""
    if stake.target is None:
        return ""
    return say("view.to_ward" if stake.defends else "view.to_reach", target=stake.target, least=stake.target + 1)


@rule("MIR-LIV-15")
def _hope(fallen: FallenDice, dice: Dice, modifier: int, stake: Stake) -> Say | str:
    """How likely a second die betters a defence: of one against somebody out of sight nothing else tells it."""
    if stake.target is None or dice.disadvantage or not stake.defends:
        return ""
    return say("view.betters", percent=_percent(fallen.face, modifier, stake.target, stake.tiers, stake.defends))


@of_each
@remembered(4096)
def _percent(face: int, modifier: int, target: int, tiers: tuple[str, ...], defends: bool) -> int:
    """The chance that a second die betters a check, in percent."""
    return round(100 * betters(face, modifier, Stake(target=target, tiers=tiers, defends=defends)))


@rule("MIR-LIV-30")
def betters(face: int, modifier: int, stake: Stake) -> float:
    """How likely a second die betters what comes of a check; surely, where the number to reach is not known."""
    if stake.target is None:
        return 1.0
    now = _worth(_value(face, modifier), stake)
    return sum(_worth(_value(max(face, n), modifier), stake) > now for n in range(1, D20 + 1)) / D20


@rule("MIR-LIV-15", "MIR-LIV-17")
def useful(fallen: FallenDice, dice: Dice, modifier: int, stake: Stake) -> bool:
    """Whether a second die can better what comes of the check, as far as she may know."""
    if fallen.face == D20:
        return False
    if stake.target is None:
        return True
    best = fallen.first if dice.disadvantage else D20  # no face is worth less than a lower one
    return _better(_value(best, modifier), _value(fallen.face, modifier), stake.target, stake.tiers, stake.defends)


@of_each
@remembered(4096)
def _better(best: int, now: int, target: int, tiers: tuple[str, ...], defends: bool) -> bool:
    stake = Stake(target=target, tiers=tiers, defends=defends)
    return _worth(best, stake) > _worth(now, stake)


def _value(face: int, modifier: int) -> int:
    """The total that a face gives, with N1 and N20."""
    return face + modifier + (NATURAL if face == D20 else -NATURAL if face == 1 else 0)


def _worth(value: int, stake: Stake) -> int:
    """How good a total is for the checker; of a defence, how bad it is for the attacker."""
    target = stake.target or 0
    grade = graded(target, value)[2] if stake.defends else graded(value, target)[2]
    rank, plain = RANKED[grade]
    worth = rank if grade in stake.tiers else RANKED[plain][0]
    return -worth if stake.defends else worth


async def spend(state: State, character: Character, attribute: str, boost: str) -> State:
    """Pay for the boost: a gauge point (and in conflict the RA), or 1 ego."""
    if boost == "gauge":
        return await happen(GaugeSpent(character.id, attribute, reaction=state.conflict is not None))
    if boost == "ego":
        c = character
        return await happen(PersonalityChanged(c.id, c.humanity, c.ego - 1, c.madness, c.ego_gained))
    return state


@rule("MIR-SKC-8")
async def boosted(fallen: FallenDice, dice: Dice, boost: str) -> FallenDice:
    """Advantage gained after the roll: an extra die, the higher counts; against disadvantage the first die stands."""
    if boost == "none":
        return fallen
    if dice.disadvantage:
        return FallenDice(fallen.first, fallen.faces, fallen.first)
    extra = await roll(d(D20), "rolls.extra", secret=dice.secret, who=dice.who)
    return FallenDice(max(fallen.face, extra.value), (*fallen.faces, *extra.faces), fallen.first)


@rule("MIR-LIV-34", "MIR-SKC-8", "MIR-ADV-4")
async def swung(fallen: FallenDice, dice: Dice, *, better: bool, worse: bool) -> tuple[FallenDice, Dice]:
    """Advantage or disadvantage that a step gives once the dice have fallen: both are none, against the other kind the first die stands."""
    if better == worse or dice.passive or (dice.advantage if better else dice.disadvantage):
        return fallen, dice
    if dice.advantage or dice.disadvantage:
        return FallenDice(fallen.first, fallen.faces, fallen.first), replace(dice, advantage=False, disadvantage=False)
    extra = await roll(d(D20), "rolls.extra", secret=dice.secret, who=dice.who)
    face = max(fallen.face, extra.value) if better else min(fallen.face, extra.value)
    now = replace(dice, advantage=better, disadvantage=worse)
    return FallenDice(face, (*fallen.faces, *extra.faces), fallen.first), now


@rule("MIR-SKC-4", "MIR-SKC-5")
def natural_of(face: int, dice: Dice) -> str:
    """N1 or N20 of the real face, in active skill checks only."""
    if dice.passive or face not in (1, D20):
        return "none"
    return "n1" if face == 1 else "n20"


def natural_term(natural: str) -> Term | None:
    if natural == "none":
        return None
    return because(NATURAL if natural == "n20" else -NATURAL, f"why.{natural}", "MIR-SKC-4")
