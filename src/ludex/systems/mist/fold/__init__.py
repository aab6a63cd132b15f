"""What each event makes of a state: one function for each, and `happen`, by which a rule makes one true.

The fold is total and refuses nothing: an event has enough in it to be folded without rules, and what is not there stays as it is.
"""

from collections.abc import Awaitable, Callable

from ludex.core import asks
from ludex.core.fold import by_event, written_in
from ludex.systems.mist import events as ev
from ludex.systems.mist.fold import cases, people, scenes
from ludex.systems.mist.state import State

fold: Callable[[State, ev.Event], State] = by_event(*written_in(people, scenes, cases))
"""The state after one more event."""


happen: Callable[[ev.Event], Awaitable[State]] = asks.happen
"""Make an event true and go on with the state after it."""
