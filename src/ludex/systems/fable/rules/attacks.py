"""Attack checks, Minimum damage and Combat opportunities: one attack from the payment to the superiority it wins (FAB-ATK, FAB-MIN), in the order of FAB-ATK-7.

One target after another: whether it is hit, what it is dealt, who takes it, and everybody who listens (FAB-LIV-35).
"""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Aside, Option, choose
from ludex.core.effects.records import Effect as Record, Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total, because
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.fable.content import called_of
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.effects.writing import read_step
from ludex.systems.fable.events import OpportunitiesSet
from ludex.systems.fable.redact import TRAITS, knows_defences
from ludex.systems.fable.rules.attributes import added, damage_type_of, defence, ignored, magic_defence, plus
from ludex.systems.fable.rules.checks import Check, Made, doubles_gain, goal_of, new_act, result_of, rolled
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.damage import (
    Amounts,
    Blow,
    Effect,
    Factor,
    affinities_of,
    amount_of,
    pool_of,
    read_factors,
    still_here,
    won_by_damage,
)
from ludex.systems.fable.rules.gauges import Report, agree_to_pay, check_payment, gauges_moved, paid, report_of
from ludex.systems.fable.rules.hands import Goal
from ludex.systems.fable.rules.opportunities import opportunity_of, used_in_attack
from ludex.systems.fable.rules.points import Moved, SidePoints, moved, shown, tracked
from ludex.systems.fable.rules.steps import consumed, done
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.sheet import Character, Five, five
from ludex.systems.fable.sheet.entries import SpellEntry
from ludex.systems.fable.state import State, character_of, team_of
from ludex.systems.fable.terms import COMBAT_OPPORTUNITIES, Affinity, Attribute, Kind, Opportunity, Pool, Result

CRUSHING_GAUGES = 2


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
    superiority: SidePoints | None = None
    action: str = ""
    """An action of her turn that the attack uses up, if she is on the clock: "attack" or "spell"; left out, none."""
    unseen: bool = False
    """Struck in secret: an attacker in hiding stays there (FAB-LIV-4)."""
    dual: bool = False
    """Whether it is one of two blows with two weapons."""
    open: bool = False
    """Whether the table shows NPCs' numbers, their defences too (FAB-LIV-39)."""
    overdraw: bool = False
    """Whether the line says that it may overdraw (FAB-LIV-22)."""


class Attacker(Report, frozen=True, kw_only=True):
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
    meant: str = ""
    """Whom it was meant for, where somebody else took it."""
    why: dict[str, Total] = msgspec.field(default_factory=dict)


def occasion_of(state: State, given: Attack) -> Occasion:
    weapon, target = given.weapon, given.targets[0] if given.targets else ""
    spells = entries_of(SpellEntry, state.things).items()
    spell = weapon.versus == "mdef" or any(weapon.name in (key, entry.name) for key, entry in spells)
    facts = {
        "weapon": True, "ranged": weapon.ranged, "spell": spell, "name": weapon.name, "type": weapon.type,
        "kind": "magic" if spell else "accuracy", "dual": given.dual,
    }  # fmt: skip
    return Occasion("", given.attacker, target, facts)


def defence_of(state: State, target: Character, given: Attack) -> int:
    """What the check is compared with: DEF for weapons, M.DEF for spells (FAB-PCK-9), with what effects add now."""
    at = occasion_of(state, given).then("", target=target.id)
    return magic_defence(state, target, at) if given.weapon.versus == "mdef" else defence(state, target, at)


# ---------------------------------------------------------------------- damage
async def landed(
    state: State, given: Attack, *, made: Made, use: str, executions: tuple[Made | None, ...], at: Occasion, act: Act
) -> tuple[State, tuple[Blow, ...]]:
    """Every target in order: hit or missed, the damage that comes, who takes it, and what it does."""
    blows = []
    for who, execution in zip(given.targets, executions, strict=True):
        state, blow = await _land(state, given, who, made=made, use=use, at=at.then("", target=who), act=act)
        failed = execution is not None and execution.result is Result.FAILURE
        blows.append(replace(blow, executed=failed))
    return state, tuple(blows)


