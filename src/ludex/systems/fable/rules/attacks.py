"""Attack checks and Combat opportunities: one attack from the payment to the superiority it wins (FAB-ATK), in the order of FAB-ATK-7."""

from typing import Annotated, Literal

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Aside, Option, choose
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fable.content import called_of
from ludex.systems.fable.events import GaugesMoved, OpportunitiesSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.redact import TRAITS
from ludex.systems.fable.rules.attributes import defence, magic_defence
from ludex.systems.fable.rules.checks import Check, Made, doubles_gain, goal_of, result_of, rolled
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.damage import (
    Amounts,
    Blow,
    Effect,
    affinities_of,
    amount_of,
    check_targets,
    dealt,
    pool_of,
    seen,
    struck_down,
    won_by_damage,
)
from ludex.systems.fable.rules.gauges import Report, check_payment, paid, report_of
from ludex.systems.fable.rules.invoking import Goal
from ludex.systems.fable.rules.multiplying import Factor, read_factors
from ludex.systems.fable.rules.opportunities import opportunity_of, used_in_attack
from ludex.systems.fable.rules.steps import Occasion, bonus
from ludex.systems.fable.rules.superiority import Points, tracked
from ludex.systems.fable.rules.windows import after_attack
from ludex.systems.fable.sheet import Character, Five, five
from ludex.systems.fable.state import State, character_of, team_of
from ludex.systems.fable.terms import COMBAT_OPPORTUNITIES, Affinity, Attribute, Kind, Opportunity, Pool, Result

EXECUTION_DL = 13
CRUSHING_GAUGES = 2
DETAILED = Option("<option>:<details>", say("answers.opportunity_details"))


class Weapon(msgspec.Struct, frozen=True):
    """What the attack is made with: a weapon against DEF, a spell against M.DEF."""

    attributes: tuple[Attribute, Attribute]
    type: str = ""
    damage: int = 0
    accuracy: int = 0
    versus: Literal["def", "mdef"] = "def"
    multi: Annotated[int, msgspec.Meta(ge=1)] = 1
    name: str = ""
    opportunities: tuple[str, ...] = ()
    """Options of its own that a spell adds to the list (FAB-POP-2)."""
    ranged: bool = False


class Attack(msgspec.Struct, frozen=True):
    """Who attacks whom with what. `superiority` tracks the sides' points where no conflict is running."""

    weapon: Weapon
    attacker: str = "actor"
    targets: tuple[str, ...] = ()
    modifier: int = 0
    extra: int = 0
    multipliers: tuple[Factor, ...] = ()
    divisors: tuple[Factor, ...] = ()
    ignore: tuple[Affinity, ...] = ()
    hr_zero: bool = False
    mp_cost: Annotated[int, msgspec.Meta(ge=0)] = 0
    superiority: Points | None = None
    action: str = ""
    """An action of her turn that the attack uses up, if she is on the clock: "attack" or "spell"; left out, none."""


class Attacker(Report, frozen=True, kw_only=True):
    """The attacker afterwards."""

    fp: int
    ultima: int
    break_point_taken: bool


class Target(Report, frozen=True, kw_only=True):
    """One target afterwards. `amount` is before any limit on gauges; `broken` counts hit gauges."""

    id: str
    result: Result
    affinity: Affinity
    amount: int
    effect: Effect
    pool: Pool
    broken: int
    broken_gauges: tuple[int, ...]
    execution: Literal["failed", "resisted"] | None = None
    execution_value: int | None = None
    fp_gain: int | None = None
    fp: int | None = None
    pending_opportunity: int | None = None
    why: dict[str, Total] = msgspec.field(default_factory=dict)


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
    reactions: tuple[str, ...] = ()
    """Feats that acted on it."""
    why: dict[str, Total] = {}

    @property
    def damage(self) -> int:
        """What it deals in all, for odds."""
        return sum(target.amount for target in self.targets if target.effect == "damage")

    @property
    def hits(self) -> int:
        """How many targets it hits, for odds."""
        return sum(target.result is Result.SUCCESS for target in self.targets)


