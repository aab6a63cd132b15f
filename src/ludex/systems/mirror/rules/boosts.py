"""Skill checks (技能检定): what a checker may spend for advantage once her dice have fallen, and when that is worth asking (MIR-SKC, MIR-GAU)."""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option, choose_all, roll
from ludex.core.events import happen
from ludex.core.explain import Term, because
from ludex.core.hints import of_each, remembered
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.dice.pools import d
from ludex.systems.mirror.events import BoostsDeclined, GaugeSpent, PersonalityChanged
from ludex.systems.mirror.rules.asking import pick
from ludex.systems.mirror.rules.checks import D20, Dice, Fallen, graded
from ludex.systems.mirror.sheet import MADNESS_GAP, Character
from ludex.systems.mirror.state import State, scope
from ludex.systems.mirror.terms import Grade

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


def boost_question(fallen: Fallen, dice: Dice, modifier: int, stake: Stake) -> Say:
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
def _hope(fallen: Fallen, dice: Dice, modifier: int, stake: Stake) -> Say | str:
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
def useful(fallen: Fallen, dice: Dice, modifier: int, stake: Stake) -> bool:
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
    """Whether one total is worth more than another."""
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
async def boosted(fallen: Fallen, dice: Dice, boost: str) -> Fallen:
    """Advantage gained after the roll: an extra die, the higher counts; against disadvantage the first die stands."""
    if boost == "none":
        return fallen
    if dice.disadvantage:
        return Fallen(fallen.first, fallen.faces, fallen.first)
    extra = await roll(d(D20), "rolls.extra", secret=dice.secret, who=dice.who)
    return Fallen(max(fallen.face, extra.value), (*fallen.faces, *extra.faces), fallen.first)


@rule("MIR-LIV-34", "MIR-SKC-8", "MIR-ADV-4")
async def swung(fallen: Fallen, dice: Dice, *, better: bool, worse: bool) -> tuple[Fallen, Dice]:
    """Advantage or disadvantage that a step gives once the dice have fallen: both are none, against the other kind the first die stands."""
    if better == worse or dice.passive or (dice.advantage if better else dice.disadvantage):
        return fallen, dice
    if dice.advantage or dice.disadvantage:
        return Fallen(fallen.first, fallen.faces, fallen.first), replace(dice, advantage=False, disadvantage=False)
    extra = await roll(d(D20), "rolls.extra", secret=dice.secret, who=dice.who)
    face = max(fallen.face, extra.value) if better else min(fallen.face, extra.value)
    now = replace(dice, advantage=better, disadvantage=worse)
    return Fallen(face, (*fallen.faces, *extra.faces), fallen.first), now


@rule("MIR-SKC-4", "MIR-SKC-5")
def natural_of(face: int, dice: Dice) -> str:
    """N1 or N20 of the real face, in active skill checks only."""
    if dice.passive or face not in (1, D20):
        return "none"
    return "n1" if face == 1 else "n20"


def natural_term(natural: str) -> Term | None:
    """What it gives or takes."""
    if natural == "none":
        return None
    return because(NATURAL if natural == "n20" else -NATURAL, f"why.{natural}", "MIR-SKC-4")
