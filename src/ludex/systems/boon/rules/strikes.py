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
from ludex.systems.boon.terms import UNARMED, DamageTo, Kind, Manner, Outcome, Result, Status, Ward


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


class Struck(Deed, frozen=True, kw_only=True):
    """What came of an attack on one target: the hit, the defence, where the points went, and both sheets after it.

    `struck`: whom it met, where that is another than was aimed at; `special`: the special defence; `unasked`: see `UNASKED`.
    """

    is_attack: bool = True
    attack_kind: Kind
    manner: Manner = Manner.STRIKE
    outcome: Outcome = Outcome.MISS
    hit_face: int | None
    hit_net: int
    hit_total: int
    hit_result: Result
    defense: Ward = Ward.NONE
    defense_face: int | None = None
    defense_net: int | None = None
    defense_total: int | None = None
    defense_result: Result | None = None
    special: str = ""
    unasked: int = 0
    damage_dice: tuple[int, ...] = ()
    damage: int = 0
    damage_to: DamageTo = DamageTo.NONE
    through: int = 0
    block_item: str = ""
    block_durability: int | None = None
    block_broken: bool | None = None
    armor_durability: int | None = None
    armor_broken: bool | None = None
    actor_damage: int = 0
    actor_status: Status = Status.ACTIVE
    actor_hours: int = 0
    actor_armor_durability: int | None = None
    weapon_ammo: int | None = None
    weapon_held: bool | None = None
    defender_ap: int | None = None
    defender_damage: int | None = None
    defender_status: Status | None = None
    defender_injured: bool | None = None
    defender_hours: int | None = None
    object_durability: int | None = None
    object_destroyed: bool | None = None
    guessed: bool = False
    veiled: bool = False
    struck: str = ""

    @property
    def verdict(self) -> Outcome | Result:
        """Of a guess, and of a blow at somebody whose armour and defences are not known, only
        whether it would hit: the spot (BOO-HID-6) and the numbers (BOO-LIV-45) stay a secret.
        """
        if self.guessed:
            return self.hit_result
        if self.veiled:
            return Outcome.MISS if self.hit_result is Result.FAILURE else Outcome.TOUCHED
        return self.outcome

    @property
    def wounds(self) -> int | None:
        """Points that reached the body; not of a guess."""
        if self.guessed or self.veiled:
            return None
        return self.damage if self.outcome is Outcome.FLESH else self.through


def own_weapon(actor: Character, weapon: str) -> Item:
    if (found := actor.weapon(weapon)) is None:
        raise RuleError("unknown_id", id=weapon, ids=[UNARMED, *(i.id for i in actor.items)])
    return found


def of_hit(hit: Tested, strike: Strike) -> Struck:
    return Struck(
        guessed=strike.aim.guess is not None,
        attack_kind=strike.kind,
        manner=strike.means.manner,
        hit_face=hit.face,
        hit_net=hit.test.net,
        hit_total=hit.total,
        hit_result=Result.SUCCESS if hit.total >= HIT_TARGET else Result.FAILURE,
        why=prefix_reasons("hit", hit),
    )


def prefix_reasons(prefix: str, done: Tested) -> dict[str, Total]:
    """The reasons of a test, named for the report."""
    return {f"{prefix}_{name}": reasons for name, reasons in done.why.items()}


def with_damage(deed: Struck, harm: Damage, *, outcome: Outcome, damage_to: DamageTo) -> Struck:
    return replace(deed, outcome=outcome, damage_to=damage_to, damage=harm.damage, damage_dice=harm.damage_dice)


def of_answer(deed: Struck, answer: Answer) -> Struck:
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
        why={**deed.why, **(prefix_reasons("defense", done) if done else {})},
    )


def of_people(state: State, deed: Struck, strike: Strike) -> Struck:
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


def _of_defender(defender: Character, deed: Struck) -> Struck:
    blocked_with = defender.item(deed.block_item)
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


def of_weapon(state: State, deed: Struck, strike: Strike) -> Struck:
    weapon = own_weapon(state.character(strike.actor), strike.means.id)
    return replace(deed, weapon_loaded=weapon.loaded, weapon_ammo=weapon.ammo, weapon_held=weapon.in_hand)
