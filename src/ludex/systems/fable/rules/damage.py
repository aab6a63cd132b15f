"""Minimum damage, Damage types and Damage, with Multiplying and Arithmetic: one sum decides all (FAB-MIN, FAB-DMG, FAB-PDM, FAB-MUL, FAB-PAR).

How much is dealt and to which gauges, how a blow lands, and what it wins the sides (FAB-ADV, FAB-PSU-2).
"""

from fractions import Fraction
from math import floor
from typing import Annotated, Literal, NamedTuple

import msgspec

from ludex.core.bounds import fraction
from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ANYONE, BOOK, REST, Asked, Do, Field
from ludex.core.effects.records import NOTHING, Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Term, Total, because
from ludex.core.fields import flag
from ludex.core.hints import larger
from ludex.core.names import split_list
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import called_of, shipped
from ludex.systems.fable.events import BreakPointTaken, Downed, SuperiorityMoved, TypeShown
from ludex.systems.fable.kinds import DAMAGE_TYPE
from ludex.systems.fable.rules.attributes import affinities_by_effect, plus
from ludex.systems.fable.rules.gauges import drained, filled, gauges_moved
from ludex.systems.fable.rules.points import Moved, SidePoints, gained, moved, opponent
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import State, team_of
from ludex.systems.fable.terms import Affinity, Cause, DamageType, Kind, Opportunity, Pool, Result

Factor = int | str
"""A factor as people write it: a whole number, or a fraction as text ("3/2")."""


class Multiply(msgspec.Struct, frozen=True):
    value: int
    multipliers: tuple[Factor, ...] = ()
    divisors: tuple[Factor, ...] = ()


class MultiplyLine(Deed, names=("乘除", "multiply"), who=ANYONE, beside=BOOK, example=".乘除 20 x2 x2 /2"):
    """`.乘除 20 x2 x2 /2`; a number without a sign multiplies."""

    n: Annotated[int, Field()]
    factors: Annotated[str, Field(kind=REST)]

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        words = split_list(self.factors.replace(" ", ","))
        by = tuple(w.lstrip("/÷") for w in words if w[0] in "/÷")
        times = tuple(w.lstrip("xX×*") for w in words if w[0] not in "/÷")
        return Do("combine_multipliers", Multiply(self.n, times, by))


class Multiplied(msgspec.Struct, frozen=True):
    multiplier: Factor
    divisor: Factor
    result: int


@rule("FAB-MUL-4")
async def combine_multipliers(_state: State, given: Multiply) -> Multiplied:
    """Merge multipliers and divisors separately and apply both, rounded down once."""
    multiplier, divisor = merged(read_factors(given.multipliers)), merged(read_factors(given.divisors))
    return Multiplied(written(multiplier), written(divisor), applied(given.value, multiplier, divisor))


@rule("FAB-MUL-1", "FAB-MUL-2", "FAB-MUL-3")
def merged(factors: tuple[Fraction, ...]) -> Fraction:
    """One factor for all: the first in full, every further one less 1. ×2 and ×2 make ×3; ÷2 and ÷2 make ÷3."""
    if not factors:
        return Fraction(1)
    return sum(factors, Fraction(0)) - (len(factors) - 1)


@rule("FAB-MUL-4", "FAB-PAR-1", "FAB-PAR-2")
def applied(value: int, multiplier: Fraction, divisor: Fraction) -> int:
    """`floor(value × M ÷ D)`: sums are done before, and fractions are rounded down once, at the end."""
    return floor(value * multiplier / divisor)  # Ruling FAB-E-1: merged separately


@rule("FAB-MUL-5")
def read_factors(factors: tuple[Factor, ...]) -> tuple[Fraction, ...]:
    """Factors as numbers; one below 1 (or none at all) is refused, because a half is a divisor of 2."""
    return tuple(_read(factor) for factor in factors)


def _read(factor: Factor) -> Fraction:
    number = fraction(factor)
    if number is None or number < 1:
        raise RuleError("bad_multiplier", clause="FAB-MUL-5", factor=factor)
    return number


def written(factor: Fraction) -> Factor:
    return factor.numerator if factor.denominator == 1 else str(factor)


# ---------------------------------------------------------------------- how much is dealt
DOUBLE = HALF = Fraction(2)

Effect = Literal["damage", "none", "absorb"]


