"""Hidden stays hidden: two worlds that differ only in what a viewer may not know look the same to that viewer.

The second world is the first with one value changed, of which `redact` leaves the viewer no trace. What differs then in anything
that the viewer gets, gives the hidden value away.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ludex.core.principals import OBSERVER, PLAYER, Viewer
from ludex.core.system import System
from ludex.testing.draws import Draw
from ludex.testing.games import demand

TRIED = 60
"""So many values are changed in one state, one at a time."""

Place = tuple[str | int, ...]
"""Where in plain data a value stands."""


def viewers(system: System, state: Any) -> list[Viewer]:
    """An observer, a player without a character, and one for every actor."""
    held = [Viewer(PLAYER, (who,)) for who in system.actors(state)]
    return [Viewer(OBSERVER), Viewer(PLAYER), *held]


def check_hidden(system: System, state: Any, draw: Draw) -> int:
    """Try changes that a viewer cannot know of, and compare all that the viewer gets; how many there were."""
    plain = msgspec.json.decode(msgspec.json.encode(state))
    places = list(leaves(plain))
    tried = 0
    for viewer in viewers(system, state):
        for place in [draw.one(places) for _ in range(min(TRIED, len(places)))]:
            other = _changed(system, plain, place)
            if other is not None and _unnoticed(system, viewer, state, other):
                tried += 1
                _compare(system, viewer, place, state, other)
    return tried


def leaves(plain: Any, path: Place = ()) -> Iterator[Place]:
    """The places of all values that are no tables or lists, and of everything inside a table or a list."""
    inside = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for key, held in inside:
        yield (*path, key)
        yield from leaves(held, (*path, key))


def _changed(system: System, plain: Any, place: Place) -> Any:
    """The state with another value at a place; None where no other value fits there."""
    copied = msgspec.json.decode(msgspec.json.encode(plain))
    holder: Any = copied
    for step in place[:-1]:
        holder = holder[step]
    value = holder[place[-1]]
    other = _other(value)
    if other is not None:
        holder[place[-1]] = other
    else:
        del holder[place[-1]]
    try:
        return msgspec.convert(copied, system.state)
    except msgspec.ValidationError:
        return None


def _other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}x"
    return None


def _unnoticed(system: System, viewer: Viewer, state: Any, other: Any) -> bool:
    """Whether a change leaves no trace in what a viewer may know."""
    redact = system.redact
    return redact is not None and other != state and bool(redact(state, viewer) == redact(other, viewer))


def _compare(system: System, viewer: Viewer, place: Place, state: Any, other: Any) -> None:
    shown: dict[str, Callable[[Any, Viewer], Any] | None] = {
        "look": system.look,
        "deeds": system.deeds,
        "knows": system.knows,
        "believes": system.believes,
    }
    for name, function in shown.items():
        if function is not None:
            same = function(state, viewer) == function(other, viewer)
            where = ".".join(map(str, place))
            demand(same, f"`{name}` gives away `{where}` to {viewer}, though `redact` hides it")
