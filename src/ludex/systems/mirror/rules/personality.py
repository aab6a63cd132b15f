"""Personality (人格): humanity, ego, madness, trauma, and favour that the GM hands out (MIR-PER, MIR-TRA, MIR-CFL-2). Going mad is in the fold."""

from typing import Annotated

import msgspec

from ludex.core.declaring import Actor, Deed
from ludex.core.deeds import PERSON, REST, Asked, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import SHEET, keyed, whom
from ludex.core.rule import rule
from ludex.systems.mirror.events import FavourChanged, PersonalityChanged, TraumaNoted
from ludex.systems.mirror.kinds import Amount, ForPerson, PersonOrSelf, Reason, StoryDeed
from ludex.systems.mirror.rules.report import After, after
from ludex.systems.mirror.rules.windows import act, occurred
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State

EGO_PER_SEGMENT = 2
"""Ego that trauma gives one character in a segment, at most (MIR-TRA-3)."""


class Trauma(
    StoryDeed, names=("创伤", "trauma"), does="trauma", group="mind", many=True, beside=PERSON, example=".创伤 1 谁=安"
):
    """A trauma of somebody."""

    amount: Amount = 1
    actor: ForPerson
    reason: Reason = ""


class SpendHumanity(Deed, names=("人性", "humanity"), does="spend_humanity", group="mind", example=".人性 1"):
    """Humanity that she spends."""

    actor: Actor
    amount: Amount = 1


class Traumatised(msgspec.Struct, frozen=True):
    """What a trauma did."""

    madness: int
    ego: int
    ego_gain: int
    mad: bool
    after: After


class HumanitySpent(msgspec.Struct, frozen=True):
    """What spending humanity did."""

    humanity: int
    madness: int
    mad: bool
    after: After


def own_cost(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What only costs herself: humanity or ego down, madness up."""
    costs = (asked["humanity"] or 0) <= 0 and (asked["ego"] or 0) <= 0 and (asked["madness"] or 0) >= 0
    return () if costs and whom(asked) in asked.controls else kinds


class ChangePersonality(
    StoryDeed, names=("人格", "self"), does="change_personality", group="mind", many=True, example=".人格 自我=1 谁=安"
):
    """`.人格 人性=+2 自我=-1`: signed changes from other causes."""

    humanity: Annotated[int, keyed("humanity", "人性", "humanity")] = 0
    ego: Annotated[int, keyed("ego", "自我", "ego")] = 0
    madness: Annotated[int, keyed("madness", "狂气", "madness")] = 0
    actor: ForPerson
    word = own_cost


class PersonalityNow(msgspec.Struct, frozen=True):
    """The personality as it stands."""

    humanity: int
    ego: int
    madness: int
    mad: bool
    after: After


def own_price(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A loss of one's own needs nobody's word (MIR-LIV-1)."""
    return () if asked["amount"] < 0 and whom(asked) in asked.controls else kinds


class GrantFavour(
    Deed,
    names=("宠爱", "favour", "favor"),
    does="grant_favour",
    group="mind",
    many=True,
    owner=SHEET,
    said_by=SHEET,
    example=".宠爱 安 1 守住了门",
):
    """Favour given, or with a sign spent, and why."""

    target: PersonOrSelf
    amount: Annotated[int, Field(keys=("点", "amount"))]
    reason: Reason = ""
    word = own_price


class FavourNow(msgspec.Struct, frozen=True):
    """Her favour now."""

    favour: int
    after: After


class NoteTrauma(
    Deed, names=("精神创伤", "心结", "scar"), does="note_trauma", group="mind", example=".精神创伤 见不得镜子碎掉"
):
    """A trauma event of the player's own."""

    actor: Actor
    text: Annotated[str, Field(kind=REST)]


class TraumasNoted(msgspec.Struct, frozen=True):
    """All that she wrote down."""

    traumas: tuple[str, ...]


def check_amount(amount: int, clause: str) -> None:
    """Refuse amounts below 1."""
    if amount < 1:
        raise RuleError("bad_amount", clause=clause, amount=amount)


@rule("MIR-TRA-2", "MIR-TRA-3")
async def trauma(state: State, given: Trauma) -> Traumatised:
    """A trauma raises madness, and ego with it, by at most 2 in a segment and never above its maximum."""
    c = state.who(given.actor)
    check_amount(given.amount, "MIR-TRA-2")
    gain = max(0, min(given.amount, EGO_PER_SEGMENT - c.ego_gained, c.ego_max - c.ego))
    state = await happen(
        PersonalityChanged(c.id, c.humanity, c.ego + gain, c.madness + given.amount, c.ego_gained + gain)
    )
    course = act()
    state = await occurred(state, "trauma", doer=given.actor, course=course)
    if state.who(given.actor).mad and not c.mad:
        state = await occurred(state, "mad", doer=given.actor, course=course)
    now = state.who(given.actor)
    return Traumatised(now.madness, now.ego, gain, now.mad, after(state, given.actor))


@rule("MIR-PER-1")
async def spend_humanity(state: State, given: SpendHumanity) -> HumanitySpent:
    """Humanity removes as much madness."""
    c = state.in_play(given.actor)
    check_amount(given.amount, "MIR-PER-1")
    if given.amount > c.humanity:
        raise RuleError("not_enough_humanity", clause="MIR-PER-1", amount=given.amount, humanity=c.humanity)
    if given.amount > c.madness:
        raise RuleError("not_enough_madness", clause="MIR-PER-1", amount=given.amount, madness=c.madness)
    state = await happen(
        PersonalityChanged(c.id, c.humanity - given.amount, c.ego, c.madness - given.amount, c.ego_gained)
    )
    now = state.who(given.actor)
    return HumanitySpent(now.humanity, now.madness, now.mad, after(state, given.actor))


@rule("MIR-PER-1", "MIR-PER-2", "MIR-PER-4")
async def change_personality(state: State, given: ChangePersonality) -> PersonalityNow:
    """Changes from other causes; none falls below 0, ego not above Sensation."""
    c = state.who(given.actor)
    humanity, madness = max(0, c.humanity + given.humanity), max(0, c.madness + given.madness)
    ego = min(c.ego_max, max(0, c.ego + given.ego))
    state = await happen(PersonalityChanged(c.id, humanity, ego, madness, c.ego_gained))
    now = state.who(given.actor)
    return PersonalityNow(now.humanity, now.ego, now.madness, now.mad, after(state, given.actor))


@rule("MIR-CFL-2")
async def grant_favour(state: State, given: GrantFavour) -> FavourNow:
    """The GM hands out favour, or it is spent; never below 0 (Ruling MIR-E-39)."""
    character = state.who(given.target)
    if given.amount == 0:
        raise RuleError("bad_amount", clause="MIR-CFL-2", amount=given.amount)
    check_favour(character, -given.amount)
    state = await happen(FavourChanged(given.target, character.favour + given.amount, given.reason))
    return FavourNow(state.who(given.target).favour, after(state, given.target))


def check_favour(character: Character, price: int) -> None:
    """Refuse a price above what she has."""
    if price > character.favour:
        raise RuleError("not_enough_favour", clause="MIR-CFL-2", amount=price, favour=character.favour)


@rule("MIR-TRA-1")
async def note_trauma(state: State, given: NoteTrauma) -> TraumasNoted:
    """Write down a trauma of one's own; it is shown, not computed."""
    state.who(given.actor)
    state = await happen(TraumaNoted(given.actor, given.text))
    return TraumasNoted(state.who(given.actor).traumas)
