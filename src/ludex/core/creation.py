"""Creation as a declared questionnaire: what is still open about a new character, asked step by step.

A system lists its steps; what is given beforehand is not asked. The same list is asked one question after another in chat, and
drawn as one page in a browser.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import msgspec

from ludex.core.asks import Asking, choose
from ludex.core.principals import Who

S = TypeVar("S")
D = TypeVar("D")


class Step(msgspec.Struct, Generic[S, D], frozen=True):
    """One thing to decide about a new character.

    `ask(state, draft)` is the question as it stands now, or None where it is decided or there is nothing to choose; it is asked
    again until it says None. `take(state, draft, answer)` is the draft with that answer in it; it refuses what is not allowed.
    """

    name: str
    ask: Callable[[S, D], Asking | None]
    take: Callable[[S, D, str], D]


async def fill_in(state: S, who: Who, draft: D, steps: Sequence[Step[S, D]]) -> D:
    """Ask for everything that a draft leaves open, in order."""
    for step in steps:
        while (asking := step.ask(state, draft)) is not None:
            closed = asking.judge is None
            answer = await choose(
                who, asking.what, asking.options, about=step.name, refusal=asking.refusal, closed=closed, bag=asking.bag
            )
            if asking.judge is not None:
                asking.judge(answer)
            draft = step.take(state, draft, answer)
    return draft
