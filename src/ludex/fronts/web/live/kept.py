"""What was worked out last, by what it was worked out from; the oldest goes where there is too much."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, TypeVar

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
