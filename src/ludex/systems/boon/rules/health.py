"""Health and damage (BOO-PHL) joined with rest (BOO-PRS), which heals it: what damage does to a body, healing, fate rolls.

`wound` and `mend` are the only ways in which damage changes; everything that hurts or heals goes through them.
"""

from typing import TypedDict

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose, roll
from ludex.core.bounds import dice, whole
from ludex.core.effects.counting import joined, shares
from ludex.core.effects.records import Effect, Facts, Occasion
from ludex.core.effects.windows import Course
from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.fields import STORY
from ludex.core.hints import larger, smaller
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.dice.pools import d, total_of
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.events import IMPAIRED, Fated, Healed, Wounded, happen
from ludex.systems.boon.kinds import AmountOrDice, Someone, TableDeed, Whom
from ludex.systems.boon.kinds.offers import costs_oneself
from ludex.systems.boon.rules.clock import dropped_out
from ludex.systems.boon.rules.windows import hear, lay, number, used_up, with_body
from ludex.systems.boon.sheet import Character, Healing, Number
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Status

DOWN = (Status.DISABLED, Status.DYING, Status.UNCONSCIOUS)
LAST_FATE = 3
"""The state of whom a fate roll brought back."""
NIGHT, DAY = 8, 24
LEAST_SIDES = 2


class Points(msgspec.Struct, frozen=True, kw_only=True):
    who: str = "?"
    amount: int | str


class PointsByHand(Points, TableDeed, owner=STORY, many=True):
    who: Whom = ""
    amount: AmountOrDice


class DamageByHand(PointsByHand, names=("伤害", "dmg", "damage"), does="apply_damage", example=".伤害 安 3"):
    """Damage; to oneself it needs nobody's word."""

    word = costs_oneself


class HealByHand(PointsByHand, names=("治疗", "heal"), does="heal", picture="flask", example=".治疗 安 2"):
    """Healing."""


class Hurt(msgspec.Struct, frozen=True, kw_only=True):
    damage: int
    status: Status
    injured: bool
    hours: int = 0
    dealt: int = 0
    """Before effects took anything off."""


class Mended(msgspec.Struct, frozen=True, kw_only=True):
    damage: int
    status: Status
    healed: int
    injured: bool


class Rest(msgspec.Struct, frozen=True, kw_only=True):
    who: str = "?"
    hours: Number


class Rested(msgspec.Struct, frozen=True, kw_only=True):
    damage: int
    status: Status
    healed: int
    healing_rate: int


