"""Dodge (BOO-DOD), block (BOO-BLK) and body throw (BOO-THR) joined with defences of a table's own (BOO-LIV-53), which answer the same question:
what each costs and is tested with, which of the own ones are open, and what their success does.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option
from ludex.core.effects.counting import denied, granted
from ludex.core.effects.records import NOTHING, Occasion
from ludex.core.effects.windows import Course, done
from ludex.core.errors import RuleError
from ludex.core.explain import Term, because
from ludex.core.hints import remembered
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.systems.boon.content import defense_named, shipped
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.rules.tests import Sway, Swayed, Test, edges, given_flat, of_bearer
from ludex.systems.boon.rules.weapons import means_of, weapon_test
from ludex.systems.boon.rules.windows import WORLD, has_training, lay, price
from ludex.systems.boon.sheet import Character, Defense, Item, attribute_term
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import BLOCK_TRAINING, Ward

DENIED = {Ward.DODGE: "dodge", Ward.BLOCK: "block", Ward.BODY_THROW: "throw"}
"""The words under which effects speak of defences; a special one may be tested like each of them."""
HEARD = "defended"
"""What a defence that succeeded is heard as."""

BLOCK, SPECIAL = Option(f"{Ward.BLOCK}:<item>"), Option(f"{Ward.SPECIAL}:<id>")


class Guard(msgspec.Struct, frozen=True):
    """One defence that somebody could take, as an answer names it: what it is done with, its AP, its test, and the effects that bear on it."""

    answer: str
    name: Label
    cost: int
    test: Test
    bears: Sway


def guard(state: State, defender: Character, defense: str, *, sway: Swayed, at: Occasion = NOTHING) -> Guard:
    """A defence as an answer names it; effects bear on a special one as on what it is tested like."""
    ward, special = split_defence(defense)[0], special_of(state, defense)
    cost = special.ap if special else defense_cost(state, defender, ward)
    bears = of_bearer(state, defender.id, special.attribute if special else DENIED[ward], at)
    test = defense_test(defender, defense, sway=sway, bears=bears, special=special)
    return Guard(defense, ward_name(state, defender, defense), cost, test, bears)


def special_of(state: State, defense: str) -> Defense | None:
    """The defence of a table's own that an answer names; None if it names another."""
    ward, name = split_defence(defense)
    return defense_named(name, state.library) if ward is Ward.SPECIAL else None


def ward_name(state: State, defender: Character, defense: str) -> Label:
    """The item of a block, the name of a special defence, nothing of any other."""
    found = special_of(state, defense) or defender.item(split_defence(defense)[1])
    return found.called if found else ""


def split_defence(defense: str) -> tuple[Ward, str]:
    """A defence and the item used, or which special one: «block:shield» is a block with the shield."""
    if block := BLOCK.match(defense):
        return Ward.BLOCK, block["item"]
    if special := SPECIAL.match(defense):
        return Ward.SPECIAL, special["id"]
    kind = defense.partition(":")[0]
    if not Ward.holds(kind):
        raise RuleError("bad_choice", clause="BOO-DEF-2", answer=defense, options=list(Ward))
    return Ward.read(kind), ""


def defense_cost(state: State, defender: Character, ward: Ward) -> int:
    """AP of a defence, with what effects make of it."""
    if ward is Ward.NONE:
        return 0
    free = ward is Ward.BLOCK and has_training(state, defender, BLOCK_TRAINING)  # BOO-BLK-1
    return price(state, defender.id, DENIED[ward], 0 if free else 1)


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
    ward, item = split_defence(defense)
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


@rule("BOO-LIV-36", "BOO-LIV-53")
def open_specials(state: State, defender: Character, kind: str) -> tuple[Defense, ...]:
    """The defences of the table's own that somebody knows, can pay and may use against an attack of that kind."""
    return tuple(
        one
        for one in (*shipped().defenses, *state.library.defenses)
        if kind in one.against and one.ap <= defender.ap and _knows(state, defender, one)
        if one.attribute not in DENIED.values() or not denied(WORDS, state, defender.id, (one.attribute,))
    )


def _knows(state: State, who: Character, defense: Defense) -> bool:
    """Everybody knows what needs no training; else by class, by an effect's training, or by an effect that grants it."""
    if not defense.training or has_training(state, who, defense.training):
        return True
    return any(g.value() in (defense.id, defense.name) for g in granted(WORDS, state, who.id, "defense"))


def special_terms(who: Character, special: Defense, alike: dict[str, tuple[Term, ...]]) -> tuple[Term, ...]:
    """The flat part of its test: like a dodge, a block or a throw, or an attribute; and its own bonus."""
    base = alike[special.attribute] if special.attribute in alike else (attribute_term(who, special.attribute),)
    own = because(special.bonus, special.called, "BOO-LIV-53")
    return (*base, own) if special.bonus else base


@rule("BOO-LIV-53", "BOO-LIV-38")
async def reward_defence(state: State, special: Defense, *, attacker: str, defender: str, course: Course) -> State:
    """What success does: steps on `defended` at once, the other effects upon the attacker."""
    at = Occasion(HEARD, attacker, defender)
    for effect in special.effects:
        steps = [phrase for trigger in effect.triggers if trigger.on == HEARD for phrase in trigger.do]
        if steps:
            borne = replace(effect, bearer=defender, by=defender)
            state = await done(WORLD, state, borne, tuple(steps), at=at, course=course)
        elif state.find(attacker):
            state = await lay(state, effect, bearer=attacker, by=defender)
    return state
