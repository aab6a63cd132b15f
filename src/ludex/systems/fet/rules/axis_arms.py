"""Weapons on a named timeline: a blow with one, shots, reloading (FET-WEP); magazines are the sheet's."""

import msgspec

from ludex.core.explain import because, total
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.rules.acts import unit
from ludex.systems.fet.rules.arms import check_weapon, load
from ludex.systems.fet.rules.axes import AxisAct, AxisActed, axis_wind_up, put_on_axis
from ludex.systems.fet.rules.roster import check_character
from ludex.systems.fet.rules.weapons import bonus, fired, reloadable
from ludex.systems.fet.sheet import Weapon
from ludex.systems.fet.state import Declared, State
from ludex.systems.fet.terms import Attribute, Number, WeaponType, tidy


class AxisWeapon(msgspec.Struct, frozen=True):
    """What `axis_weapon` is given: `size` is a number of shots, or the impact of a blow (a `time` instead gives it)."""

    who: str
    weapon: str = ""
    size: Number | None = None
    time: Number | None = None
    attribute: str = ""
    start: Number | None = None
    act: str = ""


@rule("FET-WEP-1", "FET-WEP-2")
async def axis_weapon(state: State, given: AxisWeapon) -> AxisActed:
    """Strike or fire with the weapon in hand."""
    weapon = check_weapon(check_character(state, given.who), given.weapon)
    if weapon.type == WeaponType.RANGED:
        return await _fire(state, given, weapon)
    attribute = given.attribute or weapon.attribute or str(Attribute.STRENGTH)
    found = await axis_wind_up(state, AxisAct(given.who, attribute, given.size, given.time))
    extra = bonus(found.impact, weapon)
    hit = total(
        because(found.impact, "why.impact", "FET-ACT-3"),
        because(extra, say("why.weapon", damage=weapon.damage), "FET-WEP-1"),
    )
    row = Declared(
        given.who, "", attribute, tidy(hit.value), wind_up=found.wind_up, act=given.act or None, weapon=weapon.name
    )
    return await put_on_axis(state, row, start=given.start, why={**found.why, "impact": hit})


async def _fire(state: State, given: AxisWeapon, weapon: Weapon) -> AxisActed:
    """The weapon's own numbers; the rounds are gone at once."""
    after, impact, time = fired(weapon, 1 if given.size is None else given.size)
    shots = int(given.size or 1)
    state = await load(state, given.who, weapon=weapon.name, rounds=after.loaded)
    row = Declared(
        given.who,
        impact=impact,
        wind_up=time or unit(state.options),
        act=given.act or None,
        weapon=weapon.name,
        shots=shots,
    )
    return await put_on_axis(state, row, start=given.start, why={})


class AxisReload(msgspec.Struct, frozen=True):
    """What `axis_reload` is given."""

    who: str
    weapon: str = ""
    start: Number | None = None


@rule("FET-WEP-3")
async def axis_reload(state: State, given: AxisReload) -> AxisActed:
    """Fill the magazine of the weapon in hand."""
    weapon = reloadable(check_weapon(check_character(state, given.who), given.weapon))
    state = await load(state, given.who, weapon=weapon.name, rounds=weapon.magazine)
    shots = weapon.rounds - (weapon.magazine or 0)
    row = Declared(given.who, wind_up=weapon.reload or unit(state.options), weapon=weapon.name, shots=shots)
    return await put_on_axis(state, row, start=given.start, why={})
