"""Weapons in combat and building weapons (FET-WEP, FET-WPB), joined because both are the same few numbers."""

from math import ceil, floor
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import converted
from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ANYONE, BOOK, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.content import in_keys, in_language, weapon_named
from ludex.systems.fet.kinds import Quantity, SumDeed
from ludex.systems.fet.rules.card_lines import as_data
from ludex.systems.fet.rules.clock import contest
from ludex.systems.fet.rules.law import check_keys
from ludex.systems.fet.sheet import LEVEL, Weapon
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import NOISE, Number, WeaponType, exact, half_up, tidy

BARE = 0.916
"""FET-WPB-2: damage per t and level of an all-round character (Ruling FET-E-24)."""


def weapon_in(state: State, text: str, language: str = "") -> Weapon:
    """A weapon by name (the table's own, or a sample, called as in a language), or written as JSON."""
    data = as_data(text)
    if isinstance(data, str):
        return in_language(weapon_named(data, state), language)
    card = in_keys("weapon", data)
    check_keys(card, Weapon)
    return converted(card, Weapon, code="bad_weapon")


WeaponSaid = Annotated[Weapon, Field("weapon"), Meant(lambda asked, said: weapon_in(asked.state, said))]
"""A weapon that is only thought of."""


class WeaponAttack(msgspec.Struct, frozen=True):
    """What `weapon_attack` is given. `opposed`: the impact that contests it."""

    weapon: Weapon
    impact: Number | None = None
    shots: Number = 1
    opposed: Number = 0


class WeaponUsed(msgspec.Struct, frozen=True):
    impact: Number
    total: Number
    extra: Number | None = None
    wind_up: Number | None = None
    loaded: int | None = None
    why: dict[str, Total] = {}


class TryWeapon(SumDeed, names=("试击", "swing"), example=".试击 手术刀 100"):
    """What a weapon would do: of a gun the number is so many shots."""

    weapon: WeaponSaid
    impact: Quantity
    opposed: Quantity = 0

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        given = WeaponAttack(self.weapon, self.impact, opposed=self.opposed)
        fires = self.weapon.type == WeaponType.RANGED
        return Do("weapon_attack", replace(given, impact=None, shots=self.impact) if fires else given)


@rule("FET-WEP-1", "FET-WEP-2")
async def weapon_attack(_state: State, given: WeaponAttack) -> WeaponUsed:
    """Strike with a melee weapon, or fire a ranged one."""
    weapon = check_weapon(given.weapon)
    if weapon.type == WeaponType.RANGED:
        shot, impact, time = fired(weapon, given.shots)
        final, _ = contest(impact, given.opposed)
        return WeaponUsed(impact, final, wind_up=time, loaded=shot.loaded if weapon.magazine else None)
    if given.impact is None or given.impact <= 0:
        raise RuleError("bad_impact", clause="FET-ACT-3", impact=given.impact)
    final, _ = contest(given.impact, given.opposed)
    extra = bonus(final, weapon)
    why = total(
        because(final, "why.final", "FET-INX-2"), because(extra, say("why.weapon", damage=weapon.damage), "FET-WEP-1")
    )
    return WeaponUsed(given.impact, tidy(final + extra), extra=extra, why={"total": why})


@rule("FET-WPB-1")
def check_weapon(weapon: Weapon, wanted: WeaponType | None = None) -> Weapon:
    """A weapon of a known (or the wanted) type whose numbers make sense."""
    numbers = (weapon.wind_up, weapon.reload, weapon.range or 0, weapon.magazine or 0, weapon.load)
    shoots_badly = weapon.type == WeaponType.RANGED and weapon.damage < 0
    if weapon.type not in tuple(WeaponType) or min(numbers) < 0 or shoots_badly:
        raise RuleError("bad_weapon", clause="FET-WPB-1", weapon=weapon.name, type=weapon.type)
    if wanted is not None and weapon.type != wanted:
        raise RuleError("bad_weapon", clause="FET-WEP-1", weapon=weapon.name, type=weapon.type, wanted=str(wanted))
    return weapon


@rule("FET-WPB-2")
def check_usable(weapon: Weapon) -> None:
    """A weapon whose efficiency can be worked out: one that fires takes time."""
    efficiency(check_weapon(weapon), LEVEL)


