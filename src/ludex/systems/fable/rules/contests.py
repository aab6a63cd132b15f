"""Checks of several people: those who roll together, and opposed checks, part of Checks (FAB-PCK-6)."""

from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Aside, again, part
from ludex.core.effects.records import Facts, Occasion
from ludex.core.explain import Term, Total, because, total
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.attributes import die_size
from ludex.systems.fable.rules.checks import (
    LOWEST_OPPORTUNITY,
    Reading,
    after_roll,
    effects_on,
    modifiers,
    new_act,
    read_doubles,
    settled,
    sides_gain,
    with_effects,
)
from ludex.systems.fable.rules.counting import in_place_of
from ludex.systems.fable.rules.hands import Goal, Hand, Roller, Side, Sizes, roller_for, thrown
from ludex.systems.fable.rules.invoking import invoked_in_turn
from ludex.systems.fable.rules.superiority import Moved, Points, moved, tracked
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Attribute

GUARD_BONUS = 2


class Rolling(Side, frozen=True, kw_only=True):
    """Somebody in a check of several: two dice as they are, or the attributes of a character of the table."""

    sizes: Sizes = (8, 8)
    attributes: tuple[Attribute, Attribute] | None = None
    effects: tuple[Term, ...] = ()
    """What effects add: worked out when it begins."""


S = TypeVar("S", bound=Rolling)


def occasion_of(kind: str, side: Rolling, other: str = "") -> Occasion:
    """A check of several, as conditions see it."""
    facts: Facts = {"kind": kind, "attributes": side.attributes or (), "owner": side.id}
    return Occasion("checked", side.id, other, facts)


def with_dice(state: State, side: S, kind: str, other: str = "") -> S:
    """Somebody with her current dice, where attributes are named instead of dice, and with what effects add."""
    if side.attributes is None:
        return side
    character, at = character_of(state, side.id), occasion_of(kind, side, other)
    first, second = (die_size(state, character, in_place_of(state, side.id, a, at)) for a in side.attributes)
    return replace(side, sizes=(first, second), effects=effects_on(state, side.id, at))


def rolling(state: State, side: Rolling, kind: str, other: str = "") -> Roller:
    """Somebody who rolls, with what her effects allow and forbid her."""
    return with_effects(state, roller_for(state, side), occasion_of(kind, side, other))


class Rival(Rolling, frozen=True, kw_only=True):
    """One side of an opposed check."""

    guarding: bool = False

    def terms(self) -> tuple[Term, ...]:
        """What is added to her dice; a guarding character has +2 (FAB-PAC-2)."""
        guard = (because(GUARD_BONUS, "why.guarding", "FAB-PAC-2"),) if self.guarding else ()
        return (*modifiers(self.modifier), *guard, *self.effects)


class Oppose(msgspec.Struct, frozen=True):
    """Who measure themselves with each other."""

    a: Rival
    b: Rival


class Opposed(msgspec.Struct, frozen=True, kw_only=True):
    """Who won, by how much, and what the deciding roll gave."""

    winner: Literal["a", "b"]
    value_a: int
    value_b: int
    margin: int
    rounds: int
    fp_gain_a: int
    fp_gain_b: int
    opportunity_a: int
    opportunity_b: int
    fp_a: int
    fp_b: int
    superiority: Points | None = None
    moves: tuple[Moved, ...] = ()
    """How the doubles moved the sides' points, each with its reason (FAB-LIV-21)."""
    doubles: tuple[int, int] = (0, 0)
    told: tuple[Say, ...] = ()
    """What effects did on the way."""
    why: dict[str, Total] = {}


class Stood(msgspec.Struct, frozen=True):
    """One side after the deciding roll: its value, what its doubles give, what she has left; the dice are for show."""

    value: int
    reading: Reading
    roller: Roller
    hand: Aside[Hand]


class Clash(msgspec.Struct, frozen=True):
    """The deciding roll of both sides, who won it, and how many rolls it took (for show)."""

    a: Stood
    b: Stood
    winner: Literal["a", "b"]
    rounds: Aside[int]


