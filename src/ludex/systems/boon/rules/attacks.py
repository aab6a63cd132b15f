"""Attack (BOO-ATK) joined with resolving it (BOO-RES), because they are one chain: hit test, defence, then what the damage reaches.

`strike_target` is the chain itself, the same for weapons, single-target spells and thrown items; `attack` is the weapon's way into it.
"""

from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from ludex.core import principals
from ludex.core.deeds import OWN, TERM, Field
from ludex.core.effects.counting import joined, shares
from ludex.core.effects.records import NOTHING, Occasion
from ludex.core.effects.windows import Course
from ludex.core.errors import RuleError
from ludex.core.explain import because
from ludex.core.hints import larger
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.boon.content import defense_named
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.kinds import Acting, BookDeed, OwnWeapon, TableDeed
from ludex.systems.boon.rules.actions import (
    Aimed,
    check_able,
    check_alive,
    check_range,
    check_seen,
    check_shapes,
    end_hiding,
    is_misplaced,
    pay,
    whom_attacked,
)
from ludex.systems.boon.rules.defence import Answer, Blow, Threat, ask_defence
from ludex.systems.boon.rules.gear import HIT_TARGET, Wear, armor_worn, handle_item, item_worn, thing_worn
from ludex.systems.boon.rules.health import wound
from ludex.systems.boon.rules.strikes import (
    Strike,
    Struck,
    of_answer,
    of_hit,
    of_people,
    of_weapon,
    own_weapon,
    with_damage,
)
from ludex.systems.boon.rules.tests import (
    Checked,
    Swayed,
    compare,
    numbers_of,
    of_bearer,
    roll_alone,
    roll_test,
    sway_of,
)
from ludex.systems.boon.rules.wards import reward_defence
from ludex.systems.boon.rules.weapons import (
    Damage,
    Means,
    attack_kind,
    check_dice,
    check_means,
    damage_of,
    flies,
    hit_test_of,
    means_of,
    reach_of,
)
from ludex.systems.boon.rules.windows import hear, number, price, stretch, used_up
from ludex.systems.boon.sheet import Character, Item, Number, Position
from ludex.systems.boon.state import State, Thing
from ludex.systems.boon.terms import AWAY, UNARMED, Action, Cover, DamageTo, Kind, Outcome, Ward


class HitTest(Aimed, frozen=True, kw_only=True):
    actor: str = "?"
    weapon: str = UNARMED


class HitLine(
    HitTest, TableDeed, names=("命中", "hit"), does="hit_test", picture="sword", all_said_by=OWN, example=".命中"
):
    actor: Acting
    weapon: OwnWeapon = ""


class Attack(Aimed, frozen=True, kw_only=True, tag=Action.ATTACK.value, tag_field="action"):
    action: ClassVar = Action.ATTACK
    actor: str = "?"
    weapon: str = UNARMED
    target: str = ""
    attack_kind: str = ""
    picks: bool = False


class ResolveAttack(BookDeed, names=("结算", "res"), does="resolve_attack", example=".结算 12 13 闪避 11"):
    hit_total: Annotated[int, Field("total")]
    armor_value: Annotated[int, Field("armor")] = 0
    defense: Annotated[str, Field("defense", TERM, terms=Ward)] = Ward.NONE
    defense_total: Annotated[int, Field("defense_total")] = 0


class Resolved(msgspec.Struct, frozen=True, kw_only=True):
    """Where an attack ends, and what takes the damage."""

    outcome: Outcome
    damage_to: DamageTo


REACHES = {Kind.MELEE: "reach", Kind.RANGED: "range"}
"""What effects change of how far an attack goes."""


def reached_with(state: State, actor: Character, weapon: Item, kind: Kind) -> Number:
    """How far an attack goes, with what effects add (BOO-LIV-36)."""
    limit = reach_of(actor, weapon, kind)
    return stretch(state, actor.id, REACHES[kind], limit) if limit >= 0 else limit


def target_of(state: State, target: str) -> Character | Thing | None:
    """The character or the object that is aimed at; None if nobody was named."""
    return state.target(target) if target else None


@rule("BOO-ATK-3", "BOO-ATK-4")
async def hit_test(state: State, given: HitTest) -> Checked:
    """A hit test alone: 5 or more touches."""
    check_shapes(given)
    if given.cover == Cover.TOTAL:
        raise RuleError("total_cover", clause="BOO-PCV-1", target=say("args.target"))
    actor = state.character(given.actor)
    weapon = own_weapon(actor, given.weapon)
    check_means(actor, weapon)
    means = means_of(actor, weapon)
    sway = of_bearer(state, actor.id, "hit", Occasion(doer=actor.id, facts=facts_of(means, "", actor)))
    test = hit_test_of(actor, means=means, given=given, sway=sway)
    return compare(await roll_alone(test, "rolls.hit", secret=actor.secret, who=principals.actor(actor.id)), HIT_TARGET)


