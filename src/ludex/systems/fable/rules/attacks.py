"""Attack checks and Combat opportunities: one attack from the payment to the superiority it wins (FAB-ATK), in the order of FAB-ATK-7."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Aside, Option, choose
from ludex.core.effects.records import Effect, Occasion
from ludex.core.errors import RuleError
from ludex.core.explain import Total, because
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.fable.content import called_of
from ludex.systems.fable.effects.writing import read_step
from ludex.systems.fable.events import OpportunitiesSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.redact import knows_defences
from ludex.systems.fable.rules.blows import (
    Attack,
    Attacker,
    Target,
    Weapon,
    defence_of,
    executed,
    landed,
    occasion_of,
    striker,
    struck,
)
from ludex.systems.fable.rules.checks import Check, Made, doubles_gain, goal_of, new_act, rolled
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.damage import Blow, pool_of, still_here, won_by_damage
from ludex.systems.fable.rules.gauges import check_payment, paid
from ludex.systems.fable.rules.hands import Goal
from ludex.systems.fable.rules.multiplying import read_factors
from ludex.systems.fable.rules.opportunities import opportunity_of, used_in_attack
from ludex.systems.fable.rules.points import shown
from ludex.systems.fable.rules.steps import consumed, done
from ludex.systems.fable.rules.superiority import Moved, Points, moved, tracked
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.state import State, character_of, team_of
from ludex.systems.fable.terms import COMBAT_OPPORTUNITIES, Attribute, Opportunity, Result

EXECUTION_DL = 13
DETAILED = Option("<option>:<details>", say("answers.opportunity_details"))


class Attacked(msgspec.Struct, frozen=True, kw_only=True):
    """How an attack went."""

    faces: tuple[int, int]
    hr: int
    value: int
    doubles: int
    fp_gain: int
    opportunity: str
    overdraft: int
    attacker: Attacker
    targets: tuple[Target, ...]
    superiority: Points | None = None
    moves: tuple[Moved, ...] = ()
    """How it moved the sides' points, and why."""
    told: tuple[Say, ...] = ()
    """What effects did on the way."""
    why: dict[str, Total] = {}

    @property
    def damage(self) -> int:
        """What it deals in all, for odds."""
        return sum(target.amount for target in self.targets if target.effect == "damage")

    @property
    def reached(self) -> str:
        """Whom it hits, as the odds of an answer say it (FAB-LIV-24)."""
        return f"hits_{self.hits}"

    @property
    def hits(self) -> int:
        """How many targets it hits, for odds."""
        return sum(target.result is Result.SUCCESS for target in self.targets)

    @property
    def broken(self) -> int:
        """How many hit gauges it breaks, for odds: one or more bring a superiority point (FAB-ADV-1)."""
        return sum(target.broken for target in self.targets)


@rule("FAB-ATK-1", "FAB-ATK-7", "FAB-OVD-7")
async def attack(state: State, given: Attack) -> Attacked:
    """Make one attack check against every target and deal its damage."""
    return (await attacked(state, given))[1]


