"""Rest and Equipment basics, the shop: buying, selling, giving, and inventory points for money (FAB-PRS-1, FAB-PEQ-1, FAB-LIV-11)."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Implied, Meant
from ludex.core.deeds import REST, WHOLE, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import CIRCUMSTANCE, keyed
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fable.events import CharacterWritten, PointsMoved
from ludex.systems.fable.kinds import Count, OfPeople, Own, Target, offers
from ludex.systems.fable.rules.attributes import plus
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.equipment import named_key, not_owned, pieces_named, taken_from, ware_of
from ludex.systems.fable.rules.points import check_room
from ludex.systems.fable.sheet import Amount, Character, Sheet
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action

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
    """What somebody buys."""

    item: Annotated[str, Field(among=offers.wares)]


class Sell(Trade, names=("卖", "sell"), does="sell", example=".卖 青铜盾"):
    """What somebody sells."""

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
    """What somebody writes on something of hers; nothing wipes it off."""

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
    """Inventory points that somebody buys."""

    character: Own
    n: Count = 1


class Supplied(msgspec.Struct, frozen=True):
    """Her inventory points and money."""

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
