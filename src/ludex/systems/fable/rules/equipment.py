"""Equipment basics, Weapon categories and Starting money: what somebody owns, wears, holds and pays, and the shop (FAB-PEQ, FAB-WPN, FAB-MON, FAB-PRS-1, FAB-LIV-9, 11)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed, Implied, Meant
from ludex.core.deeds import ANYONE, BOOK, REST, WHOLE, Asked, Do, Field, Show, refused
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import CIRCUMSTANCE, keyed
from ludex.core.names import folded
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import E, called_of, shipped, weapon_named
from ludex.systems.fable.effects.kinds import Things, entries_of
from ludex.systems.fable.events import CharacterWritten, FeatUsed, PointsMoved
from ludex.systems.fable.kinds import Count, OfPeople, Own, Target, offers, shield_meant
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.attributes import grants, plus
from ludex.systems.fable.rules.conflict import acted, check_own_turn
from ludex.systems.fable.rules.points import check_room
from ludex.systems.fable.sheet import BARE_HANDS, Amount, Character, Made, Piece, Pieces, Sheet, Slot, outfit
from ludex.systems.fable.sheet.entries import AccessoryEntry, ArmorEntry, ShieldEntry, Thing, WeaponEntry
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action

NOTHING_THERE = ("", "none", "无", "空")

_SLOTS = {
    (Slot.MAIN,): ("main", "主手", "main hand"),
    (Slot.OFF, Slot.SHIELD): ("off", "副手", "off hand"),
    (Slot.ARMOR,): ("护甲", "armor", "armour"),
    (Slot.ACCESSORY,): ("饰品", "accessory"),
}
"""A piece by where it is: how people say that."""

_FIRST = (Slot.PACK, Slot.OFF, Slot.SHIELD, Slot.ACCESSORY, Slot.MAIN, Slot.ARMOR)
"""Where a piece that is handed on is taken from first."""


def item_called(state: State, key: str) -> Say | str:
    return called_of(next((e[key].name for e in _wares(state) if key in e), key))


def piece_called(state: State, piece: Piece, n: int = 1) -> Say | str:
    """What a piece is called, with what is written on it and how many there are (FAB-LIV-9)."""
    name = item_called(state, piece.key)
    name = say("view.piece_noted", item=name, note=piece.note) if piece.note else name
    return say("view.pieces", item=name, n=n) if n > 1 else name


def alike(pieces: Pieces) -> list[tuple[Piece, int]]:
    """Pieces of one kind and note as one line, with how many there are."""
    found: dict[tuple[str, str], tuple[Piece, int]] = {}
    for piece in pieces:
        first, n = found.get((piece.key, piece.note), (piece, 0))
        found[piece.key, piece.note] = first, n + piece.n
    return list(found.values())


def handles(state: State, pieces: Pieces, *, packed: bool = False) -> dict[str, Say | str]:
    """Pieces as they are offered, all or those of the pack: how each is named, and what it is called. Those that are alike stand once."""
    kinds = [piece.key for piece in pieces]
    found: dict[str, Say | str] = {}
    seen: set[tuple[str, str, Slot]] = set()
    for place, piece in enumerate(pieces):
        alike = (piece.key, piece.note, piece.slot)
        if alike not in seen and (piece.packed or not packed):
            seen.add(alike)
            sole = kinds.count(piece.key) == 1
            found[piece.key if sole else f"{piece.key}#{kinds[: place + 1].count(piece.key)}"] = piece_called(
                state, piece
            )
    return found


def _wares(state: State) -> tuple[Mapping[str, Thing], ...]:
    return tuple(entries_of(kind, state.things) for kind in (WeaponEntry, ArmorEntry, ShieldEntry, AccessoryEntry))


def _ware_key(state: State, name: str) -> tuple[str, int] | None:
    said = folded(name)
    for entries in _wares(state):
        for key, entry in entries.items():
            known = (folded(key), folded(key).replace("_", " "), folded(entry.name))
            if said in known and key not in ("none", BARE_HANDS):
                return key, int(getattr(entry, "price", 0))
    return None


def ware_of(state: State, name: str) -> tuple[str, int]:
    """A piece that can be bought by key or name, with its price, or `unknown_item`."""
    found = _ware_key(state, name)
    if found is None:
        sold = [called_of(entry.name) for entries in _wares(state) for entry in entries.values()]
        raise RuleError("unknown_item", clause="FAB-PEQ-1", item=name, items=sold)
    return found


@rule("FAB-PEQ-1")
def pieces_named(state: State, sheet: Sheet, said: str) -> Pieces:
    """Her pieces that a name means: by id, by kind, as the n-th of its kind (`青铜剑#2`), by where it is (主手) or by its note.

    What is neither hers nor a ware is `unknown_item`; a ware that she has none of is an empty answer.
    """
    name = folded(said)
    if exact := tuple(one for one in sheet.items if folded(one.id) == name):
        return exact
    if ware := _ware_key(state, said):
        return tuple(one for one in sheet.items if one.key == ware[0])
    kind, _, place = said.rpartition("#")
    if place.isdecimal() and (ware := _ware_key(state, kind)):
        return (
            tuple(one for one in sheet.items if one.key == ware[0])[int(place) - 1 : int(place)] if int(place) else ()
        )
    slots = next((slots for slots, words in _SLOTS.items() if name in words), ())
    if found := tuple(one for one in sheet.items if one.slot in slots or (one.note and folded(one.note) == name)):
        return found
    owned = [piece_called(state, one) for one, _ in alike(sheet.items)]
    raise RuleError("unknown_item", clause="FAB-PEQ-1", item=said, items=owned)


def not_owned(state: State, who: Character, key: str) -> RuleError:
    return RuleError("not_owned", clause="FAB-PEQ-1", who=who.called, item=item_called(state, key))


def named_key(state: State, sheet: Sheet, said: str) -> str:
    """The kind of thing that a name means, hers or not."""
    named = pieces_named(state, sheet, said)
    return named[0].key if named else ware_of(state, said.rpartition("#")[0] or said)[0]


@rule("FAB-PEQ-1", "FAB-PAC-1")
def taken_from(state: State, who: Character, said: str, n: int) -> tuple[Sheet, Pieces]:
    """Her sheet without so many of a thing, and the pieces that left: first what is in the pack and bears no note (FAB-LIV-9)."""
    named = sorted(pieces_named(state, who.sheet, said), key=lambda one: (_FIRST.index(one.slot), bool(one.note)))
    if sum(one.n for one in named) < n:
        raise not_owned(state, who, named_key(state, who.sheet, said))
    owned, gone = who.sheet.owned, []
    for piece in named:
        wanted = min(n, piece.n)
        if not wanted:
            break
        if piece.slot is Slot.ARMOR and state.conflict is not None:
            raise RuleError("armor_in_conflict", clause="FAB-PAC-1")
        owned, one = owned.apart(who.id, piece, wanted)
        owned, n = owned.without(one), n - wanted
        gone.append(one)
    return fitted(state, who.sheet, owned), tuple(gone)


@rule("FAB-PEQ-2")
def fitted(state: State, before: Sheet, owned: Made) -> Sheet:
    """The sheet with other pieces: what is worn and held counts, what is not no longer does."""
    sheet = before.owning(owned)
    armors, shields = entries_of(ArmorEntry, state.things), entries_of(ShieldEntry, state.things)
    worn = armors.get(sheet.armor, ArmorEntry()) if sheet.armor != before.armor else before.worn
    held = shields.get(sheet.shield, ShieldEntry()) if sheet.shield != before.shield else before.held
    return replace(sheet, worn=worn, held=held, init_mod=before.init_mod - before.worn.init + worn.init)


# ---------------------------------------------------------------------- wearing and holding
EXOTIC = "exotic"
EQUIPMENT_BUDGET = 500
SAVINGS = 100
HANDS = 2


def _in_hands(_asked: Asked, said: Sequence[str]) -> tuple[str, ...] | None:
    return () if tuple(said) in (("none",), ("无",)) else tuple(said) or None


class Equip(
    OfPeople,
    names=("装备", "equip"),
    does="equip",
    alone=True,
    picture="shield",
    example=".装备 武器=青铜剑 盾=青铜盾",
):
    character: Own
    armor: Annotated[str | None, keyed("", "甲", among=offers.owned_armors)] = None
    shield: Annotated[str | None, keyed("", "盾", among=offers.owned_shields), Meant(shield_meant)] = None
    weapons: Annotated[tuple[str, ...] | None, keyed("", "武器", among=offers.owned_weapons), Meant(_in_hands)] = None
    main: Annotated[str | None, keyed("", "主手", "双手", among=offers.owned_weapons)] = None
    off: Annotated[str | None, keyed("", "副手", among=offers.off_hand)] = None
    accessory: Annotated[str | None, keyed("", "饰品", among=offers.owned_accessories)] = None

    def do(self, asked: Asked) -> Do | Show:
        """Armour has a refusal of its own in a fight; anything else is a deed of her turn."""
        if self.armor is None:
            check_own_turn(asked.state, self.character)
        return super().do(asked)


class Equipped(msgspec.Struct, frozen=True):
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
    if state.live:
        state = await _swapping(state, given.character)
        who = character_of(state, given.character)
    await happen(CharacterWritten(replace(who, sheet=sheet)))
    return Equipped(sheet.armor, sheet.shield, sheet.weapons)


FREE_SWAP = "free_swap"


async def _swapping(state: State, who: str) -> State:
    """A swap takes the action of the turn; 换装免动作 gives one a turn without."""
    conflict = state.conflict
    free = conflict is not None and conflict.of(who) is not None and grants(state, who, FREE_SWAP)
    state = await acted(state, who)
    if not free or state.characters[who].used.get("turn", {}).get(FREE_SWAP):
        return await acted(state, who, Action.EQUIPMENT)
    return await happen(FeatUsed(who, FREE_SWAP, "turn"))


@rule("FAB-PEQ-1")
def check_hands(state: State, weapons: tuple[str, ...], shield: str) -> None:
    """Two hands: a two-handed weapon takes both, a shield one."""
    entries = entries_of(WeaponEntry, state.things)
    held = [key for key in weapons if key != BARE_HANDS]
    needed = sum(entries[key].hands for key in held) + bool(shield)
    if needed > HANDS:
        names = [called_of(entries[key].name) or key for key in held] + ([term(shield)] if shield else [])
        raise RuleError("no_hands", clause="FAB-PEQ-1", items=names)


class _Move(msgspec.Struct, frozen=True):
    slot: Slot
    said: str


FITS: dict[Slot, tuple[type[Thing], ...]] = {
    Slot.MAIN: (WeaponEntry,),
    Slot.OFF: (WeaponEntry, ShieldEntry),
    Slot.SHIELD: (ShieldEntry,),
    Slot.ARMOR: (ArmorEntry,),
    Slot.ACCESSORY: (AccessoryEntry,),
}
"""What goes into each slot."""


@rule("FAB-PEQ-1")
def _moves(given: Equip) -> tuple[list[_Move], set[Slot]]:
    """What goes where, and the slots that it clears; weapons are main and off hand, a shield takes the off hand (FAB-LIV-10)."""
    moves: list[_Move] = []
    cleared: set[Slot] = set()
    for slot, said in ((Slot.ARMOR, given.armor), (Slot.ACCESSORY, given.accessory), (Slot.MAIN, given.main)):
        if said is not None:
            moves, cleared = [*moves, _Move(slot, said)], {*cleared, slot}
    if given.weapons is not None:
        moves += [_Move(Slot.OFF if place else Slot.MAIN, said) for place, said in enumerate(given.weapons)]
        cleared |= {Slot.MAIN, Slot.OFF}
    if given.off is not None:
        moves, cleared = [*moves, _Move(Slot.OFF, given.off)], cleared | {Slot.OFF, Slot.SHIELD}
    if given.shield is not None:
        moves.append(_Move(Slot.SHIELD, given.shield))
        cleared |= {Slot.SHIELD} if given.shield in NOTHING_THERE else {Slot.SHIELD, Slot.OFF}
    return [one for one in moves if one.said not in (*NOTHING_THERE, *_BARE)], cleared


_BARE = (BARE_HANDS, "徒手")


def equipped(state: State, who: Character, given: Equip) -> Sheet:
    """Her sheet with other equipment: only what she owns, and what leaves a slot goes into the pack (FAB-LIV-10)."""
    moves, cleared = _moves(given)
    picked = _picked(state, who, moves)
    kept = tuple(replace(one, slot=Slot.PACK) if one.slot in cleared else one for one in who.sheet.items)
    owned = Made(kept, who.sheet.made)
    for slot, piece in picked:
        owned, one = owned.apart(who.id, replace(piece, slot=Slot.PACK))
        owned = owned.put(replace(one, slot=slot))
    sheet = fitted(state, who.sheet, owned)
    check_hands(state, sheet.weapons, sheet.shield)
    check_equipped(state, replace(who, sheet=sheet))
    return sheet


def _picked(state: State, who: Character, moves: list[_Move]) -> list[tuple[Slot, Piece]]:
    """A piece of hers for each move: the one that is there already, else one of the pack; named twice it must be owned twice."""
    left = {one.id: one.n for one in who.sheet.items}
    found: list[tuple[Slot, Piece]] = []
    for move in moves:
        named = _fitting(state, who, move)
        free = [one for one in named if left[one.id]]
        if not free:
            raise not_owned(state, who, named_key(state, who.sheet, move.said))
        one = min(free, key=lambda piece: (piece.slot is not move.slot, not piece.packed))
        left[one.id] -= 1
        shield = one.key in entries_of(ShieldEntry, state.things) and move.slot is Slot.OFF
        found.append((Slot.SHIELD if shield else move.slot, one))
    return found


def _fitting(state: State, who: Character, move: _Move) -> list[Piece]:
    """Her pieces of that name; something that does not go into the slot is `unknown_item` there, a shield not in the off hand `no_hands`."""
    fits = [key for kind in FITS[move.slot] for key in entries_of(kind, state.things)]
    key = named_key(state, who.sheet, move.said)
    if move.slot is Slot.MAIN and key in entries_of(ShieldEntry, state.things):
        raise RuleError("no_hands", clause="FAB-PEQ-1", items=[move.said], hint=say("told.shield_hand"))
    if key not in fits:
        raise RuleError("unknown_item", clause="FAB-PEQ-3", item=move.said, items=fits)
    return [one for one in pieces_named(state, who.sheet, move.said) if one.key in fits]


@rule("FAB-PEQ-1", "FAB-PEQ-2")
def outfitted(state: State, who: Character, armor: str, shield: str, weapons: tuple[str, ...]) -> Sheet:
    """Her sheet with what she bought: armour, shield and the first weapons that fit the hands are equipped, the rest is packed (FAB-LIV-44)."""
    worn, held = equipment(armor, shield, state.things)
    allowed = martial_of(state, who)
    check_martial(worn, held, allowed)
    bought = [key for name in weapons if (key := _weapon(state, name)) != BARE_HANDS]
    for key in bought:
        _check_weapon(state, key, allowed)
    made = [(Slot.ARMOR, armor)] if armor not in NOTHING_THERE else []
    made += [(Slot.SHIELD, shield)] if shield not in NOTHING_THERE else []
    made += _in_hand(entries_of(WeaponEntry, state.things), bought, HANDS - bool(held.name or shield))
    sheet = who.sheet.owning(outfit(who.id, made))
    return replace(sheet, worn=worn, held=held, init_mod=sheet.init_mod - sheet.worn.init + worn.init)


def _in_hand(entries: Mapping[str, WeaponEntry], bought: list[str], free: int) -> list[tuple[Slot, str]]:
    """The first weapons that fit are in the hands, the others in the pack."""
    found: list[tuple[Slot, str]] = []
    hands = iter((Slot.MAIN, Slot.OFF))
    for key in bought:
        fits = entries[key].hands <= free
        free -= entries[key].hands if fits else 0
        found.append((next(hands) if fits else Slot.PACK, key))
    return found


def may_hold(state: State, who: Character, slot: str, said: str) -> bool:
    """Whether a piece of hers may go into a slot now: it is for that slot, the hands are free, the permission is there."""
    return refused(equipped, state, who, replace(Equip(character=who.id), **{slot: said})) is None


def martial_of(state: State, who: Character) -> tuple[str, ...]:
    """What she may equip: by her free benefits, and by what effects grant (FAB-LIV-31)."""
    return tuple(dict.fromkeys((*who.sheet.martial, *grants(state, who.id, "martial"))))


def check_equipped(state: State, who: Character) -> None:
    """Refuse somebody who wears or holds what she may not."""
    allowed = martial_of(state, who)
    check_martial(who.sheet.worn, who.sheet.held, allowed)
    for key in who.sheet.weapons:
        _check_weapon(state, key, allowed)


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
    spent: Amount = EQUIPMENT_BUDGET


class CountMoney(
    StartingMoney, Deed, names=("资金", "money"), does="starting_money", who=ANYONE, beside=BOOK, example=".资金 450"
):
    spent: Annotated[Amount, Field()]

    def do(self, asked: Asked) -> Do | Show:
        if asked.text[:1] in ("+", "-") or asked.aimed:
            raise RuleError("money_moves")
        return super().do(asked)


class Money(msgspec.Struct, frozen=True):
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
    held = ShieldEntry() if shield in ("", "none") else _item(ShieldEntry, shield, things)
    return _item(ArmorEntry, armor or "none", things), held


def _item(kind: type[E], key: str, things: Things) -> E:
    """A piece of equipment by key, or `unknown_item`."""
    items = entries_of(kind, things)
    if key not in items:
        raise RuleError("unknown_item", clause="FAB-PEQ-2", item=key, items=list(items))
    return items[key]


@rule("FAB-PEQ-1")
def check_martial(armor: ArmorEntry, shield: ShieldEntry, martial: Iterable[str]) -> None:
    allowed = tuple(martial)
    for needed, permission in ((armor.martial, "armor"), (shield.martial, "shield")):
        if needed and permission not in allowed:
            raise RuleError("martial_required", clause="FAB-PEQ-1", permission=term(permission), has=list(allowed))


# ---------------------------------------------------------------------- two weapons
class Held(msgspec.Struct, frozen=True):
    category: str
    hands: int = 1
    key: str = ""
    """Which weapon it is."""


class TwoWeapons(msgspec.Struct, frozen=True):
    main: Held
    off: Held


class Allowed(msgspec.Struct, frozen=True):
    allowed: bool


@rule("FAB-PAC-7", "FAB-WPN-1", "FAB-WPN-2")
async def two_weapon_allowed(state: State, given: TwoWeapons) -> Allowed:
    """Two one-handed weapons of the same category; of exotic ones two of the same weapon."""
    return Allowed(paired(given.main, given.off, state.options))


@rule("FAB-PAC-7", "FAB-WPN-2")
def paired(main: Held, off: Held, options: Options) -> bool:
    for held in (main, off):
        if held.category not in shipped().weapon_categories:
            known = list(shipped().weapon_categories)
            raise RuleError("unknown_category", clause="FAB-WPN-1", category=held.category, categories=known)
    if not (main.hands == off.hands == 1 and main.category == off.category):
        return False
    if main.category != EXOTIC:
        return True
    return options.exotic_pairs == "same" and main.key == off.key != ""  # Ruling FAB-E-28: each is a type of its own


# ---------------------------------------------------------------------- the shop
IP_PRICE = 10
"""Z for an inventory point in a settlement (FAB-PRS-1)."""


OwnedItem = Annotated[str, Field("item", among=offers.owned)]


class Trade(OfPeople):
    """What somebody buys or sells, how many, and for how much apiece where the GM says so."""

    character: Own
    item: str
    n: Count = 1
    price: Annotated[Amount | None, keyed("", "价格", "价", kind=WHOLE, owner=CIRCUMSTANCE)] = None


class Buy(Trade, names=("买", "buy"), does="buy", example=".买 青铜盾"):
    item: Annotated[str, Field(among=offers.wares)]


class Sell(Trade, names=("卖", "sell"), does="sell", example=".卖 青铜盾"):
    item: OwnedItem


class Traded(msgspec.Struct, frozen=True):
    """The piece, how many, what was paid or earned, and the money that is left."""

    item: str
    n: int
    price: int
    money: int


@rule("FAB-PEQ-1")
async def buy(state: State, given: Trade) -> Traded:
    """Pay the price and put the things into the pack."""
    key, price = ware_of(state, given.item)
    who = character_of(state, given.character)
    cost = (price_for(state, who.id, price) if given.price is None else given.price) * given.n
    if who.sheet.money < cost:
        raise RuleError("not_enough_points", what=say("outputs.money"), has=who.sheet.money, wanted=cost)
    sheet = replace(_with_more(who, key, given.n), money=who.sheet.money - cost)
    await happen(CharacterWritten(replace(who, sheet=sheet)))
    return Traded(key, given.n, cost, sheet.money)


def price_for(state: State, who: str, stated: int) -> int:
    """What somebody pays for one piece, with what effects change of it (FAB-LIV-32)."""
    return max(0, stated + plus(state, who, "price"))


def _with_more(who: Character, key: str, n: int) -> Sheet:
    """Her sheet with so many new ones in the pack, one piece of that quantity."""
    return who.sheet.owning(who.sheet.owned.more(who.id, key, n)) if n else who.sheet


@rule("FAB-PEQ-1")
async def sell(state: State, given: Trade) -> Traded:
    """Sell things for half their price, rounded down."""
    who = character_of(state, given.character)
    key = named_key(state, who.sheet, given.item)
    earned = (ware_of(state, key)[1] // 2 if given.price is None else given.price) * given.n
    sheet, _ = taken_from(state, who, given.item, given.n)
    sheet = replace(sheet, money=who.sheet.money + earned)
    await happen(CharacterWritten(replace(who, sheet=sheet)))
    return Traded(key, given.n, earned, sheet.money)


class Give(OfPeople, names=("给", "give"), does="give", alone=True, aims=True, example=".给 白露 青铜盾"):
    """`.给 白露 青铜盾 1`: who hands what to whom; nobody: it is the GM who gives."""

    target: Target
    item: OwnedItem
    n: Count = 1
    giver: Annotated[str, Implied(lambda asked: asked.actor if asked.named or not asked.gm else "")] = ""


@rule("FAB-PEQ-1")
async def give(state: State, given: Give) -> Give:
    """Hand things over, each as it is; from the GM they are made (FAB-LIV-9, FAB-LIV-11)."""
    target = character_of(state, given.target)
    if not given.giver:
        key, _ = ware_of(state, given.item)
        await happen(CharacterWritten(replace(target, sheet=_with_more(target, key, given.n))))
        return replace(given, item=key)
    key = named_key(state, character_of(state, given.giver).sheet, given.item)
    state = await acted(state, given.giver, Action.INVENTORY)
    giver = character_of(state, given.giver)
    kept, gone = taken_from(state, giver, given.item, given.n)
    state = await happen(CharacterWritten(replace(giver, sheet=kept)))
    target = state.characters[given.target]
    owned = target.sheet.owned
    for piece in gone:
        owned = owned.received(target.id, piece)
    await happen(CharacterWritten(replace(target, sheet=target.sheet.owning(owned))))
    return replace(given, item=key)


class Inscribe(OfPeople, names=("物注", "inscribe"), does="inscribe", example=".物注 青铜剑 祖父留下的剑"):
    character: Own
    item: OwnedItem
    text: Annotated[str, Field(kind=REST), Meant(lambda _asked, said: (said or "").strip())] = ""


@rule("FAB-LIV-9")
async def inscribe(state: State, given: Inscribe) -> Inscribe:
    """Write a note on one thing that she owns: it goes where the thing goes, and no other of its kind has it."""
    who = character_of(state, given.character)
    named = pieces_named(state, who.sheet, given.item)
    if not named:
        raise not_owned(state, who, named_key(state, who.sheet, given.item))
    piece = min(
        named, key=lambda one: (bool(one.note) == bool(given.text), one.packed)
    )  # a fresh one is written on first
    owned, one = who.sheet.owned.apart(who.id, piece)
    owned = owned.put(replace(one, note=given.text))
    await happen(CharacterWritten(replace(who, sheet=who.sheet.owning(owned))))
    return replace(given, item=one.key)


class Supply(OfPeople, names=("补给", "supply"), does="supply", picture="flask", example=".补给 2"):
    character: Own
    n: Count = 1


class Supplied(msgspec.Struct, frozen=True):
    ip: int
    money: int


@rule("FAB-PRS-1", "FAB-PHP-1")
async def supply(state: State, given: Supply) -> Supplied:
    """10 Z for each inventory point, up to the most she can have."""
    who = character_of(state, given.character)
    check_room(state, who, given.n)
    cost = IP_PRICE * given.n
    if who.sheet.money < cost:
        raise RuleError("not_enough_points", what=say("outputs.money"), has=who.sheet.money, wanted=cost)
    state = await happen(PointsMoved(given.character, ip=given.n, money=-cost, paid=True))
    now = state.characters[given.character]
    return Supplied(now.ip, now.sheet.money)