@rule("FAB-PCK-6")
async def opposed_check(state: State, given: Oppose) -> Opposed:
    """Both roll; the higher value wins; on a tie both roll again. Only the deciding roll's doubles count."""
    given = Oppose(with_dice(state, given.a, "opposed", given.b.id), with_dice(state, given.b, "opposed", given.a.id))
    rollers = rolling(state, given.a, "opposed", given.b.id), rolling(state, given.b, "opposed", given.a.id)
    purpose = Aside(say("questions.purpose_opposed"))
    goals = [
        Goal(purpose, int(total(*side.terms())), name="rival", added=Aside(side.terms()), kind="opposed")
        for side in (given.a, given.b)
    ]
    hands = (
        Hand(rollers[0], given.a.sizes, given.a.attributes or (), goal=goals[0]),
        Hand(rollers[1], given.b.sizes, given.b.attributes or (), goal=goals[1]),
    )
    clash = await part(_clash, hands, given, state.options, Aside(1))
    act, moves = new_act(), list[Moved]()
    for before, side, at in zip(
        rollers, (clash.a, clash.b), (occasion_of("opposed", given.a), occasion_of("opposed", given.b)), strict=True
    ):
        state = await after_roll(state, before, side.hand.shown, at, act)
        points = tracked(state)
        state = await counted(state, before, after=side.roller, reading=side.reading, act=act)
        moves += moved(points or {}, tracked(state) or {}, say("told.doubles", x=side.reading.doubles))
    return replace(_opposed(state, given, clash), moves=tuple(moves), told=tuple(act.told))


@rule("FAB-PCK-6")
async def _clash(hands: tuple[Hand, Hand], given: Oppose, options: Options, rounds: Aside[int]) -> Clash:
    """One roll of both sides, and again while tied; a bond that was invoked stays in the repeated rolls."""

    def ranks_of(hands: tuple[Hand, ...]) -> tuple[tuple[int, int], ...]:
        return tuple(_standing(hand, side, options) for hand, side in zip(hands, (given.a, given.b), strict=True))

    def made_loser(before: tuple[Hand, ...], after: tuple[Hand, ...]) -> list[int]:
        (a, b), (c, d) = ranks_of(before[:2]), ranks_of(after[:2])
        return [0] * (a >= b and c < d) + [1] * (b >= a and d < c)

    thrown_ = _facing(await thrown(hands[0]), await thrown(hands[1]))
    a, b = both = await invoked_in_turn(thrown_, options, made_loser)
    ranks = ranks_of(both)
    if ranks[0] == ranks[1]:
        return await again(_clash, (a.taken_up(), b.taken_up()), given, options, Aside(rounds.shown + 1))
    winner: Literal["a", "b"] = "a" if ranks[0] > ranks[1] else "b"
    return Clash(_stood(a, given.a, options), _stood(b, given.b, options), winner, rounds)


def _facing(a: Hand, b: Hand) -> tuple[Hand, Hand]:
    """Each has the other's value to beat: only the loser is asked (FAB-LIV-23)."""
    first = replace(a, goal=replace(a.goal, reach=(b.value + 1,) if a.value < b.value else ()))
    second = replace(b, goal=replace(b.goal, reach=(a.value + 1,) if b.value < a.value else ()))
    return first, second


def _stood(hand: Hand, side: Rival, options: Options) -> Stood:
    """What one side's dice came to."""
    value = total(*hand.terms(), *side.terms()).value
    return Stood(value, read_doubles(hand, options), hand.roller, Aside(hand))


@rule("FAB-PCK-6", "FAB-DBL-2")
def _standing(hand: Hand, side: Rival, options: Options) -> tuple[int, int]:
    """What sides are compared by: the value; the parent's way a high double beats and a double 1 loses before that."""
    value = total(*hand.terms(), *side.terms()).value
    if options.doubles_decide_result != "parent":
        return 0, value
    return 1 if hand.doubles >= LOWEST_OPPORTUNITY else -1 if hand.doubles == 1 else 0, value


async def counted(state: State, before: Roller, *, after: Roller, reading: Reading, act: Act) -> State:
    """Settle one side's points and doubles, and tell what an opportunity became; in a conflict the doubles move superiority."""
    state = await settled(state, before, after=after, reading=reading, pending="check", act=act)
    return (await sides_gain(state, before.who, reading))[0]


def _opposed(state: State, given: Oppose, clash: Clash) -> Opposed:
    """An opposed check as it is reported."""
    a, b = clash.a, clash.b
    lead = a.value - b.value
    return Opposed(
        winner=clash.winner,
        value_a=a.value,
        value_b=b.value,
        margin=max(0, lead if clash.winner == "a" else -lead),
        rounds=clash.rounds.shown,
        fp_gain_a=a.reading.fp_gain,
        fp_gain_b=b.reading.fp_gain,
        opportunity_a=a.reading.opportunity,
        opportunity_b=b.reading.opportunity,
        fp_a=a.roller.fp + a.reading.fp_gain,
        fp_b=b.roller.fp + b.reading.fp_gain,
        superiority=tracked(state),
        doubles=(a.reading.doubles, b.reading.doubles),
        why={
            "value_a": total(*a.hand.shown.terms(), *given.a.terms(), clause="FAB-PCK-6"),
            "value_b": total(*b.hand.shown.terms(), *given.b.terms(), clause="FAB-PCK-6"),
        },
    )
