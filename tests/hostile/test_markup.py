"""Markup in every text of a table's state: no page of anybody holds it as markup."""

import json

import msgspec
import pytest
from litestar.testing import AsyncTestClient

from ludex.fronts.web.app import create_app
from ludex.testing import secrets
from ludex.text.chat import Chat
from tests.ours import systems

MARK = "<b id=pwn>'\"&{{1}}"
MOST = 150
"""So many places of a state are tried."""


def texts(state):
    """The places of a state where a text stands."""
    plain = msgspec.json.decode(msgspec.json.encode(state))
    for place in secrets.leaves(plain):
        found = plain
        for step in place:
            found = found[step]
        if isinstance(found, str):
            yield place


async def marked(chat):
    """Write markup wherever the GM may; how often it was taken."""
    taken = 0
    for place in list(texts(chat.table.memory.state))[:MOST]:
        path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).lstrip(".")
        taken += (await chat.line(f".set {path} {json.dumps(MARK)}")).ok
    return taken


@pytest.mark.parametrize("name", sorted(systems()))
async def test_no_text_of_a_table_is_markup_on_anybodys_page(house, name):
    table, links = await house.demo(name)
    chat = Chat(table, "gm", "zh")
    taken = await marked(chat)
    for line in (MARK, f".笔记 all {MARK}", f".讲义 {MARK} {MARK} @全体", f".准备 {MARK}: .r d20", f".r d20 {MARK}"):
        taken += (await chat.line(line)).ok
    assert taken > 3
    seen = 0
    async with AsyncTestClient(create_app(house)) as client:
        for secret in links.values():
            for page in ("", "/story", "/help", "/stock", "/create"):
                answer = await client.get(f"/t/{secret}{page}")
                assert "<b id=pwn" not in answer.text, (name, page)
                assert answer.status_code != 500, (name, page)
                seen += "&lt;b id=pwn" in answer.text
                if answer.headers.get("content-type", "").startswith("text/html"):
                    assert "default-src 'none'" in answer.headers["content-security-policy"]
                    assert answer.headers["referrer-policy"] == "no-referrer"
    assert seen
