"""A character travels with everything that is hers (BOO-LIV-52): from one table into another, by her file alone."""

import asyncio
import json

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat

OWN = (
    '.收录 物品.鞭 = { 名称 = "鞭", 骰面 = 4, 触及 = 2, 耐久 = 6 }',
    '.收录 法术.冰锥 = { 名称 = "冰锥", 动作点 = 1, 攻击 = true, 骰面 = 6, 骰数 = 1, 射程 = "中" }',
    '.收录 状态.手麻 = { 修正 = [{ 量 = "命中", 劣势 = 1 }], 持续 = "永久" }',
    '.收录 状态.祝福 = { 修正 = [{ 量 = "检定", 优势 = 1 }], 持续 = "10分" }',
    '.收录 状态.晕 = { 修正 = [{ 量 = "检定", 劣势 = 1 }], 持续 = "2轮" }',
    '.收录 护甲.石肤 = { 名称 = "石肤", 护甲值 = 12, 耐久 = 9 }',
    '.收录 职业.剑客 = { 名称 = "剑客", 等级 = [{ 等级 = 1, 命中 = 2, 力道 = 2, 生命 = 4, 训练 = ["飞剑"] }] }',
    '.收录 特技.飞剑 = { 名称 = "飞剑", 训练 = "飞剑", 属性 = "敏捷", 对抗 = "敏捷" }',
    '.收录 物品.棍 = { 名称 = "棍", 骰面 = 4 }',
)
LIFE = (
    ".角色 赫 力=12 敏=11 职业=剑客 等级=1 物=鞭,治疗药水×2 甲=石肤 法=冰锥 阵营=英雄 玩家 位=3,4",
    ".效果 手麻 赫",
    ".效果 晕 赫",
    ".时间 +4分",
    ".效果 祝福 赫",
    ".时间 +4分",
    ".伤害 赫 3",
    ".磨损 鞭 2 @赫",
    ".给予 赫 钱=30",
    ".收走 赫 钱=5",
    ".改卡 @赫 备注 欠贾三枚银币",
)


async def typed(chat, *lines, dice=()):
    chance = ScriptedChance(dice)
    chance.roll = chat.table.memory.roll
    chat.table.chance = chance
    for line in lines:
        reply = await chat.line(line)
        assert reply.ok, (line, reply.text)
    return reply.text


@pytest.fixture
def tables(tmp_path):
    async def open_two():
        house = House(SqliteStore(tmp_path / "ludex.db"))
        here, there = [(await house.create("boon", name=name))[0] for name in ("此桌", "彼桌")]
        return house, Chat(here, HOST, "zh"), Chat(there, HOST, "zh")

    return open_two


def test_everything_that_is_hers_is_in_her_file_and_lives_at_another_table(tables):
    async def evening():
        house, here, there = await tables()
        await typed(here, *OWN, *LIFE)
        await typed(here, ".检定 力量 破门 @赫", dice=(3, 4, 5))
        told = await typed(here, ".导出角色 赫")
        text = told[told.index("{") :]
        file = json.loads(text)
        assert set(file["content"]) == {"classes", "items", "spells", "stunts", "states", "armors"}
        assert set(file["content"]["items"]) == {"鞭"}
        assert set(file["content"]["states"]) == {"手麻", "祝福"}
        assert not {"side", "position", "ap", "player"} & set(file["record"])

        await typed(there, ".时间 +1时", f".导入 {text}")
        sheet = await typed(there, ".看 赫")
        for words in (
            "剑客 1 级",
            "13/16",
            "石肤（12）",
            "鞭（4/6）",
            "治疗药水 ×2",
            "冰锥",
            "手麻",
            "祝福",
            "钱 25",
            "银币",
        ):
            assert words in sheet, (words, sheet)
        assert "晕" not in sheet
        for thing in ("鞭", "冰锥", "石肤", "飞剑", "手麻", "剑客"):
            await typed(there, f".图鉴 {thing}")
        assert "短棒" in await typed(
            there, ".图鉴 棍"
        )  # another word for what ships: what was not hers has not come along
        assert "祝福" in await typed(there, ".时间 +5分", ".看 赫")
        assert "祝福" not in await typed(there, ".时间 +2分", ".看 赫")
        memory = there.table.memory.state.failures
        assert [(f.who, f.task) for f in memory] == [(there.table.memory.state.combatants[0].id, "破门")]
        await house.close()

    asyncio.run(evening())


def test_nobody_pays_what_she_has_not(tables):
    async def evening():
        house, here, _ = await tables()
        await typed(here, ".角色 赫 阵营=英雄 玩家 钱=10", ".角色 贾 阵营=英雄 玩家", ".给予 贾 钱=4 从=赫")
        assert "钱 6" in await typed(here, ".看 赫")
        assert "钱 4" in await typed(here, ".看 贾")
        assert (await here.line(".给予 贾 钱=7 从=赫")).code == "no_money"
        await house.close()

    asyncio.run(evening())
