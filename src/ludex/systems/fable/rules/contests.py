"""Checks of several people: those who roll together, opposed checks, group checks and teamwork, part of Checks (FAB-PCK-6..8)."""

from itertools import compress
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Aside, Asking, Option, again, choose_all, part
from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ACTOR, Asked, Do, Field
from ludex.core.effects.records import Facts, Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Term, Total, because, total
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fable.events import InitiativeSet
from ludex.systems.fable.kinds import (
    UNKNOWN,
    Against,
    Attributes,
    Difficulty,
    Modifier,
    OfPeople,
    Own,
    Target,
    in_fight,
    offers,
)
from ludex.systems.fable.kinds.offers import each_once
from ludex.systems.fable.options import Options
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.attributes import die_size, in_place_of, plus
from ludex.systems.fable.rules.checks import (
    LOWEST_OPPORTUNITY,
    TIERS,
    Reading,
    after_roll,
    effects_on,
    in_tiers,
    modifiers,
    new_act,
    pair,
    read_doubles,
    result_of,
    settled,
    sides_gain,
    tier_of,
    with_effects,
)
from ludex.systems.fable.rules.conflict import check_able
from ludex.systems.fable.rules.hands import (
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
from ludex.systems.fable.rules.initiative import HIGHEST_SPD, turn_cost
from ludex.systems.fable.rules.points import Moved, SidePoints, moved, tracked
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import Combatant, State, character_of
from ludex.systems.fable.terms import Attribute, Result

GUARD_BONUS = 2


class Rolling(Side, frozen=True, kw_only=True):
    """Somebody in a check of several: two dice as they are, or the attributes of a character of the table."""

    sizes: Sizes = (8, 8)
    attributes: tuple[Attribute, Attribute] | None = None
    effects: tuple[Term, ...] = ()
    """What effects add: worked out when it begins."""


S = TypeVar("S", bound=Rolling)


def occasion_of(kind: str, side: Rolling, other: str = "") -> Occasion:
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
    guarding: bool = False

    def terms(self) -> tuple[Term, ...]:
        """What is added to her dice; a guarding character has +2 (FAB-PAC-2)."""
        guard = (because(GUARD_BONUS, "why.guarding", "FAB-PAC-2"),) if self.guarding else ()
        return (*modifiers(self.modifier), *guard, *self.effects)


class Oppose(msgspec.Struct, frozen=True):
    a: Rival
    b: Rival


def check_other(who: Character, other: Character) -> None:
    if who.id == other.id:
        raise RuleError("own_rival", clause="FAB-PCK-6", who=who.called)


class OpposeRival(OfPeople, names=("对抗", "vs", "oppose"), picture="sword", example=".对抗 灰狼1 力量+力量"):
    """`.对抗 灰狼 力量+力量 灵巧+力量`."""

    actor: Own
    target: Target
    attributes: Attributes
    against: Against = None
    modifier: Modifier = 0
    word = in_fight

    def do(self, asked: Asked) -> Do:
        me, rival = (character_of(asked.state, who) for who in (self.actor, self.target))
        check_other(me, rival)
        a, b = (
            Rival(id=who.id, kind=who.kind, attributes=attributes, modifier=modifier, guarding=who.guarding)
            for who, attributes, modifier in (
                (me, self.attributes, self.modifier),
                (rival, self.against or self.attributes, 0),
            )
        )
        return Do("opposed_check", Oppose(a, b), self.heard(asked))


class Opposed(msgspec.Struct, frozen=True, kw_only=True):
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
    superiority: SidePoints | None = None
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


# ---------------------------------------------------------------------- group checks
SUPPORT_DL = 10

T = TypeVar("T")


class Leader(Rolling, frozen=True, kw_only=True):
    """Who leads a group check."""


class Supporter(Rolling, frozen=True, kw_only=True):
    """Who helps: `bond_strength` is that of her bond towards the leader."""

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


class LeadGroup(Deed, names=("合力", "group"), example=".合力 洞察+意志 13 白露"):
    """`.合力 洞察+意志 13 白,青`: in a conflict the helpers give up a turn instead of rolling."""

    actor: Own
    attributes: Attributes
    dl: Difficulty = None
    helpers: Annotated[
        tuple[str, ...],
        Field("helpers", ACTOR, keys=("帮手",), among=offers.people, refusal=UNKNOWN),
        Meant(lambda _asked, said: each_once(said)),
    ]
    modifier: Modifier = 0
    word = in_fight

    def do(self, asked: Asked) -> Do:
        """The leader and her helpers, as they stand at the table; those who are out do not help (FAB-LIV-7)."""
        state: State = asked.state
        leader = character_of(state, self.actor)
        helpers = [
            character_of(state, who) for who in self.helpers if who != leader.id or len(self.helpers) == 1
        ]  # a side, but for her
        for one in helpers:
            check_able(one)
            check_other(leader, one)
        given = Group(
            Leader(id=leader.id, kind=leader.kind, attributes=self.attributes, modifier=self.modifier),
            tuple(
                Supporter(id=one.id, kind=one.kind, attributes=self.attributes, bond_strength=_bond(one, leader))
                for one in helpers
            ),
            self.dl,
            () if asked.gm else tuple(one.id for one in helpers if one.id not in asked.controls),
            "conflict" if state.conflict and state.conflict.of(leader.id) else "scene",
        )
        return Do("group_check", given, heard(state, leader.id, *(one.id for one in helpers)))


def _bond(helper: Character, leader: Character) -> int:
    return max((b.strength for b in helper.bonds if b.target in (leader.id, leader.called)), default=0)


class Grouped(msgspec.Struct, frozen=True, kw_only=True):
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
    superiority: SidePoints | None = None
    moves: tuple[Moved, ...] = ()
    """How the leader's doubles moved the sides' points (FAB-LIV-21)."""
    told: tuple[Say, ...] = ()
    """What effects did on the way."""
    why: dict[str, Total] = {}


@rule("FAB-PCK-7")
async def group_check(state: State, given: Group) -> Grouped:
    """The supporters help, then the leader rolls with what their help is worth."""
    given = replace(
        given,
        leader=with_dice(state, given.leader, "check"),
        supporters=tuple(with_dice(state, one, "support", given.leader.id) for one in given.supporters),
    )
    if given.mode == "conflict":
        _fighting(state, given.supporters)
    willing = await _willing(state, given)
    given = replace(given, supporters=tuple(compress(given.supporters, willing)))
    costs, act = None, new_act()
    if given.mode == "conflict":
        state, costs = await _give_up_turns(state, given.supporters)
        supports, gains = (True,) * len(given.supporters), (0,) * len(given.supporters)
    else:
        state, supports, gains = await _support(state, given.supporters, given.leader.id, act)
    helped = [s for s, did in zip(given.supporters, supports, strict=True) if did]
    bond = max((s.bond_strength for s in helped), default=0)
    before = rolling(state, given.leader, "check")
    added = _leads_with(given.leader, helpers=len(helped), bond=bond)
    plain = Goal(Aside(say("questions.purpose_group")), sum(int(one.value) for one in added), added=Aside(added))
    goal = in_tiers(plain, TIERS) if given.dl is None else replace(plain, reach=(given.dl,))
    led = Hand(before, given.leader.sizes, given.leader.attributes or (), goal=goal)
    hand = await invoked(await thrown(led), state.options)
    reading = read_doubles(hand, state.options)
    state = await after_roll(state, before, hand, occasion_of("check", given.leader), act)
    points = tracked(state)
    state = await counted(state, before, after=hand.roller, reading=reading, act=act)
    value = total(*hand.terms(), *added, clause="FAB-PCK-7")
    number, dl = value.value, given.dl
    return Grouped(
        **asdict(reading),
        supports=_of_all(willing, supports, otherwise=False),
        support_bonus=sum(supports),
        bond_bonus=bond,
        value=number,
        supporter_fp=_of_all(willing, gains, otherwise=0),
        margin=None if dl is None else number - dl,
        result=None if dl is None else result_of(number, dl, doubles=reading.doubles, options=state.options),
        tier=tier_of(number) if dl is None else None,
        initiative_cost=costs if costs is None else _of_all(willing, costs, otherwise=0),
        superiority=tracked(state),
        moves=moved(points or {}, tracked(state) or {}, say("told.doubles", x=reading.doubles)),
        told=tuple(act.told),
        why={"value": value},
    )


def _of_all(willing: tuple[bool, ...], found: tuple[T, ...], *, otherwise: T) -> tuple[T, ...]:
    """One value for each supporter who was named; one who would not help has `otherwise`."""
    values = iter(found)
    return tuple(next(values) if helps else otherwise for helps in willing)


@rule("FAB-LIV-5", "FAB-LIV-7", "FAB-LIV-25")
async def _willing(state: State, given: Group) -> tuple[bool, ...]:
    """Which supporters help: nobody decides for another player's character, all are asked at once; who went down meanwhile does not."""
    options = (Option("yes", say("answers.help_yes")), Option("no", say("answers.help_no")))
    names = pair(given.leader.attributes) if given.leader.attributes else ""
    question = say("questions.help", who=given.leader.id, attributes=names)
    said = await choose_all({actor(who): Asking(question, options) for who in given.asks})
    down = {who for who, character in state.characters.items() if state.live and character.out}
    return tuple(one.id not in down and said.get(actor(one.id), "yes") == "yes" for one in given.supporters)


async def _support(
    state: State, supporters: tuple[Supporter, ...], leader: str, act: Act
) -> tuple[State, tuple[bool, ...], tuple[int, ...]]:
    """Each supporter's own check at DL 10: a double 1 gives her a Fabula Point, but nothing gives an opportunity."""
    rollers = tuple(rolling(state, supporter, "support", leader) for supporter in supporters)
    helped = await _supported(rollers, supporters, state.options)
    for before, done, one in zip(rollers, helped, supporters, strict=True):
        state = await after_roll(state, before, Hand(done.roller, one.sizes), occasion_of("support", one, leader), act)
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
                    goal=Goal(
                        Aside(say("questions.purpose_support")),
                        one.modifier + sum(int(t.value) for t in one.effects),
                        (SUPPORT_DL,),
                        added=Aside((*modifiers(one.modifier), *one.effects)),
                        kind="support",
                    ),
                )
            )
            for roller, one in pairs
        ]
    )
    hands = await invoked_in_turn(hands, options)
    return tuple(_helped(hand, one, options) for hand, one in zip(hands, supporters, strict=True))


