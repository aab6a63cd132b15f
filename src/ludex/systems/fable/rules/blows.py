"""Damage of an attack, and what becomes of its targets: joins Minimum damage with Combat opportunities (FAB-MIN, FAB-ATK-3..6).

One target after another: whether it is hit, what it is dealt, who takes it, and everybody who listens (FAB-LIV-35).
"""

from typing import Annotated, Literal

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.effects.records import Occasion
from ludex.core.explain import Total, because
from ludex.core.rule import rule
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import GaugesMoved
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.attributes import defence, magic_defence
from ludex.systems.fable.rules.checks import Made, result_of
from ludex.systems.fable.rules.counting import added, damage_type_of, ignored, plus
from ludex.systems.fable.rules.damage import Amounts, Blow, Effect, affinities_of, amount_of
from ludex.systems.fable.rules.gauges import Report, report_of
from ludex.systems.fable.rules.multiplying import Factor
from ludex.systems.fable.rules.superiority import Points
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.sheet import Character, Five, five
from ludex.systems.fable.sheet.entries import SpellEntry
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Affinity, Attribute, Opportunity, Pool, Result

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
    superiority: Points | None = None
    action: str = ""
    """An action of her turn that the attack uses up, if she is on the clock: "attack" or "spell"; left out, none."""
    unseen: bool = False
    """Struck in secret: an attacker in hiding stays there (FAB-LIV-4)."""
    dual: bool = False
    """Whether it is one of two blows with two weapons."""
    open: bool = False
    """Whether the table shows NPCs' numbers, their defences too (FAB-LIV-39)."""


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
    meant: str = ""
    """Whom it was meant for, where somebody else took it."""
    why: dict[str, Total] = msgspec.field(default_factory=dict)


def occasion_of(state: State, given: Attack) -> Occasion:
    """The attack at hand, as conditions see it."""
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
            state = await happen(GaugesMoved(who, Pool.HP, _broken(target, doomed)))
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
    """The attacker as she is reported."""
    report, taken = asdict(report_of(attacker)), attacker.break_point_taken
    return Attacker(**report, fp=attacker.fp, ultima=attacker.ultima, break_point_taken=taken)


def struck(state: State, blow: Blow, done: Made | None) -> Target:
    """One target as it is reported."""
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
