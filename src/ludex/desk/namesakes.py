"""Names for people, ids for the table: how those who share a name are told apart."""

from collections import Counter
from collections.abc import Iterable, Mapping

from ludex.table.seats import Seat


def told_apart(actors: Mapping[str, str], seats: Iterable[Seat]) -> dict[str, str]:
    """Everybody's name; those who share one have their player's behind it, else their id."""
    shared = Counter(actors.values())
    players = {who: seat.name for seat in seats if not seat.gm for who in seat.controls}
    return {who: name if shared[name] == 1 else f"{name}（{players.get(who) or who}）" for who, name in actors.items()}


def first_own(found: tuple[str, ...], actors: Mapping[str, str], controls: Iterable[str]) -> tuple[str, ...]:
    """Of several who share one name, one's own comes first."""
    own = tuple(who for who in found if who in tuple(controls))
    return own if len(own) == 1 and len({actors[who] for who in found}) == 1 else found
