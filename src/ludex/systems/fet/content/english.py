"""What ships, in English (FET-LIV-53): names and descriptions by key. A card that is learned at an English table is taken over so."""

from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from ludex.core.names import folded
from ludex.core.pairs import Pair
from ludex.core.rule import rule
from ludex.core.say import Label, say
from ludex.systems.fet.content import englished as englished, key_of, shipped, written_texts
from ludex.systems.fet.sheet import Sheet, Skill, Trait, Weapon

C = TypeVar("C", Skill, Trait, Weapon)


@lru_cache(maxsize=1)
def card_words() -> dict[str, Pair]:
    """The names and descriptions of what ships, in both languages: `cards.dash`, `cards.dash_text`."""
    found: dict[str, Pair] = {f"said.{key}": pair for key, pair in written_texts().items()}
    for key, called in englished().items():
        card = _card(key)
        if card is None:
            continue
        found[f"cards.{key}"] = (card.name, called.name)
        if not isinstance(card, Weapon):
            found[f"cards.{key}_text"] = (card.text, called.text)
    return found


def _card(key: str) -> Skill | Trait | Weapon | None:
    """A skill, a trait or a weapon that ships."""
    content = shipped()
    return content.skills.get(key) or content.traits.get(key) or content.weapons.get(key)


@lru_cache(maxsize=1)
def _texts() -> dict[str, str]:
    return {text: key for key, pair in written_texts().items() for text in pair}


@rule("FET-LIV-53")
def in_words(text: str) -> Label:
    """A race, a job, a story or a place that ships, in the reader's language; any other text as it was written."""
    key = _texts().get(text) if text else None
    return say(f"said.{key}") if key else text


@rule("FET-LIV-53")
def said_name(key: str, card: Skill | Trait | Weapon) -> Label:
    """What a card is called in the reader's language, where it is the one that ships."""
    return say(f"cards.{key}") if key in englished() and card is _card(key) else card.name


def said_text(key: str, card: Skill | Trait) -> tuple[Label, ...]:
    """What a card says of itself, in the reader's language; nothing where it says nothing."""
    if key in englished() and card is _card(key):
        return (say(f"cards.{key}_text"),)
    return (card.text,) if card.text else ()


@rule("FET-LIV-53")
def own_text(card: Skill) -> Label:
    """What a skill on a sheet says of itself: in the reader's language where it is as it ships."""
    key = key_of(shipped().skills, card.name)
    known = (shipped().skills[key].text, englished()[key].text) if key in englished() else ()
    return say(f"cards.{key}_text") if card.text and card.text in known else card.text


def in_language(card: C, language: str) -> C:
    """A card that ships as a table of a language takes it over."""
    key = next((key for key in englished() if _card(key) is card), "")
    if language != "en" or not key:
        return card
    called = englished()[key]
    if isinstance(card, Weapon):
        return replace(card, name=called.name)
    return replace(card, name=called.name, text=called.text)


@rule("FET-LIV-53")
def block_in(block: Sheet, language: str) -> Sheet:
    """A stat block as a table of a language takes it over: what it carries is called in that language."""
    known = {weapon.name: weapon for weapon in shipped().weapons.values()}
    arms = ((in_language(known[w.name], language).name if w.name in known else w.name, w) for w in block.weapons)
    return replace(block, weapons=tuple(replace(weapon, name=name) for name, weapon in arms))


def same_card(key: str, name: str) -> bool:
    """Whether a card of that name is the one that is filed under a key, in either language."""
    card = _card(key)
    return (
        card is not None and key in englished() and folded(name) in (folded(card.name), folded(englished()[key].name))
    )
