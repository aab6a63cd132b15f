"""The tool server over its real transport: a process on stdio, a server behind it, and a seat's rights and nothing more."""

import json
import os
import sys

import pytest
from mcp import Client, StdioServerParameters

from tests.fronts.server import Server

pytestmark = pytest.mark.process


@pytest.fixture
def server(tmp_path):
    one = Server(tmp_path / "data")
    one.start()
    yield one
    one.end()


def stdio(server, secret):
    link = f"http://127.0.0.1:{server.port}/t/{secret}"
    return StdioServerParameters(
        command=sys.executable, args=["-m", "ludex", "mcp"], env={**os.environ, "LUDEX_SEAT": link}
    )


def told(result):
    text = "\n".join(part.text for part in result.content if part.type == "text")
    return text, bool(result.is_error)


async def call(client, tool, **given):
    text, failed = told(await client.call_tool(tool, given))
    assert not failed, text
    return text


async def test_an_assistant_plays_a_turn_with_a_players_rights(server):
    links = server.call("POST", "/api/demos", {"system": "boon"})["seats"]
    async with Client(stdio(server, links["安"])) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {
            *("table", "view", "deeds", "questions", "odds", "answer_odds", "log", "rule"),
            *("do", "answer", "say", "undo"),
        }
        assert json.loads(await call(client, "table"))["seat"]["name"] == "安"
        assert "安" in await call(client, "view", section="安")
        assert '"pick"' in await call(client, "deeds")
        assert "BOO-ATK-1" in await call(client, "rule", clause="BOO-ATK-1")
        assert "chances" in await call(client, "odds", line=".r 4d6kh3")
        await call(client, "say", words="我去推门。")
        server.call("POST", "/api/line", {"text": ".设置 信任 询问"}, secret=links["gm"])
        assert "允许" in await call(client, "say", words=".检定 力量 推门 优=2")
        assert "我去推门。" in await call(client, "log")
    async with Client(stdio(server, links["gm"])) as client:
        (waiting,) = (await client.call_tool("questions", {})).structured_content["result"]
        await call(client, "answer", act=waiting["act"], answer=waiting["options"][0]["answer"])
        assert (await client.call_tool("questions", {})).structured_content["result"] == []
        offered = (await client.call_tool("deeds", {})).structured_content["result"]
        pick = next(one for one in offered if one["name"] == "pick")
        assert json.loads(await call(client, "do", deed="pick", args=pick["given"]))["n"]


async def test_a_player_reads_and_does_nothing_of_the_gms(server):
    links = server.call("POST", "/api/demos", {"system": "boon"})["seats"]
    hidden = server.call("POST", "/api/line", {"text": ".set"}, secret=links["gm"])
    assert hidden["text"]
    async with Client(stdio(server, links["安"])) as client:
        text, failed = told(await client.call_tool("say", {"words": ".set scene"}))
        assert failed
        assert "gm_only" in text
        text, failed = told(await client.call_tool("do", {"deed": "spawn", "args": {}}))
        assert failed
        everything = await call(client, "view") + await call(client, "deeds") + await call(client, "log")
        assert "食人魔" not in everything


async def test_a_dead_link_is_told_and_nothing_falls_over(server):
    async with Client(stdio(server, "nobody-at-all-000")) as client:
        text, failed = told(await client.call_tool("table", {}))
        assert failed
        assert "dead_link" in text
