"""Joins Spells, Equipment basics and Actions in a conflict: what a thing does in a few words, where it is offered (FAB-LIV-14, FAB-LIV-43)."""

from ludex.core.asks import Option
from ludex.core.effects.sentences import sentence
from ludex.core.say import Label, Say, say, term
from ludex.systems.fable.content import called_of, marks_of, shipped, spell_does
from ludex.systems.fable.effects import WORDS
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.sheet.entries import (
    AccessoryEntry,
    ArmorEntry,
    ItemEntry,
    ShieldEntry,
    SpellEntry,
    Strike,
    WeaponEntry,
)
from ludex.systems.fable.state import State


def as_offered(option: Option | str) -> Label:
    """An answer in the words in which it was offered."""
    return option if isinstance(option, str) else option.say or option.answer


def spell_said(key: str, entry: SpellEntry) -> list[Label]:
    """What a spell does: its numbers and what its effect changes, else what it is for; and how long it lasts."""
    found = [*spell_does(entry), *(sentence(WORDS, entry.effect) if entry.effect.acts else ())]
    lasts = [term(entry.duration)] if entry.duration != "instant" else []
    return [*(found or [_about("spells", key, entry.text)]), *lasts]


def called_as(entry: SpellEntry, key: str) -> Say:
    name, does = called_of(entry.name) or key, spell_said(key, entry)
    return say("answers.spell", name=name, mp=entry.mp, multi=entry.multi, does=does)


def item_said(key: str, entry: ItemEntry) -> list[Label]:
    return [*(sentence(WORDS, entry.effect) if entry.effect.acts else [_about("items", key, entry.text)])]


def strike_said(strike: Strike) -> list[Label]:
    """An attack in short: the dice and what they are compared with, the damage."""
    first, second = (term(one) for one in strike.attributes)
    bonus = f"{strike.accuracy:+d}".replace("-", "−") if strike.accuracy else ""
    dice = say("marks.against", first=first, second=second, bonus=bonus, versus=say(f"questions.goal_{strike.versus}"))
    found: list[Label] = [dice, say("marks.damage", n=strike.damage, type=term(strike.type))]
    found += [say("marks.ranged")] if strike.ranged else []
    return [*found, *([say("marks.multi", n=strike.multi)] if strike.multi > 1 else [])]


def _about(table: str, key: str, text: str) -> Say | str:
    return say(f"about.{key}") if not text and key in getattr(shipped(), table) else text


def ware_said(state: State, key: str) -> list[Label]:
    """The numbers of something that can be bought, without its price, which stands last among them."""
    for kind in (WeaponEntry, ArmorEntry, ShieldEntry, AccessoryEntry):
        entry = entries_of(kind, state.things).get(key)
        if entry is not None:
            worn = sentence(WORDS, entry.effect) if isinstance(entry, AccessoryEntry) and entry.effect.acts else ()
            return [*marks_of(entry)[:-1], *worn]
    return []
