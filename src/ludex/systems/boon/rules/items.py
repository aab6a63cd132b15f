"""Using an item (BOO-ITM): reload, take, consume, throw, work with it; one action, one item."""

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.boon.content import handed_out
from ludex.systems.boon.content.naming import with_own_id
from ludex.systems.boon.events import Equipped, happen
from ludex.systems.boon.rules.actions import (
    Deed,
    Reaching,
    check_able,
    check_alive,
    check_range,
    check_seen,
    check_shapes,
    of_actor,
    pay,
)
from ludex.systems.boon.rules.attacks import standing_at, strike_target, target_of
from ludex.systems.boon.rules.battlefield import let_go, looked_again
from ludex.systems.boon.rules.bursts import check_area, check_area_shapes, check_source
from ludex.systems.boon.rules.casting import agree_to_waste, area_deed, healing, reach_of, source_of
from ludex.systems.boon.rules.challenges import Challenge, challenge, check_challenge, of_challenge
from ludex.systems.boon.rules.gear import handle_item
from ludex.systems.boon.rules.health import check_not_dead
from ludex.systems.boon.rules.strikes import Strike
from ludex.systems.boon.rules.weapons import check_dice, check_means, means_of
from ludex.systems.boon.rules.windows import stretch, with_body
from ludex.systems.boon.sheet import Character, Item, Number, yards
from ludex.systems.boon.state import State, Thing, within_arm
from ludex.systems.boon.terms import Access, Action, Kind, Use


class UseItem(Reaching, frozen=True, kw_only=True, tag=Action.USE_ITEM.value, tag_field="action"):
    action: ClassVar = Action.USE_ITEM
    item: str = ""
    use: str = Use.OTHER
    access: str = Access.HELD
    challenge: Challenge = Challenge()
    drops: tuple[str, ...] = ()
    owner: str = ""


def own_item(actor: Character, item: str) -> Item:
    if (found := actor.item(item)) is None:
        raise RuleError("unknown_id", id=item, ids=[i.id for i in actor.items])
    return found


@rule("BOO-ITM-1", "BOO-ITM-2")
async def use_item(state: State, given: UseItem) -> Deed:
    """1 AP: do something with one item that is held, worn or within reach."""
    actor = state.character(given.actor)
    if given.use == Use.GIVE:
        return await handed_over(state, given)
    if given.owner and given.owner != actor.id:
        return await taken_up(state, given)
    item = own_item(actor, given.item)
    check_item_shapes(given, item, actor)
    check_able(actor)
    check_at_hand(given, item)
    if given.use not in list(Use):
        raise RuleError("bad_action", clause="BOO-ITM-2", use=given.use, uses=list(Use))
    deed, state = await use_thing(state, given, item)
    return of_item(state, deed, given)


async def use_thing(state: State, given: UseItem, item: Item) -> tuple[Deed, State]:
    """What is done with it; each use pays its AP after its own checks."""
    match given.use:
        case Use.RELOAD:
            return Deed(), await _reload(given, item)
        case Use.TAKE:
            return Deed(), await _take(with_body(state, given.actor), given, item)
        case Use.CONSUME:
            return await _consume(state, given, item)
        case Use.ATTACK:
            return await _attack(state, given, item)
        case Use.CHECK:
            return await _check(given, item)
        case Use.STOW:
            return Deed(), await _stow(given, item)
        case Use.OTHER if item.light:
            return Deed(), await _kindle(state, given, item)
        case _:  # light a torch, pull a lever: it costs the action, the rest is the scene's
            return Deed(), await pay(given.actor, 1)


def check_item_shapes(given: UseItem, item: Item, actor: Character) -> None:
    """Bad shapes of the action, of the item and of the challenge that goes with it."""
    check_shapes(given)
    check_means(actor, item)
    check_area_shapes(source_of(actor, item), given.targets)
    check_challenge(given.challenge)


@rule("BOO-ITM-1")
def check_at_hand(given: UseItem, item: Item) -> None:
    """Held, worn, within reach or in the actor's pack; and not used up."""
    packed = given.access == Access.PACK and given.use != Use.TAKE  # Ruling BOO-E-50: taking out is a use of its own
    if given.access not in list(Access) or packed:
        hint = say("told.take_first") if packed else ""
        raise RuleError("out_of_reach", clause="BOO-ITM-1", item=item.called, access=given.access, hint=hint)
    if item.uses is not None and item.uses < 1:
        raise RuleError("used_up", clause="BOO-ITM-1", item=item.called)


async def _spent(state: State, who: str, item: Item) -> State:
    return state if item.uses is None else await handle_item(who, replace(item, uses=item.uses - 1))


