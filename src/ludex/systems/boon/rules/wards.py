"""Dodge (BOO-DOD), block (BOO-BLK) and body throw (BOO-THR) joined with defences of a table's own: what each costs and is tested with."""

from ludex.core.asks import Option
from ludex.core.effects.records import NOTHING, Occasion
from ludex.core.explain import Term, because
from ludex.core.hints import remembered
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.boon.rules.specials import special_named, special_terms
from ludex.systems.boon.rules.tests import Sway, Swayed, Test, edges, given_flat, of_bearer
from ludex.systems.boon.rules.weapons import means_of, weapon_test
from ludex.systems.boon.rules.windows import price
from ludex.systems.boon.sheet import Character, Item
from ludex.systems.boon.sheet.wards import Defense
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Ward

DENIED = {Ward.DODGE: "dodge", Ward.BLOCK: "block", Ward.BODY_THROW: "throw"}
"""The words under which effects speak of defences."""


BLOCK, SPECIAL = Option(f"{Ward.BLOCK}:<item>"), Option(f"{Ward.SPECIAL}:<id>")


def parted(defense: str) -> tuple[Ward, str]:
    """A defence and the item used, or which special one: «block:shield» is a block with the shield."""
    if block := BLOCK.match(defense):
        return Ward.BLOCK, block["item"]
    special = SPECIAL.match(defense)
    return (Ward.SPECIAL, special["id"]) if special else (Ward(defense.partition(":")[0]), "")


def cost_of(state: State, defender: Character, defense: str) -> int:
    """AP of a defence as an answer names it."""
    ward, name = parted(defense)
    special = special_named(state, name) if ward is Ward.SPECIAL else None
    return special.ap if special else defense_cost(state, defender, ward)


def defense_cost(state: State, defender: Character, ward: Ward) -> int:
    """AP of a defence, with what effects make of it."""
    if ward is Ward.NONE:
        return 0
    return price(state, defender.id, DENIED[ward], defender.block_cost if ward is Ward.BLOCK else 1)


def _gear_terms(character: Character, what: str, clause: str) -> tuple[Term, ...]:
    """What each worn piece adds to `dodge` or `block`: gear and armour; broken things still weigh."""
    worn: list[tuple[str | Say, int]] = [(i.called, getattr(i, what)) for i in character.items if not i.arms]
    if character.armor:
        worn.append((character.armor.called, getattr(character.armor, what)))
    return tuple(because(value, say("why.gear", item=name), clause) for name, value in worn if value)


@rule("BOO-DOD-2")
def dodge_terms(character: Character) -> tuple[Term, ...]:
    """Class dodge, and everything worn or held."""
    arms = [i for i in character.items if i.arms and i.in_hand and i.dodge]
    held = tuple(because(i.dodge, say("why.gear", item=i.called), "BOO-DOD-2") for i in arms)
    own = because(character.dodge, "why.class_dodge", "BOO-DOD-2")
    return (own, *held, *_gear_terms(character, "dodge", "BOO-DOD-2"))


@rule("BOO-BLK-3")
def block_terms(character: Character, item: Item) -> tuple[Term, ...]:
    """Class block, the item used, and what is worn; not other arms."""
    own = because(character.block, "why.class_block", "BOO-BLK-3")
    used = because(item.block, say("why.gear", item=item.called), "BOO-BLK-3")
    return (own, used, *_gear_terms(character, "block", "BOO-BLK-3"))


@rule("BOO-DOD-2", "BOO-BLK-3", "BOO-THR-2")
@remembered(256)
def defense_test(
    defender: Character, defense: str, *, sway: Swayed, bears: Sway, special: Defense | None = None
) -> Test:
    """The test of a defence: class and gear for dodge and block, an unarmed attack test for a throw, a special one's own."""
    ward, item = parted(defense)
    own = given_flat(sway.modifiers)
    edge = edges(sway.boons, sway.banes)
    if special is not None:
        fists = weapon_test(defender, means_of(defender, defender.unarmed)).flat
        class_block = because(defender.block, "why.class_block", "BOO-BLK-3")
        alike = {"dodge": dodge_terms(defender), "block": (class_block,), "throw": fists}
        flat = special_terms(defender, special, alike)
        return bears.upon(Test((*flat, *own), (*edge, *edges(special.boons, special.banes))))
    if ward is Ward.BODY_THROW:
        throw = weapon_test(defender, means_of(defender, defender.unarmed))
        return bears.upon(Test((*throw.flat, *own), (*throw.edge, *edge)))
    used = defender.item(item)
    flat = block_terms(defender, used) if used else dodge_terms(defender)
    return bears.upon(Test((*flat, *own), edge))


def bearing(state: State, defender: str, defense: str, at: Occasion = NOTHING) -> Sway:
    """What effects give to one defence; to a special one as to what it is tested like."""
    ward, name = parted(defense)
    special = special_named(state, name) if ward is Ward.SPECIAL else None
    return of_bearer(state, defender, special.attribute if special else DENIED[ward], at)


def test_of(state: State, defender: Character, defense: str, *, sway: Swayed, bears: Sway) -> Test:
    """The test of a defence as an answer names it."""
    ward, name = parted(defense)
    special = special_named(state, name) if ward is Ward.SPECIAL else None
    return defense_test(defender, defense, sway=sway, bears=bears, special=special)
