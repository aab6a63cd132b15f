"""Attack (BOO-ATK) joined with resolving it (BOO-RES), because they are one chain: hit test, defence, then what the damage reaches.

`struck` is the chain itself, the same for weapons, single-target spells and thrown items; `attack` is the weapon's way into it.
"""

import msgspec
from msgspec.structs import replace

from ludex.core import principals
from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.systems.boon.events import EffectsEnded, ItemHandled
from ludex.systems.boon.fold import happen
from ludex.systems.boon.rules.actions import (
    Aimed,
    Deed,
    check_able,
    check_alive,
    check_range,
    check_seen,
    check_shapes,
    misplaced,
    paid,
    reached,
    revealed,
    worn,
)
from ludex.systems.boon.rules.defence import Answer, Blow, Threat, answered
from ludex.systems.boon.rules.gear import HIT_TARGET, Wear, armor_worn, item_worn, thing_worn
from ludex.systems.boon.rules.health import wound
from ludex.systems.boon.rules.tests import Checked, Swayed, Tested, against_edges, compared, faced, rolled
from ludex.systems.boon.rules.weapons import (
    Damage,
    Means,
    attack_kind,
    check_dice,
    check_means,
    damage_of,
    hit_test_of,
    means_of,
    reach_of,
)
from ludex.systems.boon.sheet import Character, Item
from ludex.systems.boon.state import State, Thing
from ludex.systems.boon.terms import UNARMED, Cover, DamageTo, Kind, Outcome, Result, Ward


class HitTest(Aimed, frozen=True, kw_only=True):
    """Input of `hit_test`."""

    actor: str = "?"
    weapon: str = UNARMED


class Attack(Aimed, frozen=True, kw_only=True):
    """Input of `attack`."""

    actor: str = "?"
    weapon: str = UNARMED
    defender: str = ""
    attack_kind: str = ""