@rule("BOO-ITM-3")
async def _reload(given: UseItem, item: Item) -> State:
    """Make a loading weapon ready again."""
    if not item.reload:
        raise RuleError("bad_action", clause="BOO-ITM-3", item=item.called)
    if item.loaded:
        raise RuleError("already_loaded", clause="BOO-ITM-3", item=item.called)
    if item.ammo is not None and item.ammo < 1:
        raise RuleError("no_ammo", clause="BOO-PWP-4", weapon=item.called)
    await pay(given.actor, 1)
    return await handle_item(given.actor, replace(item, loaded=True))


@rule("BOO-ITM-2", "BOO-PWP-3", "BOO-PWP-6")
async def _take(actor: Character, given: UseItem, item: Item) -> State:
    """Take it in hand, if a hand is free; what is let go of for it is dropped in the same action (BOO-LIV-11)."""
    if item.lies is not None and not within_arm(actor, item.lies):
        raise RuleError("out_of_reach", clause="BOO-LIV-35", item=item.called)
    dropped = [own_item(actor, what) for what in given.drops]
    for one in dropped:
        check_in_hand(one)
    kept = tuple(replace(i, held=False) if i in dropped else i for i in actor.items)
    actor = replace(actor, items=kept)
    check_hands_free(actor, item)
    await pay(given.actor, 1)
    for one in dropped:
        await handle_item(given.actor, replace(one, held=False, lies=actor.position))
    return await handle_item(given.actor, replace(item, held=True, lies=None))


@rule("BOO-PWP-6")
def check_hands_free(actor: Character, item: Item) -> None:
    """Hands for one thing more."""
    if not actor.has_hands_for(item):
        held = [i.called for i in actor.items if i.in_hand]
        raise RuleError("no_hands", clause="BOO-PWP-6", item=item.called, held=held, hands=actor.hands)


@rule("BOO-LIV-51")
async def handed_over(state: State, given: UseItem) -> Deed:
    """Hand things over to somebody within reach: they are the other's then, in hand where a hand is free, else in the pack. Who is out does not
    hand anything over: it is taken from him (`owner`)."""
    actor, other = state.character(given.actor), target_of(state, given.aimed_at)
    check_able(actor)
    giver = state.character(given.owner) if given.owner else actor
    if not isinstance(other, Character) or other.id == giver.id or (given.owner and giver.active):
        raise RuleError("bad_target", clause="BOO-LIV-51", target=other.called if other else "")
    check_alive(other)
    mine = [own_item(giver, what) for what in (given.item, *given.drops)]
    if given.far > actor.reach or any(i.lies is not None for i in mine):
        raise RuleError("out_of_reach", clause="BOO-LIV-51", item=mine[0].called, distance=given.far)
    await pay(actor.id, 1)
    left = tuple(i for i in giver.items if i not in mine)
    await happen(Equipped(giver.id, left, giver.spells, giver.armor))
    theirs = other.items
    for item in mine:
        theirs = (*theirs, with_own_id(theirs, replace(item, held=None, lit=False)))
    got = handed_out(theirs, with_body(state, other.id).hands)
    state = await happen(Equipped(other.id, got, other.spells, other.armor))
    return of_actor(state, Deed(item_held=False), actor.id)


@rule("BOO-LIV-35")
async def taken_up(state: State, given: UseItem) -> Deed:
    """Take up what somebody else let fall: within reach, with a free hand, for 1 AP; it is one's own then."""
    actor, owner = with_body(state, given.actor), state.character(given.owner)
    item = own_item(owner, given.item)
    check_able(actor)
    if item.lies is None or not within_arm(actor, item.lies):
        raise RuleError("out_of_reach", clause="BOO-LIV-35", item=item.called)
    mine = with_own_id(actor.items, replace(item, held=True, lies=None))
    check_hands_free(actor, mine)
    state = await pay(actor.id, 1)
    state = await happen(
        Equipped(owner.id, tuple(i for i in owner.items if i.id != item.id), owner.spells, owner.armor)
    )
    state = await happen(Equipped(actor.id, (*actor.items, mine), actor.spells, actor.armor))
    return of_actor(state, Deed(item_held=True), actor.id)


@rule("BOO-LIV-9", "BOO-LIV-11")
def check_in_hand(item: Item) -> None:
    """What is put away or dropped is in hand."""
    if not item.in_hand:
        raise RuleError("not_held", clause="BOO-LIV-9", weapon=item.called)


@rule("BOO-LIV-9")
async def _stow(given: UseItem, item: Item) -> State:
    """Put it away, into the pack."""
    check_in_hand(item)
    await pay(given.actor, 1)
    return await handle_item(given.actor, replace(item, held=False, lit=False))


