"""Exactly once: what a client asks for carries the client's own number, and what is asked again is answered and not done again.

The number travels beside the call (a context variable, so that it belongs to one request and to nothing else), and is written
into the entry that the request leads to. A table remembers which entry the last requests of every seat led to.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import msgspec

from ludex.core.errors import RuleError

LONGEST = 80
REMEMBERED = 1000
"""So many requests back a repetition is known as one."""

_current: ContextVar[str] = ContextVar("request", default="")


@contextmanager
def asked_as(request: str) -> Iterator[None]:
    """Whatever is written inside belongs to this request."""
    if len(request) > LONGEST or not request.isprintable():
        raise RuleError("bad_request", limit=LONGEST)
    token = _current.set(request)
    try:
        yield
    finally:
        _current.reset(token)


def current_request() -> str:
    """The number of the request that is being served; empty if it has none."""
    return _current.get()


class Requests(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which entry a request led to, newest last."""

    entries: dict[str, int] = {}

    def after(self, seat: str, request: str, n: int) -> "Requests":
        """One more."""
        known = {**self.entries, f"{seat} {request}": n}
        if len(known) > 2 * REMEMBERED:
            known = dict(list(known.items())[-REMEMBERED:])
        return Requests(known)

    def entry(self, seat: str, request: str) -> int:
        """The entry that a seat's request led to; 0 if it is new."""
        return self.entries.get(f"{seat} {request}", 0) if request else 0
