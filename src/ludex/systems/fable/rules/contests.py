"""Checks of several people: opposed checks, group checks and teamwork, the second half of Checks (FAB-PCK-6..8)."""

from typing import Literal, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Aside, Asking, Option, again, choose_all, part
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because, total
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fable.events import InitiativeSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.attributes import die_size
from ludex.systems.fable.rules.checks import (
    LOWEST_OPPORTUNITY,
    TIERS,
    Reading,
    modifiers,
    read_doubles,
    result_of,
    settled,
    sides_gain,
    tier_of,
)
from ludex.systems.fable.rules.invoking import (
    Goal,
    Hand,
    Roller,
    Side,
    Sizes,
    invoked,
    invoked_in_turn,
    roller_for,
    thrown,
)
from ludex.systems.fable.rules.superiority import Points
from ludex.systems.fable.state import ROUND_TICKS, State, character_of
from ludex.systems.fable.terms import Attribute, Result

GUARD_BONUS = 2
SUPPORT_DL = 10


class Rival(Side, frozen=True, kw_only=True):
    """One side of an opposed check: two dice as they are, or the attributes of a character of the table."""

    sizes: Sizes = (8, 8)
    attributes: tuple[Attribute, Attribute] | None = None
    guarding: bool = False

    def terms(self) -> tuple[Term, ...]:
        """What is added to her dice; a guarding character has +2 (FAB-PAC-2)."""
        guard = (because(GUARD_BONUS, "why.guarding", "FAB-PAC-2"),) if self.guarding else ()
        return (*modifiers(self.modifier), *guard)


S = TypeVar("S", bound="Rival | Leader | Supporter")


def _with_dice(state: State, side: S) -> S:
    """Somebody with her current dice, where attributes are named instead of dice."""
    if side.attributes is None:
        return side
    character = character_of(state, side.id)
    first, second = (die_size(character, attribute, state.options) for attribute in side.attributes)
    return replace(side, sizes=(first, second))


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
    given = Oppose(_with_dice(state, given.a), _with_dice(state, given.b))
    rollers = roller_for(state, given.a), roller_for(state, given.b)
    goals = [Goal(Aside(say("questions.purpose_opposed")), int(total(*side.terms()))) for side in (given.a, given.b)]
    hands = (
        Hand(rollers[0], given.a.sizes, given.a.attributes or (), goal=goals[0]),
        Hand(rollers[1], given.b.sizes, given.b.attributes or (), goal=goals[1]),
    )
    clash = await part(_clash, hands, given, state.options, Aside(1))
    for before, side in zip(rollers, (clash.a, clash.b), strict=True):
        state = await _counted(state, before, after=side.roller, reading=side.reading)
    return _opposed(state, given, clash)


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


async def _counted(state: State, before: Roller, *, after: Roller, reading: Reading) -> State:
    """Settle one side's points and doubles; in a conflict the doubles move superiority."""
    state = await settled(state, before, after=after, reading=reading, pending="check")
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
        superiority=None if state.conflict is None else state.conflict.points,
        why={
            "value_a": total(*a.hand.shown.terms(), *given.a.terms(), clause="FAB-PCK-6"),
            "value_b": total(*b.hand.shown.terms(), *given.b.terms(), clause="FAB-PCK-6"),
        },
    )


# ---------------------------------------------------------------------- group checks
class Leader(Side, frozen=True, kw_only=True):
    """Who leads a group check."""

    sizes: Sizes = (8, 8)
    attributes: tuple[Attribute, Attribute] | None = None


class Supporter(Side, frozen=True, kw_only=True):
    """Who helps: `bond_strength` is that of her bond towards the leader."""

    sizes: Sizes = (8, 8)
    attributes: tuple[Attribute, Attribute] | None = None
    bond_strength: int = 0
    spd: int = 0


class Group(msgspec.Struct, frozen=True):
    """A check with helpers; in a conflict they do not roll but give up a turn."""

    leader: Leader
    supporters: tuple[Supporter, ...] = ()
    dl: int | None = None
    asks: tuple[str, ...] = ()
    """Helpers whose players say themselves whether they help (FAB-LIV-5)."""
    mode: Literal["scene", "conflict"] = "scene"


class Grouped(msgspec.Struct, frozen=True, kw_only=True):
    """How a group check came out."""

    supports: tuple[bool, ...]
    support_bonus: int
    bond_bonus: int
    value: int
    doubles: int
    fp_gain: int
    opportunity: int
    supporter_fp: tuple[int, ...]
    margin: int | None = None
    result: Result | None = None
    tier: int | None = None
    initiative_cost: tuple[int, ...] | None = None
    why: dict[str, Total] = {}


