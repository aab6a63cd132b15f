"""Items (live play: MIR-LIV-49): things are given and taken, held, worn, put away, dropped, handed over; a weapon is drawn before it strikes."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Actor, Deed
from ludex.core.deeds import ACTOR, TERM, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import SHEET, whom
from ludex.core.names import named
from ludex.core.rule import rule
from ludex.core.say import Say
from ludex.systems.mirror.content import ActionRecord, library, shown
from ludex.systems.mirror.content.items import free_id, placed, ware_named
from ludex.systems.mirror.effects import reach_of
from ludex.systems.mirror.effects.bearing import belongings, item_of
from ludex.systems.mirror.events import ActionUsed, ItemsSet, ThingsLie
from ludex.systems.mirror.rules.actions import check_able, check_turn, fights
from ludex.systems.mirror.rules.knowing import needed_weapon
from ludex.systems.mirror.rules.skills import acted
from ludex.systems.mirror.sheet import HANDS, Character, Dealing, Goods, Item, Lying, Place
from ludex.systems.mirror.state import State

MOST = 999
"""So many of a thing at once."""


class GiveItem(msgspec.Struct, frozen=True, kw_only=True):
    who: str
    ware: str
    quantity: int = 1


class OfItem(msgspec.Struct, frozen=True, kw_only=True):
    """One of somebody's things, and how many of it (0: all)."""

    actor: str
    item: str
    quantity: int = 0


class PlaceItem(msgspec.Struct, frozen=True, kw_only=True):
    """Where one of somebody's things goes: into the hand, onto the body, into the pack."""

    actor: str
    item: str
    place: Place


class HandItem(OfItem, frozen=True, kw_only=True):
    """One of somebody's things for another within reach."""

    to: str


PLACES = {Dealing.TAKE: Place.HELD, Dealing.WEAR: Place.WORN, Dealing.STOW: Place.PACKED}


def _has(state: State, who: str, item: str) -> bool:
    c = state.characters.get(who)
    return c is not None and any(item in (i.id, i.called) for i in belongings(c))