@rule("BOO-LIV-31")
async def _kindle(state: State, given: UseItem, item: Item) -> State:
    """Light it: it is then in hand and burns for an hour."""
    actor = with_body(state, given.actor)
    if not item.in_hand:
        check_hands_free(actor, item)
    await pay(given.actor, 1)
    burning = replace(item, held=True, lit=True, lies=None, burns=item.burns or state.time + 3600)
    return await looked_again(await handle_item(given.actor, burning), lighter=True)


class DropItem(msgspec.Struct, frozen=True, kw_only=True):
    who: str
    item: str


@rule("BOO-LIV-9", "BOO-LIV-35")
async def drop_item(state: State, given: DropItem) -> Deed:
    """Let something fall: no AP, neither action nor pass."""
    item = own_item(state.character(given.who), given.item)
    check_in_hand(item)
    return of_actor(await let_go(state, given.who, item), Deed(item_held=False), given.who)


@rule("BOO-ITM-2", "BOO-PHL-13")
async def _consume(state: State, given: UseItem, item: Item) -> tuple[Deed, State]:
    """Drink it, or give it to somebody within reach."""
    actor, target = state.character(given.actor), target_of(state, given.aimed_at)
    if target is not None and given.far > actor.reach:
        raise RuleError("out_of_reach", clause="BOO-ITM-1", whom=target.called, distance=given.far)
    if isinstance(target, Thing):
        raise RuleError("bad_target", clause="BOO-ITM-1", target=target.called)
    check_not_dead(target or actor)
    await agree_to_waste(state, given, item)
    state = await _spent(await pay(actor.id, 1), actor.id, item)
    state, deed = await healing(state, actor.id, given.aimed_at, heal=item.heal)
    return deed, state


@rule("BOO-ITM-4")
async def _attack(state: State, given: UseItem, item: Item) -> tuple[Deed, State]:
    """Throw it: an item attack on one target, or an area."""
    actor = state.character(given.actor)
    return await (_area if item.area else _single)(
        state, given, item, limit=stretch(state, actor.id, "range", item_range(actor, item))
    )


def item_range(actor: Character, item: Item) -> Number:
    """How far it can be thrown: its own range, else the arm's reach."""
    limit = yards(item.range)
    return actor.reach if limit is None else limit


async def _single(state: State, given: UseItem, item: Item, *, limit: Number) -> tuple[Deed, State]:
    actor = state.character(given.actor)
    whom = given.aimed_at or standing_at(state, given.guess, actor)
    target = target_of(state, whom)
    if given.aimed_at or given.guess is None:
        check_alive(target)
    check_seen(target, given)
    check_range(given.far, limit)
    means = means_of(actor, item)
    check_dice(means.dice, means.die)
    state = await _spent(await pay(actor.id, 1), actor.id, item)
    strike = Strike(actor=actor.id, target=whom, kind=Kind.ITEM, means=means, aim=given, thrown=True)
    state, deed = await strike_target(state, strike)
    return replace(deed, struck="" if deed.struck == given.aimed_at else deed.struck), state


async def _area(state: State, given: UseItem, item: Item, *, limit: Number) -> tuple[Deed, State]:
    """An area, as of a spell (BOO-CST-4)."""
    inside = reach_of(state, given, item)
    check_area(state, inside)
    check_range(given.far, limit)
    actor = state.character(given.actor)
    source = source_of(actor, item)
    check_source(source)
    state = await _spent(await pay(actor.id, 1), actor.id, item)
    return await area_deed(state, actor.id, source, targets=inside)


@rule("BOO-ITM-2", "BOO-CHL-1")
async def _check(given: UseItem, item: Item) -> tuple[Deed, State]:
    """Work with it: a challenge roll of the actor; the thing brings its condition by itself (BOO-LIV-41)."""
    state = await pay(given.actor, 1)
    brought = (item.condition,) if item.condition else ()
    attempt = replace(
        given.challenge,
        who=given.actor,
        conditions=(*given.challenge.conditions, *brought),
        modifiers=(*given.challenge.modifiers, *given.modifiers),
        boons=given.challenge.boons + given.boons,
        banes=given.challenge.banes + given.banes,
    )
    return of_challenge(await challenge(state, attempt)), state


def of_item(state: State, deed: Deed, given: UseItem) -> Deed:
    actor = state.character(given.actor)
    item = own_item(actor, given.item)
    deed = replace(
        deed, item_uses=item.uses, item_held=item.in_hand, weapon_loaded=item.loaded if item.reload else None
    )
    return of_actor(state, deed, actor.id)
