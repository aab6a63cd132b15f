"""Items and weapons on the sheet (随身物品, 武器; FET-ITM-1, with FET-LOD-2 and FET-WPB-1): carried, in hand, loaded, left behind."""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.events import SheetWritten, WeaponWielded
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.counting import derived
from ludex.systems.fet.rules.recovery import Recover, recover
from ludex.systems.fet.rules.resources import resource_now
from ludex.systems.fet.rules.roster import check_character, follow
from ludex.systems.fet.rules.weapons import check_weapon
from ludex.systems.fet.sheet import Item, Weapon
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import Character, Declared, State
from ludex.systems.fet.terms import Number, WeaponType, tidy


class ChangeItem(msgspec.Struct, frozen=True):
    """What `change_item` is given: so many more (or fewer) of a thing; `load` of one."""

    who: str
    name: str
    count: Number
    load: Number | None = None


class Restored(msgspec.Struct, frozen=True):
    """What a used thing has given back: how a resource stands now."""

    resource: str
    current: Number
    max: Number


class ItemsChanged(msgspec.Struct, frozen=True):
    """What is carried now. `count`: of the thing that was changed; `restored`: what using it up has given back."""

    who: str
    load: Number
    load_total: Number
    overloaded: bool
    name: str = ""
    count: Number = 0
    restored: Restored | None = None


@rule("FET-LOD-2", "FET-LIV-47")
async def change_item(state: State, given: ChangeItem) -> ItemsChanged:
    """Take or give away some of a thing that is carried; more than there are cannot go."""
    items = check_character(state, given.who).sheet.items
    if not given.name.strip():
        raise RuleError("name_missing")
    old = next((item for item in items if item.name == given.name and not item.down), None)
    have = old.pieces if old else 0
    if given.count == 0 or have + given.count < 0:
        raise RuleError("not_enough", name=given.name, have=have, change=given.count)
    card = old or state.items.get(given.name) or Item(given.name)
    load = given.load if given.load is not None else card.load
    new = replace(card, load=load, count=tidy(have + given.count))
    kept = tuple(new if item is old else item for item in items) if old else (*items, new)
    state = await _carry(state, given.who, items=tuple(item for item in kept if item.pieces > 0))
    state, restored = await _used_up(state, given.who, new, count=-given.count)
    return replace(_report(state, given.who, new), restored=restored)


@rule("FET-LIV-9")
async def _used_up(state: State, who: str, item: Item, *, count: Number) -> tuple[State, Restored | None]:
    """A thing whose card says what it restores does so for its user, as often as it is used."""
    gives = item.restores
    if gives is None or count <= 0:
        return state, None
    given = Recover(resource=gives.resource, how="item", amount=tidy(gives.amount * count), patient=who)
    found = await recover(state, given)
    top = resource_now(state, who, gives.resource)[1]
    return state, Restored(gives.resource, found.current, top)


class DropItems(msgspec.Struct, frozen=True):
    """What `drop_items` is given: numbers from 1, or names; none: everything."""

    who: str
    which: tuple[str, ...] = ()


@rule("FET-LOD-2")
async def drop_items(state: State, given: DropItems) -> ItemsChanged:
    """Leave things behind."""
    items = check_character(state, given.who).sheet.items
    gone = {n for n, item in enumerate(items, 1) if not given.which or {f"{n}", item.name} & {*given.which}}
    if not gone:
        raise RuleError("not_carried", which=list(given.which), items=[item.name for item in items])
    state = await _carry(state, given.who, items=tuple(item for n, item in enumerate(items, 1) if n not in gone))
    return _report(state, given.who)


async def _carry(state: State, who: str, **things: tuple[Item, ...] | tuple[Weapon, ...]) -> State:
    """The character carries these items (or weapons) now; values and fighter follow."""
    sheet = replace(state.characters[who].sheet, **things)
    derive(sheet, state.place, state.options)
    return await follow(await happen(SheetWritten(who, sheet)), who)


def _report(state: State, who: str, item: Item | None = None) -> ItemsChanged:
    found = derived(state, who)
    name, count = (item.name, item.pieces) if item else ("", 0)
    return ItemsChanged(who, found.load, found.load_total, found.overloaded, name, count)


@rule("FET-LIV-47")
def moved(items: tuple[Item, ...], place: int, count: Number | None, *, down: bool, to: str) -> tuple[Item, ...]:
    """The things after some of one (or all of it) was put down elsewhere or taken up: what is alike in one place is one entry."""
    old = items[place]
    if count is not None and not 0 < count <= old.pieces:
        raise RuleError("not_enough", name=old.name, have=old.pieces, change=-count)
    part = replace(old, down=down, place=to)
    left: list[Item] = [*items[:place], *items[place + 1 :]]
    if count is not None and count < old.pieces:
        part = replace(part, count=count)
        left.insert(place, replace(old, count=tidy(old.pieces - count)))
    same = next((n for n, one in enumerate(left) if replace(one, count=1) == replace(part, count=1)), None)
    if same is None:
        left.insert(place + (len(left) == len(items)), part)
    else:
        left[same] = replace(part, count=tidy(left[same].pieces + part.pieces))
    return tuple(left)


