"""Codes by which somebody on another platform shows that a seat is hers: short, good for one use and a quarter of an hour."""

import secrets
from collections.abc import Callable
from time import monotonic

LIFE = 900.0
MOST = 50
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class Codes:
    """The codes of one table. They live in memory: after a restart one asks for another."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._open: dict[str, tuple[str, float]] = {}

    def issue(self, seat: str) -> str:
        """A new code for a seat; the oldest go when there are many."""
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
