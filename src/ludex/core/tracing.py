"""What a deed draws on the map before it is done: the way that is walked and what it costs, the area that is laid, who may react.

A system says it of a deed that is filled in already (its command has read and checked it), so that the way shown is the way gone.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from ludex.core.deeds import Asked, Do
from ludex.core.say import Label

Cell = tuple[int, int]


class Trace(msgspec.Struct, frozen=True):
    """A deed on the map. `way`: cells entered in order; `area`: cells covered. `cost`: what the way takes; `left`: what is left of it
    afterwards. `hits`: the actors that it would reach; `reacts`: those who might act in between, both as far as the asking seat knows.
    `span`: on a time axis, when it would begin and when it would settle."""

    way: tuple[Cell, ...] = ()
    area: tuple[Cell, ...] = ()
    cost: Label = ""
    left: Label = ""
    hits: tuple[str, ...] = ()
    reacts: tuple[str, ...] = ()
    span: tuple[float, float] | None = None


Tracing = Callable[[Asked, Do], Trace | None]
"""A filled deed and what it comes to -> what it draws; None: nothing. What the rules refuse is raised."""

Far = Callable[[Any, Cell, Cell], Label]
"""How far two cells are apart in a state, as people say it."""