class Amounts(msgspec.Struct, frozen=True):
    type: str = ""
    hit: bool = True
    double_one: bool = False
    hr: int = 0
    mod: int = 0
    extra: int = 0
    reduction: int = 0
    affinities: tuple[Affinity, ...] = ()
    ignore: tuple[Affinity, ...] = ()
    multipliers: tuple[Factor, ...] = ()
    divisors: tuple[Factor, ...] = ()
    crushing: bool = False
    """Whether it is a crushing blow (FAB-ATK-3)."""
    reasons: tuple[Term, ...] = ()
    """What effects add to it, by name; `extra` has their sum."""
    spell: str = ""
    """The spell that deals it, by name."""


class WorkOutDamage(
    Amounts,
    Deed,
    names=("算伤", "calc"),
    does="damage_amount",
    who=ANYONE,
    beside=BOOK,
    example=".算伤 灼烧 8 10 弱点",
):
    """`.算伤 灼烧 8 10 弱点 [未中]`: what an attack would deal."""

    type: Annotated[str, DAMAGE_TYPE]
    hr: Annotated[int, Field()]
    mod: Annotated[int, Field("n")]
    affinities: Annotated[tuple[Affinity, ...], Field()] = ()
    hit: Annotated[bool, flag("miss", "未中"), Meant(lambda _asked, missed: not missed)] = True


class Amount(msgspec.Struct, frozen=True, kw_only=True):
    base: int
    affinity: Affinity
    multiplier: Factor
    divisor: Factor
    amount: int
    effect: Effect
    pool: Pool
    why: dict[str, Total] = {}


@rule("FAB-PDM-1", "FAB-MIN-1")
async def damage_amount(_state: State, given: Amounts) -> Amount:
    """How much damage a hit or a miss deals."""
    return amount_of(given)


class Acting(NamedTuple):
    factor: Fraction
    what: Say


@rule("FAB-PDM-1", "FAB-PDM-2", "FAB-MIN-1", "FAB-MIN-3")
def amount_of(given: Amounts) -> Amount:
    """Sum up, merge the factors, multiply and divide, and see what the target's affinity makes of it."""
    pool = pool_of(given.type)
    affinity = resolved(given.affinities, given.ignore)
    up, down = _multipliers(given, affinity), _divisors(given, affinity)
    base = base_of(given)
    multiplier, divisor = merged(tuple(a.factor for a in up)), merged(tuple(a.factor for a in down))
    nothing = affinity is Affinity.IMMUNE or (given.double_one and not given.hit)  # FAB-MIN-3
    amount = 0 if nothing else applied(base, multiplier, divisor)
    return Amount(
        base=base,
        affinity=affinity,
        multiplier=written(multiplier),
        divisor=written(divisor),
        amount=amount,
        effect="none" if amount == 0 else "absorb" if affinity is Affinity.ABSORB else "damage",
        pool=pool,
        why={"amount": _reasons(given, base, amount, affinity, up=up, down=down)},
    )


@rule("FAB-PDM-2", "FAB-ATK-3")
def _multipliers(given: Amounts, affinity: Affinity) -> tuple[Acting, ...]:
    """What multiplies the damage: effects, a crushing blow, a vulnerability."""
    acting = [Acting(factor, say("why.effect")) for factor in read_factors(given.multipliers)]
    if given.crushing:
        acting.append(Acting(DOUBLE, term(Opportunity.CRUSHING_BLOW)))
    if affinity is Affinity.VULNERABLE:
        acting.append(Acting(DOUBLE, term(affinity)))
    return tuple(acting)


@rule("FAB-PDM-2", "FAB-MIN-1")
def _divisors(given: Amounts, affinity: Affinity) -> tuple[Acting, ...]:
    """What divides the damage: effects, a resistance, a miss (Ruling FAB-E-9: its half merges with the others)."""
    acting = [Acting(factor, say("why.effect")) for factor in read_factors(given.divisors)]
    if affinity is Affinity.RESIST:
        acting.append(Acting(HALF, term(affinity)))
    if not given.hit:
        acting.append(Acting(HALF, say("why.miss")))
    return tuple(acting)


@rule("FAB-PDM-1", "FAB-MIN-1", "FAB-PDM-3")
def base_of(given: Amounts) -> int:
    """HR (0 on a miss) + the weapon's number + extra damage − the target's reduction, not below 0."""
    return larger(0, (given.hr if given.hit else 0) + given.mod + given.extra - given.reduction)


