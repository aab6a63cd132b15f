"""What a system does at the beginning and the end of an evening, where its rulebook has something to say about it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from ludex.core.say import Say

OPENS, CLOSES = "ludex.session_open", "ludex.session_close"
"""The table's own procedures for it."""


class Sessions(msgspec.Struct, frozen=True):
    """A system's part in sessions.

    `opens`, `closes`: its own procedures for it (the first takes a `title`); the table's own ask the GM at the end, once, for the
    rewards. `tally(state, events)`: what the evening came to, counted from its events, to be confirmed. `unsaid`: the keys of
    what cards tell to run the table (whose turn it is, counters): where an evening is read as a story it is left out. `joins`: why dice fall that belong to the throw before
    them: a pool that is thrown in two steps is counted once.
    """

    opens: str = OPENS
    closes: str = CLOSES
    tally: Callable[[Any, Sequence[Any]], Iterable[Say]] = lambda _state, _events: ()
    unsaid: frozenset[str] = frozenset()
    joins: frozenset[str] = frozenset()
