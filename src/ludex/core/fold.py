"""One fold for every system: a function for each event, found by the type of the event that it takes.

A system writes `def struck(state: State, event: Struck) -> State` for each of its events and joins them, module by module:
`fold = by_event(*written_in(people, battle))`. Nothing here knows a game.
"""

import inspect
from collections.abc import Callable
from types import ModuleType
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


def written_in(*modules: ModuleType) -> tuple[Callable[[Any, Any], Any], ...]:
    """The functions of these modules that fold an event: those that take a `state` and an `event` (`_event` where its type says all)."""
    found = (one for module in modules for one in vars(module).values() if is_of(module, one))
    return tuple(one for one in found if tuple(inspect.signature(one).parameters) in _FOLDS)


_FOLDS = (("state", "event"), ("state", "_event"))


def is_of(module: ModuleType, one: object) -> bool:
    """Whether this is a function that a module holds itself, for others to use."""
    return inspect.isfunction(one) and one.__module__ == module.__name__ and not one.__name__.startswith("_")


def _events_of(function: Callable[..., Any]) -> tuple[type, ...]:
    """The types of events that a function folds."""
    _, second, *_ = inspect.signature(function).parameters
    taken = get_type_hints(function)[second]
    return get_args(taken) or (taken,)
