"""A character is taken from one table to another: one file with everything, checked, and taken over when the GM allows it (FAB-LIV-48)."""

import json

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.text.chat import Chat

BLADE = '.造物 武器 moon_blade {"名称": "月刃", "属性": ["灵巧", "洞察"], "伤害": 8, "类别": "白刃", "类型": "切割", "价格": 100}'
MADE = (
    ".建卡 秋水 属性=7,9,7,9 域=术师3,祭司2 增益=元素师,灵师,修补匠 生命=1,1,1,1,1 精神=3,3,3,3,3 "
    "甲=贤者袍 盾=无 武器=月刃 特技=元素修习,强健,护身咒 法术=余烬弹 羁绊=林晚:信赖 特质=学徒,好奇,雾港 从简"
)


@pytest.fixture
async def tables(tmp_path):
    """Two empty tables of one house, each with its GM and a player."""
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    found = []
    for name in ("here", "there"):
        table, _ = await house.create("fable", name=name)
        seat, _ = await invite(table, table.seat(HOST), role="player", name="乙")
        found.append((Chat(table, HOST, "zh"), Chat(table, seat.id, "zh")))
    yield found
    await house.close()


async def _exported(gm, player):
    for chat, line in ((gm, BLADE), (player, MADE), (gm, ".伤害 秋水 9"), (player, ".问答 童年生活 在渡口边长大")):
        reply = await chat.line(line)
        assert reply.ok, reply.text
    return "{" + (await player.line(".导出角色")).text.partition("{")[2]


async def test_everything_of_her_comes_along_once_the_gm_allows_it(tables):
    (gm, player), (other_gm, other) = tables
    written = await _exported(gm, player)
    before = player.table.memory.state.characters["秋水"]
    assert (await other.line(f".导入 {written}")).ok
    assert "秋水" not in other.table.memory.state.characters
    assert (await other_gm.line(".1")).ok
    after = other.table.memory.state.characters["秋水"]
    assert after == before
    assert "moon_blade" in other.table.memory.state.things["weapons"]
    assert other.seat.controls == ("秋水",)


async def test_what_does_not_fit_is_listed_and_nothing_is_taken_over(tables):
    (gm, player), (_, other) = tables
    plain = json.loads(await _exported(gm, player))
    plain["record"]["level"] = "five"
    plain["record"]["colour"] = "red"
    refused = await other.line(f".导入 {json.dumps(plain)}")
    assert not refused.ok
    assert other.table.memory.state.characters == {}


async def test_a_file_of_an_earlier_version_has_its_things_as_pieces(tables):
    (gm, player), (other_gm, other) = tables
    plain = json.loads(await _exported(gm, player))
    sheet = {key: value for key, value in plain["record"]["sheet"].items() if key not in ("items", "made")}
    old = {
        "armor": "sage_robe",
        "weapons": ["staff", "moon_blade"],
        "pack": ["charm", "charm"],
        "inscribed": {"charm": "裂了"},
    }
    plain |= {"version": 3, "record": {**plain["record"], "sheet": {**sheet, **old}}}
    assert (await other.line(f".导入 {json.dumps(plain)}")).ok
    assert (await other_gm.line(".1")).ok
    after = other.table.memory.state.characters["秋水"].sheet
    assert (after.armor, after.weapons, after.pack) == ("sage_robe", ("staff", "moon_blade"), ("charm", "charm"))
    assert len({piece.id for piece in after.items}) == len(after.items)
    assert [piece.note for piece in after.items if piece.key == "charm"] == ["裂了", ""]


async def test_the_next_scene_leaves_the_dead_behind_and_says_who_is_still_there(table, at):
    await at("GM", ".显形 暮面")
    await at("GM", ".伤害 灰狼1 200")
    await at("GM", ".选 丧命")
    told = (await at("GM", ".场景 客栈")).text
    assert "没有跟来：灰狼1" in told
    assert "还在场的 NPC：灰狼2、暮面" in told
    assert "灰狼1" in table.memory.state.away
    await at("GM", ".场景 山道 登场=苏砚,白露,暮面")
    assert set(table.memory.state.characters) == {"苏砚", "白露", "暮面"}
    assert table.memory.state.away["灰狼2"].place == "客栈"
