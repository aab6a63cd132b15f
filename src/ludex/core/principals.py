"""Who is who: actors, seats and roles are different kinds of principals, and a name is never an identity.

A principal is written with its kind (`actor:an`, `seat:player1`, `role:gm`), on the wire and in the log alike, so that a
character who is called `gm` neither hears nor answers for the GM.
"""

from typing import NewType

import msgspec

Who = NewType("Who", str)
"""Somebody who can be asked or told: an actor, a seat or a role, with its kind."""

ACTOR, SEAT, ROLE, ANY = "actor", "seat", "role", "any"
HOST, PLAYER, OBSERVER = "gm", "player", "observer"
"""The roles of seats."""


def actor(name: str) -> Who:
    """A character or creature of the game, by its id."""
    return Who(f"{ACTOR}:{name}")


def any_of(*names: str) -> Who:
    """Several actors who are asked as one: anyone who holds one of them may answer, and the first answer counts."""
    return actor(names[0]) if len(names) == 1 else Who(f"{ANY}:{','.join(names)}")


def seat(name: str) -> Who:
    """A person's place at the table, by its id."""
    return Who(f"{SEAT}:{name}")


def role(name: str) -> Who:
    """Everybody of a role."""
    return Who(f"{ROLE}:{name}")


GM = role(HOST)
"""The person asked where the rulebook says GM, MC or storyteller."""

TABLE = role("table")
"""What happens by itself is done by the table."""

EVERYBODY = role("all")
"""The audience of what is no secret."""


def is_actor(who: Who) -> bool:
    return who.startswith(f"{ACTOR}:")


def actor_of(who: Who) -> str:
    """The id of the actor that it is; empty if it is no actor."""
    return who.partition(":")[2] if is_actor(who) else ""


def actors_of(who: Who) -> tuple[str, ...]:
    """The ids of the actors that are asked, one or several; none if it is no actor."""
    if who.startswith(f"{ANY}:"):
        return tuple(who.partition(":")[2].split(","))
    return (actor_of(who),) if is_actor(who) else ()


def seat_of(who: Who) -> str:
    """The id of the seat that it is; empty if it is no seat."""
    return who.partition(":")[2] if who.startswith(f"{SEAT}:") else ""


class Viewer(msgspec.Struct, frozen=True):
    """Who looks: the GM sees everything, a player what the system shows to the actors in `controls`, an observer the rest.

    `numbers`: how much of NPCs' numbers this table shows to players (`hidden`, `bands`, `open`).
    """

    role: str = HOST
    controls: tuple[str, ...] = ()
    numbers: str = "open"

    @property
    def gm(self) -> bool:
        return self.role == HOST

    @property
    def player(self) -> bool:
        """Whether it is a player, with a character or still without one."""
        return self.role == PLAYER