@rule("BOO-ATK-1", "BOO-ATK-2")
async def attack(state: State, given: Attack) -> Struck:
    """One attack with a weapon or bare hands: check, pay, and run the chain."""
    return (await attacking(state, given))[1]


async def attacking(state: State, given: Attack, course: Course | None = None) -> tuple[State, Struck]:
    check_shapes(given)
    actor = state.character(given.actor)
    weapon = own_weapon(actor, given.weapon)
    check_means(actor, weapon)
    cost = price(state, actor.id, "attack", 1)
    check_able(actor, cost)
    check_ready(weapon)
    whom = given.target or standing_at(state, given.guess, actor)
    target = target_of(state, whom)
    if given.target or given.guess is None:
        check_alive(target)
    if given.target == actor.id:  # BOO-LIV-9
        raise RuleError("bad_target", clause="BOO-LIV-9", target=actor.called)
    check_seen(target, given)
    kind = attack_kind(actor, weapon, distance=given.far, stated=given.attack_kind)
    check_range(given.far, reached_with(state, actor, weapon, kind))
    means = means_of(actor, weapon)
    check_dice(means.dice, means.die)
    landing = given.guess or (target.position if target else None)
    state = await let_fly(await pay(actor.id, cost), weapon, actor=actor.id, kind=kind, at=landing)
    strike = Strike(actor=actor.id, target=whom, kind=kind, means=means, aim=given, thrown=flies(weapon, kind))
    state, deed = await strike_target(state, strike, course)
    return state, of_weapon(state, replace(deed, struck="" if deed.struck == given.target else deed.struck), strike)


@rule("BOO-HID-6", "BOO-LIV-47")
def standing_at(state: State, spot: Position | None, actor: Character) -> str:
    """What a blow at a guessed spot would meet: who stands there, who lies there, then a thing; nobody unseen by all."""
    if spot is None:
        return ""
    there = [c for c in state.combatants if c.position == spot and c.id != actor.id and not c.secret]
    alive = sorted((c for c in there if c.status not in AWAY), key=lambda c: not c.active)
    things = [t.id for t in state.objects if t.position == spot and not t.destroyed and not t.secret]
    return next(iter([*(c.id for c in alive), *things]), "")


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
async def let_fly(state: State, weapon: Item, *, actor: str, kind: Kind, at: Position | None = None) -> State:
    """Shooting uses ammunition and empties what must be reloaded; what is thrown leaves the hand."""
    ammo = None if weapon.ammo is None else weapon.ammo - 1
    loaded = weapon.loaded and not weapon.reload
    thrown = flies(weapon, kind)
    held = False if thrown else weapon.held
    if (ammo, loaded, held) == (weapon.ammo, weapon.loaded, weapon.held):
        return state
    lies = at if thrown and weapon.in_hand else weapon.lies  # BOO-LIV-35: it lies where it was thrown
    return await handle_item(actor, replace(weapon, loaded=loaded, ammo=ammo, held=held, lies=lies))


@rule("BOO-ATK-4", "BOO-ATK-5", "BOO-HID-6", "BOO-POB-1")
async def strike_target(state: State, strike: Strike, course: Course | None = None) -> tuple[State, Struck]:
    """The chain: hit test; a miss, a wrong spot or an object end it; otherwise the defender answers."""
    course = course or Course()
    target = target_of(state, strike.target)
    actor = state.character(strike.actor)
    at = occasion(state, strike)
    state = await tell_of(state, "declared", strike, course, at)
    sway = of_bearer(state, actor.id, "hit", at)
    if isinstance(target, Character) and not strike.aim.guess:
        sway += sway_of(state, target.id, ("against",), at)
    test = hit_test_of(actor, means=strike.means, given=strike.aim, sway=sway)
    hit = await roll_test(test, "rolls.hit", secret=actor.secret, who=principals.actor(actor.id))
    state = await used_up(state, sway.effects)
    deed, touched, rolls = of_hit(hit, strike), hit.total >= HIT_TARGET, numbers_of(hit, HIT_TARGET)
    if not touched:  # BOO-RES-1, Ruling BOO-E-25: nothing to ward off, nobody is asked
        state = await tell_of(state, "missed", strike, course, at, **rolls)
    elif target is None or is_misplaced(target, strike.aim.guess):
        deed = replace(deed, outcome=Outcome.WRONG_PLACE)
    elif isinstance(target, Thing):
        state, deed = await _object(state, strike, deed=deed, thing=target)
    else:
        state = await tell_of(state, "hit", strike, course, at, **rolls)
        strike = replace(strike, target=str(course.notes.pop("target", strike.target)))  # BOO-LIV-38: covered
        state, deed = await _creature(state, strike, deed=deed, hit_total=hit.total, course=course)
    attacked = whom_attacked(target_of(state, strike.target), strike.aim.guess, hit=touched)
    found = strike.target if touched and deed.outcome is not Outcome.WRONG_PLACE else ""
    state = await end_hiding(state, strike.actor)
    return state, of_people(state, replace(deed, attacked=attacked, struck=found), strike)