@rule("FAB-ATK-1", "FAB-ATK-7", "FAB-OVD-7")
async def attack(state: State, given: Attack) -> Attacked:
    """Make one attack check against every target and deal its damage."""
    return (await attacked(state, given))[1]


async def attacked(state: State, given: Attack) -> tuple[State, Attacked]:
    """One attack, and the state after it."""
    overdraft = check_attack(state, given)
    before = state
    if given.action:
        state = await acted(state, given.attacker, given.action)
    if given.mp_cost:  # FAB-PSP-1: the cost comes first; what it pays for is completed whatever it does to her HP
        state = await paid(state, given.attacker, given.mp_cost)
    state, made = await _attack_check(state, given)
    state, use = await _opportunity(state, given, made)
    state, executions = await _executions(state, given, use)
    blows = tuple(
        _blow(state, given, made=made, use=use, who=who, execution=done)
        for who, done in zip(given.targets, executions, strict=True)
    )
    state, blows = await _land(state, blows, kind=given.weapon.type, crushing=use == Opportunity.CRUSHING_BLOW)
    state, blows = await _execute(state, blows)
    state, points = await _superiority(state, given, made=made, blows=blows)
    state = await struck_down(state, given.attacker, blows)
    state, reactions = await after_attack(state, before, given.attacker, blows=blows, at=_occasion(given))
    return state, Attacked(
        faces=made.hand.faces,
        hr=made.hand.hr,
        value=made.value.value,
        doubles=made.reading.doubles,
        fp_gain=made.reading.fp_gain,
        opportunity=use,
        overdraft=overdraft,
        attacker=_striker(state.characters[given.attacker]),
        targets=tuple(_struck(state, blow) for blow in blows),
        superiority=points,
        reactions=reactions,
        why={"value": made.value},
    )


def _occasion(given: Attack) -> Occasion:
    """The attack at hand, as conditions see it."""
    weapon, target = given.weapon, given.targets[0] if given.targets else ""
    spell = weapon.versus == "mdef"
    return Occasion(target, given.attacker, ranged=weapon.ranged, spell=spell, name=weapon.name, type=weapon.type)


@rule("FAB-PCK-9", "FAB-DMG-4", "FAB-MUL-5", "FAB-OVD-3")
def check_attack(state: State, given: Attack) -> int:
    """Refuse what cannot be attempted, before anything is rolled; the overdraft that the cost would bring."""
    for who in (given.attacker, *given.targets):
        character_of(state, who)
    check_targets(state, given.targets)
    if not given.targets:
        raise RuleError("no_target", clause="FAB-PCK-9")
    if len(given.targets) > given.weapon.multi:
        raise RuleError("too_many_targets", clause="FAB-PCK-9", targets=len(given.targets), limit=given.weapon.multi)
    pool_of(given.weapon.type)
    read_factors((*given.multipliers, *given.divisors))
    return check_payment(character_of(state, given.attacker), given.mp_cost, state.options)


async def _attack_check(state: State, given: Attack) -> tuple[State, Made]:
    """The accuracy or magic check: one for all targets (FAB-PCK-9)."""
    weapon = given.weapon
    at = _occasion(given)
    kind = "magic" if at.spell else "accuracy"
    more = bonus(state, given.attacker, kind, at) + bonus(state, given.attacker, "check", at)
    accuracy: tuple[Term, ...] = ()
    accuracy += (because(weapon.accuracy, "why.accuracy", "FAB-PCK-9"),) if weapon.accuracy else ()
    accuracy += (because(more, "why.feats", "FAB-DOM-8"),) if more else ()
    check = Check(given.attacker, weapon.attributes, None, given.modifier)
    return await rolled(state, check, source="", more=accuracy, goal=_aim(state, given))


