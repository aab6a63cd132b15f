"""What a spell, a stunt or a potion does, in a few words: the same on its card, in creation and in the catalogue of somebody's hand."""

from collections.abc import Iterable

from ludex.core.effects.records import Effect
from ludex.core.effects.sentences import name_of
from ludex.core.say import Label, Say, say, term
from ludex.systems.boon.content import state_named
from ludex.systems.boon.sheet import Healing, Item, Number, Spell, Stunt, yards
from ludex.systems.boon.state import Library


def of_spell(spell: Spell) -> list[Label]:
    """How far it goes, whom it reaches, what it does and what helps against it."""
    parts = [*_reach(spell.range), *_area(spell), *_dealt(spell.dice, spell.die, spell.amount), *_healed(spell.heal)]
    halves = spell.resisted == "half" and (spell.die or spell.amount)  # who resists what does no damage has avoided it
    resisted = f"spells.resist_{'half' if halves else 'none'}"
    parts += [say(resisted, attribute=term(spell.resist))] if spell.resist != "none" else []
    parts += _leaves(spell.effects)
    parts += [say("spells.dodged")] if spell.attack and not spell.area else []
    return [*parts, *([spell.text] if spell.text else [])]


def of_item(item: Item) -> list[Label]:
    parts = [*_dealt(item.dice, item.die, item.amount), *_healed(item.heal)]
    return [*parts, *([say("spells.left", uses=item.uses)] if item.uses is not None else [])]


def of_stunt(trick: Stunt) -> list[Label]:
    """What it is rolled with and against, and what it leaves."""
    against: Label = str(trick.target) if trick.against == "tn" else term(trick.against)
    test = [say("spells.against", attribute=term(trick.attribute), against=against)] if trick.attribute else []
    drops = [say("spells.drops")] if trick.drops else []
    return [*test, *_leaves(trick.effects), *drops, *([trick.text] if trick.text else [])]


def joined_note(parts: Iterable[Label]) -> Say:
    return say("view.of_side", parts=[*parts])


def _reach(reach: Number | str | None) -> list[Label]:
    far = yards(reach)
    return [] if far is None else [say("spells.range", yards=far)]


def _area(spell: Spell) -> list[Label]:
    if not spell.area:
        return []
    shape = "line" if spell.shape == "line" else "burst" if spell.size else "square"
    return [say(f"spells.{shape}", size=spell.size)]


def _dealt(dice: int | None, die: int | None, amount: int | None) -> list[Label]:
    if die:
        return [say("spells.damage", dice=f"{dice or ''}D{die}")]
    return [say("spells.damage", dice=amount)] if amount else []


def _healed(heal: Healing | None) -> list[Label]:
    if heal is None:
        return []
    return [say("spells.heals_rate") if heal == "rate" else say("spells.heals", points=heal)]


def _leaves(effects: Iterable[Effect]) -> list[Label]:
    """The light that it gives, and the states that it leaves."""
    found = tuple(effects)
    shed = [say("spells.light", light=one.number()) for e in found for one in e.grants if one.word == "light"]
    states = [state_named(e.name, Library()) or e for e in found if not any(one.word == "light" for one in e.grants)]
    return [*shed, *([say("spells.leaves", names=[name_of(one) for one in states])] if states else [])]