def _reasons(
    given: Amounts, base: int, amount: int, affinity: Affinity, *, up: tuple[Acting, ...], down: tuple[Acting, ...]
) -> Total:
    """The amount with its terms; what the factors made of their sum is the last of them."""
    terms = [
        because(given.hr if given.hit else 0, "why.hr" if given.hit else "why.hr_miss", "FAB-PDM-1"),
        because(
            given.mod, say("why.by_spell", spell=called_of(given.spell)) if given.spell else "why.weapon", "FAB-PDM-1"
        ),
    ]
    named = sum(int(one.value) for one in given.reasons)
    terms += given.reasons
    if given.extra - named:
        terms.append(because(given.extra - named, "why.extra", "FAB-PDM-3"))
    if given.reduction:  # as much of it as there is to take away: not below 0
        whole = (given.hr if given.hit else 0) + given.mod + given.extra
        terms.append(because(base - whole, "why.reduction", "FAB-PDM-1"))
    merging = _merging(up, down)
    if affinity is Affinity.IMMUNE:
        merging = term(affinity)
    elif given.double_one and not given.hit:
        merging = say("why.missed_double_one")
    if merging:
        terms.append(because(amount - base, merging, "FAB-MUL-4"))
    return Total(amount, tuple(terms), clause="FAB-MUL-4")


def _merging(up: tuple[Acting, ...], down: tuple[Acting, ...]) -> Say | None:
    if not up and not down:
        return None
    acting = [say("why.times", factor=str(a.factor), what=a.what) for a in up]
    acting += [say("why.over", factor=str(a.factor), what=a.what) for a in down]
    merged_up, merged_down = merged(tuple(a.factor for a in up)), merged(tuple(a.factor for a in down))
    if len(up) < 2 and len(down) < 2:  # one of a kind needs no merging
        return say("why.factors_plain", acting=acting)
    into = "both" if up and down else "up" if up else "down"
    return say(f"why.factors_{into}", acting=acting, multiplier=str(merged_up), divisor=str(merged_down))


@rule("FAB-PDM-2")
def resolved(states: tuple[Affinity, ...], ignore: tuple[Affinity, ...] = ()) -> Affinity:
    """One affinity for all: absorb beats immune, immune beats the rest, vulnerable and resist cancel out."""
    left = [state for state in states if state not in ignore]
    for strongest in (Affinity.ABSORB, Affinity.IMMUNE):
        if strongest in left:
            return strongest
    vulnerable, resist = Affinity.VULNERABLE in left, Affinity.RESIST in left
    if vulnerable is resist:
        return Affinity.NORMAL
    return Affinity.VULNERABLE if vulnerable else Affinity.RESIST


@rule("FAB-DMG-1", "FAB-DMG-2", "FAB-DMG-3", "FAB-DMG-4")
def pool_of(damage_type: str) -> Pool:
    """Physical damage takes HP, mental damage MP; anything but the twelve types is refused."""
    found = shipped().damage_types.get(damage_type)
    if found is None:
        raise RuleError(
            "unknown_damage_type", clause="FAB-DMG-4", type=damage_type, types=[term(t) for t in DamageType]
        )
    return found.pool


# ---------------------------------------------------------------------- one blow
def check_targets(state: State, targets: tuple[str, ...]) -> None:
    """Refuse to aim at somebody whose fate is decided (FAB-LIV-6)."""
    for who in targets:
        if who in state.characters and state.characters[who].fate:
            raise RuleError("target_out", clause="FAB-PZR-1", target=state.characters[who].called)


