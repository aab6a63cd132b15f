"""Equipment basics, Weapon categories and Starting money: what somebody wears, holds and pays (FAB-PEQ, FAB-WPN, FAB-MON)."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import (
    AccessoryEntry,
    E,
    Things,
    WeaponEntry,
    called_of,
    entries_of,
    shipped,
    weapon_named,
)
from ludex.systems.fable.events import CharacterWritten, FeatUsed
from ludex.systems.fable.fold import happen
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.counting import grants
from ludex.systems.fable.sheet import Amount, ArmorEntry, Character, Sheet, ShieldEntry, Thing
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action

BARE_HANDS = "unarmed"
EXOTIC = "exotic"
EQUIPMENT_BUDGET = 500
SAVINGS = 100
HANDS = 2
NOTHING_THERE = ("", "none", "无", "空")


class Equip(msgspec.Struct, frozen=True):
    """What somebody puts on and takes in hand; what is left out stays."""

    character: str
    armor: str | None = None
    shield: str | None = None
    weapons: tuple[str, ...] | None = None
    main: str | None = None
    off: str | None = None
    accessory: str | None = None


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
    sheet = equipped(state, who, _as_hands(state, who, given), owned=state.live)
    if state.live:
        state = await _swapping(state, given.character)
        who = character_of(state, given.character)
    await happen(CharacterWritten(replace(who, sheet=sheet)))
    return Equipped(sheet.armor, sheet.shield, sheet.weapons)


FREE_SWAP = "free_swap"


async def _swapping(state: State, who: str) -> State:
    """A swap takes the action of the turn; 换装免动作 gives one a turn without."""
    conflict = state.conflict
    free = conflict is not None and conflict.of(who) is not None and FREE_SWAP in _granted(state, who)
    if not free or state.characters[who].used.get("turn", {}).get(FREE_SWAP):
        return await acted(state, who, Action.EQUIPMENT)
    return await happen(FeatUsed(who, FREE_SWAP, "turn"))


def _granted(state: State, who: str) -> tuple[str, ...]:
    return (FREE_SWAP,) if grants(state, who, FREE_SWAP) else ()


def _as_hands(state: State, who: Character, given: Equip) -> Equip:
    """Main and off hand as weapons and shield; a shield alone takes the off hand (FAB-LIV-10)."""
    before, weapons, shield = who.sheet, given.weapons, given.shield
    if given.main is not None or given.off is not None:
        hands = [*before.weapons, "", ""][:HANDS]
        if given.main is not None:
            hands[0] = "" if given.main in NOTHING_THERE else _weapon(state, given.main)
        if given.off is not None:
            shields = entries_of(ShieldEntry, state.things)
            named = next((k for k, e in shields.items() if given.off in (k, e.name)), None)
            hands[1] = "" if named or given.off in NOTHING_THERE else _weapon(state, given.off)
            shield = named or ""
        weapons = tuple(filter(None, hands))
    elif shield and weapons is None and len(before.weapons) > 1:
        weapons = before.weapons[:1]
    return replace(given, weapons=weapons, shield=shield)


@rule("FAB-PEQ-1")
def check_hands(state: State, weapons: tuple[str, ...], shield: str) -> None:
    """Two hands: a two-handed weapon takes both, a shield one."""
    entries = entries_of(WeaponEntry, state.things)
    held = [key for key in weapons if key != BARE_HANDS]
    needed = sum(entries[key].hands for key in held) + bool(shield)
    if needed > HANDS:
        names = [called_of(entries[key].name) or key for key in held] + ([term(shield)] if shield else [])
        raise RuleError("no_hands", clause="FAB-PEQ-1", items=names)


def things_of(sheet: Sheet) -> tuple[str, ...]:
    """Everything she owns: worn, held and packed, each piece by its key (FAB-LIV-9)."""
    armor = sheet.armor if sheet.armor != "none" else ""
    return tuple(filter(None, (armor, sheet.shield, sheet.accessory, *sheet.weapons, *sheet.pack)))


def item_called(state: State, key: str) -> Say | str:
    """What a piece is called."""
    return called_of(next((e[key].name for e in _wares(state) if key in e), key))


def piece_called(state: State, sheet: Sheet, key: str, n: int = 1) -> Say | str:
    """What a piece of hers is called, with what is written on it and how many there are (FAB-LIV-9)."""
    name, note = item_called(state, key), sheet.inscribed.get(key, "")
    name = say("view.piece_noted", item=name, note=note) if note else name
    return say("view.pieces", item=name, n=n) if n > 1 else name


def _wares(state: State) -> tuple[Mapping[str, Thing], ...]:
    return tuple(entries_of(kind, state.things) for kind in (WeaponEntry, ArmorEntry, ShieldEntry, AccessoryEntry))


def ware_of(state: State, name: str) -> tuple[str, int]:
    """A piece that can be bought by key or name, with its price, or `unknown_item`."""
    said = folded(name)
    for entries in _wares(state):
        for key, entry in entries.items():
            if said in (folded(key), folded(entry.name)) and key not in ("none", BARE_HANDS):
                return key, int(getattr(entry, "price", 0))
    raise RuleError("unknown_item", clause="FAB-PEQ-1", item=name, items=[])


def equipped(state: State, who: Character, given: Equip, *, owned: bool = False) -> Sheet:
    """Her sheet with other equipment; `owned`: only what she has, and what leaves a slot goes into the pack (FAB-LIV-10)."""
    before = who.sheet
    armor_key = before.armor if given.armor is None else given.armor
    shield_key = before.shield if given.shield is None else given.shield
    weapons = before.weapons if given.weapons is None else tuple(_weapon(state, name) for name in given.weapons)
    armor, shield = equipment(armor_key, shield_key, state.things)
    accessory = before.accessory if given.accessory is None else _accessory(state, given.accessory)
    pack = before.pack
    if owned:
        pack = _repacked(state, who, (armor_key if armor_key != "none" else "", shield_key, accessory, *weapons))
        check_hands(state, weapons, shield_key)
    allowed = martial_of(state, who)
    check_martial(armor, shield, allowed)
    for key in weapons:
        _check_weapon(state, key, allowed)
    return replace(
        before,
        armor=armor_key,
        worn=armor,
        shield=shield_key,
        held=shield,
        weapons=weapons,
        accessory=accessory,
        pack=pack,
        init_mod=before.init_mod - before.worn.init + armor.init,
    )


def may_hold(state: State, who: Character, slot: str, key: str) -> bool:
    """Whether a piece of hers may go into a slot now: it is for that slot, the hands are free, the permission is there."""
    kinds: dict[str, tuple[type[Thing], ...]] = {
        "main": (WeaponEntry,),
        "off": (WeaponEntry, ShieldEntry),
        "accessory": (AccessoryEntry,),
        "armor": (ArmorEntry,),
    }
    if not any(key in entries_of(kind, state.things) for kind in kinds[slot]):
        return False
    try:
        equipped(state, who, _as_hands(state, who, replace(Equip(who.id), **{slot: key})), owned=True)
    except RuleError:
        return False
    return True


def martial_of(state: State, who: Character) -> tuple[str, ...]:
    """What she may equip: by her free benefits, and by what effects grant (FAB-LIV-31)."""
    return tuple(dict.fromkeys((*who.sheet.martial, *grants(state, who.id, "martial"))))


def check_equipped(state: State, who: Character) -> None:
    """Refuse somebody who wears or holds what she may not."""
    allowed = martial_of(state, who)
    check_martial(who.sheet.worn, who.sheet.held, allowed)
    for key in who.sheet.weapons:
        _check_weapon(state, key, allowed)


def _accessory(state: State, name: str) -> str:
    if name in NOTHING_THERE:
        return ""
    entries = entries_of(AccessoryEntry, state.things)
    found = next((key for key, entry in entries.items() if folded(name) in (folded(key), folded(entry.name))), None)
    if found is None:
        raise RuleError("unknown_item", clause="FAB-PEQ-1", item=name, items=list(entries))
    return found


def _repacked(state: State, who: Character, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """What is left for the pack when these are worn and held; something that she does not own is refused."""
    left = list(things_of(who.sheet))
    for key in filter(None, wanted):
        if key == BARE_HANDS:
            continue
        if key not in left:
            raise RuleError("not_owned", clause="FAB-PEQ-1", who=who.called, item=item_called(state, key))
        left.remove(key)
    return tuple(left)


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