class FateRoll(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `fate_roll`. `count` is the rolls so far in a row; by default those on the sheet."""

    who: str = "?"
    count: int | None = None


class FateLine(
    FateRoll, TableDeed, names=("命运", "fate"), does="fate_roll", owner=STORY, many=True, example=".命运 安"
):
    who: Someone = ""


class Fate(msgspec.Struct, frozen=True, kw_only=True):
    face: int
    status: Status
    damage: int
    count: int
    impaired: bool = False
    hours: int = 0


def check_not_dead(character: Character) -> None:
    """The dead are neither hurt nor healed (BOO-PHL-13)."""
    if character.status is Status.DEAD:
        raise RuleError("dead", clause="BOO-PHL-13", who=character.called)


def check_points(said: int | str) -> None:
    """What gives points is a number that is not negative, or dice."""
    amount, thrown = whole(str(said)), dice(str(said))
    if amount is None and thrown is None:
        raise RuleError("bad_amount", amount=str(said)[:40], least=0)
    if thrown is not None and (thrown.sides < LEAST_SIDES or thrown.count < 1):
        raise RuleError("bad_die", clause="BOO-DMG-1", die=thrown.sides)
    check_amount(amount or 0)


async def points_of(said: int | str, who: Who | None = None) -> int:
    """Points as they are said, a number or dice: these are thrown now."""
    thrown = dice(str(said))
    if thrown is None:
        return int(said)
    return thrown.plus + (await roll(total_of(thrown.count, thrown.sides), "rolls.damage", who=who)).value


def check_amount(amount: Number, least: int = 0) -> None:
    if amount < least:
        raise RuleError("bad_amount", amount=amount, least=least)


@rule("BOO-PHL-2", "BOO-PHL-6", "BOO-PHL-7", "BOO-PHL-8")
async def wound(
    state: State, who: str, amount: int, *, by: str = "", course: Course | None = None, tags: tuple[str, ...] = ()
) -> State:
    """Damage to a body: it adds up to health at most, and at health it takes somebody out of the fight; who listens is heard."""
    state, why = await _past_effects(state, who, amount, Occasion("", by, who, {"tags": tags}))
    amount = why.value
    if amount <= 0:
        return state
    before, state = state.character(who), await _wound_body(state, who, why)
    course = course or Course()
    facts: Facts = {"amount": amount, "tags": tags}
    state = await hear(state, "wounded", doer=by, target=who, course=course, **facts)
    after = state.character(who)
    if before.active and not after.active:
        state = await hear(state, "dropped", doer=by, target=who, course=course, **facts)
    if before.status is not Status.DEAD and state.character(who).status is Status.DEAD:
        state = await hear(state, "died", doer=by, target=who, course=course, **facts)
    return state


class Stood(TypedDict):
    """What stood on a sheet before a wound, and why it is so much."""

    was: int
    held: Status
    why: Total


@rule("BOO-LIV-36", "BOO-LIV-40")
async def _past_effects(state: State, who: str, amount: int, at: Occasion) -> tuple[State, Total]:
    """What effects leave of damage that would reach a body; those that last for points lose what they took off."""
    mine = shares(WORDS, state, who, ("taken",), at) if amount > 0 else ()
    if not mine:
        return state, total(because(amount, "why.dice"))
    for share in (s for s in mine if s.how == "flat" and s.value < 0 and s.effect.left is not None):
        stopped = min(-share.value, share.effect.left or 0, amount)
        amount -= stopped
        state = await used_up(state, (share.effect,), stopped, unit="points")
    rest = tuple(s for s in mine if s.how != "flat" or s.value > 0 or s.effect.left is None)
    why = joined(WORDS, "taken", (because(amount, "why.dice"),), rest)
    return state, replace(why, value=larger(why.value, 0))


async def _wound_body(state: State, who: str, why: Total) -> State:
    hurt, amount = with_body(state, who), why.value
    stood: Stood = {"was": hurt.damage, "held": hurt.status, "why": why}
    damage = smaller(hurt.damage + amount, hurt.health)  # BOO-PHL-2
    if hurt.damage >= hurt.health or amount >= hurt.health:  # BOO-PHL-8, BOO-PHL-6
        return await happen(Wounded(who, hurt.health, Status.DEAD, **stood))
    if damage < hurt.health:
        return await happen(Wounded(who, damage, hurt.status, hurt.hours, **stood))
    status = Status.DISABLED if state.is_player(hurt) else await defeat(state, who)  # BOO-PHL-7
    hours = (await roll(d(3), "rolls.hours", who=actor(who))).value if status is Status.UNCONSCIOUS else 0
    return await happen(Wounded(who, damage, status, hours, **stood))


@rule("BOO-PHL-7")
async def defeat(state: State, who: str) -> Status:
    """What becomes of an NPC whose damage reaches its health: the table's option says it, or the GM."""
    answer: str = state.options.npc_defeat
    if answer == "ask":
        name = state.character(who).called
        options = (Option("die", say("answers.die")), Option("unconscious", say("answers.unconscious")))
        answer = await choose(GM, say("questions.defeat", who=name), options, about=who)
    return Status.DEAD if answer == "die" else Status.UNCONSCIOUS


@rule("BOO-PHL-13")
async def mend(state: State, who: str, amount: int) -> State:
    """Healing lowers damage, not below 0; who was down and is below health again is back."""
    healed = with_body(state, who)
    damage = max(healed.damage - max(number(state, who, "healing", amount), 0), 0)
    back = healed.status in DOWN and damage < healed.health
    now = Status.ACTIVE if back else healed.status
    state = await happen(Healed(who, damage, now, was=healed.damage, held=healed.status))
    return await hear(state, "healed", target=who) if damage < healed.damage else state


def heal_amount(heal: Healing | None, character: Character) -> int:
    """Points, or the healing rate of the one who is healed (BOO-PSP-1)."""
    return character.healing_rate if heal == "rate" else heal or 0


@rule("BOO-PHL-2", "BOO-PHL-3")
async def apply_damage(state: State, given: Points) -> Hurt:
    """Damage from the GM's hand: a fall, a rock, whatever the scene does."""
    check_points(given.amount)
    check_not_dead(state.character(given.who))
    amount = await points_of(given.amount, GM)
    state = await dropped_out(await wound(state, given.who, amount), given.who)  # BOO-RND-16
    hurt = with_body(state, given.who)
    return Hurt(damage=hurt.damage, status=hurt.status, injured=hurt.injured, hours=hurt.hours, dealt=amount)


@rule("BOO-PHL-13")
async def heal(state: State, given: Points) -> Mended:
    """Heal so many points of damage."""
    check_points(given.amount)
    before = state.character(given.who)
    check_not_dead(before)
    amount = await points_of(given.amount, GM)
    after = with_body(await mend(state, given.who, amount), given.who)
    healed = before.damage - after.damage
    return Mended(damage=after.damage, status=after.status, healed=healed, injured=after.injured)


@rule("BOO-PRS-1", "BOO-PHL-14")
async def rest(state: State, given: Rest) -> Rested:
    """A night heals the healing rate, a day twice that, less nothing."""
    check_amount(given.hours)
    check_not_dead(state.character(given.who))
    before = with_body(state, given.who)
    times = 2 if given.hours >= DAY else 1 if given.hours >= NIGHT else 0
    state = await mend(state, given.who, times * before.healing_rate)
    after = (await hear(state, "rested", doer=given.who, target=given.who)).character(given.who)
    healed = before.damage - after.damage
    return Rested(damage=after.damage, status=after.status, healed=healed, healing_rate=before.healing_rate)


@rule("BOO-PHL-10", "BOO-PHL-11")
async def fate_roll(state: State, given: FateRoll) -> Fate:
    """The end of a round for somebody who is disabled or dying: 1d6."""
    who = state.character(given.who)
    if who.status not in (Status.DISABLED, Status.DYING):
        raise RuleError(
            "bad_target", clause="BOO-PHL-10", target=who.called, status=term(who.status), hint=say("told.no_fate")
        )
    _, fate = await fate_of(state, who, who.fates if given.count is None else given.count)
    return fate


@rule("BOO-PHL-10", "BOO-PHL-11", "BOO-PHL-12")
async def fate_of(state: State, who: Character, count: int) -> tuple[State, Fate]:
    """Roll somebody's fate, after so many rolls in a row."""
    face = (await roll(d(6), "rolls.fate", who=actor(who.id))).value
    fate = await (_disabled if who.status is Status.DISABLED else _dying)(who, face, count + 1)
    state = await happen(
        Fated(who.id, fate.status, fate.damage, fate.count, fate.hours, was=who.damage, held=who.status)
    )
    if fate.impaired:
        state = await lay(state, Effect(name=IMPAIRED), bearer=who.id)  # BOO-PHL-12
    return state, fate


async def _disabled(who: Character, face: int, count: int) -> Fate:
    """1 is dying, 6 is back and impaired; the third roll without change is unconscious (BOO-PHL-10)."""
    if face == 1:
        return Fate(face=face, status=Status.DYING, damage=who.damage, count=0)
    if face == 6:
        return Fate(face=face, status=Status.ACTIVE, damage=max(who.damage - 1, 0), count=0, impaired=True)
    if count < LAST_FATE:
        return Fate(face=face, status=Status.DISABLED, damage=who.damage, count=count)
    hours = (await roll(d(3), "rolls.hours", who=actor(who.id))).value
    return Fate(face=face, status=Status.UNCONSCIOUS, damage=who.damage, count=count, hours=hours)


async def _dying(who: Character, face: int, count: int) -> Fate:
    """1 is death, 6 is disabled with a fresh count (BOO-PHL-11)."""
    if face == 6:
        return Fate(face=face, status=Status.DISABLED, damage=who.damage, count=0)
    status = Status.DEAD if face == 1 else Status.DYING
    return Fate(face=face, status=status, damage=who.damage, count=count)