def _aim(state: State, given: Attack) -> Goal:
    """What the attack check is for: the defences to reach, hidden where the roller may not know them (FAB-LIV-23, FAB-LIV-24)."""
    targets = [state.characters[who] for who in given.targets]
    known = state.characters[given.attacker].kind is not Kind.PC or all(
        t.kind is Kind.PC or t.studied >= TRAITS for t in targets
    )
    purpose = say(
        "questions.purpose_attack",
        targets=[t.called for t in targets],
        weapon=called_of(given.weapon.name) or term(given.weapon.type),
    )
    reach = tuple(_defence(state, t, given) for t in targets)
    return Goal(Aside(purpose), reach=reach, name=given.weapon.versus, veiled=not known)


# ---------------------------------------------------------------------- opportunity and execution
@rule("FAB-ATK-2", "FAB-POP-2")
async def _opportunity(state: State, given: Attack, made: Made) -> tuple[State, str]:
    """Ask what the opportunity is spent on; "" if there is none. Only the two combat options are carried out here."""
    if not made.reading.opportunity:
        return state, ""
    if state.live:
        weapon, doubles = given.weapon, made.reading.doubles
        return await used_in_attack(state, given.attacker, own=weapon.opportunities, name=weapon.name, doubles=doubles)
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


def _uses(weapon: Weapon) -> tuple[Option | str, ...]:
    """Both combat options first, then the spell's own, then the list, then leaving it."""
    combat = tuple(Option(o, say(f"answers.{o}")) for o in COMBAT_OPPORTUNITIES)
    others = tuple(
        Option(o, say("answers.opportunity", option=term(o))) for o in Opportunity if o not in COMBAT_OPPORTUNITIES
    )
    own = tuple(Option(o, say("answers.own_opportunity", option=o)) for o in weapon.opportunities)
    return (*combat, *own, *others, Option("none", say("answers.no_opportunity")), DETAILED)


@rule("FAB-ATK-5", "FAB-ATK-8")
async def _executions(state: State, given: Attack, use: str) -> tuple[State, tuple[Made | None, ...]]:
    """Every target of an execution, missed ones too, makes its DL 13 check, in order."""
    if use != Opportunity.EXECUTION:
        return state, (None,) * len(given.targets)
    checks: list[Made | None] = []
    for who in given.targets:
        resist = Check(who, (Attribute.DEX, Attribute.MIG), None, 0, EXECUTION_DL)
        goal = replace(goal_of(resist), purpose=Aside(term(Opportunity.EXECUTION)))
        state, made = await rolled(state, resist, source="check", goal=goal)
        checks.append(made)
    return state, tuple(checks)


# ---------------------------------------------------------------------- damage
@rule("FAB-MIN-2", "FAB-MIN-4", "FAB-ATK-3")
def _blow(state: State, given: Attack, *, made: Made, use: str, who: str, execution: Made | None) -> Blow:
    """What one target is dealt: full damage where the check reached its defence, minimum damage where not."""
    target = state.characters[who]
    result = result_of(
        made.value.value,
        _defence(state, target, given),
        doubles=made.reading.doubles,
        options=state.options,
    )
    amount = amount_of(
        Amounts(
            type=given.weapon.type,
            hit=result is Result.SUCCESS,
            double_one=made.reading.doubles == 1,
            hr=0 if given.hr_zero else made.hand.hr,  # FAB-PAC-7
            mod=given.weapon.damage,
            extra=given.extra + bonus(state, given.attacker, "damage", _occasion(given)._replace(target=who)),
            reduction=target.reduction
            + bonus(state, who, "reduction", _occasion(given)._replace(target=given.attacker)),
            affinities=affinities_of(target, given.weapon.type),
            ignore=given.ignore,
            multipliers=given.multipliers,
            divisors=given.divisors,
            crushing=use == Opportunity.CRUSHING_BLOW,
            spell=given.weapon.name if given.weapon.versus == "mdef" else "",
        )
    )
    whiff = made.reading.doubles == 1 and result is Result.FAILURE  # FAB-MIN-3
    return Blow(who, result, amount, execution, harms=amount.base > 0 and not whiff)


