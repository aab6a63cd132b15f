"""Messages as data: a key and its facts. Words are put to it at the edge, from a system's `words/`."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec


class Say(msgspec.Struct, frozen=True):
    """Something to be said: `key` names the phrase, `facts` fill its gaps.

    A fact may be a number, a text (shown as it is), a `Term` reference (`term("dazed")`) or another `Say`.
    """

    key: str
    facts: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash((self.key, _hashed(self.facts)))

    def __str__(self) -> str:
        """The key and the facts, for authors and logs: people at a table read words instead."""
        named = {name: _shown(fact) for name, fact in self.facts.items()}
        where = f"{named.pop('where')}: " if "where" in named else ""
        facts = ", ".join(f"{name} {fact}" for name, fact in named.items())
        return f"{where}{self.key.rpartition('.')[2].replace('_', ' ')}" + (f" ({facts})" if facts else "")


def is_say(fact: Any) -> bool:
    """Whether a fact is something to be said, in the form that it has on disk."""
    return isinstance(fact, Mapping) and set(fact) == {"key", "facts"}


def _shown(fact: Any) -> str:
    if is_say(fact):
        return str(Say(**fact))
    return " or ".join(map(_shown, fact)) if isinstance(fact, list | tuple) else str(fact)


def _hashed(fact: Any) -> int:
    """The hash of a fact, equal for equal ones. What cannot be hashed (a number that is not decided yet) is refused here too."""
    if isinstance(fact, dict):
        return hash(frozenset(zip(fact, map(_hashed, fact.values()), strict=True)))
    if isinstance(fact, list | tuple):
        return hash(tuple(map(_hashed, fact)))
    return hash(fact)


Label = Say | str
"""What people read: translated at the edge, or their own words as they are."""

Filling = int | float | Fraction | Label | Sequence["Filling"] | Mapping[str, "Filling"] | None
"""What fills a gap: a number, a text, a term, another `Say`, or several of them."""


def say(key: str, /, **facts: Any) -> Say:
    """Build a `Say` in one breath: `say("power.tag", tag="brave")`. Its facts are kept in the form that they have on disk."""
    for name, fact in facts.items():
        if type(fact) not in _AS_THEY_ARE:
            facts[name] = _plain(fact)
    return Say(key, facts)


_AS_THEY_ARE = (int, str)
"""Facts that are kept as they are; by far the most."""


def _plain(fact: Any) -> Any:
    """A fact that is equal to itself after it was written and read again."""
    if isinstance(fact, Say):
        return {"key": fact.key, "facts": fact.facts}
    if isinstance(fact, list | tuple):
        return list(map(_plain, fact))
    return fact


def term(name: str) -> Say:
    """One of the system's own words (`[terms]` in its `words/`): an enum value shown in the reader's language."""
    return Say(f"terms.{name}")


def keys_in(table: str, names: str) -> frozenset[str]:
    """The keys of several phrases of one table of words: `keys_in("told", "fell_dead fell_mad")`."""
    return frozenset(f"{table}.{name}" for name in names.split())
