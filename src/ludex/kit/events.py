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


class Counted(Event[Crowd]):
    """A number on somebody's sheet went up or down. It stops at `floor`."""

    who: str
    what: str
    by: int
    floor: int = 0

    def apply(self, state: Crowd) -> Crowd:
        """The state with the new number."""
        return changed(
            state, self.who, **{self.what: max(self.floor, getattr(person(state, self.who), self.what) + self.by)}
        )


class Gained(Event[Crowd]):
    """A list on somebody's sheet has one more in it."""

    who: str
    what: str
    value: str

    def apply(self, state: Crowd) -> Crowd:
        """The state with the longer list."""
        return changed(state, self.who, **{self.what: (*getattr(person(state, self.who), self.what), self.value)})


class Lost(Event[Crowd]):
    """A list on somebody's sheet no longer has something in it."""

    who: str
    what: str
    value: str

    def apply(self, state: Crowd) -> Crowd:
        """The state with the shorter list."""
        held = list(getattr(person(state, self.who), self.what))
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