@rule("FAB-MIN-2", "FAB-MIN-4", "FAB-ATK-3", "FAB-ATK-4")
async def _land(
    state: State, given: Attack, who: str, *, made: Made, use: str, at: Occasion, act: Act
) -> tuple[State, Blow]:
    """One target: the result is read, listeners are heard, then the damage comes, is lessened or taken by another, and lands."""
    number, doubles = made.value.value, made.reading.doubles
    result = result_of(number, defence_of(state, state.characters[who], given), doubles=doubles, options=state.options)
    hit, act.add_damage = result is Result.SUCCESS, 0
    state = await act.opened(state, at.then("hit" if hit else "missed", owner=given.attacker))
    state = await act.opened(state, at.then("was_hit" if hit else "was_missed", owner=who))
    act.fresh()
    blow = _blow(state, given, made=made, use=use, who=who, result=result, at=at, act=act)
    if blow.amount.effect == "damage" and blow.amount.amount:
        state = await act.opened(state, at.then("damage_coming", owner=who, amount=blow.amount.amount))
    if act.redirect or act.lessen:
        taker = act.redirect or who
        blow = _blow(state, given, made=made, use=use, who=taker, result=result, at=at.then("", target=taker), act=act)
        blow = replace(blow, meant=who if taker != who else "")
    # Ruling FAB-E-12: everyone but soldier-rank NPCs is protected, and the gauges that are reached count
    crushing = use == Opportunity.CRUSHING_BLOW
    most = CRUSHING_GAUGES if crushing and not state.characters[blow.who].soldier else None
    return await act.struck(state, blow, given.attacker, at, most=most)


def _blow(
    state: State, given: Attack, *, made: Made, use: str, who: str, result: Result, at: Occasion, act: Act
) -> Blow:
    """What one target is dealt: full damage where the check reached its defence, minimum damage where not."""
    target, hit = state.characters[who], result is Result.SUCCESS
    reasons = added(state, given.attacker, "damage", at)
    reasons += (because(act.add_damage, "why.effect", "FAB-LIV-36"),) if act.add_damage else ()
    times = plus(state, given.attacker, "damage_times", at)
    kind = damage_type_of(state, given.attacker, given.weapon.type, at)
    at = at.then("", type=kind)
    amount = amount_of(
        Amounts(
            type=kind,
            hit=hit,
            double_one=made.reading.doubles == 1,
            hr=0 if given.hr_zero else made.hand.hr,  # FAB-PAC-7
            mod=given.weapon.damage,
            extra=given.extra + sum(int(one.value) for one in reasons),
            reasons=reasons,
            reduction=target.reduction + plus(state, who, "reduction", at) + act.lessen,
            affinities=affinities_of(state, target, kind, at),
            ignore=(*given.ignore, *ignored(state, given.attacker, at)),
            multipliers=(*given.multipliers, *((times,) if times > 1 else ())),
            divisors=given.divisors,
            crushing=use == Opportunity.CRUSHING_BLOW,
            spell=given.weapon.name if at.fact("spell") else "",
        )
    )
    whiff = made.reading.doubles == 1 and not hit  # FAB-MIN-3
    return Blow(who, result, amount, harms=amount.base > 0 and not whiff, type=kind)


@rule("FAB-ATK-5", "FAB-ATK-6")
async def executed(
    state: State, blows: tuple[Blow, ...], attacker: str, *, at: Occasion, act: Act
) -> tuple[State, tuple[Blow, ...]]:
    """After all damage: each target that failed against an execution loses the leftmost unbroken gauge, a soldier all of them."""
    done = []
    for blow in blows:
        who = blow.meant or blow.who
        target = state.characters[who]
        open_gauges = [place for place, now in enumerate(target.hg_now) if now > 0]
        doomed = (open_gauges if target.soldier else open_gauges[:1]) if blow.executed else []
        if doomed:
            state = await happen(gauges_moved(state, who, Pool.HP, _broken(target, doomed)))
            state = await act.lost(state, who, attacker, at.then("", target=who), broken=True, before=target)
        done.append(replace(blow, broken=(*blow.broken, *(place + 1 for place in doomed))))
    return state, tuple(done)


@rule("FAB-GAU-10")
def _broken(target: Character, doomed: list[int]) -> Five:
    """The losses when gauges are broken directly: all that is in them is added."""
    return five(
        lost + (now if place in doomed else 0)
        for place, (lost, now) in enumerate(zip(target.hg.lost, target.hg_now, strict=True))
    )


