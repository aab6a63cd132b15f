"""Equipment basics, Weapon categories and Starting money: what somebody wears, holds and pays (FAB-PEQ, FAB-WPN, FAB-MON)."""

from collections.abc import Iterable

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.fable.content import E, Things, WeaponEntry, entries_of, shipped, weapon_named
from ludex.systems.fable.events import CharacterWritten
from ludex.systems.fable.fold import happen
from ludex.systems.fable.options import Options
from ludex.systems.fable.sheet import Amount, ArmorEntry, Character, Sheet, ShieldEntry
from ludex.systems.fable.state import State, character_of

BARE_HANDS = "unarmed"
EXOTIC = "exotic"
EQUIPMENT_BUDGET = 500
SAVINGS = 100


class Equip(msgspec.Struct, frozen=True):
    """What somebody puts on and takes in hand; what is left out stays."""

    character: str
    armor: str | None = None
    shield: str | None = None
    weapons: tuple[str, ...] | None = None


class Equipped(msgspec.Struct, frozen=True):
    """What she wears and holds now."""

    armor: str
    shield: str
    weapons: tuple[str, ...]


@rule("FAB-PEQ-1", "FAB-PAC-1")
async def equip(state: State, given: Equip) -> Equipped:
    """Change equipment; martial pieces need the permission, and armour is not changed in a fight."""
    who = character_of(state, given.character)
    if given.armor is not None and state.conflict is not None:
        raise RuleError("armor_in_conflict", clause="FAB-PAC-1")
    sheet = equipped(state, who, given)
    await happen(CharacterWritten(msgspec.structs.replace(who, sheet=sheet)))
    return Equipped(sheet.armor, sheet.shield, sheet.weapons)


def equipped(state: State, who: Character, given: Equip) -> Sheet:
    """Her sheet with other equipment."""
    before = who.sheet
    armor_key = before.armor if given.armor is None else given.armor
    shield_key = before.shield if given.shield is None else given.shield
    weapons = before.weapons if given.weapons is None else tuple(_weapon(state, name) for name in given.weapons)
    armor, shield = equipment(armor_key, shield_key, state.things)
    check_martial(armor, shield, before.martial)
    for key in weapons:
        _check_weapon(state, key, before.martial)
    return msgspec.structs.replace(
        before,
        armor=armor_key,
        worn=armor,
        shield=shield_key,
        held=shield,
        weapons=weapons,
        init_mod=before.init_mod - before.worn.init + armor.init,
    )


def _weapon(state: State, name: str) -> str:
    found = weapon_named(name, state.things)
    if found is None:
        raise RuleError(
            "unknown_item", clause="FAB-PEQ-3", item=name, items=list(entries_of(WeaponEntry, state.things))
        )
    return found[0]


@rule("FAB-PEQ-1")
def _check_weapon(state: State, key: str, martial: tuple[str, ...]) -> None:
    weapon = entries_of(WeaponEntry, state.things)[key]
    needed = "ranged" if weapon.ranged else "melee"
    if weapon.martial and needed not in martial:
        raise RuleError("martial_required", clause="FAB-PEQ-1", permission=term(needed), has=list(martial))


# ---------------------------------------------------------------------- money
class StartingMoney(msgspec.Struct, frozen=True):
    """How much of the starting budget went into equipment."""

    spent: Amount = EQUIPMENT_BUDGET


class Money(msgspec.Struct, frozen=True):
    """Z to start with."""

    money: int


@rule("FAB-MON-1", "FAB-PEQ-1")
async def starting_money(state: State, given: StartingMoney) -> Money:
    """100 Z, and what is left of the 500 Z for equipment."""
    return Money(money_after(given.spent, leftover=state.options.starting_leftover))


def money_after(spent: int, *, leftover: str) -> int:
    """The starting money after buying equipment; more than the budget is refused."""
    if spent > EQUIPMENT_BUDGET:
        raise RuleError("budget_exceeded", clause="FAB-PEQ-1", spent=spent, limit=EQUIPMENT_BUDGET)
    # Ruling FAB-E-20: the unspent part is another sum than the savings
    return SAVINGS + (EQUIPMENT_BUDGET - spent if leftover == "keep" else 0)


# ---------------------------------------------------------------------- by key, and who may use it
@rule("FAB-PEQ-1", "FAB-PEQ-2")
def equipment(armor: str, shield: str, things: Things) -> tuple[ArmorEntry, ShieldEntry]:
    """Armour and shield by key; no shield is written as nothing or as `none`."""
    return _item(ArmorEntry, armor or "none", things), _item(ShieldEntry, shield, things) if shield not in (
        "",
        "none",
    ) else ShieldEntry()


def _item(kind: type[E], key: str, things: Things) -> E:
    """A piece of equipment by key, or `unknown_item`."""
    items = entries_of(kind, things)
    if key not in items:
        raise RuleError("unknown_item", clause="FAB-PEQ-2", item=key, items=list(items))
    return items[key]


@rule("FAB-PEQ-1")
def check_martial(armor: ArmorEntry, shield: ShieldEntry, martial: Iterable[str]) -> None:
    """Martial items need the permission."""
    allowed = tuple(martial)
    for needed, permission in ((armor.martial, "armor"), (shield.martial, "shield")):
        if needed and permission not in allowed:
            raise RuleError("martial_required", clause="FAB-PEQ-1", permission=term(permission), has=list(allowed))


# ---------------------------------------------------------------------- two weapons
class Held(msgspec.Struct, frozen=True):
    """A weapon in one hand, as far as this matters."""

    category: str
    hands: int = 1
    key: str = ""
    """Which weapon it is."""


class TwoWeapons(msgspec.Struct, frozen=True):
    """What is in both hands."""

    main: Held
    off: Held


class Allowed(msgspec.Struct, frozen=True):
    """Whether both may attack with one action."""

    allowed: bool


@rule("FAB-PAC-7", "FAB-WPN-1", "FAB-WPN-2")
async def two_weapon_allowed(state: State, given: TwoWeapons) -> Allowed:
    """Two one-handed weapons of the same category; of exotic ones two of the same weapon."""
    return Allowed(paired(given.main, given.off, state.options))


@rule("FAB-PAC-7", "FAB-WPN-2")
def paired(main: Held, off: Held, options: Options) -> bool:
    """Whether two weapons may attack together."""
    for held in (main, off):
        if held.category not in shipped().weapon_categories:
            known = list(shipped().weapon_categories)
            raise RuleError("unknown_category", clause="FAB-WPN-1", category=held.category, categories=known)
    if not (main.hands == off.hands == 1 and main.category == off.category):
        return False
    if main.category != EXOTIC:
        return True
    return options.exotic_pairs == "same" and main.key == off.key != ""  # Ruling FAB-E-28: each is a type of its own
