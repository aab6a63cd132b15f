"""What a group reads of an act: one sentence in which nobody is named twice and nothing is said twice, in both languages."""

import re

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat
from ludex.text.telling import group_text
from ludex.text.words import Words

DICE = re.compile(r"(?:([\d ]+): )?(.*)", re.S)


@pytest.fixture
async def told(tmp_path):
    """What the group reads of the last of these lines of the GM's, each perhaps with its dice in front: `15 3: .开战`."""
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")

    async def read(system, *lines, language="zh"):
        table, _ = await house.create(system, name="雨夜")
        chat = Chat(table, HOST)
        for line in lines:
            dice, typed = DICE.fullmatch(line).groups("")
            table.chance = ScriptedChance(map(int, dice.split()))
            table.chance.roll = table.memory.roll
            reply = await chat.line(typed)
            assert reply.ok, reply.text
        seen = [one for one in await Logbook(table).after(chat.seat, 0, 1000) if one.kind == "acted" and one.card]
        return group_text(Words(language, table.system.package), seen[-1], table.system.sessions).split("\n")

    yield read
    await house.close()


MAGE = ".角色 岚 力=10 敏=10 智=13 职业=法师 等级=1 法=爆炎 阵营=英雄 玩家 位=0,0"
HERO = ".角色 赫 力=12 敏=11 物=长剑,梯子 阵营=英雄 玩家 位=3,4"
GOBLINS = ".登场 哥布林 2 阵营=敌人 位=6,0"
FIGHT = "15 3: .开战 敌人"

SUYAN = ".建卡 林晚 属性=9,8,8,7 域=武者4,参谋1 增益=武器大师,守护者,游荡者 生命=3,3,3,3,3 精神=1,1,1,1,1 甲=旅装 盾=无 武器=青铜剑 从简"
LIN = ".建卡 林默"

