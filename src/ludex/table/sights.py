"""States as viewers may know them, and what they see of them and can do: each worked out once, and shared by all who know the same."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from ludex.core.deeds import Deed
from ludex.core.principals import Viewer
from ludex.core.system import System
from ludex.core.view import View
from ludex.table.memory import Memory
from ludex.table.mending import Mended, Path, mended, with_troubles
from ludex.table.seats import Seat

T = TypeVar("T")

KEPT = 2
"""The states that are remembered: an act stands between two."""


class Sight:
    """One state as several viewers know it."""

    def __init__(self, system: System, state: Any) -> None:
        self.system, self.state = system, state
        self.actors: Mapping[str, str] | None = None
        self.people: frozenset[str] | None = None
        self.known: dict[Viewer, Any] = {}
        self.there: dict[Viewer, frozenset[str]] = {}
        self.words: dict[Viewer, tuple[str, ...]] = {}
        self.seen: dict[Viewer, View] = {}
        self.open: dict[Viewer, tuple[Deed, ...]] = {}
        self.written: dict[Viewer, bytes] = {}


class Redactions:
    """The states of a table that were looked at last."""

    def __init__(self) -> None:
        self._sights: list[Sight] = []
        self._troubles: tuple[Path, ...] = ()

    def _of(self, system: System, state: Any) -> Sight:
        """What was worked out for a state; it is now the one that was looked at last."""
        found = next((one for one in self._sights if one.state is state and one.system is system), None)
        if found is None or found is not self._sights[-1]:
            found = found or Sight(system, state)
            self._sights = [*(one for one in self._sights if one is not found), found][-KEPT:]
        return found

    def actors(self, system: System, state: Any) -> Mapping[str, str]:
        """Everybody who can be controlled or asked: id -> name."""
        sight = self._of(system, state)
        if sight.actors is None:
            sight.actors = system.actors(state)
        return sight.actors

    def people(self, system: System, state: Any) -> frozenset[str]:
        """The ids and names of everybody in a state."""
        sight = self._of(system, state)
        if sight.people is None:
            pairs = self.actors(system, state).items()
            sight.people = frozenset(word for pair in pairs for word in pair if word)
        return sight.people

    def words(self, system: System, memory: Memory, seat: Seat) -> tuple[str, ...]:
        """The ids and names of everybody of whom a seat must not know."""
        sight, viewer = self._of(system, memory.state), seat.viewer(memory.settings.numbers)
        if viewer not in sight.words:
            known = knows(system, memory, seat, self)
            hidden = {} if known is None else self.actors(system, memory.state)
            words = (word for actor, name in hidden.items() if actor not in (known or ()) for word in (actor, name))
            sight.words[viewer] = tuple(words)
        return sight.words[viewer]

    def known_to(self, system: System, state: Any, viewer: Viewer) -> Any:
        """A state as a viewer may know it."""
        sight = self._of(system, state)
        if viewer not in sight.known:
            sight.known[viewer] = system.known_to(state, viewer)
        return sight.known[viewer]

    def there(self, system: System, state: Any, viewer: Viewer) -> frozenset[str]:
        """The actors in a state as a viewer may know it."""
        sight = self._of(system, state)
        if viewer not in sight.there:
            sight.there[viewer] = frozenset(system.actors(self.known_to(system, state, viewer)))
        return sight.there[viewer]

    def holds(self, system: System, states: Collection[Any], viewer: Viewer, word: str) -> bool:
        """Whether a word stands for something in one of these states as a viewer may know them."""
        return any(self._stands(system, state, viewer, word) for state in states)

    def _stands(self, system: System, state: Any, viewer: Viewer, word: str) -> bool:
        """Whether a word is a text of a state, or a key that is no field's name."""
        written, quoted = self._written(system, state, viewer), msgspec.json.encode(word)
        if quoted not in written:
            return False
        return any(quoted + end in written for end in _ENDS) or word in _keys(self.known_to(system, state, viewer))

    def _written(self, system: System, state: Any, viewer: Viewer) -> bytes:
        sight = self._of(system, state)
        if viewer not in sight.written:
            sight.written[viewer] = msgspec.json.encode(self.known_to(system, state, viewer))
        return sight.written[viewer]

    def look(self, system: System, state: Any, viewer: Viewer) -> View | None:
        """What a viewer sees; None where the system shows nothing."""
        if system.look is None:
            return None
        sight = self._of(system, state)
        if viewer not in sight.seen:
            look = system.look
            view, found = self.drawn(system, state, viewer, lambda known: look(known, viewer))
            names = self.actors(system, state)
            told = [one for one in found.troubles if viewer.gm or one.who in viewer.controls]
            others = [one for one in found.troubles if one not in told]
            view = with_troubles(view, tuple(told), names, why=True)
            sight.seen[viewer] = with_troubles(view, tuple(others), names, why=False)
        return sight.seen[viewer]

    def drawn(self, system: System, state: Any, viewer: Viewer, draw: Callable[[Any], T]) -> tuple[T, Mended]:
        """What is drawn of a state as a viewer may know it, without what cannot be; what that was is tried first the next time."""
        drawn, found = mended(system, self.known_to(system, state, viewer), draw, self._troubles)
        if found.troubles:
            self._troubles = tuple(one.path for one in found.troubles)
        return drawn, found

    def deeds(self, system: System, state: Any, viewer: Viewer) -> tuple[Deed, ...]:
        """What a viewer can do."""
        if system.deeds is None:
            return ()
        sight = self._of(system, state)
        if viewer not in sight.open:
            deeds = system.deeds
            sight.open[viewer] = self.drawn(system, state, viewer, lambda known: deeds(known, viewer))[0]
        return sight.open[viewer]


_ENDS = (b",", b"]", b"}")
"""What stands behind a text that is no key."""


def _keys(thing: Any) -> Iterator[Any]:
    """The keys of all mappings in a state."""
    if isinstance(thing, msgspec.Struct):
        inside: Iterable[Any] = (getattr(thing, name) for name in thing.__struct_fields__)
    elif isinstance(thing, Mapping):
        yield from thing
        inside = thing.values()
    else:
        inside = thing if isinstance(thing, list | tuple | frozenset) else ()
    for one in inside:
        yield from _keys(one)


def knows(system: System, memory: Memory, seat: Seat, shared: Redactions | None = None) -> frozenset[str] | None:
    """The actors that a seat may know of; None where it may know of everybody."""
    if seat.gm:
        return None
    viewer = seat.viewer(memory.settings.numbers)
    if system.redact is not None:
        return (shared or Redactions()).there(system, memory.state, viewer)
    return None if system.knows is None else frozenset(system.knows(memory.state, viewer))
