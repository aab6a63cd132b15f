"""What ships, in English (FET-LIV-53): names and descriptions by key. A card that is learned at an English table is taken over so."""

from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from ludex.core.names import folded
from ludex.core.pairs import Pair
from ludex.core.rule import rule
from ludex.core.say import Label, say
from ludex.systems.fet.content import englished as englished
from ludex.systems.fet.content import shipped
from ludex.systems.fet.sheet import Skill, Trait, Weapon

C = TypeVar("C", Skill, Trait, Weapon)


@lru_cache(maxsize=1)
def card_words() -> dict[str, Pair]:
    """The names and descriptions of what ships, in both languages: `cards.dash`, `cards.dash_text`."""
    found: dict[str, Pair] = {}
    for key, called in englished().items():
        card = _card(key)
        found[f"cards.{key}"] = (card.name, called.name)
        if not isinstance(card, Weapon):
            found[f"cards.{key}_text"] = (card.text, called.text)
    return found


def _card(key: str) -> Skill | Trait | Weapon:
    content = shipped()
    if key in content.skills:
        return content.skills[key]
    return content.traits[key] if key in content.traits else content.weapons[key]


@rule("FET-LIV-53")
def said_name(key: str, card: Skill | Trait) -> Label:
    """What a card is called in the reader's language, where it is the one that ships."""
    return say(f"cards.{key}") if key in englished() and card is _card(key) else card.name


def said_text(key: str, card: Skill | Trait) -> tuple[Label, ...]:
    """What a card says of itself, in the reader's language; nothing where it says nothing."""
    if key in englished() and card is _card(key):
        return (say(f"cards.{key}_text"),)
    return (card.text,) if card.text else ()


def in_language(card: C, language: str) -> C:
    """A card that ships as a table of a language takes it over."""
    key = next((key for key in englished() if _card(key) is card), "")
    if language != "en" or not key:
        return card
    called = englished()[key]
    if isinstance(card, Weapon):
        return replace(card, name=called.name)
    return replace(card, name=called.name, text=called.text)


def same_card(key: str, name: str) -> bool:
    """Whether a card of that name is the one that is filed under a key, in either language."""
    return key in englished() and folded(name) in (folded(_card(key).name), folded(englished()[key].name))
