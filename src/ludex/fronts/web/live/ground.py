"""What a page is drawn from. While it is the same, the page is, and nothing of it is worked out again; what was worked out is kept."""

from collections import OrderedDict
from collections.abc import Hashable
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from ludex.lab import answers
from ludex.table.memory import Memory
from ludex.text.chat import Chat

_LOGGED = frozenset({"n", "past", "roll", "veiled", "heard", "requests", "reworded"})
"""What of a memory only the log tells: every entry changes it, and no fragment shows it."""

_drawn = attrgetter(*(name for name in Memory.__struct_fields__ if name not in _LOGGED and name != "state"))


class Ground(msgspec.Struct, frozen=True):
    """The memory, who is here, how often something was found on old maps, and the odds of open questions."""

    memory: Memory
    here: frozenset[str]
    found: int
    odds: list[answers.Answers | None]

    def same(self, other: "Ground") -> bool:
        beside = (self.here, self.found, self.odds) == (other.here, other.found, other.odds)
        return beside and (self.memory is other.memory or _same(self.memory, other.memory))


def ground_of(chat: Chat, here: frozenset[str], found: int) -> Ground:
    memory = chat.table.memory
    odds = [answers.known(chat.table, one) for one in chat.desk.answerable()] if memory.parked else []
    return Ground(memory, here, found, odds)


def _same(one: Memory, two: Memory) -> bool:
    """Whether two memories differ in nothing but what the log tells: of equal states the very same."""
    return one.state is two.state and bool(_drawn(one) == _drawn(two))


V = TypeVar("V")

Source = Any
"""What something was worked out from: it is only compared."""

MOST = 8192
"""So many things are kept."""


class Kept(OrderedDict[Hashable, V]):
    """A cache of one kind of thing."""

    def keep(self, key: Hashable, value: V) -> V:
        """Keep a value, which comes back."""
        self[key] = value
        self.move_to_end(key)
        while len(self) > MOST:
            self.popitem(last=False)
        return value
