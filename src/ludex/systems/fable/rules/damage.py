"""最低伤害 and damage: how much an attack deals and to which gauges (FAB-MIN, FAB-DMG, FAB-PDM)."""

from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Total, because
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import shipped
from ludex.systems.fable.events import GaugesMoved
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.gauges import drained
from ludex.systems.fable.rules.numbers import Factor, applied, merged, read_factors, written
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Affinity, DamageType, Opportunity, Pool

DOUBLE = HALF = Fraction(2)

Effect = Literal["damage", "none", "absorb"]

IMPROVISED = {"minor": (10, 20, 30), "heavy": (30, 40, 50), "massive": (40, 60, 80)}
"""Improvised damage below LV 20, from LV 20, from LV 40 (FAB-PDM-4)."""
BANDS = (20, 40)


class Amounts(msgspec.Struct, frozen=True):
    """Everything that decides how much damage one target takes."""

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


class Amount(msgspec.Struct, frozen=True, kw_only=True):
    """How much, of what, and what it does."""

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
    """A factor that acts on the damage, and what it is."""

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
        why={"amount": _reasons(given, amount, up=up, down=down)},
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
    """What divides the damage: effects, a resistance, a miss (Ruling E-9: its half merges with the others)."""
    acting = [Acting(factor, say("why.effect")) for factor in read_factors(given.divisors)]
    if affinity is Affinity.RESIST:
        acting.append(Acting(HALF, term(affinity)))
    if not given.hit:
        acting.append(Acting(HALF, say("why.miss")))
    return tuple(acting)


@rule("FAB-PDM-1", "FAB-MIN-1", "FAB-PDM-3")
def base_of(given: Amounts) -> int:
    """HR (0 on a miss) + the weapon's number + extra damage − the target's reduction, not below 0."""
    return max(0, (given.hr if given.hit else 0) + given.mod + given.extra - given.reduction)


def _reasons(given: Amounts, amount: int, *, up: tuple[Acting, ...], down: tuple[Acting, ...]) -> Total:
    """The amount with its terms, and every factor that acted on them."""
    terms = [
        because(given.hr if given.hit else 0, "why.hr" if given.hit else "why.hr_miss", "FAB-PDM-1"),
        because(given.mod, "why.weapon", "FAB-PDM-1"),
    ]
    if given.extra:
        terms.append(because(given.extra, "why.extra", "FAB-PDM-3"))
    if given.reduction:
        terms.append(because(-given.reduction, "why.reduction", "FAB-PDM-1"))
    return Total(amount, tuple(terms), _merging(up, down), "FAB-MUL-4")


def _merging(up: tuple[Acting, ...], down: tuple[Acting, ...]) -> Say | None:
    """How the factors were merged; nothing where there are none."""
    if not up and not down:
        return None
    acting = [say("why.times", factor=str(a.factor), what=a.what) for a in up]
    acting += [say("why.over", factor=str(a.factor), what=a.what) for a in down]
    merged_up, merged_down = merged(tuple(a.factor for a in up)), merged(tuple(a.factor for a in down))
    return say("why.factors", acting=acting, multiplier=str(merged_up), divisor=str(merged_down))


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


# ---------------------------------------------------------------------- improvised damage
class Improvise(msgspec.Struct, frozen=True):
    """How bad a fall, a fire or falling rock is. `character` gives the level of somebody at the table."""

    severity: str
    level: int = 5
    character: str = ""
    deal: bool = False
    """Whether she takes the damage at once."""


class Improvised(msgspec.Struct, frozen=True):
    """The damage that the GM sets."""

    amount: int


@rule("FAB-PDM-4")
async def improvised_damage(state: State, given: Improvise) -> Improvised:
    """The damage of a hazard, by level and by the severity that the GM picks."""
    level = character_of(state, given.character).level if given.character else given.level
    if given.severity not in IMPROVISED:
        raise RuleError(
            "unknown_severity", clause="FAB-PDM-4", severity=given.severity, severities=[term(x) for x in IMPROVISED]
        )
    amount = IMPROVISED[given.severity][sum(level >= band for band in BANDS)]
    if given.character and given.deal:
        drain = drained(character_of(state, given.character), Pool.HP, amount)
        await happen(GaugesMoved(given.character, Pool.HP, drain.lost))
    return Improvised(amount)
