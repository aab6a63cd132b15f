"""Seats: who sits at the table, what they hold, and what they may do. One module decides."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from time import monotonic

import msgspec

from ludex.core import principals
from ludex.core.deeds import ANYONE, GM_ONLY
from ludex.core.errors import RuleError
from ludex.core.principals import EVERYBODY, HOST, OBSERVER, PLAYER, Viewer, Who, actor

ROLES = (HOST, PLAYER, OBSERVER)


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place at the table. It is held by the person who has its secret link."""

    id: str
    role: str
    name: str
    controls: tuple[str, ...] = ()

    @property
    def gm(self) -> bool:
        """Whether this seat is above the rules."""
        return self.role == HOST

    def viewer(self, numbers: str = "open") -> Viewer:
        """This seat as systems know it, at a table that shows so much of NPCs' numbers."""
        return Viewer(self.role, self.controls, "open" if self.gm else numbers)


def new_secret() -> str:
    return secrets.token_urlsafe(18)


def hash_of(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def free_seat(role: str, taken: tuple[str, ...]) -> str:
    """The first id of a role that no seat has or had."""
    number = 1
    while f"{role}{number}" in taken:
        number += 1
    return f"{role}{number}"


def check_gm(seat: Seat) -> None:
    """Refuse what only the GM may do; who watches does nothing at all."""
    check_plays(seat)
    if not seat.gm:
        raise RuleError("gm_only")


def check_plays(seat: Seat) -> None:
    """Refuse what those who watch do not do."""
    if seat.role == OBSERVER:
        raise RuleError("observers_watch")


def check_role(role: str) -> None:
    if role not in ROLES:
        raise RuleError("unknown_role", role=role, roles=list(ROLES))


def may_use(seat: Seat, who: str) -> bool:
    """Whether a seat may use a command that is for `who`."""
    if seat.gm or who == ANYONE:
        return True
    return who != GM_ONLY and seat.role == PLAYER


def check_acts_for(seat: Seat, actor: str, typed: Sequence[int] = ()) -> None:
    """Refuse acting for somebody else's character; and typing faces for her dice, which belong to the one who rolls them."""
    if actor and not seat.gm and actor not in seat.controls:
        if typed:
            raise RuleError("not_your_dice", left=list(typed))
        raise RuleError("not_yours", actor=actor, controls=list(seat.controls))


def reads(seat: Seat, audience: tuple[Who, ...]) -> bool:
    """Whether something written down is for a seat: what is somebody's own is not even the GM's."""
    own = principals.seat(seat.id) in audience
    return own or EVERYBODY in audience or (seat.gm and principals.GM in audience)


def hears(seat: Seat, audience: tuple[Who, ...], speaker: str) -> bool:
    """Whether a seat belongs to an audience; the GM and the speaker always do. No speaker: nobody is told as one, a seat without id neither."""
    if EVERYBODY in audience or seat.gm or (speaker and seat.id == speaker):
        return True
    return principals.seat(seat.id) in audience or any(actor(one) in audience for one in seat.controls)


LIFE = 900.0
MOST = 50
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class Codes:
    """The codes of one table. They live in memory: after a restart one asks for another."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._open: dict[str, tuple[str, float]] = {}

    def issue(self, seat: str) -> str:
        code = "".join(secrets.choice(_LETTERS) for _ in range(8))
        self._open[code] = (seat, self._clock() + LIFE)
        while len(self._open) > MOST:
            del self._open[next(iter(self._open))]
        return code

    def redeem(self, code: str) -> str | None:
        """The seat that a code was issued for, once."""
        found = self._open.pop(code.strip().upper(), None)
        return found[0] if found is not None and self._clock() <= found[1] else None

    def knows(self, code: str) -> bool:
        """Whether a code is good; it stays so."""
        found = self._open.get(code.strip().upper())
        return found is not None and self._clock() <= found[1]
