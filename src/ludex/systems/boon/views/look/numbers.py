"""What somebody's tests come to, as facts of her sheet: each with its reasons, and with what effects make of it (BOO-LIV-40)."""

from collections.abc import Iterable

from ludex.core.effects.counting import denied
from ludex.core.effects.sentences import name_of
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.view import Fact
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.rules.moving import speed_of
from ludex.systems.boon.rules.sheets import damage_text
from ludex.systems.boon.rules.tests import Test, counted, edge_of, of_bearer
from ludex.systems.boon.rules.wards import block_terms, dodge_terms
from ludex.systems.boon.rules.weapons import means_of, weapon_test
from ludex.systems.boon.sheet import Character, Item
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import UNARMED

GUARDS = {"dodge": "BOO-DOD-2", "block": "BOO-BLK-3"}
"""The clauses of the general defences."""


def numbers(state: State, who: Character) -> tuple[Fact, ...]:
    """What the tests come to, each with its reasons."""
    arms = (who.unarmed, *(i for i in who.items if i.arms and i.die and i.id != UNARMED))
    guards = [(say("view.block_with", item=i.called), block_terms(who, i)) for i in who.items if i.blocks]
    return (
        *_once(_hit(state, who, arm) for arm in arms),
        _guard(state, who, "dodge", say("view.dodge"), Test(dodge_terms(who))),
        *_once(_guard(state, who, "block", label, Test(terms)) for label, terms in guards),
        Fact(say("view.force"), who.force),
        Fact(say("view.speed"), speed_of(state, who)),
        Fact(say("view.healing_rate"), who.healing_rate),
    )


def _once(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Of things that are alike one (BOO-LIV-51)."""
    found: list[Fact] = []
    for one in facts:
        found += [] if one in found else [one]
    return tuple(found)


@rule("BOO-LIV-40")
def _guard(state: State, who: Character, kind: str, label: Say, plain: Test) -> Fact:
    """A defence with what effects make of it; one that they forbid says so."""
    test = of_bearer(state, who.id, kind).upon(plain)
    barred = denied(WORDS, state, who.id, (kind, "defend"))
    note = say("view.barred", effect=name_of(barred)) if barred else edge_of(test.net) if test.net else ""
    return Fact(label, test.modifier, counted(test.flat, GUARDS[kind]), note=note)


def _hit(state: State, who: Character, item: Item) -> Fact:
    test = of_bearer(state, who.id, "hit").upon(weapon_test(who, means_of(who, item)))
    label = say("view.hit_with", item=item.called)
    note = say("view.hit_note", dice=damage_text(who, item).upper(), edge=edge_of(test.net))
    return Fact(label, test.modifier, counted(test.flat, "BOO-ATK-3"), note=note)
