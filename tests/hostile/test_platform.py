"""A chat platform that sends nonsense, or people on it who do: the bot stands, the group's table plays on, nothing is done that nobody said."""

import asyncio
import json
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tests.fronts.bots.qq import SELF
from tests.fronts.bots.test_socket import AN, GROUP, opened, qq, server  # noqa: F401

pytestmark = pytest.mark.process

DEEP = "[" * 50_000 + "]" * 50_000
GARBAGE = [
    "",
    "{",
    "null",
    "[]",
    "17",
    '"words"',
    DEEP,
    '{"a":' * 5000 + "1" + "}" * 5000,
    json.dumps({"post_type": "message"}),
    json.dumps({"post_type": ["message"], "self_id": {}, "time": "x"}),
    json.dumps({"echo": "1", "status": "ok", "data": "x" * 100_000}),
    json.dumps({"echo": {"a": 1}, "retcode": "x"}),
    b"\xff\xfe\x00",
    b"\x80" * 1000,
]


def odd(qq, text, **more):  # noqa: F811
    """A message event that is not as it should be."""
    return {"time": 1, "self_id": SELF, **qq.message(AN, text, group=GROUP), **more}


ODD = [
    {"message": "a text instead of segments .r d20"},
    {"message": [{"type": "at", "data": {"qq": "1" * 5000}}, {"type": "text", "data": {"text": ".r d20"}}]},
    {"message": [{"type": "at", "data": {"qq": str(n)}} for n in range(3000)]},
    {"message": [{"type": "reply", "data": {"id": "9" * 400}}, {"type": "text", "data": {"text": "1"}}]},
    {"message": [{"type": "x" * 1000, "data": {"y": [{}] * 1000}}]},
    {"message": [{"type": "text", "data": {"text": "字" * 200_000}}]},
    {"message": [{"type": "text", "data": {"text": ".坐 \u202e\u200b\x1b[2J"}}]},
    {"message": [{"type": "text", "data": {"text": ".r " + "(" * 30_000}}]},
    {"message_id": -(2**70)},
    {"user_id": 2**70},
    {"user_id": "1'; DROP TABLE"},
    {"group_id": -1},
    {"sender": {}},
    {"sender": {"user_id": 1, "nickname": "x" * 100_000, "card": "\x1b[31m", "role": "owner"}},
]


async def sent(qq, server, raw):  # noqa: F811
    """Send something; where the line is cut for it, it is called again."""
    with suppress(ConnectionClosed):
        await qq.socket.send(raw)
        await asyncio.sleep(0.02)
        if qq.socket.state.name == "OPEN":
            return
    await qq.call(server.address)


async def test_nonsense_on_the_platforms_socket_does_nothing_and_breaks_nothing(qq, server):  # noqa: F811
    await opened(qq)
    for raw in GARBAGE:
        await sent(qq, server, raw)
    for more in ODD:
        await sent(qq, server, json.dumps(odd(qq, ".r d20", **more)))
    await sent(qq, server, json.dumps({"self_id": SELF, "time": 1, **qq.message(AN, ".ping", group=GROUP)}))
    await qq.until(lambda: "在。" in qq.text(GROUP))
    await qq.close()
    await qq.call(server.address)
    assert await qq.answer(AN, ".检定 力量 推门", GROUP, wanted="推门")
    assert server.process.poll() is None
    assert "\x1b[2J" not in server.logged()
    assert "\x1b[31m" not in server.logged()
