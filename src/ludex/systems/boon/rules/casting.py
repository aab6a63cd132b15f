"""Casting (BOO-CST) joined with spells as data (BOO-PSP), which it reads: an attack spell is a chain or an area, any other is utility."""

from typing import ClassVar

from msgspec.structs import replace

from ludex.core.asks import CalledOff, Option, choose
from ludex.core.errors import RuleError
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.boon.content import words_of
from ludex.systems.boon.rules.actions import (
    Deed,
    Reaching,
    Target,
    check_able,
    check_alive,
    check_range,
    check_seen,
    check_shapes,
    end_hiding,
    of_actor,
    pay,
)
from ludex.systems.boon.rules.attacks import strike_target, target_of
from ludex.systems.boon.rules.bursts import Burst, Source, burst, check_area, check_area_shapes, check_source
from ludex.systems.boon.rules.health import heal_amount, mend
from ludex.systems.boon.rules.sight import in_area
from ludex.systems.boon.rules.strikes import Strike, Struck
from ludex.systems.boon.rules.weapons import check_dice, check_means, means_of
from ludex.systems.boon.rules.windows import hear, lay, price, stretch
from ludex.systems.boon.sheet import Character, Healing, Item, Number, Spell, yards
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Action, Kind, Outcome, Status


class Cast(Reaching, frozen=True, kw_only=True, tag=Action.CAST.value, tag_field="action"):
    action: ClassVar = Action.CAST
    spell: str = ""


def own_spell(actor: Character, spell: str) -> Spell:
    if (found := actor.spell(spell)) is None:
        raise RuleError("unknown_id", id=spell, ids=[s.id for s in actor.spells])
    return found


def source_of(actor: Character, means: Item | Spell) -> Source:
    """What an area of a spell or an item deals; without dice of its own, the user's force (BOO-PSP-1)."""
    dice = actor.force if means.dice is None else means.dice
    return Source(
        dice=dice,
        die=means.die,
        amount=means.amount,
        resist=means.resist,
        resisted=means.resisted,
        effects=means.effects if isinstance(means, Spell) or means.uses is not None else (),
        tags=means.tags,
        by=actor.id,
    )


class HealingDone(Deed, frozen=True, kw_only=True):
    """What came of healing: the points, and the damage that is left on the healer or on whom she healed."""

    healed: int
    actor_damage: int | None = None
    defender_damage: int | None = None
    defender_status: Status | None = None


@rule("BOO-CST-1", "BOO-CST-2")
async def cast(state: State, given: Cast) -> Deed:
    """Cast a spell: pay all its AP at once, then do what it says."""
    actor = state.character(given.actor)
    spell = own_spell(actor, given.spell)
    check_spell(given, spell, actor)
    check_able(actor, price(state, actor.id, "cast", spell.ap))
    if spell.attack and spell.area:
        return await _area(state, given, spell)
    if spell.attack:
        return await _single(state, given, spell)
    return await _utility(state, given, spell)


@rule("BOO-CST-1", "BOO-PSP-1")
def check_spell(given: Cast, spell: Spell, actor: Character) -> None:
    """Bad shapes, and a spell that costs nothing."""
    check_shapes(given)
    check_means(actor, spell)
    check_area_shapes(source_of(actor, spell), given.targets)
    if spell.ap < 1:
        raise RuleError("bad_ap", clause="BOO-CST-1", spell=spell.called, ap=spell.ap)


def range_of(state: State, caster: str, spell: Spell) -> Number | None:
    """How far a spell goes, with what effects make of it (BOO-LIV-36); nothing where it reaches everywhere."""
    limit = yards(spell.range)
    return None if limit is None else stretch(state, caster, "range", limit)


@rule("BOO-CST-3")
async def _single(state: State, given: Cast, spell: Spell) -> Struck:
    """A magic attack on one target: the attack chain, without blocks."""
    target = target_of(state, given.aimed_at)
    check_alive(target)
    check_seen(target, given)
    check_range(given.far, range_of(state, given.actor, spell))
    means = means_of(state.character(given.actor), spell)
    check_dice(means.dice, means.die)
    state = await _cast(state, given, spell)
    strike = Strike(actor=given.actor, target=given.aimed_at, kind=Kind.MAGIC, means=means, aim=given)
    state, deed = await strike_target(state, strike)
    if deed.outcome is Outcome.FLESH:
        state = await _left(state, given, spell, given.aimed_at)
    return deed


