"""The fold: the state after an event, one function for each, and the only place where state changes.

Losses are the character's and its fighter's at once (FET-LVL-3); magazines go back to the sheet when a battle ends
(FET-WEP-2). No rule is decided here.
"""

from collections.abc import Awaitable, Callable

from ludex.core import asks
from ludex.core.fold import by_event, written_in
from ludex.systems.fet.events import Event
from ludex.systems.fet.fold import battle, people
from ludex.systems.fet.state import State

happen: Callable[[Event], Awaitable[State]] = asks.happen
"""Make an event true and get the state after it."""


fold: Callable[[State, Event], State] = by_event(*written_in(people, battle))