def _defence(state: State, target: Character, given: Attack) -> int:
    """What the check is compared with: DEF for weapons, M.DEF for spells (FAB-PCK-9), with what feats add now."""
    versus = given.weapon.versus
    own = magic_defence(target, state.options) if versus == "mdef" else defence(target, state.options)
    return own + bonus(state, target.id, versus, _occasion(given)._replace(target=given.attacker))


@rule("FAB-ATK-4")
async def _land(state: State, blows: tuple[Blow, ...], *, kind: str, crushing: bool) -> tuple[State, tuple[Blow, ...]]:
    """Deal the damage, target by target; a crushing blow reaches two gauges of anybody but a soldier."""
    landed = []
    for blow in blows:
        # Ruling FAB-E-12: everyone but soldier-rank NPCs is protected, and the gauges that are reached count
        most = CRUSHING_GAUGES if crushing and not state.characters[blow.who].soldier else None
        state, broken = await dealt(state, blow.who, blow.amount, most=most)
        if blow.harms:
            state = await seen(state, blow.who, kind)
        landed.append(replace(blow, broken=broken))
    return state, tuple(landed)


@rule("FAB-ATK-5", "FAB-ATK-6")
async def _execute(state: State, blows: tuple[Blow, ...]) -> tuple[State, tuple[Blow, ...]]:
    """After all damage: each target that failed against an execution loses the leftmost unbroken gauge, a soldier all of them."""
    done = []
    for blow in blows:
        target = state.characters[blow.who]
        open_gauges = [place for place, now in enumerate(target.hg_now) if now > 0]
        doomed = (open_gauges if target.soldier else open_gauges[:1]) if blow.executed else []
        if doomed:
            state = await happen(GaugesMoved(blow.who, Pool.HP, _broken(target, doomed)))
        done.append(replace(blow, broken=(*blow.broken, *(place + 1 for place in doomed))))
    return state, tuple(done)


@rule("FAB-GAU-10")
def _broken(target: Character, doomed: list[int]) -> Five:
    """The losses when gauges are broken directly: all that is in them is added."""
    return five(
        lost + (now if place in doomed else 0)
        for place, (lost, now) in enumerate(zip(target.hg.lost, target.hg_now, strict=True))
    )


# ---------------------------------------------------------------------- superiority
@rule("FAB-PSU-2", "FAB-PSU-6")
async def _superiority(
    state: State, given: Attack, *, made: Made, blows: tuple[Blow, ...]
) -> tuple[State, Points | None]:
    """What the attack is worth to the sides: doubles, immunities, a vulnerability, a broken gauge, in that order."""
    points = tracked(state) if given.superiority is None else dict(given.superiority)
    if points is None:
        return state, None
    points = doubles_gain(points, team_of(state, given.attacker), reading=made.reading, options=state.options)
    for blow in blows:
        if blow.execution is not None:
            points = doubles_gain(
                points, team_of(state, blow.who), reading=blow.execution.reading, options=state.options
            )
    return await won_by_damage(state, given.attacker, blows=blows, points=points)


# ---------------------------------------------------------------------- the report
def _striker(attacker: Character) -> Attacker:
    """The attacker as she is reported."""
    report, taken = asdict(report_of(attacker)), attacker.break_point_taken
    return Attacker(**report, fp=attacker.fp, ultima=attacker.ultima, break_point_taken=taken)


def _struck(state: State, blow: Blow) -> Target:
    """One target as it is reported."""
    target, done = state.characters[blow.who], blow.execution
    return Target(
        **asdict(report_of(target)),
        id=target.id,
        result=blow.result,
        affinity=blow.amount.affinity,
        amount=blow.amount.amount,
        effect=blow.amount.effect,
        pool=blow.amount.pool,
        broken=len(blow.broken),
        broken_gauges=blow.broken,
        why=blow.amount.why,
        execution=None if done is None else "failed" if blow.executed else "resisted",
        execution_value=done.value.value if done else None,
        fp_gain=done.reading.fp_gain if done else None,
        fp=target.fp if done else None,
        pending_opportunity=done.reading.opportunity if done else None,
    )
