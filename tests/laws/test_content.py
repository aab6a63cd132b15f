"""A GM's own content with something wrong in it: taken, or refused in the reader's language; nothing in between."""

import json
import re
from typing import Any

import pytest

from ludex.core.packs import pasted_json, pasted_toml
from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat
from tests.mutations import LEFT_OUT, places, put
from tests.ours import systems

NAMES = {"收录", "内容包"}
"""What the command that takes a pack is called."""

WRONG: tuple[Any, ...] = (
    *(LEFT_OUT, True, "", "unheard of", "<b>", 0, -1, 1.5, 10**9, 10**18, 10**300),
    *(float("inf"), float("nan"), [], [[]], ["x"], {}, {"x": 1}),
)
UNREADABLE = (
    "",
    "=",
    "a =",
    "a = [",
    "a = " + "[" * 4000,
    "a = " + "9" * 5000,
    "{",
    '{"a": ' * 900,
    "\x00",
    "a = 2020-99-99",
)
ENGLISH = re.compile(r"Expected|Invalid|Object |Error|Exceeds|deserial")


def toml(value):
    """A value as TOML writes it on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k, ensure_ascii=False)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("Infinity", "inf").replace("NaN", "nan")


def packs(example):
    """The example's pack as data, then with every value wrong in turn, then none at all."""
    body = example.split(maxsplit=1)[1]
    data = pasted_json(body) if body.startswith("{") else pasted_toml(body)
    for pack in (data, *(put(data, path, wrong) for path in places(data) for wrong in WRONG)):
        yield "\n".join(f"{json.dumps(key, ensure_ascii=False)} = {toml(value)}" for key, value in pack.items())
    yield from UNREADABLE


@pytest.mark.parametrize("system", sorted(systems()))
async def test_a_pack_with_something_wrong_changes_nothing_and_is_told_in_chinese(system, tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    table, _ = await house.demo(system)
    command = next(c for c in table.system.commands if NAMES & set(c.names))
    desk = Chat(table, HOST, "zh")
    for pack in packs(command.example):
        before = table.memory
        reply = await desk.line(f".{command.names[0]} {pack}")
        if not reply.ok:
            assert table.memory == before, pack
            assert not ENGLISH.search(reply.text), (pack, reply.text)
    await house.close()
