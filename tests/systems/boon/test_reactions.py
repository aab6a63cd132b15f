"""Random play with effects and reactions: whatever states a GM writes and lays upon people, games end, replay and audit (BOO-LIV-38, BOO-LIV-39)."""

import asyncio

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.systems.boon.effects import OCCASIONS
from ludex.table.house import House
from ludex.testing.draws import Numbered
from ludex.testing.games import NOON, Game, check_log, check_undo
from ludex.text.chat import Chat

STEPS = (
    '{ 伤害 = "1d4", 对 = "%s" }',
    '{ 治疗 = "2", 对 = "%s" }',
    '{ 推 = 1, 对 = "%s" }',
    '{ 效果 = "目眩", 对 = "%s" }',
    '{ 动作点 = 1, 对 = "%s" }',
    '{ 磨损 = "1", 对 = "%s" }',
    '{ 掉落 = "", 对 = "%s" }',
    '{ 检定 = "敏捷", 对 = "%s", 失败 = [{ 伤害 = "1" }] }',
    '{ 行动 = "攻击 免费" }',
    '{ 结束 = "目眩", 对 = "%s" }',
    '{ 状态 = "昏迷", 对 = "%s" }',
)
WHOM = ("自己", "对方", "3码内敌人", "5码内全体")
WHOSE = ("自己", "自己做", "自己受", "同伴", "敌人", "任何人")
LASTS = ("2轮", "本轮", "3次", "下个动作", "摆脱", "永久")
MODIFIERS = (
    '{ 量 = "检定", 劣势 = 1 }',
    '{ 量 = "受击", 优势 = 1, 当 = "类别=近战" }',
    '{ 量 = "承受", 减半 = true }',
    '{ 量 = "伤害骰", 加 = 1 }',
    '{ 量 = "耗AP", 之 = "攻击", 定为 = 0 }',
)
PEOPLE = ("安", "柏", "朵", "兽人1", "哥布林1", "弓手1")


def drawn_state(draw, name):
    """A state with a modifier and one or two triggers, as a GM writes it."""
    triggers = []
    for _ in range(draw.number(1, 2)):
        step = draw.one(STEPS)
        done = step % draw.one(WHOM) if "%s" in step else step
        asks = ", 问 = true" if draw.number(0, 1) else ""
        event, whose = draw.one([word.zh for word in OCCASIONS]), draw.one(WHOSE)
        triggers.append(
            f'{{ 时 = "{event}", 谁的 = "{whose}"{asks}, 次数 = "每轮{draw.number(1, 2)}次", 做 = [{done}] }}'
        )
    body = f'修正 = [{draw.one(MODIFIERS)}], 触发 = [{", ".join(triggers)}], 持续 = "{draw.one(LASTS)}"'
    return f".收录 状态.{name} = {{ {body} }}"


async def play(number, folder):
    """A game at the demo table after everybody has got drawn effects, judged as all random play is."""
    draw = Numbered(number)
    house = House(SqliteStore(folder / "ludex.db"), clock=lambda: NOON)
    try:
        table, _ = await house.demo("boon")
        game, gm = Game(table, draw), Chat(table, HOST, "zh")
        for name in ("甲态", "乙态", "丙态"):
            assert await game.judged(gm, drawn_state(draw, name))
            assert await game.judged(gm, f".效果 {name} {draw.one(PEOPLE)}")
        await game.judged(gm, ".代行")
        await game.play()
        await game.settle()
        await check_log(house, table)
        await check_undo(table)
    finally:
        await house.close()


@pytest.mark.parametrize("number", range(12))
def test_games_with_drawn_reactions_end_and_replay(number, tmp_path):
    asyncio.run(play(number, tmp_path))
