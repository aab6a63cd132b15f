"""What people's words mean: a phrase in Chinese or English becomes the system's key, or stays the table's own word."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from ludex.core.content import read_toml
from ludex.core.errors import RuleError
from ludex.core.numerals import whole
from ludex.systems.mirror.labels import PACKAGE, shown


@lru_cache(maxsize=1)
def lexicon() -> dict[str, tuple[str, ...]]:
    """Every phrase for a term, in both languages, with the keys it can mean."""
    found: dict[str, list[str]] = {}
    for language in ("zh", "en"):
        for key, phrase in read_toml(PACKAGE, "words", f"{language}.toml").get("terms", {}).items():
            found.setdefault(str(phrase).lower(), []).append(key)
    return {phrase: tuple(keys) for phrase, keys in found.items()}


def word(text: Any, among: Collection[str], code: str) -> str:
    """A word of a closed list, written as its key or as its name in either language."""
    typed = str(text).strip().lower()
    for key in (typed, typed.upper(), *lexicon().get(typed, ())):
        if key in among:
            return key
    raise RuleError(code, given=text, known=[shown(a) for a in among])


def loosely(text: Any) -> str:
    """A word that may be the system's or the table's own."""
    typed = str(text).strip()
    return next(iter(lexicon().get(typed.lower(), ())), typed)


def all_words(texts: Collection[Any], among: Collection[str], code: str) -> list[str]:
    """Several words of a closed list."""
    return [word(t, among, code) for t in texts]


def pairs(texts: Collection[str], code: str) -> dict[str, int]:
    """«力量=3», «运动:2» as words with numbers."""
    found: dict[str, int] = {}
    for text in texts:
        name, _, number = text.replace("：", ":").replace(":", "=").partition("=")
        name, number = (
            (name, number) if number else (text.rstrip("0123456789-+"), text[len(text.rstrip("0123456789-+")) :])
        )
        rank = whole(number)
        if not name or rank is None:
            raise RuleError(code, text=text)
        found[loosely(name)] = rank
    return found