def facts_of(means: Means, kind: str, actor: Character) -> dict[str, object]:
    """What is known of a blow: its kind, what it is dealt with, whether it comes from hiding."""
    return {"kind": kind, "items": means.names, "tags": means.tags, "hiding": actor.hidden}


def occasion(state: State, strike: Strike) -> Occasion:
    actor = state.character(strike.actor)
    return Occasion(doer=strike.actor, target=strike.target, facts=facts_of(strike.means, strike.kind, actor))


async def tell_of(state: State, event: str, strike: Strike, course: Course, at: Occasion, **facts: object) -> State:
    """Tell who listens of one moment of a strike, if anybody was struck at at all (BOO-LIV-38)."""
    if strike.aim.guess is not None or state.find(strike.target) is None:
        return state
    return await hear(state, event, doer=strike.actor, target=strike.target, course=course, **{**at.facts, **facts})


async def _object(state: State, strike: Strike, *, deed: Struck, thing: Thing) -> tuple[State, Struck]:
    """An object has no defence and no armour (BOO-POB-1)."""
    harm = await damage_of(strike.means.dice, strike.means.die, who=principals.actor(strike.actor))
    state = await thing_worn(state, thing, harm.damage)
    return state, with_damage(deed, harm, outcome=Outcome.OBJECT, damage_to=DamageTo.OBJECT)


