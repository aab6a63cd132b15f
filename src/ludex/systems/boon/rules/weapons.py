"""Damage (BOO-DMG) joined with weapons (BOO-PWP) and the hit test (BOO-ATK-3): what an attack is made with, its test and its dice.

A `Means` is the one shape in which the attack chain knows weapons, spells and items.
"""

from typing import Annotated

import msgspec

from ludex.core.asks import roll
from ludex.core.deeds import Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because
from ludex.core.hints import remembered
from ludex.core.principals import Who
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.dice.pools import total_of
from ludex.systems.boon.content import words_of
from ludex.systems.boon.kinds import BookDeed
from ludex.systems.boon.kinds.reading import dice_said
from ludex.systems.boon.rules.actions import Aimed, sight_edges
from ludex.systems.boon.rules.tests import Sway, Test, check_counts, edges, given_flat
from ludex.systems.boon.sheet import Character, Item, Number, Spell, yards
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Kind, Manner


class Means(msgspec.Struct, frozen=True):
    """What is rolled with: bonuses, damage dice, and whether armour counts."""

    id: str
    called: Say | str
    hit: int
    boons: int
    banes: int
    dice: int
    die: int | None
    ignores_armor: bool = False
    tags: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Everything that people call it."""
    manner: Manner = Manner.STRIKE


class DamageRoll(msgspec.Struct, frozen=True, kw_only=True):
    force: int = 1
    dice: int | None = None
    die: int | None = None


class DamageLine(BookDeed, names=("伤害骰", "dr"), example=".伤害骰 2d6"):
    """Damage dice alone: 2d6."""

    dice: Annotated[str, Field("dice")]

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        dice = dice_said(self.dice)
        if "die" not in dice:
            raise RuleError("bad_argument", arg="dice", value=self.dice[:40], kind="whole")
        return Do("damage_roll", DamageRoll(**dice))


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    damage_dice: tuple[int, ...] = ()
    damage: int
    why: dict[str, Total] = {}


@rule("BOO-DMG-1", "BOO-DMG-3")
def means_of(actor: Character, means: Item | Spell) -> Means:
    """A weapon, item or spell in somebody's hands: its own number of dice, or the force of who uses it."""
    return Means(
        means.id,
        means.called,
        means.hit,
        means.boons,
        means.banes,
        actor.force if means.dice is None else means.dice,
        means.die,
        isinstance(means, Spell) and means.ignores_armor,
        means.tags,
        words_of(means.id, means.name, means.shelf),
        means.manner if isinstance(means, Item) else Manner.STRIKE,
    )


@rule("BOO-ATK-3")
def weapon_test(actor: Character, means: Means) -> Test:
    """Class hit bonus and boons, and those of what is used. Attributes are not added."""
    flat = (
        because(actor.hit, "why.class_hit", "BOO-ATK-3"),
        because(means.hit, say("why.gear", item=means.called), "BOO-ATK-3"),
    )
    own: tuple[Term, ...] = edges(actor.hit_boons, 0, "why.class_boons")
    return Test(flat, (*own, *edges(means.boons, means.banes, "why.gear", item=means.called)))


@rule("BOO-ATK-3", "BOO-PCV-3")
@remembered(256)
def hit_test_of(actor: Character, *, means: Means, given: Aimed, sway: Sway) -> Test:
    """The whole hit test of an attack: class, weapon, effects, the situation, cover and sight. Kept, because odds ask for it on every path."""
    base = weapon_test(actor, means)
    edge = (*edges(given.boons, given.banes), *sight_edges(given))
    return sway.upon(Test((*base.flat, *given_flat(given.modifiers)), (*base.edge, *edge)))


def check_means(actor: Character, means: Item | Spell) -> None:
    """Boons and banes of a class and of what is used are counts too (BOO-BNB-6)."""
    check_counts(hit_boons=actor.hit_boons, boons=means.boons, banes=means.banes)


@rule("BOO-DMG-1")
def check_dice(dice: int, die: int | None) -> None:
    """A die has at least 2 faces, and at least one is thrown."""
    if die is None or die < 2:
        raise RuleError("bad_die", clause="BOO-DMG-1", die=die)
    if dice < 1:
        raise RuleError("bad_force", clause="BOO-DMG-1", force=dice)


@rule("BOO-DMG-1", "BOO-DMG-4")
async def damage_of(dice: int, die: int | None, *, secret: bool = False, who: Who | None = None) -> Damage:
    """Throw the damage dice and add them up: only when they are needed, after the defence; `secret` ones are the GM's alone."""
    check_dice(dice, die)
    thrown = await roll(total_of(dice, die or 0), "rolls.damage", secret=secret, who=who)
    return Damage(damage_dice=thrown.faces, damage=thrown.value)


@rule("BOO-DMG-1", "BOO-DMG-2", "BOO-DMG-3")
async def damage_roll(_state: State, given: DamageRoll) -> Damage:
    """Force dice of the weapon's die; a record's own number of dice replaces force."""
    return await damage_of(given.force if given.dice is None else given.dice, given.die)


@rule("BOO-PWP-2")
def attack_kind(actor: Character, weapon: Item, *, distance: Number, stated: str) -> Kind:
    """Melee or ranged: as stated, or as weapon and distance say."""
    ranged_only = weapon.range is not None and not weapon.thrown
    if stated and (stated not in (Kind.MELEE, Kind.RANGED) or (stated == Kind.MELEE and ranged_only)):
        raise RuleError("bad_action", clause="BOO-PWP-2", kind=term(stated), weapon=weapon.called)
    if stated:
        return Kind(stated)
    if ranged_only:
        return Kind.RANGED
    far = weapon.thrown and weapon.range is not None and distance > melee_reach(actor, weapon)
    return Kind.RANGED if far else Kind.MELEE


@rule("BOO-PWP-3", "BOO-LIV-35")
def flies(weapon: Item, kind: str | None) -> bool:
    """Whether a weapon leaves the hand in an attack of this kind."""
    return weapon.thrown and kind == Kind.RANGED


@rule("BOO-PSZ-2")
def melee_reach(actor: Character, weapon: Item) -> Number:
    """Reach of the body and of the weapon."""
    return actor.reach + weapon.reach


@rule("BOO-PWP-2", "BOO-PSZ-5")
def reach_of(actor: Character, weapon: Item, kind: Kind) -> Number:
    """How far an attack of this kind goes; −1 for a ranged attack with what cannot be thrown or shot."""
    if kind is Kind.MELEE:
        return melee_reach(actor, weapon)
    limit = yards(weapon.range)
    return -1 if limit is None else limit