TOLD = {
    "those who suffer the same in an area are told together": (
        "boon",
        (MAGE, GOBLINS, FIGHT, "3 4 15 15: .施法 爆炎 6,0 @岚", ".选 1"),
        "岚的爆炎席卷而过，哥布林1、哥布林2各 3 伤",
        "岚's fire burst sweeps over the field: 哥布林1, 哥布林2 for 3 each",
    ),
    "who falls in an area is told with it": (
        "boon",
        (MAGE, GOBLINS, FIGHT, "5 5 2 15: .施法 爆炎 6,0 @岚"),
        "岚的爆炎席卷而过，哥布林1 10 伤，死亡；哥布林2 5 伤",
        "岚's fire burst sweeps over the field: 哥布林1 for 10 (dead); 哥布林2 for 5",
    ),
    "a blow at a guessed square names the square alone": (
        "boon",
        (HERO, GOBLINS, FIGHT, "19 1 2 3: .攻击 猜=3,5 武器=长剑 @赫"),
        "赫的长剑砍向 3,5，落空",
        "赫's long sword meets nothing at 3,5",
    ),
    "what a tool is for is told with the tool": (
        "boon",
        (HERO, "15: .使用 梯子 力量 爬墙 @赫"),
        "赫用梯子爬墙，成了",
        "赫 succeeds with the ladder: 爬墙",
    ),
    "who cannot get free is told so": (
        "boon",
        (HERO, ".效果 束缚 赫", "2: .摆脱 束缚 @赫"),
        "赫没能摆脱束缚",
        "赫 cannot shake off bound",
    ),
    "what a stunt leaves stands in its sentence": (
        "boon",
        (HERO, ".登场 哥布林 1 阵营=敌人 位=4,4", FIGHT, "15: .特技 虚晃 哥布林1 @赫"),
        "赫对哥布林1使出虚晃，留下「破绽」",
        "赫 brings off feint against 哥布林1: opening",
    ),
    "several of a thing are counted": (
        "boon",
        (HERO, ".给予 赫 治疗药水×2,匕首"),
        "赫得到治疗药水×2、匕首",
        "赫 gets healing potion ×2, dagger",
    ),
    "points of another kind are told by their name": (
        "fable",
        (SUYAN, ".耗魔 5 @林晚"),
        "林晚耗去 5 精神",
        "林晚 spends 5 MP",
    ),
    "what had nothing to mend says so": (
        "fable",
        (SUYAN, ".治疗 林晚 5"),
        "林晚什么也没恢复",
        "林晚 recovers nothing",
    ),
    "an effect is told by its name, and what it does in the account": (
        "fable",
        (SUYAN, ".效果 祝福 场景 锚=林晚 修正=检定:2"),
        "林晚身上有了「祝福」",
        "祝福 now lies on 林晚",
    ),
    "what ends is named": (
        "fable",
        (SUYAN, ".效果 祝福 场景 锚=林晚 修正=检定:2", ".解除 祝福 @林晚"),
        "林晚身上的「祝福」散了",
        "祝福 is over for 林晚",
    ),
    "a clock is set before it moves": (
        "fable",
        (".时钟 吊桥 6",),
        "时钟「吊桥」定在 0/6",
        "The clock “吊桥” is set at 0/6",
    ),
    "a side has the upper hand by name": (
        "fable",
        (SUYAN, ".召来 山匪 1", "8 6 4 5: .冲突", ".给优势 同伴"),
        "同伴占了上风",
        "The upper hand goes to heroes",
    ),
    "an evening opens by its name": ("fable", (".开团 雾港",), "开团了，雾港", "The session begins: 雾港"),
    "an evening closes with what everybody gained": (
        "fable",
        (SUYAN, ".开团 雾港", ".收团", ".1"),
        "收团了，林晚得到 5 点经验",
        "The session is over: 5 XP for 林晚",
    ),
    "what is taken away is told by its name": (
        "fable",
        ('.造物 特技 calm {"名称": "静心", "修正": {"检定": 1}}', ".造物 特技 calm 删"),
        "桌上没了特技「静心」",
        "Gone from the feats: 静心",
    ),
    "what comes at several alike is told of all": (
        "mist",
        (LIN, ".建卡 周遥", ".开场 废站台", "1 1: .行动 +记者证 速决 闯 @林默 代", ".后果 行动 状态 林默,周遥 惊慌 2"),
        "惊慌 2 冲着林默、周遥来了",
        "惊慌 2 is about to hit 林默, 周遥",
    ),
    "what lies on several alike is told of all": (
        "mist",
        (LIN, ".建卡 周遥", ".状态 全体 受伤 2"),
        "林默、周遥受伤 2",
        "On 林默, 周遥: 受伤 2",
    ),
    "what is gone is told of a status of any kind": (
        "mist",
        (".开场 废站台", ".挑战 恶犬 受伤=3", ".状态 恶犬 说服 1", ".减状态 恶犬 说服 1"),
        "恶犬的说服消了",
        "恶犬 is rid of 说服",
    ),
    "a rest is told in hours": ("boon", (HERO, ".休息 8"), "赫歇了 8 小时", "赫 rests for 8 hours"),
}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("case", TOLD.values(), ids=TOLD)
async def test_an_act_is_told_in_one_sentence(told, case, language):
    system, lines, zh, en = case
    assert (await told(system, *lines, language=language))[0] == (zh if language == "zh" else en)


async def test_a_number_that_moved_twice_in_an_act_is_told_once(told):
    sleep = '.收录 状态.安眠 = { 触发 = [{ 时 = "休息", 做 = [{ 治疗 = "1" }] }], 持续 = "永久" }'
    lines = await told("boon", HERO, sleep, ".效果 安眠 赫", ".伤害 赫 8", ".休息 8")
    assert lines[1] == "· 赫 生命 4 → 8/12"


async def test_boons_that_were_thrown_are_told_once_and_those_that_cancelled_with_what_they_were(told):
    thrown = await told("boon", HERO, "9 6: .检定 力量 破门 优=1 @赫")
    assert "优势 1: 6 → +6" in thrown[1]
    assert "优势：" not in thrown[1]
    cancelled = await told("boon", HERO, "9: .检定 力量 破门 优=1 劣=1 @赫")
    assert "优势：0 = 1（局面） − 1（局面）" in cancelled[1]


async def test_what_an_effect_ends_is_named_as_people_call_it(told):
    shown = "\n".join(await told("boon", HERO, GOBLINS, FIGHT, "15: .特技 翻滚 @赫"))
    assert "slipping" not in shown
