"""The names that a server answers to: on the loopback only its own, so that no page of another site can point its name here.

An address in figures is always the caller's own doing; a name may be anybody's, who lets it lead to this machine (DNS rebinding).
Anyone who serves to the world is reached by names that only she knows: then every name holds, unless she says which (`--name`).
"""

import re
from collections.abc import Collection, Iterable
from ipaddress import ip_address

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Receive, Scope, Send

OWN = ("localhost", "localhost.localdomain")
NAME = re.compile(r"[a-z0-9.-]{1,253}")
HOST = re.compile(r"(?:\[[0-9a-f:.]{2,45}\]|[^\s:/\\@?#\[\]\x00-\x1f]{0,253})(?::(\d{0,5}))?")
"""A Host header as it may be: a name or an address, and a port."""

PORTS = 65_535
UNREADABLE, MISDIRECTED = 400, 421
SERVED = (ScopeType.HTTP, ScopeType.WEBSOCKET)


class Named:
    """An application that is reached by its names alone (None: by any that is one)."""

    def __init__(self, app: ASGIApp, names: Collection[str] | None) -> None:
        self._app, self._names = app, None if names is None else frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve who knows its name; refuse everybody else."""
        strange = self._strange(scope["headers"]) if scope["type"] in SERVED else None
        if strange is None:
            await self._app(scope, receive, send)
        else:
            await _refuse(scope, receive, send, strange)

    def _strange(self, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
        """A name that is not ours; who sends two is strange if one is."""
        told = (value.decode("latin-1").strip().lower() for name, value in headers if name == b"host")
        return next((host for host in told if not (is_host(host) and self._mine(host))), None)

    def _mine(self, host: str) -> bool:
        return self._names is None or answers_to(host, self._names)


def is_host(host: str) -> bool:
    found = HOST.fullmatch(host)
    return found is not None and int(found[1] or 0) <= PORTS


def names_of(host: str, told: Iterable[str]) -> tuple[str, ...] | None:
    """The names that a server on this address has; None: every name."""
    mine = tuple(told)
    if mine or _is_loopback(host):
        return (*OWN, host, *mine)
    return None


def answers_to(host: str, names: Collection[str]) -> bool:
    """Whether a Host header is an address in figures or one of these names; none at all is no browser's."""
    name = _bare(host)
    return not name or _is_address(name) or name in names or name.endswith(".localhost")


def _bare(host: str) -> str:
    """A Host header without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return host in OWN or (_is_address(host) and ip_address(host).is_loopback)


async def _refuse(scope: Scope, receive: Receive, send: Send, host: str) -> None:
    """Say under which name nobody is here, and what would be right."""
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": "unknown host"})
        return
    shown = _bare(host) if NAME.fullmatch(_bare(host)) else "?"
    text = (
        f"这台服务器不叫「{shown}」。若这是你的名字，请用 ludex serve --name {shown} 启动。\n"
        f"This server does not go by “{shown}”. If that is its name, start it with: ludex serve --name {shown}\n"
    )
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"x-content-type-options", b"nosniff")]
    status = MISDIRECTED if is_host(host) else UNREADABLE
    await send(HTTPResponseStartEvent(type="http.response.start", status=status, headers=headers))
    await send({"type": "http.response.body", "body": text.encode(), "more_body": False})
