"""Group checks and teamwork, part of Checks: helpers, and the one who leads them (FAB-PCK-7, FAB-PCK-8)."""

from itertools import compress
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Aside, Asking, Option, choose_all, part
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because, total
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fable.events import InitiativeSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.checks import (
    TIERS,
    Reading,
    after_roll,
    in_tiers,
    modifiers,
    new_act,
    pair,
    read_doubles,
    result_of,
    settled,
    tier_of,
)
from ludex.systems.fable.rules.contests import Rolling, counted, occasion_of, rolling, with_dice
from ludex.systems.fable.rules.counting import plus
from ludex.systems.fable.rules.hands import Goal, Hand, Roller, thrown
from ludex.systems.fable.rules.initiative import HIGHEST_SPD, turn_cost
from ludex.systems.fable.rules.invoking import invoked, invoked_in_turn
from ludex.systems.fable.rules.superiority import Moved, Points, moved, tracked
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.state import Combatant, State
from ludex.systems.fable.terms import Result

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
    superiority: Points | None = None
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