class CarryWeapon(msgspec.Struct, frozen=True):
    """What `carry_weapon` is given."""

    who: str
    weapon: Weapon


class Armed(msgspec.Struct, frozen=True):
    """What somebody carries now, and has in hand."""

    who: str
    weapons: tuple[str, ...]
    wielded: str


@rule("FET-ITM-1", "FET-WPB-1")
async def carry_weapon(state: State, given: CarryWeapon) -> Armed:
    """Take a weapon along; another of its name is replaced."""
    weapon = check_weapon(given.weapon)
    if not weapon.name.strip():
        raise RuleError("name_missing")
    sheet = check_character(state, given.who).sheet
    arms = (*(w for w in sheet.weapons if w.name != weapon.name), weapon)
    return _armed(await _carry(state, given.who, weapons=arms), given.who)


class DropWeapons(msgspec.Struct, frozen=True):
    """What `drop_weapons` is given: names; none: all of them."""

    who: str
    weapons: tuple[str, ...] = ()


@rule("FET-ITM-1")
async def drop_weapons(state: State, given: DropWeapons) -> Armed:
    """Leave weapons behind."""
    arms = check_character(state, given.who).sheet.weapons
    for name in given.weapons:
        check_carried(state.characters[given.who], name)
    left = tuple(w for w in arms if given.weapons and w.name not in given.weapons)
    return _armed(await _carry(state, given.who, weapons=left), given.who)


class Wield(msgspec.Struct, frozen=True):
    """What `wield` is given."""

    who: str
    weapon: str


async def wield(state: State, given: Wield) -> Armed:
    """Take a weapon in hand; one that lies elsewhere is not there to be taken."""
    weapon = check_carried(check_character(state, given.who), given.weapon)
    if weapon.down:
        arms = [w.name for w in carried(state.characters[given.who])]
        raise RuleError("not_carried", clause="FET-LIV-9", which=[weapon.name], items=arms or [say("view.none_there")])
    return _armed(await happen(WeaponWielded(given.who, weapon.name)), given.who)


def _armed(state: State, who: str) -> Armed:
    character = state.characters[who]
    hand = in_hand(character)
    return Armed(who, tuple(w.name for w in character.sheet.weapons), hand.name if hand else "")


@rule("FET-LIV-47")
def carried(character: Character) -> tuple[Weapon, ...]:
    """The weapons that somebody has along: not those put down elsewhere."""
    return tuple(weapon for weapon in character.sheet.weapons if not weapon.down)


def in_hand(character: Character) -> Weapon | None:
    """The weapon in hand: the one taken up, else the first carried."""
    arms = carried(character)
    return next((w for w in arms if w.name == character.wielded), arms[0] if arms else None)


@rule("FET-LIV-9", "FET-LIV-22")
def blade_in(state: State, who: str) -> str:
    """What a fighter strikes with where nothing is named: a melee weapon in hand; empty for bare hands."""
    fighter, character = state.fighter(who), state.characters.get(who)
    hand = in_hand(character) if character else None
    melee = hand is not None and hand.type == WeaponType.MELEE and fighter is not None and hand.name in fighter.weapons
    return hand.name if hand and melee else ""


@rule("FET-LIV-9")
def gun_in(state: State, who: str) -> str:
    """What a fighter shoots with where nothing is named: the ranged weapon in hand, else the first carried."""
    fighter, character = state.fighter(who), state.characters.get(who)
    guns = [name for name, w in fighter.weapons.items() if w.type == WeaponType.RANGED] if fighter else []
    hand = character.wielded if character else ""
    return hand if hand in guns else guns[0] if guns else ""


def check_carried(character: Character, name: str = "") -> Weapon:
    """A weapon that somebody carries, by name; none named: the one in hand."""
    arms = character.sheet.weapons
    found = next((w for w in arms if w.name == name), None) if name else in_hand(character)
    if found is None:
        raise RuleError("bad_weapon", clause="FET-ITM-1", weapon=name, weapons=[w.name for w in arms])
    return found


async def load(state: State, who: str, *, weapon: str, rounds: int | None) -> State:
    """So much is in a magazine now."""
    arms = state.characters[who].sheet.weapons
    after = tuple(replace(w, loaded=rounds) if w.name == weapon else w for w in arms)
    return await _carry(state, who, weapons=after)


async def give_back(state: State, row: Declared) -> State:
    """Rounds that an undone act had fired are in the magazine again."""
    if isinstance(row.weapon, msgspec.UnsetType) or isinstance(row.shots, msgspec.UnsetType):
        return state
    character = state.characters.get(row.who)
    weapon = next((w for w in character.sheet.weapons if w.name == row.weapon), None) if character else None
    if weapon is None or not weapon.magazine:
        return state
    return await load(state, row.who, weapon=weapon.name, rounds=min(weapon.magazine, weapon.rounds + row.shots))