def _helped(hand: Hand, supporter: Supporter, options: Options) -> Helped:
    reading = read_doubles(hand, options)
    value = total(*hand.terms(), *modifiers(supporter.modifier), *supporter.effects).value
    result = result_of(value, SUPPORT_DL, doubles=reading.doubles, options=options)
    return Helped(result is Result.SUCCESS, Reading(0, reading.fp_gain, 0), hand.roller)


@rule("FAB-PCK-8")
def _fighting(state: State, supporters: tuple[Supporter, ...]) -> list[Combatant | None]:
    """The supporters as they stand on the clock; one without a turn to come is refused, before she is asked for her help."""
    fighters = [state.conflict.of(s.id) if state.conflict else None for s in supporters]
    for fighter in fighters:
        if fighter is not None and fighter.initiative < 1:  # Ruling FAB-E-22: a turn must be left
            raise RuleError("no_turn_left", clause="FAB-PCK-8", who=fighter.id, initiative=fighter.initiative)
    return fighters


@rule("FAB-PCK-8")
async def _give_up_turns(state: State, supporters: tuple[Supporter, ...]) -> tuple[State, tuple[int, ...]]:
    """In a conflict a supporter succeeds by giving up a turn: she needs one to come and pays `20 - SPD` at once."""
    fighters = _fighting(state, supporters)
    faster = [plus(state, s.id, "spd") for s in supporters]
    costs = tuple(
        turn_cost(min(HIGHEST_SPD, (f.spd if f else s.spd) + more))
        for f, s, more in zip(fighters, supporters, faster, strict=True)
    )
    for fighter, cost in zip(fighters, costs, strict=True):
        if fighter is not None:
            now = (state.conflict.of(fighter.id) if state.conflict else None) or fighter
            state = await happen(InitiativeSet(fighter.id, now.initiative - cost))
    return state, costs


def _leads_with(leader: Leader, *, helpers: int, bond: int) -> tuple[Term, ...]:
    """What is added to the leader's dice: her own, and what the help is worth."""
    terms = [*modifiers(leader.modifier), *leader.effects]
    if helpers:
        terms.append(because(helpers, "why.support", "FAB-PCK-7"))
    if bond:
        terms.append(because(bond, "why.support_bond", "FAB-PCK-7"))
    return tuple(terms)
