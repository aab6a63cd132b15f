"""Whom a name means where several may be meant: a side, a party, everybody, or all whose names begin so."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.table.seats import Seat

if TYPE_CHECKING:
    from ludex.desk.desk import Desk

EVERYONE = ("全体", "all", "所有人")
"""Names for all players' characters."""


def group(desk: "Desk", name: str, everybody: str = "") -> tuple[str, ...]:
    """Everybody who is meant by a name; where neither the deed (`everybody`) nor the system says anything else, all are all players' characters."""
    name = everybody if everybody and folded(name) in EVERYONE else name
    groups = desk.table.system.groups(desk.state) if desk.table.system.groups else {}
    found = next((members for called, members in groups.items() if folded(called) == folded(name)), None)
    if found is None and folded(name) in EVERYONE:
        return desk.table.memory.played
    return found if found is not None else _begun(desk, name)


def is_group(desk: "Desk", name: str) -> bool:
    """Whether a name means several, however many they are."""
    groups = desk.table.system.groups(desk.state) if desk.table.system.groups else {}
    if folded(name) in (*EVERYONE, *map(folded, groups)):
        return True
    try:
        return len(_begun(desk, name)) > 1
    except RuleError:  # nobody, or one of several who share a name
        return False


def _begun(desk: "Desk", name: str) -> tuple[str, ...]:
    """One actor by name, or all whose names begin so where nobody is called just that."""
    try:
        return (desk.actor(name),)
    except RuleError as error:
        found = desk.all_named(name) if error.code == "which_actor" else ()
        if not found or any(folded(desk.actors()[one]) == folded(name) for one in found):
            raise
        return found


def told_apart(actors: Mapping[str, str], seats: Iterable[Seat]) -> Mapping[str, str]:
    """Everybody's name; those who share one have their player's behind it, else their id."""
    if len(set(actors.values())) == len(actors):
        return actors
    shared = Counter(actors.values())
    players = {who: seat.name for seat in seats if not seat.gm for who in seat.controls}
    return {who: name if shared[name] == 1 else f"{name}（{players.get(who) or who}）" for who, name in actors.items()}


def first_own(found: tuple[str, ...], actors: Mapping[str, str], controls: Iterable[str]) -> tuple[str, ...]:
    """Of several who share one name, one's own comes first."""
    if len(found) == 1:
        return found
    own = tuple(set(found).intersection(controls))
    return own if len(own) == 1 and len({actors[who] for who in found}) == 1 else found
