"""What happens at a mist table is told in sentences: who did what, and what it cost."""

import pytest

from ludex.store.sqlite import SqliteStore
from ludex.systems.mist import SYSTEM
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat
from ludex.text.telling import group_text
from ludex.text.words import Words


@pytest.fixture
async def table(tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    opened, _ = await house.create("mist", name="雨夜")
    for line in (".建卡 林默", ".任务 末班车", ".开场 废站台"):
        await Chat(opened, "gm").line(line)
    yield opened
    await house.close()


async def told(table, line, dice=()):
    """What the group reads of a line of the MC's, the newest act's."""
    chance = ScriptedChance(tuple(dice))
    chance.roll = table.memory.roll
    table.chance = chance
    chat = Chat(table, "gm")
    reply = await chat.line(line)
    assert reply.ok, reply.text
    seen = (await Logbook(table).after(chat.seat, 0, 1000))[-1]
    return seen, group_text(Words("zh", SYSTEM.package), seen, SYSTEM.sessions).split("\n")[0]


async def act(table, dice):
    await told(table, ".行动 @林默 +记者证 +夜班编辑 亮出记者证 代", dice)
    if sum((dice[0], max(dice[1:]))) > 5:
        await told(table, ".选 done")


async def test_a_price_is_told_with_the_action_that_it_is_paid_for(table):
    await act(table, (5, 3, 1))
    _, sentence = await told(table, ".后果 行动 状态 林默 湿冷 3 不可缓解")
    assert sentence == "林默亮出记者证，代价是湿冷 3"


async def test_a_failed_action_is_told_with_what_it_led_to(table):
    await act(table, (2, 2, 1))
    _, sentence = await told(table, ".后果 行动 状态 林默 湿冷 3 不可缓解")
    assert sentence == "林默亮出记者证没成，落得湿冷 3"


async def test_what_a_threat_brings_is_no_price_of_the_action(table):
    await act(table, (5, 3, 1))
    _, sentence = await told(table, ".后果 手电照脸 状态 林默 目眩 2 不可缓解")
    assert sentence == "林默吃下后果，目眩 2"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (".状态 林默 受伤 2", "林默受伤 2"),
        (".燃标签 记者证", "林默的「记者证」燃尽了"),
        (".贴标签 大雾", "场上多了「大雾」"),
        (".极限 站务保安 说服 5", "站务保安的极限定为说服 5"),
        (".备线索 暗号 在背面", "藏下一条线索「暗号」"),
        (".备特性 怕火", "备好了「怕火」"),
        (".特性 怕光", "异常露出一面，怕光"),
        (".谜团 从哪来 2", "新的谜团「从哪来」"),
        (".命运 林默 死亡", "林默死了"),
        (".改主题 @林默 夜班编辑 动机=写完这一夜", "林默改写了主题「夜班编辑」"),
        (".笔记 票根是湿的", "记下一笔，票根是湿的"),
        (".收场", "这一场收了"),
    ],
)
async def test_what_the_mc_does_by_hand_is_told_in_a_sentence(table, line, sentence):
    assert (await told(table, line))[1] == sentence


async def test_what_was_warded_off_is_a_reason_of_the_tier_that_lands(table):
    await act(table, (5, 3, 1))
    await told(table, ".后果 行动 状态 林默 湿冷 3 可缓解")
    seen, sentence = await told(table, ".选 2 打字飞快 独生女", (5, 2, 1))
    moved = next(line.moved for line in seen.card.happened if line.moved)
    assert [term.value for term in moved.why.terms] == [3, -2]
    assert (moved.by, moved.why.value) == (1, 1)
    assert sentence == "林默亮出记者证，代价卸到湿冷 1"
