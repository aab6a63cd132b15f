"""Events that most sheets need: somebody comes and goes, is seen, has more or less of something.

    class Came(Joined[State, Person]):
        \"\"\"Somebody is here.\"\"\"

What is worth telling in its own words is an event of the system's own.
"""

from typing import Any, Generic, Self, TypeVar

import msgspec

from ludex.kit.people import Crowd, changed, free_id, joined, name_of, parted, person
from ludex.kit.records import Event

P = TypeVar("P", bound=msgspec.Struct)
S = TypeVar("S", bound=Crowd)


class Joined(Event[S], Generic[S, P]):
    """Somebody is here, new or as she is described now. A system makes it its own, so that it says who can come."""

    who: str
    person: P

    @classmethod
    def new(cls, state: S, newcomer: P) -> Self:
        """A newcomer joins, by an id that is still free."""
        return cls(free_id(state, name_of(newcomer)), newcomer)

    def apply(self, state: S) -> S:
        """The state with her in it."""
        return joined(state, self.who, self.person)


class Parted(Event[Crowd]):
    """Somebody is here no more."""

    who: str

    def apply(self, state: Crowd) -> Crowd:
        """The state without her."""
        return parted(state, self.who)


H = TypeVar("H", int, tuple[str, ...])
_KINDS = {int: "number", tuple: "list (a tuple)"}


def _held(event: Event[Crowd], one: msgspec.Struct, what: str, kind: type[H]) -> H:
    """What stands in a field of somebody's sheet; a field that is no such thing is named, with those that are."""
    held = {name: getattr(one, name) for name in one.__struct_fields__}
    fields = [name for name, value in held.items() if isinstance(value, kind) and not isinstance(value, bool)]
    if what in fields:
        found: H = held[what]
        return found
    raise TypeError(
        f"{type(event).__name__}: {what!r} is no {_KINDS[kind]} of {type(one).__name__}; there are {', '.join(fields)}"
    )


class Counted(Event[Crowd]):
    """A number on somebody's sheet went up or down. It stops at `floor`."""

    who: str
    what: str
    by: int
    floor: int = 0

    def apply(self, state: Crowd) -> Crowd:
        """The state with the new number."""
        held = _held(self, person(state, self.who), self.what, int)
        return changed(state, self.who, **{self.what: max(self.floor, held + self.by)})


class Gained(Event[Crowd]):
    """A list on somebody's sheet has one more in it."""

    who: str
    what: str
    value: str

    def apply(self, state: Crowd) -> Crowd:
        """The state with the longer list."""
        held = _held(self, person(state, self.who), self.what, tuple)
        return changed(state, self.who, **{self.what: (*held, self.value)})


class Lost(Event[Crowd]):
    """A list on somebody's sheet no longer has something in it."""

    who: str
    what: str
    value: str

    def apply(self, state: Crowd) -> Crowd:
        """The state with the shorter list."""
        held = list(_held(self, person(state, self.who), self.what, tuple))
        if self.value not in held:
            raise ValueError(f"Lost: {self.value!r} is not in {self.what!r}: look before you let it happen")
        held.remove(self.value)
        return changed(state, self.who, **{self.what: tuple(held)})


class Revealed(Event[Crowd]):
    """Somebody unseen is seen."""

    who: str

    def apply(self, state: Crowd) -> Crowd:
        """The state in which everybody knows of her."""
        return changed(state, self.who, unseen=False)


COMMON: tuple[type[Event[Any]], ...] = (Parted, Counted, Gained, Lost, Revealed)
"""Events that every system of the kit knows."""
