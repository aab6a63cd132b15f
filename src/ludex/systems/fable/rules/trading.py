"""Rest and Equipment basics, the shop: buying, selling, giving, and inventory points for money (FAB-PRS-1, FAB-PEQ-1, FAB-LIV-11)."""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fable.content import shipped
from ludex.systems.fable.events import CharacterWritten, PointsMoved
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.counting import plus
from ludex.systems.fable.rules.equipment import Equip, equipped, item_called, things_of, ware_of
from ludex.systems.fable.sheet import BASE_IP, Amount, Character, Sheet
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action

IP_PRICE = 10
"""Z for an inventory point in a settlement (FAB-PRS-1)."""


class Trade(msgspec.Struct, frozen=True):
    """What somebody buys or sells, and how many."""

    character: str
    item: str
    n: Amount = 1


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
    cost = max(0, price + plus(state, who.id, "price")) * given.n
    if who.sheet.money < cost:
        raise RuleError("not_enough_points", what=say("outputs.money"), has=who.sheet.money, wanted=cost)
    sheet = replace(who.sheet, pack=(*who.sheet.pack, *[key] * given.n), money=who.sheet.money - cost)
    await happen(CharacterWritten(replace(who, sheet=sheet)))
    return Traded(key, given.n, cost, sheet.money)


@rule("FAB-PEQ-1")
async def sell(state: State, given: Trade) -> Traded:
    """Sell things for half their price, rounded down."""
    key, price = ware_of(state, given.item)
    who = character_of(state, given.character)
    earned = price // 2 * given.n
    sheet = replace(_without(state, who, key, given.n), money=who.sheet.money + earned)
    await happen(CharacterWritten(replace(who, sheet=sheet)))
    return Traded(key, given.n, earned, sheet.money)


def _without(state: State, who: Character, key: str, n: int) -> Sheet:
    """Her sheet without so many of a thing: first what is in the pack, then what she holds or wears (FAB-LIV-9)."""
    if things_of(who.sheet).count(key) < n:
        raise RuleError("not_owned", clause="FAB-PEQ-1", who=who.called, item=item_called(state, key))
    while who.sheet.pack.count(key) < n:
        who = replace(who, sheet=equipped(state, who, _put_away(state, who, key), owned=True))
    pack = list(who.sheet.pack)
    for _ in range(n):
        pack.remove(key)
    left = replace(who.sheet, pack=tuple(pack))
    if key in things_of(left):
        return left
    return replace(left, inscribed={k: note for k, note in left.inscribed.items() if k != key})


def _put_away(state: State, who: Character, key: str) -> Equip:
    """Out of its slot into the pack; nobody takes off armour in a fight."""
    sheet = who.sheet
    if key in sheet.weapons:
        held = list(sheet.weapons)
        held.reverse()  # the off hand first
        held.remove(key)
        return Equip(who.id, weapons=tuple(reversed(held)))
    if key in (sheet.shield, sheet.accessory):
        return Equip(who.id, shield="") if key == sheet.shield else Equip(who.id, accessory="")
    if state.conflict is not None:
        raise RuleError("armor_in_conflict", clause="FAB-PAC-1")
    return Equip(who.id, armor="none")


class Hand(msgspec.Struct, frozen=True):
    """Who hands what to whom; nobody: it is the GM who gives."""

    target: str
    item: str
    n: Amount = 1
    giver: str = ""


class Handed(msgspec.Struct, frozen=True):
    """What was handed over."""

    item: str
    n: int


@rule("FAB-PEQ-1")
async def give(state: State, given: Hand) -> Handed:
    """Hand things over; from the GM they are made."""
    key, _ = ware_of(state, given.item)
    character_of(state, given.target)
    note = ""
    if given.giver:
        state = await acted(state, given.giver, Action.INVENTORY)
        giver = character_of(state, given.giver)
        kept = _without(state, giver, key, given.n)
        note = giver.sheet.inscribed.get(key, "") if key not in kept.inscribed else ""
        state = await happen(CharacterWritten(replace(giver, sheet=kept)))
    target = state.characters[given.target]
    notes = {key: note, **target.sheet.inscribed} if note else target.sheet.inscribed
    sheet = replace(target.sheet, pack=(*target.sheet.pack, *[key] * given.n), inscribed=notes)
    await happen(CharacterWritten(replace(target, sheet=sheet)))
    return Handed(key, given.n)


class Inscribe(msgspec.Struct, frozen=True):
    """What somebody writes on something of hers; nothing wipes it off."""

    character: str
    item: str
    text: str = ""


class Inscribed(msgspec.Struct, frozen=True):
    """What stands on the piece now."""

    text: str


@rule("FAB-LIV-9")
async def inscribe(state: State, given: Inscribe) -> Inscribed:
    """Write a note on something that she owns: it goes where the thing goes."""
    key, _ = ware_of(state, given.item)
    who = character_of(state, given.character)
    if key not in things_of(who.sheet):
        raise RuleError("not_owned", clause="FAB-PEQ-1", who=who.called, item=item_called(state, key))
    others = {k: note for k, note in who.sheet.inscribed.items() if k != key}
    notes = {**others, key: given.text} if given.text else others
    await happen(CharacterWritten(replace(who, sheet=replace(who.sheet, inscribed=notes))))
    return Inscribed(given.text)


class Supply(msgspec.Struct, frozen=True):
    """Inventory points that somebody buys."""

    character: str
    n: Amount = 1


class Supplied(msgspec.Struct, frozen=True):
    """Her inventory points and money."""

    ip: int
    money: int


@rule("FAB-PHP-1")
def most_ip(state: State, who: Character) -> int:
    """The most inventory points she can have: 6, with free benefits and feats."""
    classes = shipped().classes
    benefits = sum(classes[b].ip for b in who.sheet.benefits if b in classes)
    return BASE_IP + benefits + plus(state, who.id, "ip_max")


@rule("FAB-PRS-1", "FAB-PHP-1")
async def supply(state: State, given: Supply) -> Supplied:
    """10 Z for each inventory point, up to the most she can have."""
    who = character_of(state, given.character)
    room, cost = most_ip(state, who) - who.ip, IP_PRICE * given.n
    if given.n > room:
        raise RuleError("ip_full", clause="FAB-PHP-1", limit=most_ip(state, who), ip=who.ip, room=max(0, room))
    if who.sheet.money < cost:
        raise RuleError("not_enough_points", what=say("outputs.money"), has=who.sheet.money, wanted=cost)
    state = await happen(PointsMoved(given.character, ip=given.n, money=-cost))
    now = state.characters[given.character]
    return Supplied(now.ip, now.sheet.money)
