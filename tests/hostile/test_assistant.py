"""The tool server with arguments that no assistant should send: each is refused in a sentence, nothing fails behind it, and no right is won."""

import asyncio
from functools import partial

import pytest
from mcp import Client

from ludex.fronts.mcp.seat import Refused, SeatOverApi
from tests.fronts.mcp.test_tools import stdio, told

DEEP: dict[str, object] = {"a": {}}
for _ in range(100):
    DEEP = {"a": DEEP}

CALLS = [
    ("answer_odds", {"act": 10**30}),
    ("answer_odds", {"act": -1}),
    ("answer", {"act": 10**30, "answer": "yes"}),
    ("answer", {"act": 1, "answer": "x" * 60_000}),
    ("log", {"after": 10**30, "limit": -5}),
    ("log", {"after": -(10**30), "limit": 10**30}),
    ("view", {"section": "x\n.设置 信任 开放"}),
    ("view", {"section": "\x00\x1b[2J\u202e"}),
    ("rule", {"clause": "../../../etc/passwd"}),
    ("rule", {"clause": "(a+)+$" * 500}),
    ("odds", {"line": ".r 1000d1000kh500!!"}),
    ("odds", {"line": "(" * 20_000}),
    ("do", {"deed": "../seat", "args": {}}),
    ("do", {"deed": "atk", "args": DEEP}),
    ("do", {"deed": "atk", "args": {"target": ["x"] * 5000}, "actor": "gm"}),
    ("do", {"deed": "x" * 60_000}),
    ("say", {"words": ""}),
    ("say", {"words": "a" * 70_000}),
    ("say", {"words": ".设置 信任 开放"}),
    ("say", {"words": ".控制 安 兽人1"}),
    ("undo", {"steps": 10**30}),
    ("undo", {"steps": -1}),
    ("undo", {"steps": 0}),
]


@pytest.mark.process
async def test_hostile_arguments_are_refused_and_nothing_fails(server):
    links = server.call("POST", "/api/demos", {"system": "boon"})["seats"]
    before = server.call("GET", "/api/seat", secret=links["gm"])
    async with Client(stdio(server, links["安"])) as client:
        for tool, given in CALLS:
            text, _ = told(await client.call_tool(tool, given))
            assert "Traceback" not in text, (tool, text)
            assert "http_500" not in text, (tool, text)
            assert len(text) < 100_000
            assert not any(secret in text for secret in links.values())
        text, failed = told(await client.call_tool("say", {"words": "still here"}))
        assert not failed, text
    assert server.call("GET", "/api/seat", secret=links["gm"])["seats"] == before["seats"]
    assert "request_failed" not in server.logged()


async def test_a_secret_is_sent_nowhere_but_to_the_server_that_its_link_names():
    asked = []

    async def answered(reader, writer, reply):
        asked.append((await reader.readuntil(b"\r\n\r\n")).decode())
        writer.write(reply)
        await writer.drain()
        writer.close()

    bare = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"
    other = await asyncio.start_server(partial(answered, reply=bare), "127.0.0.1", 0)
    there = other.sockets[0].getsockname()[1]
    away = f"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:{there}/api/seat\r\ncontent-length: 0\r\n\r\n".encode()
    named = await asyncio.start_server(partial(answered, reply=away), "127.0.0.1", 0)
    link = f"http://127.0.0.1:{named.sockets[0].getsockname()[1]}/t/hush-hush"
    async with other, named:
        with pytest.raises(Refused):
            await SeatOverApi(link).get("/seat", dict)
    assert len(asked) == 1
    assert "hush-hush" in asked[0]
