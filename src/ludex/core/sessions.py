"""What a system does at the beginning and the end of an evening, where its rulebook has something to say about it."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ludex.core.say import Label, Say

OPENS, CLOSES = "ludex.session_open", "ludex.session_close"
"""The table's own procedures for it."""


async def written_down(_state: Any, _words: str) -> tuple[Say, ...]:
    """Rewards that are words alone."""
    return ()


class Sessions(msgspec.Struct, frozen=True):
    """A system's part in sessions.

    `opens`, `closes`: its own procedures for it (the first takes a `title`); the table's own ask the GM at the end, once, for the
    rewards. `tally(state, events)`: what the evening came to, counted from its events, to be confirmed. `rewards(state, words)`: a rule that
    gives people what of the rewards in the GM's words it understands, and says it. `unsaid`: the keys of
    what cards tell to run the table (whose turn it is, counters): where an evening is read as a story it is left out. `joins`: why dice fall that belong to the throw before
    them: a pool that is thrown in two steps is counted once. `weighs`: the keys of what cards tell of wounds, deaths and what was decided:
    where there is room for little, that is told. `peaks`: the keys (of titles and lines) of what a chronicle never leaves out: a death,
    a fall, something broken or won, a clue, a conclusion, a bond. `times`: the keys of what says that a round or a moment begins, and the
    phrase that heads it. `slight`: the keys of sentences that a story has and a chronicle leaves out: a step, a plain throw. `threads(state)`:
    what is still open, of the state as those who play know it. `retells(earlier, then)`: where the sentence of a deed tells one of the
    earlier anew with what came of it, the place of that one and both as one. `headed`: the sentences of what opens a scene, and what is left
    of each under a heading that says the scene already (`""`: nothing).
    """

    opens: str = OPENS
    closes: str = CLOSES
    tally: Callable[[Any, Sequence[Any]], Iterable[Say]] = lambda _state, _events: ()
    rewards: Callable[[Any, str], Awaitable[tuple[Say, ...]]] = written_down
    unsaid: frozenset[str] = frozenset()
    joins: frozenset[str] = frozenset()
    weighs: frozenset[str] = frozenset()
    peaks: frozenset[str] = frozenset()
    times: Mapping[str, str] = {}
    slight: frozenset[str] = frozenset()
    threads: Callable[[Any], Iterable[Label]] = lambda _state: ()
    retells: Callable[[Sequence[Label], Label], tuple[int, Say] | None] | None = None
    headed: Mapping[str, str] = {}
