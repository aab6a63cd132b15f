"""A line is one write: whatever it does, and for how many people, is on disk as a whole or not at all."""

import pytest

from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat

LINES = [
    ("fet", ".lv +1 @全体"),
    ("fet", ".rec 体力 -5 @全体"),
    ("fet", ".记账 100 赏金 @全体"),
    ("boon", ".要求 力量 @全体"),
    ("boon", ".检定 力量 破门 @全体"),
    ("mirror", ".要求 运动 @全体"),
    ("fable", ".检定 3#力量 @灰狼1"),
    ("mirror", ".代答 NPC"),
    ("boon", ".代答 兽人1 哥布林1 开"),
    ("fable", ".要求 灵巧+洞察 @全体"),
]


class Full(SqliteStore):
    """A disk that counts what is written in one piece, and is full from some piece on."""

    pieces = 0
    most = 10**9

    async def append(self, batch):
        self.pieces += 1
        if self.pieces > self.most:
            raise OSError(28, "No space left on device")
        await super().append(batch)


@pytest.fixture
async def table(tmp_path, request):
    store = Full(tmp_path / "whole.db")
    house = House(store)
    table, _ = await house.demo(request.param)
    yield house, store, table
    await house.close()


@pytest.mark.parametrize(("table", "line"), LINES, indirect=["table"])
async def test_a_line_for_several_people_is_one_write(table, line):
    _, store, one = table
    before, entries = store.pieces, one.memory.n
    reply = await Chat(one, "gm", "zh").line(line)
    assert reply.ok, reply.text
    assert one.memory.n - entries > 1, "the line is about one person alone: it proves nothing"
    assert store.pieces - before == 1


@pytest.mark.parametrize(("table", "line"), LINES[:2], indirect=["table"])
async def test_where_the_disk_is_full_nobody_has_anything_of_it(table, line):
    house, store, one = table
    before = one.memory
    store.most = store.pieces
    assert (await Chat(one, "gm", "zh").line(line)).code == "store_failed"
    store.most = 10**9
    again = await house.open(one.id)
    assert (again.memory.n, again.memory.state) == (before.n, before.state)
    assert (await Chat(again, "gm", "zh").line(line)).ok