async def _cast(state: State, given: Cast, spell: Spell) -> State:
    """The AP of a spell, and who listens to its casting."""
    state = await pay(given.actor, price(state, given.actor, "cast", spell.ap))
    names = words_of(spell.id, spell.name, spell.shelf)
    return await hear(state, "cast", doer=given.actor, target=given.aimed_at, items=names, tags=spell.tags)


async def _left(state: State, given: Cast, spell: Spell, whom: str) -> State:
    """What a spell leaves on somebody (BOO-LIV-36)."""
    for effect in spell.effects:
        named = replace(effect, shelf=spell.shelf) if effect.name == spell.name else effect  # called like its spell
        state = await lay(state, named, bearer=whom, by=given.actor)
    return state


@rule("BOO-CST-4", "BOO-HID-5")
async def _area(state: State, given: Cast, spell: Spell) -> Burst:
    """An area: no hit test, no defence, no armour; the hidden are reached too."""
    inside = reach_of(state, given, spell)
    check_area(state, inside)
    check_range(given.far, range_of(state, given.actor, spell))
    source = source_of(state.character(given.actor), spell)
    check_source(source)
    state = await _cast(state, given, spell)
    deed, _ = await area_deed(state, given.actor, source, targets=inside)
    return deed


@rule("BOO-LIV-32")
def reach_of(state: State, given: Reaching, means: Spell | Item) -> tuple[Target, ...]:
    """Whom an area reaches: everybody and everything in it at its point, seen or not; off the map those who are meant."""
    maker = state.character(given.actor).position
    if given.point is None or maker is None:
        return given.within
    return tuple(Target(who) for who in in_area(state, maker, given.point, means))


async def area_deed(state: State, actor: str, source: Source, *, targets: tuple[Target, ...]) -> tuple[Burst, State]:
    """An area that somebody made: it gives the maker away, and everybody in it was attacked."""
    state, deed = await burst(state, source, targets)
    state = await end_hiding(state, actor)
    people = ((t.who, state.find(t.who)) for t in targets)
    attacked = tuple(who for who, found in people if found is not None and not found.secret)  # BOO-LIV-32, BOO-LIV-46
    within = tuple(t.who for t in targets)
    veiled = source.resist != "none" and any(found.veil for t in targets if (found := state.find(t.who)))
    return of_actor(state, replace(deed, attacked=attacked, within=within, veiled=veiled), actor), state


@rule("BOO-CST-5", "BOO-HID-4")
async def _utility(state: State, given: Cast, spell: Spell) -> Deed:
    """A utility spell is no attack; one that heals heals its target, or the caster."""
    if given.aimed_at:
        check_alive(target_of(state, given.aimed_at))
        check_range(given.far, range_of(state, given.actor, spell))
    if not spell.effects:
        await agree_to_waste(state, given, spell)
    state = await end_hiding(await _cast(state, given, spell), given.actor)
    deed = Deed()
    if state.find(given.aimed_at or given.actor):
        state = await _left(state, given, spell, given.aimed_at or given.actor)
    if spell.heal is not None and state.find(given.aimed_at or given.actor):
        state, deed = await healing(state, given.actor, given.aimed_at, heal=spell.heal)
    return of_actor(state, deed, given.actor)


USE, LEAVE = "use", "leave"


@rule("BOO-PHL-13", "BOO-LIV-44")
async def agree_to_waste(state: State, given: Reaching, means: Spell | Item) -> None:
    """Ask before something that heals is spent on somebody unhurt, where its user may know it: of her own side's, of players' characters; a no calls the act off."""
    user, patient = state.character(given.actor), state.find(given.aimed_at or given.actor)
    if given.sure or means.heal is None or patient is None or patient.damage or not patient.active:
        return
    if state.is_player(user) and not state.is_player(patient) and patient.side != user.side:
        return
    options = (Option(USE, say("answers.waste")), Option(LEAVE, say("answers.call_off")))
    question = say("questions.waste", who=patient.called, what=means.called)
    if await choose(actor(user.id), question, options) == LEAVE:
        raise CalledOff


@rule("BOO-PHL-13", "BOO-PHL-14")
async def healing(state: State, actor: str, target: str, *, heal: Healing | None) -> tuple[State, HealingDone]:
    """Heal a target, or the healer if none is named."""
    whom = target or actor
    before = state.character(whom)
    state = await mend(state, whom, heal_amount(heal, before))
    after = state.character(whom)
    deed = HealingDone(healed=before.damage - after.damage)
    if not target:
        return state, replace(deed, actor_damage=after.damage)
    return state, replace(deed, defender_damage=after.damage, defender_status=after.status)
