"""A WebSocket client that costs next to nothing, so that what is measured is the server; and, run by itself, a bare echo.

One process plays all people at once, and with `websockets` it took more of the machine than the server that it was to measure. Frames
are cut and masked by hand here (with zeros: a mask of zeros changes nothing), replies are told from pushes by how they begin, and
nothing is read that nobody waits for. Compression is not asked for.
"""

import asyncio
import json
import secrets
import sys
import time
from base64 import b64encode
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.server import serve

TEXT, PING, PONG = 0x81, 0x89, 0x8A
MASKED = b"\0\0\0\0"


class Wire(asyncio.Protocol):
    """One person's connection. `pushes` counts what came unasked, `pushed` is there with the first of it."""

    def __init__(self, path: str, host: str) -> None:
        self.path, self.host = path, host
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.pushed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.pushes = 0
        self._left = b""
        self._number = 0
        self._reply: asyncio.Future[bytes] | None = None
        self._transport: asyncio.WriteTransport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        key = b64encode(secrets.token_bytes(16)).decode()
        head = f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        transport.write(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        data = self._left + data if self._left else data
        if not self.open.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._left = head
                return
            assert b" 101 " in head.partition(b"\r\n")[0], head
            self.open.set_result(None)
        place = 0
        while frame := cut(data, place):
            kind, start, place = frame
            self._take(kind, data[start:place])
        self._left = data[place:]

    def connection_lost(self, exc: Exception | None) -> None:
        for waiting in (self.open, self._reply):
            if waiting is not None and not waiting.done():
                waiting.set_exception(exc or ConnectionError("closed"))

    def _take(self, kind: int, body: bytes) -> None:
        if kind == PING:
            self.send(body, PONG)
        elif self._reply is not None and body.startswith(b'{"reply":%d,' % self._number):
            self._reply.set_result(body)
            self._reply = None
        else:
            self.pushes += 1
            if not self.pushed.done():
                self.pushed.set_result(None)

    def send(self, body: bytes, kind: int = TEXT) -> None:
        size = len(body)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + MASKED + body)

    async def ask(self, **facts: Any) -> bytes:
        """Send something, and wait for the reply to it."""
        self._number += 1
        reply = self._reply = asyncio.get_running_loop().create_future()
        self.send(json.dumps({**facts, "id": self._number}).encode())
        return await reply

    def close(self) -> None:
        self._transport.close()


def cut(data: bytes, place: int) -> tuple[int, int, int] | None:
    """The frame that begins at a place: its kind, where its body begins and where it ends; None if it is not whole yet."""
    if len(data) < place + 2:
        return None
    kind, size, start = data[place], data[place + 1] & 0x7F, place + 2
    if size > 125:
        wide = 2 if size == 126 else 8
        if len(data) < start + wide:
            return None
        size, start = int.from_bytes(data[start : start + wide], "big"), start + wide
    return (kind, start, start + size) if len(data) >= start + size else None


async def connected(address: str) -> Wire:
    """A connection to a `ws://` address."""
    where = urlsplit(address)
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(where.path, where.netloc), where.hostname, where.port)
    await wire.open
    return wire


async def talk(wire: Wire, texts: Sequence[str], took: list[float], end: float, every: float) -> None:
    """A line now and then, from sending to reply."""
    number = 0
    while (start := time.perf_counter()) < end:
        number += 1
        told = await wire.ask(do="line", text=texts[number % len(texts)])
        took.append(time.perf_counter() - start)
        assert b'"ok":false' not in told[:60], told
        await asyncio.sleep(max(0.0, every - (time.perf_counter() - start)))


async def _echo(port: int) -> None:
    async def answer(socket: Any) -> None:
        async for message in socket:
            await socket.send(f'{{"reply":{json.loads(message)["id"]},"ok":true}}')

    async with serve(answer, "127.0.0.1", port, compression=None):
        print("listening", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_echo(int(sys.argv[1])))
