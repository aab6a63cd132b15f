"""What ships, in the reader's language (FET-LIV-53): `things` has the names, `skills` and `traits` the descriptions, `said` what sheets and places say.

A card that is learned at an English table is taken over in English.
"""

from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from ludex.core.names import folded
from ludex.core.packs import read_toml
from ludex.core.pairs import LANGUAGES
from ludex.core.rule import rule
from ludex.core.say import Label, say
from ludex.systems.fet.content import PACKAGE, english_names, shipped
from ludex.systems.fet.sheet import Sheet, Skill, Trait, Weapon

C = TypeVar("C", Skill, Trait, Weapon)


def _card(key: str) -> Skill | Trait | Weapon | None:
    """A skill, a trait or a weapon that ships."""
    content = shipped()
    return content.skills.get(key) or content.traits.get(key) or content.weapons.get(key)


def _shelf(card: Skill | Trait) -> str:
    """The section of `words/` that has the descriptions of its kind."""
    return "skills" if isinstance(card, Skill) else "traits"


@lru_cache(maxsize=8)
def _written(section: str, language: str) -> dict[str, str]:
    """A section of `words/` in one language, by key."""
    found: dict[str, str] = read_toml(PACKAGE, "words", f"{language}.toml")[section]
    return found


@lru_cache(maxsize=1)
def _texts() -> dict[str, str]:
    return {text: key for language in LANGUAGES for key, text in _written("said", language).items()}


@rule("FET-LIV-53")
def in_words(text: str) -> Label:
    """A race, a job, a story or a place that ships, in the reader's language; any other text as it was written."""
    key = _texts().get(text) if text else None
    return say(f"said.{key}") if key else text


@rule("FET-LIV-53")
def said_name(key: str, card: Skill | Trait | Weapon) -> Label:
    """What a card is called in the reader's language, where it is the one that ships."""
    return say(f"things.{key}") if card is _card(key) else card.name


def said_text(key: str, card: Skill | Trait) -> tuple[Label, ...]:
    """What a card says of itself, in the reader's language; nothing where it says nothing."""
    if card is _card(key):
        return (say(f"{_shelf(card)}.{key}"),)
    return (card.text,) if card.text else ()


@rule("FET-LIV-53")
def own_text(card: Skill | Trait) -> Label:
    """What a card on a sheet says of itself: in the reader's language where it is as it ships."""
    shelf = _shelf(card)
    key = _names().get(card.name, "")
    known = [_written(shelf, language).get(key) for language in LANGUAGES] if key else []
    return say(f"{shelf}.{key}") if card.text and card.text in known else card.text


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """The key of every card that ships, by its name in either language."""
    content = shipped()
    cards: dict[str, Skill | Trait | Weapon] = {**content.skills, **content.traits, **content.weapons}
    return {name: key for key, card in cards.items() for name in (card.name, english_names()[key])}


@rule("FET-LIV-53")
def own_name(name: str) -> Label:
    """What a skill, a trait or a weapon on a sheet is called: in the reader's language where one that ships is called so."""
    return say(f"things.{key}") if (key := _names().get(name)) else name


def names_of(name: str) -> tuple[str, ...]:
    """By what names people may call a card: in both languages, where it is called as one that ships."""
    card = _card(key) if (key := _names().get(name)) else None
    return (card.name, english_names()[key]) if key and card else (name,)


def in_language(card: C, language: str) -> C:
    """A card that ships as a table of a language takes it over."""
    key = next((key for key in english_names() if _card(key) is card), "")
    if language != "en" or not key:
        return card
    if isinstance(card, Weapon):
        return replace(card, name=english_names()[key])
    return replace(card, name=english_names()[key], text=_written(_shelf(card), language)[key])


@rule("FET-LIV-53")
def block_in(block: Sheet, language: str) -> Sheet:
    """A stat block as a table of a language takes it over: what it carries is called in that language."""
    known = {weapon.name: weapon for weapon in shipped().weapons.values()}
    arms = ((in_language(known[w.name], language).name if w.name in known else w.name, w) for w in block.weapons)
    return replace(block, weapons=tuple(replace(weapon, name=name) for name, weapon in arms))


def same_card(key: str, name: str) -> bool:
    """Whether a card of that name is the one that is filed under a key, in either language."""
    card = _card(key)
    return card is not None and folded(name) in (folded(card.name), folded(english_names()[key]))
