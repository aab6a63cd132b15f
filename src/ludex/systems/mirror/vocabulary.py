"""The closed lists of the rulebook, and the one refusal for a word that is not on its list."""

from collections.abc import Collection
from enum import StrEnum
from functools import lru_cache

from ludex.core.errors import RuleError
from ludex.systems.mirror.labels import shown


@lru_cache(maxsize=64)
def words(terms: type[StrEnum]) -> tuple[str, ...]:
    """The words of a list, in its order."""
    return tuple(term.value for term in terms)


def check_known(code: str, word: str | None, known: Collection[str], *, clause: str) -> None:
    """Refuse a word that is not on its list, naming the list."""
    if word not in known:
        raise RuleError(code, clause=clause, given=word, known=[shown(w) for w in known])
