"""Every node takes every request: what is about a table that lives elsewhere is passed on to its node, and the answer back.

Requests and live pages alike. A node that does not answer is waited for as long as its lease lasts: then the table is taken over
and served here. Nothing is sent twice: only a request that never reached its node is tried again.
"""

import asyncio
import re
import secrets
from collections.abc import Coroutine, Iterable
from contextlib import suppress

import httpx
import structlog
import websockets
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from ludex.fronts.asgi import answer, whole
from ludex.fronts.connections import KNOWN
from ludex.fronts.web.gate.security import BODY
from ludex.store.leases import Node, Shared
from ludex.store.port import Failed
from ludex.table.seats import hash_of

_SECRET = re.compile(r"^/t/([\w-]{10,64})(?:/|$)")
RELAYED = b"x-ludex-relayed"
"""Marks what was passed on, with the key of those who share a store: it is served where it arrives, so that nothing goes round in circles."""

FOR = b"x-ludex-relayed-for"
"""The address that it came from."""

ALONE = {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"content-length", b"te", b"trailer"}
"""Headers that belong to one connection."""

AWAY = (503, [(b"retry-after", b"1")], b"")
"""The table is on its way to another node: ask again."""

SERVED = (ScopeType.HTTP, ScopeType.WEBSOCKET)
Headers = list[tuple[str, str]]


