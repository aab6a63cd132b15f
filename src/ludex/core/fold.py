"""One fold for every system: a function for each event, found by the type of the event that it takes.

A system writes `def struck(state: State, event: Struck) -> State` for each of its events and joins them:
`fold = by_event(struck, healed, …)`. Nothing here knows a game.
"""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar, get_args, get_type_hints

S = TypeVar("S")


def by_event(*functions: Callable[[S, Any], S]) -> Callable[[S, Any], S]:
    """The fold made of these functions; each is for the event (or the union of events) that its second parameter names."""
    found: dict[type, Callable[[S, Any], S]] = {}
    for function in functions:
        for event in _events_of(function):
            if event in found:
                raise TypeError(f"{event.__name__} is folded twice: {found[event].__name__}, {function.__name__}")
            found[event] = function

    def fold(state: S, event: Any) -> S:
        """The state after one more event."""
        return found[type(event)](state, event)

    return fold


def _events_of(function: Callable[..., Any]) -> tuple[type, ...]:
    """The types of events that a function folds."""
    _, second, *_ = inspect.signature(function).parameters
    taken = get_type_hints(function)[second]
    return get_args(taken) or (taken,)
