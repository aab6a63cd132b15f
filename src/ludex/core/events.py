"""Events: what became true, how the state is after it, and how it is told.

    class Wounded(Event[State]):
        \"\"\"Damage reached a body.\"\"\"

        who: Somebody
        points: int
        why: Total | None = None

        def apply(self, state: State) -> State:
            return state.changed(self.who, hurt)

        def tell(self, seen: Seen) -> Lines:
            yield effect("events.wounded", who=seen.name(self.who), points=self.points)

An event is written into the log under its own name (`Wounded` is `wounded`). It never refuses and asks nobody: whether it may happen is
decided before it happens. It tells itself to one viewer at a time, from what it holds and from what that viewer knows of those whom it
names (`Seen`, made by the system from redacted states): nobody compares two states to find out what happened.
"""

import re
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any, Generic, Self, TypeVar, cast, dataclass_transform

import msgspec

from ludex.core import asks
from ludex.core.explain import Total
from ludex.core.say import Label, say
from ludex.core.view import Delta, EventLine, Role

S = TypeVar("S")
Lines = Iterable[EventLine]
"""What an event says to one viewer."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.StructMeta):
    """Makes structs frozen without each of them saying so."""


def tag_of(name: str) -> str:
    """`ScarBurnt` as the log writes it: `scar_burnt`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(msgspec.Struct, Generic[S], metaclass=Frozen, frozen=True, forbid_unknown_fields=True, tag=tag_of):
    """Something that has happened. Called by a past participle."""

    def apply(self, state: S) -> S:
        """Return the state after it."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it changes")

    def as_recorded(self, state: S) -> Self:  # noqa: ARG002
        """Return it with what only its moment knows (what a number was), from the state in which it happens; by default as it is."""
        return self

    def as_followed(self, before: S, after: S) -> Self:  # noqa: ARG002
        """Return it with what followed from it (who fell by it), from the states on both sides of it; by default as it is. Nothing of that changes the state."""
        return self

    def tell(self, seen: Any) -> Lines:  # noqa: ARG002
        """Return what one viewer is told of it; nothing where it only keeps the books and nobody asks."""
        return ()


class Untold(Event[S]):
    """Something that tells nothing of its own: the title or the sentence of its deed says it (a scene opened, ground laid), or it only keeps the
    books (points spent, a turn over) and nobody asks.
    """


async def happen(event: Event[S]) -> S:
    """Make an event true; the state after it comes back, and nothing but that state is to be used from then on."""
    return cast("S", await asks.happen(event))


def applied(state: S, event: Event[S]) -> S:
    """The fold of every system whose events apply themselves."""
    return event.apply(state)


def events_of(*modules: ModuleType) -> Any:
    """The union of all events that these modules define, as the log's reader wants it."""
    found = [one for module in modules for one in vars(module).values() if _is_event(module, one)]
    return reduce(or_, found)


def _is_event(module: ModuleType, one: object) -> bool:
    return (
        isinstance(one, type) and issubclass(one, Event) and one.__module__ == module.__name__ and "apply" in dir(one)
    )


def told_by(events: Iterable[Event[Any]], seen: object) -> tuple[EventLine, ...]:
    """What one viewer is told of an act's events, in their order; the same line is not told twice."""
    return tuple(dict.fromkeys(_told(events, seen)))


def _told(events: Iterable[Event[Any]], seen: object) -> Iterator[EventLine]:
    for event in events:
        yield from event.tell(seen)


def headline(key: str, /, *, peak: int = 0, **facts: Any) -> EventLine:
    """What people retell: struck, felled, found, broke. `peak`: how much it matters to who was not there (5: a death)."""
    return EventLine(say(key, **facts), Role.HEADLINE, peak=peak)


def effect(key: str, /, *, moved: Delta | None = None, **facts: Any) -> EventLine:
    """What changed by it, with the number that moved where one did."""
    return EventLine(say(key, **facts), Role.EFFECT, moved)


def cost(key: str, /, *, moved: Delta | None = None, **facts: Any) -> EventLine:
    """What was paid for it."""
    return EventLine(say(key, **facts), Role.COST, moved)


def books(key: str, /, **facts: Any) -> EventLine:
    """What only runs the table: turns, clocks, lapses."""
    return EventLine(say(key, **facts), Role.BOOKS)


def change(
    who: str, what: Label, by: int, *, now: int | None = None, top: int | None = None, why: Total | None = None
) -> Delta:
    """A number of somebody's that moved, with its reasons."""
    return Delta(who, what, by, now, top, why)
