"""How finished procedures are told: a function for each output, found by the type of the result that it takes.

A system writes `def healed(told: Told, viewer: Viewer, result: Healed) -> Card` for each of its outputs and joins them, module by
module: `TELLERS = by_result(harm, people)`. Nothing here knows a game.
"""

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, get_args, get_type_hints

from ludex.core.fold import is_of
from ludex.core.system import Told, Viewer
from ludex.core.view import Card

Teller = Callable[[Told, Viewer, Any], Card]
"""Makes the card of a finished procedure for a viewer."""

RESULTS = ("result", "_result")
"""What the last parameter of such a function is called (`_result` where its type says all)."""


def by_result(*modules: ModuleType) -> dict[type, Teller]:
    """The functions of these modules that tell a `result`, by its type; a union of types is told by one function."""
    found: dict[type, Teller] = {}
    for teller in (one for module in modules for one in vars(module).values() if _tells(module, one)):
        taken = get_type_hints(teller)[_last(teller)]
        for kind in get_args(taken) or (taken,):
            if kind in found:
                raise TypeError(f"{kind.__name__} is told twice: {found[kind].__name__}, {teller.__name__}")
            found[kind] = teller
    return found


def _tells(module: ModuleType, one: Any) -> bool:
    """Whether this is a function that tells a finished procedure: its last parameter is the result, and a card comes of it."""
    return is_of(module, one) and _last(one) in RESULTS and get_type_hints(one).get("return") is Card


def _last(function: Callable[..., Any]) -> str:
    """The name of a function's last parameter."""
    return next(reversed(inspect.signature(function).parameters), "")
