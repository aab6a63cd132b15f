"""What ships in both languages: shown as each reader's language has it, and typed in either (MST-LIV-53)."""

from collections.abc import Mapping
from functools import lru_cache

from ludex.core.packs import spare_words
from ludex.core.pairs import Pair
from ludex.core.say import Label, say

PACKAGE = "ludex.systems.mist"


def phrases() -> Mapping[str, str]:
    return spare_words(PACKAGE, "demo.en.toml")


@lru_cache(maxsize=1)
def _keys() -> Mapping[str, str]:
    """The Chinese wording of every shipped text, by both wordings."""
    return {english: chinese for chinese, english in phrases().items()} | {chinese: chinese for chinese in phrases()}


def shelf_words() -> dict[str, Pair]:
    """The same for the manifest's own words: `shelf.林默`."""
    return {f"shelf.{chinese}": (chinese, english) for chinese, english in phrases().items()}


def as_shelved(text: str) -> Label:
    """A text as it is shown: one that ships in the reader's language, any other as it was written."""
    key = _keys().get(text)
    return say(f"shelf.{key}") if key else text


def either(text: str) -> str | Pair:
    """How something may be typed: what ships in both languages."""
    key = _keys().get(text)
    return (key, phrases()[key]) if key else text