async def attacked(state: State, given: Attack) -> tuple[State, Attacked]:
    """One attack, and the state after it; everybody who listens to it is heard in the order of FAB-LIV-35."""
    given = replace(given, targets=still_here(state, given.targets))
    overdraft, act = check_attack(state, given), new_act()
    at = occasion_of(state, given)
    if given.action:
        state = await acted(state, given.attacker, given.action)
    state = state if given.unseen else await shown(state, given.attacker)
    for who in given.targets:
        state = await act.opened(state, at.then("declared", target=who, owner=given.attacker))
    if given.mp_cost:  # FAB-PSP-1: the cost comes first; what it pays for is completed whatever it does to her HP
        state = await paid(state, given.attacker, given.mp_cost)
    state = await act.opened(state, at.then("overdrew", owner=given.attacker)) if overdraft > 0 else state
    state, made = await _attack_check(state, given, at, act)
    at = at.then("", hr=made.hand.hr, value=made.value.value, doubles=made.reading.doubles)
    state, use = await _opportunity(state, given, made, act)
    if use in given.weapon.opportunities and state.live:
        state = await _own_opportunity(state, given, use, at, act)
    state, executions = await _executions(state, given, use, act)
    state, blows = await landed(state, given, made=made, use=use, executions=executions, at=at, act=act)
    state, blows = await executed(state, blows, given.attacker, at=at, act=act)
    state, points, moves = await _superiority(state, given, made=made, blows=blows, executions=executions)
    state = await act.fallen(state, given.attacker, blows, at)
    if state.live:
        state = await consumed(state, given.attacker, "next_attack")
        state = await act.opened(state, at.then("cast", owner=given.attacker)) if at.fact("spell") else state
    return state, Attacked(
        faces=made.hand.faces,
        hr=made.hand.hr,
        value=made.value.value,
        doubles=made.reading.doubles,
        fp_gain=made.reading.fp_gain,
        opportunity=use,
        overdraft=overdraft,
        attacker=striker(state.characters[given.attacker]),
        targets=tuple(struck(state, blow, resist) for blow, resist in zip(blows, executions, strict=True)),
        superiority=points,
        moves=moves,
        told=tuple(act.told),
        why={"value": made.value},
    )


@rule("FAB-PCK-9", "FAB-DMG-4", "FAB-MUL-5", "FAB-OVD-3")
def check_attack(state: State, given: Attack) -> int:
    """Refuse what cannot be attempted, before anything is rolled; the overdraft that the cost would bring."""
    for who in (given.attacker, *given.targets):
        character_of(state, who)
    if not given.targets:
        raise RuleError("no_target", clause="FAB-PCK-9")
    if len(given.targets) > given.weapon.multi:
        raise RuleError("too_many_targets", clause="FAB-PCK-9", targets=len(given.targets), limit=given.weapon.multi)
    pool_of(given.weapon.type)
    read_factors((*given.multipliers, *given.divisors))
    return check_payment(character_of(state, given.attacker), given.mp_cost, state.options)


async def _attack_check(state: State, given: Attack, at: Occasion, act: Act) -> tuple[State, Made]:
    """The accuracy or magic check: one for all targets (FAB-PCK-9)."""
    weapon = given.weapon
    accuracy = (because(weapon.accuracy, "why.accuracy", "FAB-PCK-9"),) if weapon.accuracy else ()
    check = Check(given.attacker, weapon.attributes, None, given.modifier)
    return await rolled(state, check, source="", more=accuracy, goal=_aim(state, given), at=at, act=act)


def _aim(state: State, given: Attack) -> Goal:
    reach = {who: defence_of(state, state.characters[who], given) for who in given.targets}
    weapon = called_of(given.weapon.name) or term(given.weapon.type)
    return aim(state, given.attacker, reach=reach, versus=given.weapon.versus, weapon=weapon, shown=given.open)


def aim(state: State, who: str, *, reach: Mapping[str, int], versus: str, weapon: Label, shown: bool) -> Goal:
    """What an attack check is for: the defences to reach, hidden where the roller may not know them (FAB-LIV-23, FAB-LIV-24)."""
    names = [state.characters[target].called for target in reach]
    purpose = say("questions.purpose_attack", targets=names, weapon=weapon)
    each: tuple[Label, ...] = tuple(say(f"questions.goal_{versus}_of", who=name) for name in names)
    veiled = not (shown or knows_defences(state, who, tuple(reach)))
    return Goal(
        Aside(purpose), reach=tuple(reach.values()), each=Aside(each), name=versus, veiled=veiled, kind="attack"
    )


