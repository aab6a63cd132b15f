"""Terms: the words of a rulebook as enums that carry both languages, so that each stands in one place.

    class Cover(Term):
        HALF = "half", "半遮", "half cover", "半"

The first text is the key (what rules, logs and vectors use), then the Chinese word, the English one, and further spellings
that people type.
"""

from enum import StrEnum
from functools import cache
from typing import Self

from ludex.core.names import folded, named
from ludex.core.say import term


class Term(StrEnum):
    """A closed list of words of the rulebook."""

    zh: str
    en: str
    also: tuple[str, ...]

    def __new__(cls, key: str, zh: str = "", en: str = "", *also: str) -> Self:
        """One word: its key, what it is called in both languages, and how else people type it."""
        member = str.__new__(cls, key)
        member._value_ = key
        member.zh, member.en, member.also = zh or key, en or key.replace("_", " "), also
        return member

    @property
    def spellings(self) -> tuple[str, ...]:
        return (self.value, self.zh, self.en, *self.also)

    def called(self, language: str) -> str:
        return self.en if language == "en" else self.zh

    @classmethod
    def read(cls, said: str, *, refusal: str = "not_among", clause: str = "", arg: str = "") -> Self:
        """The term that somebody means, in either language, by key or by its only beginning; refused naming what there is."""
        if (exact := cls._value2member_map_.get(said)) is not None and isinstance(exact, cls):
            return exact
        spellings = {member: member.spellings for member in cls}
        known = [term(member) for member in cls]
        return named(
            said,
            spellings,
            unknown=refusal,
            clause=clause,
            arg=arg or cls.__name__.lower(),
            value=said[:40],
            among=known,
        )

    @classmethod
    def said(cls, text: str) -> str:
        """The key of the term that a text is exactly; any other text as it is."""
        return str(cls.read(text)) if cls.holds(text) else text

    @classmethod
    def holds(cls, said: str) -> bool:
        """Whether a text is exactly one of these words, in any spelling."""
        return folded(said) in _spellings(cls)


@cache
def _spellings(words: type[Term]) -> frozenset[str]:
    """Every spelling of every word of a list, folded."""
    return frozenset(folded(name) for word in words for name in word.spellings)
