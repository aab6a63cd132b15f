"""A Satori server for tests: events over a WebSocket, calls over HTTP, faithful to the protocol's resources."""

import asyncio
import json
import time
from http import HTTPStatus
from itertools import count

from websockets.asyncio.server import serve

from tests.patience import LONG

SELF = "bot1"
LOGIN = {
    "sn": 1,
    "status": 1,
    "adapter": "tests",
    "platform": "tests",
    "user": {"id": SELF, "name": "Ludex", "is_bot": True},
}


class Koishi:
    """A small Satori: people in channels, messages with elements, buttons, edits and deletions.

    One port speaks both: a plain request is a call (`POST /v1/message.create`), an upgrade is the stream of events.
    """

    def __init__(self, token="hush-hush"):
        self.token, self.ids, self.sn = token, count(1), count(1)
        self.said, self.sockets, self.calls = [], [], []
        self.connected = asyncio.Event()

    async def open(self):
        """Listen; the ports for events and for calls are the same."""
        self.server = await asyncio.start_server(self._taken, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        self.events = await serve(self._stream, "127.0.0.1", 0)
        self.inner = self.events.sockets[0].getsockname()[1]

    async def close(self):
        self.server.close()
        self.events.close()
        await self.events.wait_closed()

    # --- the stream --------------------------------------------------------------------------------------------------

    async def _stream(self, socket):
        asked = json.loads(await socket.recv())
        if asked["op"] != 3 or asked["body"].get("token") != self.token:
            return await socket.close(4004)
        await socket.send(json.dumps({"op": 4, "body": {"logins": [LOGIN], "proxy_urls": []}}))
        self.sockets.append(socket)
        self.connected.set()
        async for frame in socket:
            if json.loads(frame)["op"] == 1:
                await socket.send(json.dumps({"op": 2, "body": {}}))
        return None

    async def event(self, kind, user, channel, **more):
        sn = next(self.sn)
        place = {"id": channel, "type": 1 if channel.startswith("private") else 0}
        body = {
            "id": sn,
            "sn": sn,
            "type": kind,
            "timestamp": int(time.time() * 1000),
            "login": LOGIN,
            "channel": place,
        }
        body |= {
            "user": {"id": user, "name": f"name-{user}"},
            "member": {"nick": f"nick-{user}"},
            "guild": {"id": "g1"},
            **more,
        }
        for socket in self.sockets[-1:]:
            await socket.send(json.dumps({"op": 0, "body": body}))

    async def write(self, user, content, channel="c1", number=""):
        number = number or f"m{next(self.ids)}"
        await self.event("message-created", user, channel, message={"id": number, "content": content})
        return number

    # --- calls -------------------------------------------------------------------------------------------------------

    async def _taken(self, reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        if b"upgrade: websocket" in head.lower():
            await self._passed_on(head, reader, writer)
            return
        while head:
            headers = dict(line.split(": ", 1) for line in head.decode().lower().split("\r\n")[1:] if ": " in line)
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            status, told = self._done(head.split()[1].decode(), headers, json.loads(body or b"{}"))
            sent = json.dumps(told).encode()
            line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\ncontent-length: {len(sent)}\r\n\r\n"
            writer.write(line.encode() + sent)
            await writer.drain()
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                head = b""
        writer.close()

    async def _passed_on(self, head, reader, writer):
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.inner)
        far_writer.write(head)

        async def pour(one, other):
            while part := await one.read(65536):
                other.write(part)
                await other.drain()
            other.close()

        await asyncio.gather(pour(reader, far_writer), pour(far_reader, writer), return_exceptions=True)

    def _done(self, path, headers, params):
        if headers.get("authorization") != f"bearer {self.token}":
            return 401, {}
        self.calls.append(path)
        if path == "/v1/user.channel.create":
            return 200, {"id": f"private-{params['user_id']}", "type": 1}
        if path == "/v1/message.create":
            number = f"m{next(self.ids)}"
            self.said.append({"to": params["channel_id"], "content": params["content"], "id": number})
            return 200, [{"id": number, "content": params["content"]}]
        if path == "/v1/message.get":
            found = next((one for one in self.said if one["id"] == params["message_id"]), None)
            content = found["content"] if found else "?"
            return 200, {"id": params["message_id"], "content": content, "user": {"id": SELF if found else "x"}}
        return 404, {}

    # --- reading -----------------------------------------------------------------------------------------------------

    def text(self, channel="c1", since=0):
        return "\n".join(one["content"] for one in self.said[since:] if one["to"] == channel)

    async def until(self, holds, seconds=LONG):
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, self.said[-3:]
            await asyncio.sleep(0.02)

    async def answer(self, user, content, wanted="", channel="c1"):
        since = len(self.said)
        await self.write(user, content, channel)
        await self.until(lambda: self.text(channel, since) and wanted in self.text(channel, since))
        return self.text(channel, since)