@rule("FET-WEP-1")
def bonus(final: Number, weapon: Weapon | None) -> Number:
    """Extra damage of a melee weapon on what the attack finally does (Ruling FET-E-22)."""
    if weapon is None or weapon.type != WeaponType.MELEE:
        return 0
    return tidy(final * weapon.damage / 100)


@rule("FET-WEP-2")
def fired(weapon: Weapon, shots: Number) -> tuple[Weapon, Number, Number]:
    """The weapon after n shots, with their impact and wind-up (Ruling FET-E-23)."""
    if shots < 1 or shots != int(shots):
        raise RuleError("bad_shots", clause="FET-WEP-2", shots=shots)
    count = int(shots)
    if weapon.magazine and weapon.rounds < count:
        raise RuleError("not_loaded", clause="FET-WEP-2", weapon=weapon.name, loaded=weapon.rounds, shots=count)
    after = replace(weapon, loaded=weapon.rounds - count) if weapon.magazine else weapon
    return after, tidy(count * weapon.damage), tidy(count * weapon.wind_up)


@rule("FET-WEP-2")
def shots_for(weapon: Weapon, size: Number, *, timed: bool) -> int:
    """So many shots as bring an impact at least, or as fit into a time."""
    per_shot = exact(weapon.wind_up if timed else weapon.damage)
    if per_shot <= 0:
        return 1
    return floor(exact(size) / per_shot) if timed else ceil(exact(size) / per_shot)


class WeaponReload(msgspec.Struct, frozen=True):
    weapon: Weapon


class WeaponReloaded(msgspec.Struct, frozen=True):
    wind_up: Number
    loaded: int


@rule("FET-WEP-3")
async def weapon_reload(_state: State, given: WeaponReload) -> WeaponReloaded:
    """Fill the magazine."""
    weapon = check_reloadable(given.weapon)
    return WeaponReloaded(weapon.reload, weapon.magazine or 0)


@rule("FET-WEP-3")
def check_reloadable(weapon: Weapon) -> Weapon:
    check_weapon(weapon, WeaponType.RANGED)
    if not weapon.magazine:
        raise RuleError("bad_weapon", clause="FET-WEP-3", weapon=weapon.name, type=weapon.type)
    if weapon.rounds >= weapon.magazine:
        raise RuleError("already_loaded", clause="FET-WEP-3", weapon=weapon.name, loaded=weapon.rounds)
    return weapon


class WeaponEfficiency(msgspec.Struct, frozen=True):
    weapon: Weapon
    level: Number | None = None


class JudgeWeapon(
    Deed,
    names=("效率", "eff"),
    does="weapon_efficiency",
    group="building",
    who=ANYONE,
    beside=BOOK,
    example=".效率 手枪 10",
):
    weapon: WeaponSaid
    level: Annotated[int, Field("")] = 10


class EfficiencyFound(msgspec.Struct, frozen=True):
    """How strong a weapon is at a level. `advantage`: weapon, none or bare."""

    efficiency: Number
    advantage: str


@rule("FET-WPB-2", "FET-WPB-3")
async def weapon_efficiency(_state: State, given: WeaponEfficiency) -> EfficiencyFound:
    """1 means no advantage over bare hands."""
    weapon = check_weapon(given.weapon)
    if (given.level is None and weapon.type == WeaponType.RANGED) or (given.level is not None and given.level <= 0):
        raise RuleError("bad_level", clause="FET-WPB-2", level=given.level)
    found = efficiency(weapon, given.level or 1)
    side = "none" if abs(found - 1) <= NOISE else "weapon" if found > 1 else "bare"
    return EfficiencyFound(half_up(found, 4), side)


@rule("FET-WPB-2")
def efficiency(weapon: Weapon, level: Number) -> Number:
    """Melee: 1 + damage %. Ranged: damage per t against that of an all-round character of the level."""
    if weapon.type == WeaponType.MELEE:
        return 1 + weapon.damage / 100
    magazine = max(1, weapon.magazine or 1)
    time = weapon.reload + magazine * weapon.wind_up
    if time <= 0:
        raise RuleError("no_time", clause="FET-WPB-2", weapon=weapon.name)
    return weapon.damage * magazine / time / (BARE * level)


def known_efficiency(weapon: Weapon, level: Number) -> Number | None:
    """The same where it can be worked out: a weapon that takes no time has none."""
    timed = weapon.type == WeaponType.MELEE or weapon.reload + max(1, weapon.magazine or 1) * weapon.wind_up > 0
    return efficiency(weapon, level) if timed and level > 0 else None
