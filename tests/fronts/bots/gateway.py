"""What Discord and QQ's own interface have in common, for tests: a gateway of numbered events that can be resumed, and an API over HTTP."""

import asyncio
import json
import time
from contextlib import suppress
from http import HTTPStatus
from itertools import count

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from tests.patience import LONG

DISPATCH, BEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, BEATEN = 0, 1, 2, 6, 7, 9, 10, 11


class Gateway:
    """A service on loopback: bots identify themselves or resume a session, hear what they missed, and call the API."""

    token = ""
    interval = 41250

    def __init__(self):
        self.events, self.ids, self.sessions = [], count(9001), count(1)
        self.session, self.socket = "", None
        self.said, self.calls = [], []
        self.identified = self.resumed = self.beats = self.limited = 0
        self.connected = asyncio.Event()
        self.intents = 0
        self.away = 0

    async def open(self):
        self.stream = await serve(self._stream, "127.0.0.1", 0)
        self.api = await asyncio.start_server(self._taken, "127.0.0.1", 0)
        self.url = f"ws://127.0.0.1:{self.stream.sockets[0].getsockname()[1]}/"
        self.base = f"http://127.0.0.1:{self.api.sockets[0].getsockname()[1]}"

    async def close(self):
        self.api.close()
        self.stream.close()
        await self.stream.wait_closed()

    # --- the gateway ---------------------------------------------------------------------------------------------------

    async def _stream(self, socket):
        await self._frame(socket, op=HELLO, d={"heartbeat_interval": self.interval})
        with suppress(ConnectionClosed):
            async for text in socket:
                await self._frame_taken(socket, json.loads(text))

    async def _frame_taken(self, socket, frame):
        op, told = frame["op"], frame.get("d")
        if op == BEAT:
            self.beats += 1
            await self._frame(socket, op=BEATEN)
        elif told["token"] != self.token:
            await socket.close(4004, "Authentication failed.")
        elif op == IDENTIFY:
            self.identified, self.intents = self.identified + 1, told["intents"]
            self.session, self.events = f"session{next(self.sessions)}", []
            self.socket = socket
            await self.event("READY", self.ready(told))
            self.connected.set()
        elif op == RESUME and told["session_id"] == self.session:
            self.resumed += 1
            self.socket = socket
            for event in self.events:
                if event["s"] > told["seq"]:
                    await self._frame(socket, **event)
            await self.event("RESUMED", self.back())
            self.connected.set()
        else:
            await self._frame(socket, op=INVALID, d=False)

    async def _frame(self, socket, **frame):
        await socket.send(json.dumps(frame))

    async def event(self, kind, told, **more):
        """One more event; whoever is away gets it when she resumes."""
        event = {"op": DISPATCH, "s": len(self.events) + 1, "t": kind, "d": told, **more}
        self.events.append(event)
        if self.socket is not None:
            with suppress(ConnectionClosed):
                await self._frame(self.socket, **event)

    async def hang_up(self):
        """The line breaks."""
        self.connected.clear()
        socket, self.socket = self.socket, None
        await socket.close(1001)

    async def send_away(self):
        """The service asks the bot to connect anew."""
        self.connected.clear()
        socket, self.socket = self.socket, None
        await self._frame(socket, op=RECONNECT, d=None)

    def ready(self, told):
        raise NotImplementedError

    def back(self):
        return {}

    # --- the API -------------------------------------------------------------------------------------------------------

    async def _taken(self, reader, writer):
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while head := await reader.readuntil(b"\r\n\r\n"):
                method, path, _ = head.split(b"\r\n", 1)[0].decode().split()
                lines = head.decode().split("\r\n")[1:]
                headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in lines if ": " in one)}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                self.calls.append(f"{method} {path}")
                away, self.away = self.away > 0, self.away - 1
                status, told, *more = (
                    (503, {"message": "away"}) if away else self.done(method, path.partition("?")[0], headers, body)
                )
                sent = b"" if told is None else json.dumps(told).encode()
                extra = "".join(f"{name}: {value}\r\n" for name, value in (more[0] if more else {}).items())
                line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n{extra}"
                writer.write(f"{line}content-length: {len(sent)}\r\n\r\n".encode() + sent)
                await writer.drain()
        writer.close()

    def done(self, method, path, headers, body):
        raise NotImplementedError

    # --- reading -------------------------------------------------------------------------------------------------------

    def text(self, place, since=0):
        return "\n".join(one["text"] for one in self.said[since:] if one["to"] == place)

    async def until(self, holds, seconds=LONG):
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, (self.said[-3:], self.calls[-5:])
            await asyncio.sleep(0.02)

    async def answer(self, place, author, text, wanted, **more):
        """Write, and wait until the bot says there what is wanted; all that it says meanwhile comes back."""
        since = len(self.said)
        await self.write(place, author, text, **more)
        await self.until(lambda: wanted in self.text(place, since))
        return self.text(place, since)
