"""People at the table: a state keeps them by id in `people`, and each has a `name`. Who is no player's character has `npc` true.

class State(Record):
    people: dict[str, Person] = {}
"""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from ludex.core.errors import RuleError
from ludex.core.terms import Term

P = TypeVar("P", bound=msgspec.Struct)
P_co = TypeVar("P_co", bound=msgspec.Struct, covariant=True)
S = TypeVar("S", bound="Peopled[msgspec.Struct]")


class Peopled(Protocol[P_co]):
    """A state with people in it."""

    @property
    def people(self) -> Mapping[str, P_co]: ...


Crowd = Peopled[msgspec.Struct]
"""A state with people of whatever kind."""


def person(state: Peopled[P], who: str) -> P:
    """Somebody by id, or a refusal that names who is there."""
    found = state.people.get(who)
    if found is None:
        raise RuleError("unknown_actor", actor=who, actors=[name_of(one) for one in state.people.values()])
    return found


def changed(state: S, who: str, **changes: Any) -> S:
    """The state with somebody changed."""
    return joined(state, who, msgspec.structs.replace(person(state, who), **changes))


def joined(state: S, who: str, newcomer: msgspec.Struct) -> S:
    """The state with somebody in it, new or in place of who had that id."""
    return replaced(state, people={**state.people, who: newcomer})


def parted(state: S, who: str) -> S:
    """The state without somebody."""
    return replaced(state, people={held: one for held, one in state.people.items() if held != who})


R = TypeVar("R")


def replaced(record: R, **changes: Any) -> R:
    """A record with other values in some of its fields."""
    return msgspec.structs.replace(record, **changes)  # type: ignore[type-var]


def free_id(state: Crowd, name: str) -> str:
    """An id for a newcomer: the name, numbered where it is taken."""
    taken, number, found = state.people, 1, name
    while found in taken:
        number += 1
        found = f"{name}{number}"
    return found


def name_of(one: Any) -> str:
    """What somebody is called."""
    return str(one.name)


def score(one: msgspec.Struct, term: Term) -> int:
    """The number on somebody's sheet that is called like a word of the rulebook."""
    return int(getattr(one, term.value))


def seen(state: Peopled[P]) -> dict[str, P]:
    """Everybody whom the whole table knows of."""
    return {who: one for who, one in state.people.items() if not is_unseen(one)}


def is_npc(one: msgspec.Struct) -> bool:
    """Whether somebody is the GM's."""
    return bool(getattr(one, "npc", False))


def is_unseen(one: msgspec.Struct) -> bool:
    """Whether nobody but the GM and the one who holds her knows of somebody yet."""
    return bool(getattr(one, "unseen", False))
