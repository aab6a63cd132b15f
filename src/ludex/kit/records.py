"""Records: the frozen data that a system is made of, and the fold of its events."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from ludex.core.events import Event, Frozen

S = TypeVar("S")


class Record(msgspec.Struct, metaclass=Frozen, frozen=True, forbid_unknown_fields=True):
    """Frozen data with named, typed fields. Fields that it does not have are refused, wherever it is read."""


class Nothing(Record):
    """The input of a deed that needs to know nothing."""


def folding(events: Sequence[type[Event[S]]]) -> Callable[[S, Event[S]], S]:
    """The fold of these events. One that the manifest does not list is an error, because no log could be read with it."""
    known = frozenset(events)

    def fold(state: S, event: Event[S]) -> S:
        name = type(event).__name__
        if type(event) not in known:
            raise TypeError(f"{name} is not among the events of the manifest: add it to events=(…)")
        after = event.apply(state)
        if not isinstance(after, type(state)):
            raise TypeError(
                f"{name}.apply gives {type(after).__name__}, not {type(state).__name__}: does it return it?"
            )
        return after

    return fold