# ---------------------------------------------------------------------- opportunity and execution
@rule("FAB-ATK-2", "FAB-POP-2")
async def _opportunity(state: State, given: Attack, made: Made, act: Act) -> tuple[State, str]:
    """Ask what the opportunity is spent on; "" if there is none. Only the two combat options are carried out here."""
    if not made.reading.opportunity:
        return state, ""
    if state.live:
        weapon, doubles = given.weapon, made.reading.doubles
        return await used_in_attack(
            state, given.attacker, own=weapon.opportunities, name=weapon.name, doubles=doubles, act=act
        )
    answer = await choose(
        actor(given.attacker), "questions.attack_opportunity", _uses(given.weapon), about=given.weapon.name
    )
    name = (DETAILED.match(answer) or {"option": answer})["option"]
    if name == "none" or name in given.weapon.opportunities:
        return state, name
    option = opportunity_of(name)
    if option not in COMBAT_OPPORTUNITIES:
        waiting = (*state.characters[given.attacker].opportunities, "attack")
        state = await happen(OpportunitiesSet(given.attacker, waiting))
    return state, option.value


@rule("FAB-POP-2")
async def _own_opportunity(state: State, given: Attack, use: str, at: Occasion, act: Act) -> State:
    """What a spell adds to the list: a step of its own, on every target."""
    step = read_step(use)
    if step is None:
        return state
    effect = Effect(id=f"spell:{given.weapon.name}", name=given.weapon.name, bearer=given.attacker, by=given.attacker)
    for who in given.targets:
        state = await done(state, effect, (step,), at=at.then("", target=who), act=act)
    return state


def _uses(weapon: Weapon) -> tuple[Option | str, ...]:
    """Both combat options first, then the spell's own, then the list, then leaving it."""
    combat = tuple(Option(o, say(f"answers.{o}")) for o in COMBAT_OPPORTUNITIES)
    others = tuple(
        Option(o, say("answers.opportunity", option=term(o))) for o in Opportunity if o not in COMBAT_OPPORTUNITIES
    )
    own = tuple(Option(o, say("answers.own_opportunity", option=o)) for o in weapon.opportunities)
    return (*combat, *own, *others, Option("none", say("answers.no_opportunity")), DETAILED)


@rule("FAB-ATK-5", "FAB-ATK-8")
async def _executions(state: State, given: Attack, use: str, act: Act) -> tuple[State, tuple[Made | None, ...]]:
    """Every target of an execution, missed ones too, makes its DL 13 check, in order."""
    if use != Opportunity.EXECUTION:
        return state, (None,) * len(given.targets)
    checks: list[Made | None] = []
    for who in given.targets:
        resist = Check(who, (Attribute.DEX, Attribute.MIG), None, 0, EXECUTION_DL)
        goal = replace(goal_of(resist), purpose=Aside(term(Opportunity.EXECUTION)))
        at = Occasion("", given.attacker, who, {"kind": "execution"})
        state, made = await rolled(state, resist, source="check", goal=goal, at=at, act=act)
        checks.append(made)
    return state, tuple(checks)


# ---------------------------------------------------------------------- superiority
@rule("FAB-PSU-2", "FAB-PSU-6")
async def _superiority(
    state: State, given: Attack, *, made: Made, blows: tuple[Blow, ...], executions: tuple[Made | None, ...]
) -> tuple[State, Points | None, tuple[Moved, ...]]:
    """What the attack is worth to the sides: doubles, immunities, a vulnerability, a broken gauge, in that order."""
    points = tracked(state) if given.superiority is None else dict(given.superiority)
    if points is None:
        return state, None, ()
    moves: tuple[Moved, ...] = ()
    for who, check in ((given.attacker, made), *zip(given.targets, executions, strict=True)):
        if check is not None:
            before, reading = points, check.reading
            points = doubles_gain(points, team_of(state, who), reading=reading, options=state.options)
            moves += moved(before, points, say("told.doubles", x=reading.doubles))
    state, points, won = await won_by_damage(state, given.attacker, blows=blows, points=points)
    return state, points, (*moves, *won)