async def _creature(
    state: State, strike: Strike, *, deed: Struck, hit_total: int, course: Course
) -> tuple[State, Struck]:
    """The defender answers, and the answer decides where the damage goes."""
    state, answer = await _ask_defender(state, strike, hit_total)
    deed, at = of_answer(deed, answer), occasion(state, strike)
    if answer.success:
        rolls = numbers_of(answer.done, hit_total) if answer.done else {}
        state = await tell_of(state, "defended", strike, course, at, **rolls)
    special = defense_named(answer.item, state.library) if answer.success and answer.ward is Ward.SPECIAL else None
    if special is not None:
        state = await reward_defence(state, special, attacker=strike.actor, defender=strike.target, course=course)
    halved = special is not None and special.resisted == "half"
    armor = 0 if strike.means.ignores_armor else armor_of(state, strike.target, at)  # BOO-PSP-2
    resolved = resolution(hit_total, answer.ward, warded=answer.success and not halved, armor_value=armor)
    if resolved.outcome in (Outcome.DODGED, Outcome.WARDED):  # BOO-RES-2: no damage dice
        return state, replace(deed, outcome=resolved.outcome, damage_to=resolved.damage_to)
    if resolved.outcome is Outcome.THROWN:
        return await _throw_attacker(state, strike, deed=deed, answer=answer)
    harm = await dealt(state, strike, at)
    harm = replace(harm, damage=harm.damage // 2) if halved else harm  # BOO-PHL-4
    deed = with_damage(deed, harm, outcome=resolved.outcome, damage_to=resolved.damage_to)
    return await _land(state, strike, deed, course=course)


async def dealt(state: State, strike: Strike, at: Occasion) -> Damage:
    """The damage of a strike with what effects make of its dice and of their sum (BOO-LIV-36)."""
    actor = state.character(strike.actor)
    dice = _dice(state, strike, at)
    harm = await damage_of(dice, strike.means.die, secret=actor.secret, who=principals.actor(actor.id))
    return replace(harm, damage=_with_effects(state, strike, at, harm.damage))


def _dice(state: State, strike: Strike, at: Occasion) -> int:
    return max(number(state, strike.actor, "damage_dice", strike.means.dice, at), 1)


def _with_effects(state: State, strike: Strike, at: Occasion, points: int) -> int:
    mine = shares(WORDS, state, strike.actor, ("damage",), at)
    total = joined(WORDS, "damage", (because(points, "why.dice", "BOO-DMG-1"),), mine) if mine else None
    changed: int = points if total is None else larger(total.value, 0)
    return changed


@rule("BOO-LIV-26")
def most_of(state: State, strike: Strike, at: Occasion) -> int:
    """The highest damage that a strike can deal."""
    return _with_effects(state, strike, at, _dice(state, strike, at) * (strike.means.die or 0))


def armor_of(state: State, who: str, at: Occasion = NOTHING) -> int:
    """Somebody's armour value with what effects make of it."""
    return number(state, who, "armor", state.character(who).armor_value, at)


async def _ask_defender(state: State, strike: Strike, hit_total: int) -> tuple[State, Answer]:
    """The defender's answer to this strike; an attack from hiding allows none (BOO-HID-7)."""
    attacker, aim = state.character(strike.actor), strike.aim
    surprise = aim.surprise or state.clock.surprise  # BOO-RND-4
    threat = Threat(kind=strike.kind, visible=aim.visible, from_hiding=attacker.hidden, surprise=surprise)
    at = occasion(state, strike)
    armor = 0 if strike.means.ignores_armor else armor_of(state, strike.target, at)
    armors = {"attacker_armor": armor_of(state, attacker.id), "armor": armor}
    blow = Blow(
        total=hit_total,
        threat=threat,
        attacker=attacker.id,
        means=strike.shown,
        most=most_of(state, strike, at),
        **armors,
    )
    sway = Swayed(modifiers=aim.defense_modifiers, boons=aim.defense_boons, banes=aim.defense_banes)
    return await ask_defence(state, state.character(strike.target), blow=blow, sway=sway)


@rule("BOO-RES-1", "BOO-RES-2", "BOO-RES-3", "BOO-RES-4", "BOO-RES-5", "BOO-RES-6", "BOO-RES-7")
def resolution(hit_total: int, ward: Ward, *, warded: bool, armor_value: int) -> Resolved:
    """The table at the heart of it: hit, defence and armour together say where the damage goes."""
    if hit_total < HIT_TARGET:
        return Resolved(outcome=Outcome.MISS, damage_to=DamageTo.NONE)
    if warded and ward is Ward.DODGE:
        return Resolved(outcome=Outcome.DODGED, damage_to=DamageTo.NONE)
    if warded and ward is Ward.SPECIAL:
        return Resolved(outcome=Outcome.WARDED, damage_to=DamageTo.NONE)
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
async def _land(state: State, strike: Strike, deed: Struck, *, course: Course) -> tuple[State, Struck]:
    """The damage wears the blocking item or the armour, or wounds; the surplus is lost, or goes through by option."""
    damage, worn_down = deed.damage, Wear(None)
    if deed.outcome is Outcome.FLESH:
        return await wound(state, strike.target, damage, by=strike.actor, course=course, tags=strike.means.tags), deed
    if deed.outcome is Outcome.BLOCKED:
        state, worn_down = await item_worn(state, strike.target, item=deed.block_item, amount=damage)
        broken = state.character(strike.target).item(deed.block_item)
        if broken is not None and broken.broken:
            state = await tell_of(state, "item_broken", strike, course, occasion(state, strike))
    else:
        state, worn_down = await armor_worn(state, strike.target, damage)
        state = await tell_of(state, "armor_struck", strike, course, occasion(state, strike), amount=damage)
    through = worn_down.overflow if state.options.overflow == "through" else 0
    return await wound(state, strike.target, through, by=strike.actor, course=course), replace(deed, through=through)


@rule("BOO-THR-2", "BOO-THR-3")
async def _throw_attacker(state: State, strike: Strike, *, deed: Struck, answer: Answer) -> tuple[State, Struck]:
    """The attacker takes one unarmed damage of the defender, to the body; by option its armour is asked first."""
    defender = state.character(strike.target)
    fists = means_of(defender, defender.unarmed)
    harm = await damage_of(fists.dice, fists.die, secret=defender.secret, who=principals.actor(defender.id))
    if state.options.body_throw_armor == "compare" and not answer.passes_armor:
        state, _ = await armor_worn(state, strike.actor, harm.damage)
        return state, with_damage(deed, harm, outcome=Outcome.THROWN, damage_to=DamageTo.ACTOR_ARMOR)
    state = await wound(state, strike.actor, harm.damage)
    return state, with_damage(deed, harm, outcome=Outcome.THROWN, damage_to=DamageTo.ACTOR)
