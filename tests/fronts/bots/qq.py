"""A OneBot v11 implementation for tests: a small QQ with groups, friends, quotes and disconnects, faithful to the protocol's frames."""

import asyncio
import base64
import json
import time
from contextlib import suppress
from itertools import count

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from tests.patience import LONG

SELF = 10000


class QQ:
    """What people write is sent as events; what the bot calls is answered as an implementation answers."""

    def __init__(self, friends=(), token=""):
        self.friends = set(friends)
        self.token = token
        self.messages = {}
        self.said = []
        self.cards = {}
        self.pictures = True
        self.takes_files, self.takes_forwards = True, True
        self.files, self.forwards = {}, []
        self.refusing, self.refused = False, 0
        self.ids = count(1000)
        self.socket = None
        self.connected = asyncio.Event()
        self._task = None
        self._server = None

    # --- connections ---------------------------------------------------------------------------------------------------

    async def call(self, address):
        """Reverse WebSocket: connect to the bot."""
        headers = {"X-Self-ID": str(SELF), "X-Client-Role": "Universal", "User-Agent": "OneBot"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        self.socket = await connect(f"{address}/onebot/v11/ws", additional_headers=headers)
        await self._hello()
        self._task = asyncio.create_task(self._read(self.socket))

    async def wait(self, port=0):
        """Forward WebSocket: wait for the bot to connect; the port comes back."""

        async def taken(socket):
            self.socket = socket
            await self._hello()
            await self._read(socket)

        self._server = await serve(taken, "127.0.0.1", port)
        return self._server.sockets[0].getsockname()[1]

    async def _hello(self):
        await self.event(post_type="meta_event", meta_event_type="lifecycle", sub_type="connect")
        await self.heartbeat()
        self.connected.set()

    async def heartbeat(self):
        await self.event(
            post_type="meta_event", meta_event_type="heartbeat", status={"online": True, "good": True}, interval=5000
        )

    async def hang_up(self):
        """The line breaks."""
        self.connected.clear()
        await self.socket.close()
        if self._task:
            with suppress(asyncio.CancelledError):
                await self._task

    async def close(self):
        with suppress(ConnectionClosed):
            await self.hang_up()
        if self._server:
            self._server.close()
            await self._server.wait_closed()

    # --- events --------------------------------------------------------------------------------------------------------

    async def event(self, **facts):
        await self.socket.send(json.dumps({"time": int(time.time()), "self_id": SELF, **facts}))

    def message(self, user, text, *, group=0, at=(), quotes=0, number=0, card="", role="member"):
        """A message event with its segments."""
        segments = [{"type": "reply", "data": {"id": str(quotes)}}] if quotes else []
        segments += [{"type": "at", "data": {"qq": str(one)}} for one in at]
        segments.append({"type": "text", "data": {"text": text}})
        number = number or next(self.ids)
        sender = {"user_id": user, "nickname": card or f"user{user}", "card": card, "role": role}
        facts = {
            "post_type": "message",
            "message_type": "group" if group else "private",
            "sub_type": "normal" if group else "friend",
            "message_id": number,
            "user_id": user,
            "message": segments,
            "raw_message": text,
            "font": 0,
            "sender": sender,
            **({"group_id": group, "anonymous": None} if group else {}),
        }
        self.messages[number] = facts
        return facts

    async def write(self, user, text, **more):
        facts = self.message(user, text, **more)
        await self.event(**facts)
        return facts["message_id"]

    async def withdraw(self, user, number, group):
        """Somebody takes a message back."""
        facts = {"group_id": group, "user_id": user, "operator_id": user, "message_id": number}
        await self.event(post_type="notice", notice_type="group_recall", **facts)

    async def come(self, user, group):
        """Somebody comes to a group."""
        facts = {"group_id": group, "user_id": user, "operator_id": user, "sub_type": "approve"}
        await self.event(post_type="notice", notice_type="group_increase", **facts)

    # --- what the bot calls ----------------------------------------------------------------------------------------------

    async def _read(self, socket):
        with suppress(ConnectionClosed):
            async for frame in socket:
                asked = json.loads(frame)
                data, code = self._done(asked["action"], asked.get("params", {}))
                status = "ok" if code == 0 else "failed"
                await socket.send(json.dumps({"status": status, "retcode": code, "data": data, "echo": asked["echo"]}))

    def _done(self, action, params):
        if action == "get_msg":
            found = self.messages.get(int(params["message_id"]))
            if found is None:
                return None, 1404
            return {**found, "time": int(time.time()), "real_id": found["message_id"]}, 0
        if action == "upload_group_file" and self.takes_files:
            self.files[params["group_id"], params["name"]] = base64.b64decode(params["file"].removeprefix("base64://"))
            return None, 0
        if action == "send_group_forward_msg" and self.takes_forwards:
            self.forwards.append((params["group_id"], [one["data"] for one in params["messages"]]))
            return {"message_id": next(self.ids), "forward_id": "f"}, 0
        if action == "set_group_card":
            self.cards[params["user_id"]] = params["card"]
            return None, 0
        if action in ("send_msg", "send_group_msg", "send_private_msg"):
            private = action == "send_private_msg" or params.get("message_type") == "private"
            drawn = any(one["type"] == "image" for one in params["message"])
            if self.refusing or (drawn and not self.pictures) or (private and params["user_id"] not in self.friends):
                self.refused += 1
                return None, 1400
            number = next(self.ids)
            said = {"to": params.get("group_id") or params["user_id"], "private": private, "id": number}
            said["segments"] = params["message"]
            self.said.append(said)
            bot = {"user_id": SELF, "nickname": "Ludex"}
            kind = {
                "message_type": "private" if private else "group",
                "message_id": number,
                "message": params["message"],
            }
            self.messages[number] = {**kind, "sender": bot, "user_id": SELF, "raw_message": ""}
            return {"message_id": number}, 0
        return None, 1404

    # --- reading -------------------------------------------------------------------------------------------------------

    def text(self, to, since=0):
        """Everything that was said to a group or a person."""
        return "\n".join(plain(one) for one in self.said[since:] if one["to"] == to)

    async def until(self, holds, seconds=LONG):
        """Wait until something holds."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, self.said[-5:]
            await asyncio.sleep(0.02)

    async def answer(self, user, text, group, wanted="", **more):
        """Write in a group, and wait until the bot says there what is wanted, or anything; what it says meanwhile comes back."""
        since = len(self.said)
        await self.write(user, text, group=group, **more)
        await self.until(lambda: self.text(group, since) and wanted in self.text(group, since))
        return self.text(group, since)


def plain(said):
    """What a message says; a picture stands as one."""
    shown = {"text": lambda one: one["data"]["text"], "image": lambda one: "[image]"}
    return "".join(shown[one["type"]](one) for one in said["segments"] if one["type"] in shown)


def kinds(said):
    return [one["type"] for one in said["segments"]]