def _gives(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Giving and taking away is the GM's word; what one does with one's own things is not (MIR-LIV-1)."""
    who, dealing = whom(asked), asked["dealing"]
    c = asked.state.characters.get(who)
    hands = dealing == Dealing.GIVE and who not in ("", asked.actor) and not asked.gm
    draft = c is not None and c.draft and who in asked.controls  # MIR-LIV-48
    if draft or (hands and _has(asked.state, asked.actor, asked["item"])):
        return ()
    return kinds if dealing in (Dealing.GIVE, Dealing.REMOVE) else ()


def _offered(state: State, actor: str) -> tuple[str, ...]:
    c = state.characters.get(actor)
    mine = [i.called for i in belongings(c)] if c else []
    wares = [ware.name or i for i, ware in library(state.catalogue).items.items()]
    return tuple(dict.fromkeys((*mine, *wares)))


class ItemLine(
    Deed, names=("物品", "item", "items"), group="people", owner=SHEET, picture="flask", example=".物品 拿 长剑"
):
    """`.物品`, `.物品 拿 长剑`, `.物品 穿 皮甲`, `.物品 卸 皮甲`, `.物品 丢 火把`, `.物品 交 绷带 白`, `.物品 给 皮甲 谁=安`."""

    dealing: Annotated[str, Field(kind=TERM, terms=Dealing, refusal="unknown_dealing")] = ""
    item: Annotated[str, Field(among=_offered, keys=("物", "item"))] = ""
    who: Annotated[str, Field(kind=ACTOR, keys=("谁", "who"), refusal="unknown_id")] = ""
    quantity: Annotated[int, Field(keys=("数", "n"))] = 0
    actor: Actor
    word = _gives

    def do(self, asked: Asked) -> Do | Show:
        if not self.dealing:
            return Show("items", {"who": self.who or self.actor})
        dealing = Dealing(self.dealing)
        if not self.item:
            expected, hint = ["dealing", "item"], f".物品 {dealing.zh} 长剑"
            raise RuleError("missing_argument", arg="item", expected=expected, hint=hint)
        if not asked.gm and self.actor in asked.state.characters:
            check_able(asked.state.who(self.actor))  # MIR-LIV-7, MIR-LIV-8
        others = not asked.gm and self.who not in ("", self.actor)
        if dealing is Dealing.GIVE and others and _has(asked.state, self.actor, self.item):
            dealing = Dealing.HAND  # what she gives somebody of her own is handed over
        return self._dealt(dealing)

    def _dealt(self, dealing: Dealing) -> Do:
        item, count, whose = self.item, self.quantity, self.who or self.actor
        if dealing is Dealing.GIVE:
            return Do("give_item", GiveItem(who=whose, ware=item, quantity=count or 1))
        if dealing is Dealing.REMOVE:
            return Do("take_item", OfItem(actor=whose, item=item, quantity=count))
        if dealing is Dealing.DROP:
            return Do("drop_item", OfItem(actor=self.actor, item=item, quantity=count))
        if dealing is Dealing.HAND:
            if not self.who:
                raise RuleError("missing_argument", arg="who", expected=["item", "谁"], hint=".物品 交 绷带 谁=白")
            return Do("hand_item", HandItem(actor=self.actor, item=item, quantity=count, to=self.who))
        return Do("place_item", PlaceItem(actor=self.actor, item=item, place=PLACES[dealing]))


class ItemsNow(msgspec.Struct, frozen=True):
    item: str
    items: tuple[Item, ...]


@rule("MIR-LIV-49")
async def give_item(state: State, given: GiveItem) -> ItemsNow:
    """Somebody gets a thing; one that can be counted is added to those she has."""
    c = state.who(given.who)
    wares = library(state.catalogue).items
    key = ware_named(given.ware, wares)
    if not 1 <= given.quantity <= MOST:
        raise RuleError("bad_amount", amount=given.quantity, most=MOST)
    mine = belongings(c)
    alike = next((i for i in mine if i.name == wares[key].name and i.kind is Goods.CONSUMABLE), None)
    fresh = replace(item_of(wares[key], free_id(key, mine)), quantity=given.quantity)
    items = (
        tuple(replace(i, quantity=i.quantity + given.quantity) if i is alike else i for i in mine)
        if alike
        else (*mine, fresh)
    )
    return ItemsNow(fresh.called, await _now(c, items))


@rule("MIR-LIV-49")
async def take_item(state: State, given: OfItem) -> ItemsNow:
    """A thing is gone, or so many of it."""
    c = state.who(given.actor)
    item = thing_named(c, given.item)
    return ItemsNow(item.called, await _now(c, without(belongings(c), item, given.quantity)))


@rule("MIR-LIV-49")
async def place_item(state: State, given: PlaceItem) -> ItemsNow:
    """Take a thing in hand, put it on, or put it away: an MA in conflict. What lies in her region is picked up so."""
    c = state.who(given.actor)
    check_able(c)
    found = _at_hand(state, c, given.item)
    item = found.item if isinstance(found, Lying) else found
    _check_place(c, item, given.place)
    state = await _spent_minor(state, c)
    if isinstance(found, Lying):
        mine = belongings(c)
        picked = replace(item, id=free_id(item.id, mine), place=given.place)
        await happen(ThingsLie(tuple(one for one in state.lying if one is not found)))
        return ItemsNow(item.called, await _now(c, (*mine, picked)))
    return ItemsNow(item.called, await _now(c, placed(c, item.id, given.place)))


@rule("MIR-LIV-49")
async def drop_item(state: State, given: OfItem) -> ItemsNow:
    """Let a thing go, an FA: it lies in the region where she stands."""
    c = state.who(given.actor)
    check_able(c)
    item = thing_named(c, given.item)
    gone = replace(item, quantity=given.quantity or item.quantity, place=Place.PACKED)
    await acted(state, c.id)
    await happen(ThingsLie((*state.lying, Lying(gone, c.pos))))
    return ItemsNow(item.called, await _now(c, without(belongings(c), item, given.quantity)))


@rule("MIR-LIV-49")
async def hand_item(state: State, given: HandItem) -> ItemsNow:
    """Give a thing to another within reach: an MA in conflict."""
    c, other = state.who(given.actor), state.who(given.to)
    check_able(c)
    item = thing_named(c, given.item)
    _check_reach(state, c, other)
    state = await _spent_minor(state, c)
    theirs = belongings(other)
    got = replace(item, id=free_id(item.id, theirs), quantity=given.quantity or item.quantity, place=Place.PACKED)
    items = await _now(c, without(belongings(c), item, given.quantity))
    await _now(other, (*theirs, got))
    return ItemsNow(item.called, items)


@rule("MIR-LIV-49")
async def drawn(state: State, c: Character, action: ActionRecord) -> State:
    """The weapon of an action comes to hand, if it is packed: an MA in conflict."""
    weapon = undrawn(c, action)
    if weapon is None:
        return state
    await _spent_minor(state, c)
    return await happen(ItemsSet(c.id, placed(c, weapon.id, Place.HELD), drawn=(weapon.called,)))


def undrawn(c: Character, action: ActionRecord) -> Item | None:
    """The weapon that must be drawn for an action; refused with both hands full."""
    weapon = needed_weapon(c, action) if wields(c, action) else None
    if weapon is None or weapon.used:
        return None
    _check_place(c, weapon, Place.HELD)
    return weapon


def wields(c: Character, action: ActionRecord) -> bool:
    """Whether somebody strikes with what she has: the GM's own line may give anybody any action (MIR-LIV-9)."""
    mine = [i for i in belongings(c) if i.kind is Goods.WEAPON]
    return action.attack is not None and any(i.category == action.attack.category for i in mine)


def thing_named(c: Character, wanted: str) -> Item:
    """One of her things by its id, its name, or the unique beginning of either."""
    mine = {i.id: i for i in belongings(c)}
    names = {i.id: (i.id, i.called) for i in mine.values()}
    known = [shown(i.called) for i in mine.values()]
    return mine[named(wanted, names, unknown="not_owned", clause="MIR-LIV-49", item=wanted[:40], among=known)]


def without(items: tuple[Item, ...], item: Item, quantity: int) -> tuple[Item, ...]:
    if quantity < 0 or quantity > item.quantity:
        raise RuleError("bad_amount", amount=quantity, most=item.quantity)
    left = item.quantity - (quantity or item.quantity)
    return tuple(replace(i, quantity=left) if i is item else i for i in items if i is not item or left)


def _at_hand(state: State, c: Character, wanted: str) -> Item | Lying:
    """What she has of that name, else what lies where she stands."""
    try:
        return thing_named(c, wanted)
    except RuleError:
        here = next(
            (one for one in state.lying if one.cell == c.pos and wanted in (one.item.id, one.item.called)), None
        )
        if here is None:
            raise
        return here


def _check_place(c: Character, item: Item, place: Place) -> None:
    """Refuse a third thing in the hands, and wearing what is no armour."""
    held = [i for i in belongings(c) if i.place is Place.HELD and i.id != item.id]
    if place is Place.HELD and len(held) >= HANDS:
        raise RuleError("no_hands", clause="MIR-LIV-49", held=[shown(i.called) for i in held])
    if place is Place.WORN and item.kind is not Goods.ARMOUR:
        raise RuleError("not_worn", clause="MIR-LIV-49", item=shown(item.called))


def _check_reach(state: State, c: Character, other: Character) -> None:
    if c.pos is None or other.pos is None:
        return
    reach = reach_of(state, c)
    far = state.stage.distance(c.pos, other.pos)
    if far > reach:
        raise RuleError("out_of_reach", clause="MIR-LIV-49", distance=far, reach=reach)


def check_minor(state: State, c: Character) -> None:
    """Refuse what is an MA in conflict: out of it, out of turn, and a second time."""
    check_turn(state, c)
    if fights(state, c.id) and c.minor_used:
        raise RuleError("minor_used", clause="MIR-ACT-3", action=Say("view.handling"))


async def _spent_minor(state: State, c: Character) -> State:
    """In conflict it is an MA: in the own turn, once."""
    check_minor(state, c)
    if not fights(state, c.id):
        return state
    return await happen(ActionUsed(c.id, minor=True, reaction=False, trigger=None))


async def _now(c: Character, items: tuple[Item, ...]) -> tuple[Item, ...]:
    return belongings((await happen(ItemsSet(c.id, items))).who(c.id))