class ResolveAttack(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `resolve_attack`."""

    hit_total: int
    defense: str = Ward.NONE
    defense_total: int = 0
    armor_value: int = 0


class Resolved(msgspec.Struct, frozen=True, kw_only=True):
    """Where an attack ends, and what takes the damage."""

    outcome: Outcome
    damage_to: DamageTo


class Strike(msgspec.Struct, frozen=True, kw_only=True):
    """An attack on one target that has been checked and paid."""

    actor: str
    target: str
    kind: Kind
    means: Means
    aim: Aimed


def target_of(state: State, target: str) -> Character | Thing | None:
    """The character or the object that is aimed at; None if nobody was named."""
    return state.target(target) if target else None


def own_weapon(actor: Character, weapon: str) -> Item:
    """A weapon of the actor's own."""
    if (found := actor.weapon(weapon)) is None:
        raise RuleError("unknown_id", id=weapon, ids=[UNARMED, *(i.id for i in actor.items)])
    return found


@rule("BOO-ATK-3", "BOO-ATK-4")
async def hit_test(state: State, given: HitTest) -> Checked:
    """A hit test alone: 5 or more touches."""
    check_shapes(given)
    if given.cover == Cover.TOTAL:
        raise RuleError("total_cover", clause="BOO-PCV-1", target="")
    actor = state.character(given.actor)
    weapon = own_weapon(actor, given.weapon)
    check_means(actor, weapon)
    test = hit_test_of(state, actor, means=means_of(actor, weapon), given=given)
    return compared(await faced(test, "rolls.hit", secret=actor.secret), HIT_TARGET)


@rule("BOO-ATK-1", "BOO-ATK-2")
async def attack(state: State, given: Attack) -> Deed:
    """One attack with a weapon or bare hands: check, pay, and run the chain."""
    check_shapes(given)
    actor = state.character(given.actor)
    weapon = own_weapon(actor, given.weapon)
    check_means(actor, weapon)
    check_able(actor)
    check_ready(weapon)
    target = target_of(state, given.defender)
    check_alive(target)
    check_seen(target, given)
    kind = attack_kind(actor, weapon, distance=given.distance, stated=given.attack_kind)
    check_range(given.distance, reach_of(actor, weapon, kind))
    means = means_of(actor, weapon)
    check_dice(means.dice, means.die)
    state = await loosed(await paid(actor.id, 1), weapon, actor=actor.id, kind=kind)
    strike = Strike(actor=actor.id, target=given.defender, kind=kind, means=means, aim=given)
    state, deed = await struck(state, strike)
    return of_weapon(state, deed, strike)


@rule("BOO-PWP-3", "BOO-PWP-4", "BOO-ITM-3", "BOO-PAR-2")
def check_ready(weapon: Item) -> None:
    """In hand, not broken, loaded, and with something to shoot."""
    refusals = (
        (not weapon.in_hand, "not_held", "BOO-PWP-3"),
        (weapon.broken, "broken", "BOO-PAR-2"),
        (weapon.reload and not weapon.loaded, "not_loaded", "BOO-ITM-3"),
        (weapon.ammo is not None and weapon.ammo < 1, "no_ammo", "BOO-PWP-4"),
    )
    for refused, code, clause in refusals:
        if refused:
            raise RuleError(code, clause=clause, weapon=weapon.called)


@rule("BOO-PWP-3", "BOO-PWP-4", "BOO-ITM-3")
async def loosed(state: State, weapon: Item, *, actor: str, kind: Kind) -> State:
    """Shooting uses ammunition and empties what must be reloaded; what is thrown leaves the hand."""
    ammo = None if weapon.ammo is None else weapon.ammo - 1
    loaded = weapon.loaded and not weapon.reload
    held = False if weapon.thrown and kind is Kind.RANGED else weapon.held
    if (ammo, loaded, held) == (weapon.ammo, weapon.loaded, weapon.held):
        return state
    return await happen(ItemHandled(actor, weapon.id, loaded=loaded, ammo=ammo, held=held, uses=weapon.uses))


@rule("BOO-ATK-4", "BOO-ATK-5", "BOO-HID-6", "BOO-POB-1")
async def struck(state: State, strike: Strike) -> tuple[State, Deed]:
    """The chain: hit test; a miss, a wrong spot or an object end it; otherwise the defender answers."""
    target = state.target(strike.target)
    actor = state.character(strike.actor)
    test = hit_test_of(state, actor, means=strike.means, given=strike.aim)
    lasting = state.upon(target.id) if isinstance(target, Character) and not strike.aim.guess else ()
    test = replace(test, edge=(*test.edge, *against_edges(lasting, state.upon(actor.id))))
    hit = await rolled(test, "rolls.hit", secret=actor.secret, who=principals.actor(actor.id))
    if spent := tuple(e.id for e in lasting if e.once):
        state = await happen(EffectsEnded(spent))
    deed = of_hit(hit, strike)
    if hit.total < HIT_TARGET:  # BOO-RES-1, Ruling BOO-E-25: nothing to ward off, nobody is asked
        deed = replace(deed, outcome=Outcome.MISS)
    elif misplaced(target, strike.aim.guess):
        deed = replace(deed, outcome=Outcome.WRONG_PLACE)
    elif isinstance(target, Thing):
        state, deed = await _object(state, strike, deed=deed, thing=target)
    else:
        state, deed = await _creature(state, strike, deed=deed, hit_total=hit.total)
    attacked = reached(target, strike.aim.guess, hit=hit.total >= HIT_TARGET)
    state = await revealed(state, strike.actor)
    return state, of_people(state, replace(deed, attacked=attacked), strike)


def of_hit(hit: Tested, strike: Strike) -> Deed:
    """The report after the hit test."""
    return Deed(
        is_attack=True,
        guessed=strike.aim.guess is not None,
        attack_kind=strike.kind,
        hit_face=hit.face,
        hit_net=hit.test.net,
        hit_total=hit.total,
        hit_result=Result.SUCCESS if hit.total >= HIT_TARGET else Result.FAILURE,
        defense=Ward.NONE,
        damage_dice=(),
        damage=0,
        damage_to=DamageTo.NONE,
        through=0,
        block_item="",
        why=_prefixed("hit", hit),
    )


def _prefixed(prefix: str, done: Tested) -> dict[str, Total]:
    return {f"{prefix}_{name}": reasons for name, reasons in done.why.items()}


async def _object(state: State, strike: Strike, *, deed: Deed, thing: Thing) -> tuple[State, Deed]:
    """An object has no defence and no armour (BOO-POB-1)."""
    harm = await damage_of(strike.means.dice, strike.means.die, who=principals.actor(strike.actor))
    state = await thing_worn(state, thing, harm.damage)
    return state, _harmed(deed, harm, outcome=Outcome.OBJECT, damage_to=DamageTo.OBJECT)


def _harmed(deed: Deed, harm: Damage, *, outcome: Outcome, damage_to: DamageTo) -> Deed:
    return replace(deed, outcome=outcome, damage_to=damage_to, damage=harm.damage, damage_dice=harm.damage_dice)


async def _creature(state: State, strike: Strike, *, deed: Deed, hit_total: int) -> tuple[State, Deed]:
    """The defender answers, and the answer decides where the damage goes."""
    state, answer = await _answered(state, strike, hit_total)
    deed = of_answer(deed, answer)
    armor = 0 if strike.means.ignores_armor else state.character(strike.target).armor_value  # BOO-PSP-2
    resolved = resolution(hit_total, answer.ward, warded=answer.success, armor_value=armor)
    if resolved.outcome is Outcome.DODGED:  # BOO-RES-2: no damage dice
        return state, replace(deed, outcome=resolved.outcome, damage_to=resolved.damage_to)
    if resolved.outcome is Outcome.THROWN:
        return await _thrown(state, strike, deed=deed, answer=answer)
    harm = await damage_of(strike.means.dice, strike.means.die, who=principals.actor(strike.actor))
    deed = _harmed(deed, harm, outcome=resolved.outcome, damage_to=resolved.damage_to)
    return await _landed(state, strike, deed)


async def _answered(state: State, strike: Strike, hit_total: int) -> tuple[State, Answer]:
    """The defender's answer to this strike; an attack from hiding allows none (BOO-HID-7)."""
    attacker, aim = state.character(strike.actor), strike.aim
    surprise = aim.surprise or state.clock.surprise  # BOO-RND-4
    threat = Threat(kind=strike.kind, visible=aim.visible, from_hiding=attacker.hidden, surprise=surprise)
    blow = Blow(total=hit_total, threat=threat, attacker_armor=attacker.armor_value)
    sway = Swayed(modifiers=aim.defense_modifiers, boons=aim.defense_boons, banes=aim.defense_banes)
    return await answered(state, state.character(strike.target), blow=blow, sway=sway)


def of_answer(deed: Deed, answer: Answer) -> Deed:
    """The report after the defence."""
    if answer.ward is Ward.NONE:
        return deed
    done = answer.done
    return replace(
        deed,
        defense=answer.ward,
        defense_face=done.face if done else None,
        defense_net=answer.net,
        defense_total=done.total if done else None,
        defense_result=Result.SUCCESS if answer.success else Result.FAILURE,
        block_item=answer.item,
        why={**deed.why, **(_prefixed("defense", done) if done else {})},
    )


@rule("BOO-RES-1", "BOO-RES-2", "BOO-RES-3", "BOO-RES-4", "BOO-RES-5", "BOO-RES-6", "BOO-RES-7")
def resolution(hit_total: int, ward: Ward, *, warded: bool, armor_value: int) -> Resolved:
    """The table at the heart of it: hit, defence and armour together say where the damage goes."""
    if hit_total < HIT_TARGET:
        return Resolved(outcome=Outcome.MISS, damage_to=DamageTo.NONE)
    if warded and ward is Ward.DODGE:
        return Resolved(outcome=Outcome.DODGED, damage_to=DamageTo.NONE)
    if warded and ward is Ward.BLOCK:
        return Resolved(outcome=Outcome.BLOCKED, damage_to=DamageTo.BLOCK_ITEM)
    if warded and ward is Ward.BODY_THROW:
        return Resolved(outcome=Outcome.THROWN, damage_to=DamageTo.ACTOR)
    if hit_total < armor_value:  # Ruling BOO-E-28: armour of 5 or less stops no hit
        return Resolved(outcome=Outcome.ARMOR, damage_to=DamageTo.ARMOR)
    return Resolved(outcome=Outcome.FLESH, damage_to=DamageTo.HEALTH)


@rule("BOO-RES-1")
async def resolve_attack(_state: State, given: ResolveAttack) -> Resolved:
    """The resolution table alone, for known totals."""
    if given.defense not in list(Ward):
        raise RuleError("bad_choice", clause="BOO-ATK-5", answer=given.defense, options=list(Ward))
    ward = Ward(given.defense)
    success = ward is not Ward.NONE and given.defense_total >= given.hit_total
    return resolution(given.hit_total, ward, warded=success, armor_value=given.armor_value)


@rule("BOO-RES-4", "BOO-RES-6", "BOO-RES-7", "BOO-RES-8")
async def _landed(state: State, strike: Strike, deed: Deed) -> tuple[State, Deed]:
    """The damage wears the blocking item or the armour, or wounds; the surplus is lost, or goes through by option."""
    damage, worn_down = deed.damage or 0, Wear(None)
    if deed.outcome is Outcome.FLESH:
        return await wound(state, strike.target, damage), deed
    if deed.outcome is Outcome.BLOCKED:
        state, worn_down = await item_worn(state, strike.target, item=deed.block_item or "", amount=damage)
    else:
        state, worn_down = await armor_worn(state, strike.target, damage)
    through = worn_down.overflow if state.options.overflow == "through" else 0
    return await wound(state, strike.target, through), replace(deed, through=through)


@rule("BOO-THR-2", "BOO-THR-3")
async def _thrown(state: State, strike: Strike, *, deed: Deed, answer: Answer) -> tuple[State, Deed]:
    """The attacker takes one unarmed damage of the defender, to the body; by option its armour is asked first."""
    defender = state.character(strike.target)
    fists = means_of(defender, defender.unarmed)
    harm = await damage_of(fists.dice, fists.die)
    if state.options.body_throw_armor == "compare" and not answer.passes_armor:
        state, _ = await armor_worn(state, strike.actor, harm.damage)
        return state, _harmed(deed, harm, outcome=Outcome.THROWN, damage_to=DamageTo.ACTOR_ARMOR)
    state = await wound(state, strike.actor, harm.damage)
    return state, _harmed(deed, harm, outcome=Outcome.THROWN, damage_to=DamageTo.ACTOR)


def of_people(state: State, deed: Deed, strike: Strike) -> Deed:
    """The report with both sheets as they are now."""
    actor = state.character(strike.actor)
    deed = replace(
        deed,
        actor_ap=actor.ap,
        actor_damage=actor.damage,
        actor_status=actor.status,
        actor_hours=actor.hours,
        actor_hidden=actor.hidden,
        actor_armor_durability=worn(actor.armor.durability) if actor.armor else None,
    )
    target = state.target(strike.target)
    if isinstance(target, Thing):
        return replace(deed, object_durability=worn(target.durability), object_destroyed=target.destroyed)
    return _of_defender(target, deed)


def _of_defender(defender: Character, deed: Deed) -> Deed:
    blocked_with = defender.item(deed.block_item or "")
    return replace(
        deed,
        block_durability=worn(blocked_with.durability) if blocked_with else None,
        block_broken=blocked_with.broken if blocked_with else None,
        armor_durability=worn(defender.armor.durability) if defender.armor else None,
        armor_broken=defender.armor.broken if defender.armor else None,
        defender_ap=defender.ap,
        defender_damage=defender.damage,
        defender_status=defender.status,
        defender_injured=defender.injured,
        defender_hours=defender.hours,
    )


def of_weapon(state: State, deed: Deed, strike: Strike) -> Deed:
    """The report with the weapon as it is now."""
    weapon = own_weapon(state.character(strike.actor), strike.means.id)
    return replace(deed, weapon_loaded=weapon.loaded, weapon_ammo=weapon.ammo, weapon_held=weapon.in_hand)
