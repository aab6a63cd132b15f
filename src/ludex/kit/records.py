"""Records and events: the frozen data that a system is made of. An event says itself what it changes.

    class Burnt(Event[State]):
        who: str
        oil: int = 1

        def apply(self, state: State) -> State:
            return changed(state, self.who, oil=person(state, self.who).oil - self.oil)

An event never refuses and asks nobody: whether it may happen is decided before it happens.
"""

import re
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, cast, dataclass_transform

import msgspec

from ludex.core import asks

S = TypeVar("S")


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class _Frozen(msgspec.StructMeta):
    """Makes records frozen without each of them saying so."""


class Record(msgspec.Struct, metaclass=_Frozen, frozen=True, forbid_unknown_fields=True):
    """Frozen data with named, typed fields. Fields that it does not have are refused, wherever it is read."""


class Nothing(Record):
    """The input of a deed that needs to know nothing."""


def _past(name: str) -> str:
    """`ScarBurnt` as the log writes it: `scar_burnt`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(Record, Generic[S], tag=_past):
    """Something that has happened, and what it makes of the state. Called by a past participle."""

    def apply(self, state: S) -> S:
        """The state after it."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it changes")


async def happen(event: Event[S]) -> S:
    """Make an event true; the state after it comes back, and nothing but that state is to be used from then on."""
    return cast("S", await asks.happen(event))


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