class Relay:
    """The application with its neighbours."""

    def __init__(self, app: ASGIApp, store: Shared, key: str) -> None:
        self.app = app
        self.store = store
        self.key = key
        self._client: httpx.AsyncClient | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve here, or pass on."""
        if scope["type"] in SERVED:
            self._believe(scope)
        holder = await self._neighbour(scope) if scope["type"] in SERVED else None
        if holder is None:
            await self.app(scope, receive, send)
            return
        scope.setdefault("state", {})[KNOWN] = True
        if scope["type"] == ScopeType.HTTP:
            await self._pass_on(scope, receive, send, holder)
        else:
            await self._pass_live(scope, receive, send, holder)

    @property
    def client(self) -> httpx.AsyncClient:
        """The way to the neighbours, made when it is first needed: most workers never do."""
        if self._client is None:
            self._client = httpx.AsyncClient(timeout=httpx.Timeout(30, connect=1), follow_redirects=False)
        return self._client

    def _believe(self, scope: Scope) -> None:
        """Somebody whose request a neighbour passed on comes from where that says: he has the key."""
        told = {name: value for name, value in scope["headers"] if name in (RELAYED, FOR)}
        if FOR in told and secrets.compare_digest(told.get(RELAYED, b""), self.key.encode()):
            scope["client"] = (told[FOR].decode("latin-1"), 0)

    async def _neighbour(self, scope: Scope) -> Node | None:
        """The other node at which the table of a request lives; None where it is served here."""
        if any(name == RELAYED for name, _ in scope["headers"]):
            return None
        secret = _secret(scope)
        try:
            found = await self.store.seat(hash_of(secret)) if secret else None
            holder = await self.store.holder(found[0]) if found else None
        except Failed:
            return None  # the application says what is wrong
        return None if holder is None or holder.name == self.store.node.name or not holder.address else holder

    async def _pass_on(self, scope: HTTPScope, receive: Receive, send: Send, holder: Node) -> None:
        body = await whole(receive, BODY)
        headers = [*_kept(scope["headers"]), (RELAYED.decode(), self.key), *_for(scope)]
        for _ in range(self._patience()):
            try:
                asked = self.client.request(
                    scope["method"], f"{holder.address}{_target(scope)}", headers=headers, content=body
                )
                found = await self._while_held(scope, holder, asked)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                await asyncio.sleep(0.25)
                if (now := await self._neighbour(scope)) is None:
                    return await self.app(scope, _again(body), send)
                holder = now
            except httpx.HTTPError as error:
                structlog.get_logger().warning("relay_failed", node=holder.name, problem=str(error))
                return await _answer(send, 502, [], b"")
            else:
                if found is None:
                    return await _answer(send, *AWAY)
                return await _answer(send, found.status_code, found.headers.raw, found.content)
        return await _answer(send, *AWAY)

    async def _while_held(
        self, scope: HTTPScope, holder: Node, asked: Coroutine[None, None, httpx.Response]
    ) -> httpx.Response | None:
        """The answer of a node, waited for as long as the table lives there: a host that is cut off never says that it is gone.

        None: it lives there no more. What was asked may have been done before, so the one who asked asks again with the same number.
        """
        asking = asyncio.ensure_future(asked)
        while not (await asyncio.wait({asking}, timeout=self.store.lease / 2))[0]:
            if await self._neighbour(scope) != holder:
                asking.cancel()
                return None
        return await asking

    def _patience(self) -> int:
        """How often a node is tried before its lease must be over."""
        return int(self.store.lease * 4) + 8

    async def _pass_live(self, scope: Scope, receive: Receive, send: Send, holder: Node) -> None:
        address = re.sub(r"^http", "ws", holder.address) + _target(scope)
        origin, headers = _origin(scope, holder), [(RELAYED.decode(), self.key), *_for(scope)]
        headers += [
            (n, v)
            for n, v in _kept(scope["headers"])
            if not n.startswith(("sec-websocket", "origin", "user-agent", "host"))
        ]
        await receive()  # the page wants to connect
        try:
            async with connect(
                address,
                origin=origin,
                additional_headers=headers,
                max_size=None,
                open_timeout=2,
                ping_interval=self.store.lease,
                ping_timeout=self.store.lease,
                user_agent_header=None,
            ) as far:
                await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
                await _both(receive, send, far)
        except (OSError, TimeoutError, websockets.WebSocketException) as error:
            structlog.get_logger().warning("relay_failed", node=holder.name, problem=str(error))
        with suppress(Exception):
            await send({"type": "websocket.close", "code": 1012, "reason": "the table moves"})

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()


def _secret(scope: Scope) -> str:
    """The link that a request is about: in its address, or as its token."""
    if found := _SECRET.match(scope["path"]):
        return found[1]
    token = next((value for name, value in scope["headers"] if name == b"authorization"), b"").decode("latin-1")
    return token.removeprefix("Bearer ").strip()


def _origin(scope: Scope, holder: Node) -> Origin | None:
    """Where a page says that it comes from: this node's own pages count as the other's."""
    said = {name: value.decode("latin-1") for name, value in scope["headers"] if name in (b"origin", b"host")}
    if (origin := said.get(b"origin")) is None:
        return None
    return Origin(holder.address if origin.partition("://")[2] == said.get(b"host") else origin)


def _target(scope: Scope) -> str:
    raw = scope.get("raw_path") or scope["path"].encode()
    query = scope.get("query_string") or b""
    return (raw + (b"?" + query if query else b"")).decode("latin-1")


def _kept(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    mine = {*ALONE, FOR}
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers if name.lower() not in mine]


def _for(scope: Scope) -> Headers:
    client = scope.get("client")
    return [(FOR.decode(), client[0])] if client else []


def _again(body: bytes) -> Receive:
    """A request's body once more, for the application here."""
    sent = False

    async def receive() -> HTTPReceiveMessage:
        nonlocal sent
        if sent:
            await asyncio.sleep(3600)
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def _answer(send: Send, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes) -> None:
    dropped = {*ALONE, b"content-encoding"}
    await answer(send, status, [(name, value) for name, value in headers if name.lower() not in dropped], body)


async def _both(receive: Receive, send: Send, far: ClientConnection) -> None:
    """Pass messages both ways until one side ends."""
    here, there = asyncio.create_task(_outward(receive, far)), asyncio.create_task(_inward(send, far))
    _, left = await asyncio.wait({here, there}, return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()
    await asyncio.gather(here, there, return_exceptions=True)


async def _outward(receive: Receive, far: ClientConnection) -> None:
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        if message["type"] == "websocket.receive":
            text, data = message.get("text"), message.get("bytes")
            await far.send(text if text is not None else data or b"")


async def _inward(send: Send, far: ClientConnection) -> None:
    with suppress(websockets.ConnectionClosed):
        async for said in far:
            text, data = (said, None) if isinstance(said, str) else (None, said)
            await send({"type": "websocket.send", "text": text, "bytes": data})
