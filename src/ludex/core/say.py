"""Messages as data: a key and its facts. Words are put to it at the edge, from a system's `words/`."""

from typing import Any

import msgspec


class Say(msgspec.Struct, frozen=True):
    """Something to be said: `key` names the phrase, `facts` fill its gaps.

    A fact may be a number, a text (shown as it is), a `Term` reference (`term("dazed")`) or another `Say`.
    """

    key: str
    facts: dict[str, Any] = {}

    def __hash__(self) -> int:
        return hash(self.key)


def say(key: str, /, **facts: Any) -> Say:
    """Build a `Say` in one breath: `say("power.tag", tag="brave")`."""
    return Say(key, facts)


def term(name: str) -> Say:
    """One of the system's own words (`[terms]` in its `words/`): an enum value shown in the reader's language."""
    return Say(f"terms.{name}")
