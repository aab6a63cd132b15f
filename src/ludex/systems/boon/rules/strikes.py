"""Attack (BOO-ATK) joined with what is told of it: the report of a strike, step by step, with both sheets as they are after it."""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.say import Label, say
from ludex.systems.boon.rules.actions import Aimed, Deed, worn
from ludex.systems.boon.rules.defence import Answer
from ludex.systems.boon.rules.gear import HIT_TARGET
from ludex.systems.boon.rules.tests import Tested
from ludex.systems.boon.rules.weapons import Damage, Means
from ludex.systems.boon.sheet import Character, Item
from ludex.systems.boon.state import State, Thing
from ludex.systems.boon.terms import UNARMED, DamageTo, Kind, Outcome, Result, Ward


class Strike(msgspec.Struct, frozen=True, kw_only=True):
    """An attack on one target that has been checked and paid."""

    actor: str
    target: str
    kind: Kind
    means: Means
    aim: Aimed
    thrown: bool = False

    @property
    def shown(self) -> Label:
        """What the one who is struck sees come: a thing in a hand, or one that was thrown (BOO-LIV-35)."""
        return say("told.flying", item=self.means.called) if self.thrown else self.means.called


def own_weapon(actor: Character, weapon: str) -> Item:
    """A weapon of the actor's own."""
    if (found := actor.weapon(weapon)) is None:
        raise RuleError("unknown_id", id=weapon, ids=[UNARMED, *(i.id for i in actor.items)])
    return found


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
        why=prefixed("hit", hit),
    )


def prefixed(prefix: str, done: Tested) -> dict[str, Total]:
    """The reasons of a test, named for the report."""
    return {f"{prefix}_{name}": reasons for name, reasons in done.why.items()}


def harmed(deed: Deed, harm: Damage, *, outcome: Outcome, damage_to: DamageTo) -> Deed:
    """The report after the damage dice."""
    return replace(deed, outcome=outcome, damage_to=damage_to, damage=harm.damage, damage_dice=harm.damage_dice)


def of_answer(deed: Deed, answer: Answer) -> Deed:
    """The report after the defence."""
    if answer.ward is Ward.NONE:
        return replace(deed, unasked=answer.unasked)
    done = answer.done
    return replace(
        deed,
        defense=answer.ward,
        defense_face=done.face if done else None,
        defense_net=answer.net,
        defense_total=done.total if done else None,
        defense_result=Result.SUCCESS if answer.success else Result.FAILURE,
        block_item=answer.item if answer.ward is Ward.BLOCK else "",
        special=answer.item if answer.ward is Ward.SPECIAL else "",
        why={**deed.why, **(prefixed("defense", done) if done else {})},
    )


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
    if not strike.target:
        return deed
    target = state.target(strike.target)
    if isinstance(target, Thing):
        return replace(deed, object_durability=worn(target.durability), object_destroyed=target.destroyed)
    return _of_defender(target, deed)


def _of_defender(defender: Character, deed: Deed) -> Deed:
    blocked_with = defender.item(deed.block_item or "")
    return replace(
        deed,
        veiled=bool(defender.veil),
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
