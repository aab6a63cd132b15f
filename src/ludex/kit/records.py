"""Records: the frozen data that a system is made of, the fold of its events, and plain data laid over it (`given.people.an = { hand = 3 }`)."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from ludex.core.bounds import converted
from ludex.core.events import Event, Frozen
from ludex.core.plain import Plain, Written
from ludex.core.system import Arrange

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


def laying(kind: type[msgspec.Struct]) -> Arrange:
    """How records given inline (vectors, imports, the API) are laid over a state of this kind; tables are joined by their keys."""
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}

    def arrange(state: Any, given: Plain) -> tuple[Any, Plain]:
        base = kind() if state is None else state
        laid = {name: converted(given[name], types[name], name) for name in types if name in given}
        joined = {name: _joined(getattr(base, name), value) for name, value in laid.items()}
        rest = {name: value for name, value in given.items() if name not in types}
        return msgspec.structs.replace(base, **joined), rest

    return arrange


def _joined(before: Written, value: Written) -> Written:
    return {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value