# ---------------------------------------------------------------------- the report
def striker(attacker: Character) -> Attacker:
    report, taken = asdict(report_of(attacker)), attacker.break_point_taken
    return Attacker(**report, fp=attacker.fp, ultima=attacker.ultima, break_point_taken=taken)


def struck(state: State, blow: Blow, done: Made | None) -> Target:
    target = state.characters[blow.who]
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
        meant=blow.meant,
        execution=None if done is None else "failed" if blow.executed else "resisted",
        execution_value=done.value.value if done else None,
        fp_gain=done.reading.fp_gain if done else None,
        fp=target.fp if done else None,
        pending_opportunity=done.reading.opportunity if done else None,
    )


# ---------------------------------------------------------------------- one attack
EXECUTION_DL = 13
DETAILED = Option("<option>:<details>", say("answers.opportunity_details"))


class Attacked(msgspec.Struct, frozen=True, kw_only=True):
    faces: tuple[int, int]
    hr: int
    value: int
    doubles: int
    fp_gain: int
    opportunity: str
    overdraft: int
    attacker: Attacker
    targets: tuple[Target, ...]
    superiority: SidePoints | None = None
    by: str = ""
    moves: tuple[Moved, ...] = ()
    """How it moved the sides' points, and why."""
    told: tuple[Say, ...] = ()
    """What effects did on the way."""
    why: dict[str, Total] = {}

    @property
    def damage(self) -> int:
        return sum(target.amount for target in self.targets if target.effect == "damage")

    @property
    def reached(self) -> str:
        """Whom it hits, as the odds of an answer say it (FAB-LIV-24)."""
        return f"hits_{self.hits}"

    @property
    def hits(self) -> int:
        return sum(target.result is Result.SUCCESS for target in self.targets)

    @property
    def execution(self) -> dict[str, str]:
        """How a 斩杀 ends, for odds: for each target whether she holds out, for the attacker whether anybody does not (FAB-LIV-24)."""
        failed = {one.meant or one.id: one.execution == "failed" for one in self.targets if one.execution is not None}
        theirs = {who: "held_not" if lost else "held" for who, lost in failed.items()}
        return {**theirs, self.by: "executed" if any(failed.values()) else "executed_not"} if theirs else {}

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
    await agree_to_pay(state, given.attacker, mp=given.mp_cost, overdraw=given.overdraw)
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
        by=given.attacker,
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
        Aside(purpose),
        reach=tuple(reach.values()),
        each=Aside(each),
        name=versus,
        veiled=veiled,
        kind="attack",
        aimed=tuple(reach),
    )


@rule("FAB-LIV-42")
def learned(state: State, what: Say) -> State:
    """What being asked about a missed attack tells: where nobody would have been missed, hidden defences were higher than the value."""
    least, versus = what.facts.get("least"), what.facts.get("versus")
    aimed = [state.characters[who] for who in what.facts.get("aimed", ()) if who in state.characters]
    number, stated = (magic_defence, "stated_mdef") if versus == "mdef" else (defence, "stated_def")
    if not least or any(number(state, one) >= least for one in aimed):
        return state
    hidden = [one for one in aimed if one.kind is not Kind.PC and one.shown < TRAITS]
    more = {one.id: replace(one, **{stated: least - plus(state, one.id, str(versus))}) for one in hidden}
    return replace(state, characters={**state.characters, **more})


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
    effect = Record(id=f"spell:{given.weapon.name}", name=given.weapon.name, bearer=given.attacker, by=given.attacker)
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
        goal = replace(goal_of(resist), purpose=Aside(term(Opportunity.EXECUTION)), odds=("execution",))
        at = Occasion("", given.attacker, who, {"kind": "execution"})
        state, made = await rolled(state, resist, source="check", goal=goal, at=at, act=act)
        checks.append(made)
    return state, tuple(checks)


# ---------------------------------------------------------------------- superiority
@rule("FAB-PSU-2", "FAB-PSU-6")
async def _superiority(
    state: State, given: Attack, *, made: Made, blows: tuple[Blow, ...], executions: tuple[Made | None, ...]
) -> tuple[State, SidePoints | None, tuple[Moved, ...]]:
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
    return await won_by_damage(state, given.attacker, blows=blows, points=points, moves=moves)