@rule("FAB-PCK-7")
async def group_check(state: State, given: Group) -> Grouped:
    """The supporters help, then the leader rolls with what their help is worth."""
    given = replace(
        given,
        leader=_with_dice(state, given.leader),
        supporters=tuple(_with_dice(state, supporter) for supporter in given.supporters),
    )
    given = replace(given, supporters=await _willing(given))
    costs = None
    if given.mode == "conflict":
        state, costs = await _give_up_turns(state, given.supporters)
        supports, gains = (True,) * len(given.supporters), (0,) * len(given.supporters)
    else:
        state, supports, gains = await _support(state, given.supporters)
    helped = [s for s, did in zip(given.supporters, supports, strict=True) if did]
    bond = max((s.bond_strength for s in helped), default=0)
    before = roller_for(state, given.leader)
    goal = Goal(
        Aside(say("questions.purpose_group")),
        given.leader.modifier + len(helped) + bond,
        TIERS if given.dl is None else (given.dl,),
        "" if given.dl is None else "dl",
    )
    led = Hand(before, given.leader.sizes, given.leader.attributes or (), goal=goal)
    hand = await invoked(await thrown(led), state.options)
    reading = read_doubles(hand, state.options)
    state = await _counted(state, before, after=hand.roller, reading=reading)
    value = _led(hand, given.leader.modifier, helpers=len(helped), bond=bond)
    number, dl = value.value, given.dl
    return Grouped(
        **asdict(reading),
        supports=supports,
        support_bonus=sum(supports),
        bond_bonus=bond,
        value=number,
        supporter_fp=gains,
        margin=None if dl is None else number - dl,
        result=None if dl is None else result_of(number, dl, doubles=reading.doubles, options=state.options),
        tier=tier_of(number) if dl is None else None,
        initiative_cost=costs,
        why={"value": value},
    )


async def _willing(given: Group) -> tuple[Supporter, ...]:
    """Those who help: nobody decides for another player's character; all are asked at once (FAB-LIV-5, FAB-LIV-25)."""
    options = (Option("yes", say("answers.help_yes")), Option("no", say("answers.help_no")))
    names = [term(attribute) for attribute in given.leader.attributes or ()]
    question = say("questions.help", who=given.leader.id, attributes=names)
    said = await choose_all({actor(who): Asking(question, options) for who in given.asks})
    return tuple(one for one in given.supporters if said.get(actor(one.id), "yes") == "yes")


async def _support(state: State, supporters: tuple[Supporter, ...]) -> tuple[State, tuple[bool, ...], tuple[int, ...]]:
    """Each supporter's own check at DL 10: a double 1 gives her a Fabula Point, but nothing gives an opportunity."""
    rollers = tuple(roller_for(state, supporter) for supporter in supporters)
    helped = await _supported(rollers, supporters, state.options)
    for before, done in zip(rollers, helped, strict=True):
        state = await settled(state, before, after=done.roller, reading=done.reading)
    return state, tuple(done.success for done in helped), tuple(done.reading.fp_gain for done in helped)


class Helped(msgspec.Struct, frozen=True):
    """A support check: whether it helps, what its doubles give, and what the supporter has left."""

    success: bool
    reading: Reading
    roller: Roller


async def _supported(
    rollers: tuple[Roller, ...], supporters: tuple[Supporter, ...], options: Options
) -> tuple[Helped, ...]:
    """The support checks: one after another where nobody could invoke, so that each can be counted apart; else together."""
    if any(roller.can_pay for roller in rollers):
        return await part(_support_checks, rollers, supporters, options)
    pairs = zip(rollers, supporters, strict=True)
    return tuple([(await part(_support_checks, (roller,), (one,), options))[0] for roller, one in pairs])


@rule("FAB-PCK-7")
async def _support_checks(
    rollers: tuple[Roller, ...], supporters: tuple[Supporter, ...], options: Options
) -> tuple[Helped, ...]:
    """All supporters roll, then they are asked, and then their checks are read."""
    pairs = zip(rollers, supporters, strict=True)
    hands = tuple(
        [
            await thrown(
                Hand(
                    roller,
                    one.sizes,
                    one.attributes or (),
                    goal=Goal(Aside(say("questions.purpose_support")), one.modifier, (SUPPORT_DL,)),
                )
            )
            for roller, one in pairs
        ]
    )
    hands = await invoked_in_turn(hands, options)
    return tuple(_helped(hand, one, options) for hand, one in zip(hands, supporters, strict=True))


def _helped(hand: Hand, supporter: Supporter, options: Options) -> Helped:
    reading = read_doubles(hand, options)
    value = total(*hand.terms(), *modifiers(supporter.modifier)).value
    result = result_of(value, SUPPORT_DL, doubles=reading.doubles, options=options)
    return Helped(result is Result.SUCCESS, Reading(0, reading.fp_gain, 0), hand.roller)


@rule("FAB-PCK-8")
async def _give_up_turns(state: State, supporters: tuple[Supporter, ...]) -> tuple[State, tuple[int, ...]]:
    """In a conflict a supporter succeeds by giving up a turn: she needs one to come and pays `20 - SPD` at once."""
    fighters = [state.conflict.of(s.id) if state.conflict else None for s in supporters]
    for fighter in fighters:
        if fighter is not None and fighter.initiative < 1:  # Ruling FAB-E-22: a turn must be left
            raise RuleError("no_turn_left", clause="FAB-PCK-8", who=fighter.id, initiative=fighter.initiative)
    costs = tuple(turn_cost(f.spd if f else s.spd) for f, s in zip(fighters, supporters, strict=True))
    for fighter, cost in zip(fighters, costs, strict=True):
        if fighter is not None:
            now = (state.conflict.of(fighter.id) if state.conflict else None) or fighter
            state = await happen(InitiativeSet(fighter.id, now.initiative - cost))
    return state, costs


def turn_cost(spd: int) -> int:
    """What a turn costs on the clock (FAB-CLK-5)."""
    return ROUND_TICKS - spd


def _led(hand: Hand, modifier: int, *, helpers: int, bond: int) -> Total:
    terms = [*hand.terms(), *modifiers(modifier)]
    if helpers:
        terms.append(because(helpers, "why.support", "FAB-PCK-7"))
    if bond:
        terms.append(because(bond, "why.support_bond", "FAB-PCK-7"))
    return total(*terms, clause="FAB-PCK-7")
