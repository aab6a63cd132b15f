"""How long a test waits for another process, a socket or a page before it gives up: far longer than the slowest machine needs, so that it
ends a test which hangs and says nothing about speed."""

import asyncio
from collections.abc import Callable
from time import monotonic

import httpx
from websockets.asyncio.client import connect

LONG = 300.0
"""Seconds."""


def unhurried() -> None:
    """Let the clients that tests use wait as long, where a test does not say how long: by themselves they give up after five seconds."""
    for call in (httpx.Client.__init__, httpx.AsyncClient.__init__, httpx.get, httpx.post, httpx.request):
        _given(call)["timeout"] = httpx.Timeout(LONG)
    _given(connect.__init__).update(open_timeout=LONG, ping_timeout=LONG, close_timeout=LONG)


def _given(call: Callable[..., object]) -> dict[str, object]:
    """What a call is given where nobody says otherwise."""
    assert call.__kwdefaults__ is not None
    return call.__kwdefaults__


async def until(holds: Callable[[], object], pause: float = 0.02) -> None:
    """Wait until something holds."""
    end = monotonic() + LONG
    while not holds():
        assert monotonic() < end, "it never came"
        await asyncio.sleep(pause)
