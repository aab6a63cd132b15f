"""Ambush (BOO-AMB) joined with the sides' initiative (BOO-PIN, BOO-CBT-1), because one check per side decides both: a combat begins."""

from typing import Annotated

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.declaring import Meant
from ludex.core.deeds import CLOCK, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.boon.events import CombatBegun, happen
from ludex.systems.boon.kinds import ClockDeed, TableDeed, offers
from ludex.systems.boon.kinds.reading import side_named
from ludex.systems.boon.rules.clock import ClockView, clock_view, first_turn, voice
from ludex.systems.boon.rules.tests import Test, Tested, check_counts, edges, given_flat, of_bearer, roll_test
from ludex.systems.boon.rules.windows import hear, topped_up
from ludex.systems.boon.sheet import Character, attribute_term
from ludex.systems.boon.state import Side, State


class Aggressor(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `initiative_order` and `start_combat`; the sides are those of the state."""

    attacker_side: str
    asks: bool = False


AGGRESSOR = Field("aggressor", keys=("阵营", "side"), among=offers.sides)


class Fight(ClockDeed, names=("开战", "fight"), picture="flag", example=".开战"):
    """Somebody attacks: roll initiative."""

    aggressor: Annotated[str, AGGRESSOR] = ""

    def do(self, asked: Asked) -> Do:
        if asked.gm and not self.aggressor:
            check_sides(present(asked.state))
            return Do("start_combat", Aggressor(attacker_side="", asks=True))
        attacker = side_named(asked, self.aggressor)
        check_start(asked.state, attacker)
        return Do("start_combat", Aggressor(attacker_side=attacker))


class RollInitiative(
    Aggressor,
    TableDeed,
    names=("先攻", "init", "ri"),
    does="initiative_order",
    beside=CLOCK,
    picture="flag",
    example=".先攻",
):
    attacker_side: Annotated[str, AGGRESSOR, Meant(side_named)] = ""

    def do(self, asked: Asked) -> Do | Show:
        check_rankable(asked.state, self.attacker_side)
        return super().do(asked)


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """The sides in order, and whether the one that attacked leads them."""

    totals: tuple[int, ...]
    order: tuple[str, ...]
    ambush: bool
    why: dict[str, Total] = {}


class Started(ClockView, frozen=True, kw_only=True):
    totals: tuple[int, ...]
    ambush: bool
    why: dict[str, Total]


@rule("BOO-CBT-1")
def check_sides(sides: tuple[Side, ...]) -> None:
    """Two sides at least, with counts that are not negative."""
    for side in sides:
        check_counts(boons=side.boons, banes=side.banes)
    if len(sides) < 2:
        raise RuleError("too_few_sides", clause="BOO-CBT-1", sides=[s.id for s in sides])


def check_attacker(state: State, side: str) -> None:
    """The aggressor must be one of the sides (BOO-AMB-1)."""
    if state.side(side) is None:
        raise RuleError("unknown_side", clause="BOO-AMB-1", side=side, sides=[s.id for s in state.sides])


def check_rankable(state: State, attacker: str) -> None:
    """Sides that can roll initiative checks, the aggressor among them."""
    check_sides(state.sides)
    check_attacker(state, attacker)


@rule("BOO-CBT-1", "BOO-AMB-1")
def check_start(state: State, attacker: str) -> None:
    """Two sides with somebody who can act, the aggressor among them."""
    sides = present(state)
    check_sides(sides)
    check_attacker(state, attacker)
    if attacker not in [side.id for side in sides]:
        raise RuleError("empty_side", clause="BOO-AMB-1", side=attacker)


def side_test(side: Side, bonus: tuple[Term, ...], edge: tuple[Term, ...]) -> Test:
    """The initiative check of a side (BOO-PIN-1)."""
    return Test((*bonus, *given_flat(side.modifiers)), (*edges(side.boons, side.banes), *edge))


def _throwers(state: State, side: str) -> tuple[Who, ...]:
    """Whose dice a side's are: a side of NPCs rolls as all of them; a players' side rolls as the one whose act it is."""
    return () if any(s.player for s in state.sides if s.id == side) else tuple(actor(c.id) for c in state.members(side))


@rule("BOO-AMB-1", "BOO-RND-3", "BOO-PIN-2")
async def rank_sides(tests: dict[str, Test], state: State, attacker: str) -> Ranked:
    """Roll in the order of listing and rank: high before low, players before others, then as listed."""
    done: dict[str, Tested] = {}
    for side, test in tests.items():
        members = state.members(side)
        unseen = bool(members) and all(c.secret for c in members)
        done[side] = await roll_test(test, "rolls.initiative", secret=unseen, who=_throwers(state, side))
    players = {s.id: s.player for s in state.sides}
    order = tuple(sorted(done, key=lambda side: (-done[side].total, not players[side])))
    return Ranked(
        totals=tuple(d.total for d in done.values()),
        order=order,
        ambush=order[0] == attacker,  # BOO-AMB-2
        why={side: d.why["total"] for side, d in done.items() if d.why},
    )


@rule("BOO-PIN-2")
async def initiative_order(state: State, given: Aggressor) -> Ranked:
    """The initiative checks alone, with the bonuses that the sides state."""
    check_rankable(state, given.attacker_side)
    return await rank_sides({s.id: stated_test(state, s) for s in state.sides}, state, given.attacker_side)


def stated_test(state: State, side: Side) -> Test:
    """The check of a side that states its bonus; a side that does not, but has a leader, rolls with the leader's."""
    leads = known_leader(state, side)
    if side.bonus is None and leads is not None:
        return leader_test(state, side, leads)
    return side_test(side, (because(side.bonus or 0, "why.bonus", "BOO-PIN-1"),), ())


@rule("BOO-AMB-1", "BOO-AMB-3", "BOO-AMB-4", "BOO-RND-3")
async def start_combat(state: State, given: Aggressor) -> Started:
    """Somebody attacks: every side rolls; an ambush gives a surprise round, otherwise round 1 starts at once."""
    sides = present(state)
    aggressor = given.attacker_side
    if given.asks:  # BOO-LIV-13: the GM says which side attacked
        check_sides(sides)
        offered = [Option(f"side:{s.id}", say("answers.side", side=s.called)) for s in sides]
        aggressor = (await choose(GM, "questions.attacker", offered)).removeprefix("side:")
    check_start(state, aggressor)
    state, result = await begin_combat(state, aggressor)
    return Started(
        totals=result.totals, ambush=result.ambush, why=result.why, **msgspec.structs.asdict(clock_view(state))
    )


@rule("BOO-AMB-1", "BOO-AMB-3", "BOO-AMB-4", "BOO-RND-3")
async def begin_combat(state: State, aggressor: str) -> tuple[State, Ranked]:
    """The checks of all sides that are there, and the first turn."""
    sides = present(state)
    leaders = {side.id: await leader(state, side) for side in sides}
    tests = {s.id: leader_test(state, s, leaders[s.id]) for s in sides}
    result = await rank_sides(tests, state, aggressor)
    state = await happen(CombatBegun(result.order, result.ambush))
    state = await hear(await topped_up(state), "fight_start", doer=next((c.id for c in state.members(aggressor)), ""))
    return await first_turn(state), result


@rule("BOO-CBT-1")
def present(state: State) -> tuple[Side, ...]:
    """The sides with an active member; the others are passed over."""
    return tuple(side for side in state.sides if _active(state, side))


def _active(state: State, side: Side) -> tuple[Character, ...]:
    """Who can speak and roll for a side: the active, and nobody who takes part unseen."""
    return tuple(c for c in state.members(side.id) if c.active and not c.secret)  # BOO-LIV-46


@rule("BOO-PIN-1")
async def leader(state: State, side: Side) -> Character:
    """Who rolls for a side: its named leader, its only member, or whom it picks."""
    if (known := known_leader(state, side)) is not None:
        return known
    offered = {f"leader:{c.id}": c for c in _active(state, side)}
    options = [
        Option(answer, _leads(state, c), told=say("answered.leader", who=c.called, side=side.called))
        for answer, c in offered.items()
    ]
    question = say("questions.leader", side=side.called)
    return offered[await choose(voice(state, side.id), question, options, about=side.id, named=True)]


def known_leader(state: State, side: Side) -> Character | None:
    """The named leader, or the only one who can lead; None if somebody must choose."""
    able = _active(state, side)
    only = able[0] if len(able) == 1 else None
    return next((c for c in able if c.id == side.leader), only)


def _leads(state: State, character: Character) -> Say:
    bonus = character.bonus(state.options.initiative_attribute)
    return say("answers.leader", who=character.called, bonus=bonus)


@rule("BOO-PIN-1")
def leader_test(state: State, side: Side, who: Character) -> Test:
    """A leader's check: the attribute that the table uses, the side's modifiers, and effects on the leader."""
    bonus = attribute_term(who, state.options.initiative_attribute)
    return of_bearer(state, who.id, "initiative").upon(side_test(side, (bonus,), ()))
