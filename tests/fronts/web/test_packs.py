"""A whole shelf as one file: out of one table, into another, looked at before any of it is taken in, and known to no player."""

import pytest

from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.desk import stocking
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat
from tests.ours import systems

LINES = {
    "boon": ".收录 物品.骨鞭 = { 骰面 = 4, 触及 = 2 }",
    "fable": '.造物 盾 buckler {"名称": "小圆盾", "防御": 1, "价格": 50}',
    "fet": '.内容包 weapons.spear = {name = "长矛", type = "melee", damage = 15, range = 3}',
    "mirror": '.添加 statuses 流血 {"名称":"流血","触发":[{"时":"回合开始","做":["伤害 1 1 失血"]}]}',
    "mist": '.收录 主题 = [{ 名 = "守灯", 类 = "自我", 主题标签 = "守灯人", 标签 = ["提灯", "夜路"], 弱点 = "怕黑" }]',
}


@pytest.mark.parametrize("system", sorted(systems()))
async def test_what_a_table_has_goes_to_another_in_one_file(system, tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"))
    first, _ = await house.demo(system)
    second, _ = await house.demo(system)
    here, there = Chat(first, HOST), Chat(second, HOST)
    assert (await here.line(LINES[system])).ok
    text = stocking.pack_of(here.desk)
    rows = stocking.unpacked(there.desk, text)
    assert rows
    assert not any(one.problems or one.there for one in rows)
    taken = await stocking.take_in(there.desk, text)
    assert [one.name for one in taken] == [one.name for one in rows]
    assert stocking.pack_of(there.desk) == text
    assert all(one.there for one in stocking.unpacked(there.desk, text))
    assert stocking.stock_of(there.desk).kept(second.memory.state)
    await house.close()


async def test_what_is_wrong_in_a_file_is_shown_and_stays_out(tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"))
    table, _ = await house.demo("boon")
    desk = Chat(table, HOST).desk
    text = '[items.a]\nname = "好鞭"\ndie = 4\n\n[items.b]\nname = "坏鞭"\ndie = 1\n'
    good, bad = stocking.unpacked(desk, text)
    assert not good.problems
    assert bad.problems
    assert [one.name for one in await stocking.take_in(desk, text)] == ["a"]
    with pytest.raises(RuleError):
        stocking.unpacked(desk, "no pack at all")
    await house.close()
