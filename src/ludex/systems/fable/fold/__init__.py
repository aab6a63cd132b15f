"""State and event make state: one function for each event. No rule is decided here: an event says what is now true."""

from collections.abc import Awaitable, Callable

from ludex.core import asks
from ludex.core.fold import by_event, written_in
from ludex.systems.fable.events import Event
from ludex.systems.fable.fold import clock, lasting, people
from ludex.systems.fable.fold.evening import counted
from ludex.systems.fable.fold.lasting import MATERIAL as MATERIAL
from ludex.systems.fable.state import State

happen: Callable[[Event], Awaitable[State]] = asks.happen
"""Make an event true; the state after it."""


_folded = by_event(*written_in(people, clock, lasting))


def fold(state: State, event: Event) -> State:
    """State and event make state; an open session counts what happens in it."""
    return counted(state, _folded(state, event), event)