@rule("FAB-LIV-6")
def still_here(state: State, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Those who can still be struck: one who gets a fate, or leaves, while an attack at several waits is spared, the others are not."""
    here = tuple(who for who in targets if who in state.characters and not state.characters[who].fate)
    if not here:
        check_targets(state, targets)
    return here or targets


class Blow(msgspec.Struct, frozen=True):
    who: str
    result: Result
    amount: Amount
    executed: bool = False
    """Whether an execution breaks a gauge of hers (FAB-ATK-5)."""
    broken: tuple[int, ...] = ()
    harms: bool = True
    """Whether it is damage at all for FAB-PSU-2: a base of 0 is none, nor is a missed double 1."""
    meant: str = ""
    """Whom it was meant for, where somebody else takes it (代受)."""
    type: str = ""
    """The type of its damage."""


def landed(who: str, broken: tuple[int, ...]) -> Blow:
    nothing = Amount(base=0, affinity=Affinity.NORMAL, multiplier=1, divisor=1, amount=0, effect="none", pool=Pool.HP)
    return Blow(who, Result.SUCCESS, nothing, broken=broken, harms=False)


@rule("FAB-PAC-4", "FAB-LIV-36")
def unchecked(state: State, who: str, kind: str, number: int, *, at: Occasion, called: str = "") -> Blow:
    """Damage without a check: affinity, reduction and guard apply."""
    target = state.characters[who]
    reduction = target.reduction + plus(state, who, "reduction", at)
    affinities = affinities_of(state, target, kind, at)
    amount = amount_of(Amounts(kind, mod=number, reduction=reduction, affinities=affinities, spell=called))
    return Blow(who, Result.SUCCESS, amount, harms=amount.base > 0, type=kind)


@rule("FAB-PDM-2", "FAB-PAC-2")
def affinities_of(state: State, target: Character, damage_type: str, at: Occasion = NOTHING) -> tuple[Affinity, ...]:
    """A target's affinities towards a type, with those that effects give; one who guards resists everything."""
    own = (
        *target.affinities.get(DamageType(damage_type), ()),
        *affinities_by_effect(state, target.id, damage_type, at),
    )
    return (*own, Affinity.RESIST) if target.guarding else own


@rule("FAB-LIV-40")
async def seen(state: State, blow: Blow) -> State:
    """A type that has landed on an NPC: how it works there is known from now on."""
    target = state.characters[blow.who]
    if not blow.harms or target.kind is Kind.PC or DamageType(blow.type) in target.shown_types:
        return state
    return await happen(TypeShown(blow.who, DamageType(blow.type)))


async def dealt(
    state: State, who: str, amount: Amount, *, by: str, most: int | None = None
) -> tuple[State, tuple[int, ...]]:
    """Deal an amount to somebody `by` whom, or heal her if she absorbs it; the hit gauges that it broke (FAB-ADV-4)."""
    target = state.characters[who]
    if amount.effect == "absorb":
        fill = filled(target.row(amount.pool).lost, amount.amount)
        return await happen(gauges_moved(state, who, amount.pool, fill.lost)), ()
    if amount.effect == "none":
        return state, ()
    drain = drained(target, amount.pool, amount.amount, most=most)
    state = await happen(gauges_moved(state, who, amount.pool, drain.lost, why=amount.why.get("amount"), by=by))
    return state, drain.broken if amount.pool is Pool.HP else ()


@rule("FAB-PZR-1", "FAB-OVD-5")
async def struck_down(state: State, attacker: str, blows: tuple[Blow, ...]) -> State:
    """Those who are at 0 HP now were brought there by this attacker, or by the overdraft that mental damage caused."""
    for blow in blows:
        target = state.characters[blow.who]
        if target.defeated and not target.fate and not target.downed:
            cause = Cause.OVERDRAFT if blow.amount.pool is Pool.MP and not blow.executed else Cause.ATTACK
            state = await happen(Downed(blow.who, cause, "" if cause is Cause.OVERDRAFT else attacker))
    return state


@rule("FAB-PSU-2", "FAB-ADV-1", "FAB-ADV-2", "FAB-ADV-4")
async def won_by_damage(
    state: State, attacker: str, *, blows: tuple[Blow, ...], points: SidePoints, moves: tuple[Moved, ...] = ()
) -> tuple[State, SidePoints, tuple[Moved, ...]]:
    """Points for damage that somebody deals: immune or absorbing targets, a vulnerable enemy, a broken gauge; and all that moved them."""
    team, wins = team_of(state, attacker), list[tuple[str, Say]]()
    if state.options.superiority_parent_sources:
        spared = [b for b in blows if b.harms and b.amount.affinity in (Affinity.IMMUNE, Affinity.ABSORB)]
        wins += [(team_of(state, blow.who), term(blow.amount.affinity)) for blow in spared]
        weak = [b for b in blows if b.amount.affinity is Affinity.VULNERABLE and b.amount.effect == "damage"]
        if any(team_of(state, b.who) != team for b in weak):
            wins.append((team, term(Affinity.VULNERABLE)))
    broke = [state.characters[b.who].called for b in blows if b.broken and team_of(state, b.who) != team]
    if broke and opponent(points, team) is not None and not state.characters[attacker].break_point_taken:
        wins.append((team, say("told.why_broke", who=broke)))
        state = await happen(BreakPointTaken(attacker))
    for side, why in wins:
        before, points = points, gained(points, side)[0]
        moves += moved(before, points, why)
    if state.conflict is not None:
        state = await happen(SuperiorityMoved(points, moves))
    return state, points, moves
