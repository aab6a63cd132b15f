"""A session retold: what mattered is in it, in few lines, nothing hidden, and the GM's words when she sends it out."""

import re

import pytest

from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.desk import campaign
from ludex.desk.chronicle import chronicle, publish, quote, stroke
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat
from ludex.text.recapping import markdown, short
from ludex.text.telling import log_texts

NIGHT = (".开团 雨夜关隘", "雨从城垛上淌下来。", *(f"安> .检定 力量 撞门{n}" for n in range(30)), ".伤害 哥布林1 20")


async def night(house, *lines):
    table, _ = await house.demo("boon")
    gm = Chat(table, HOST, "zh")
    an = next(Chat(table, seat.id, "zh") for seat in table.memory.seats.values() if seat.name == "安")
    for line in lines:
        who, _, said = line.rpartition("> ")
        assert (await (an if who else gm).line(said)).ok, line
    return gm


async def test_a_long_night_is_retold_in_twelve_lines_with_every_death(house):
    gm = await night(house, *NIGHT, ".团记 城徽是谁的？", ".收团 每人 钱 20")
    told = (await gm.line(".回顾")).text
    assert len([line for line in told.split("\n") if line]) <= 12
    assert "哥布林1" in told
    assert "死亡" in told
    assert "还开着：城徽是谁的？" in told
    assert "每人 钱 20" in told
    assert told.count("撞门") <= 8


async def test_a_chronicle_is_an_eighth_of_what_happened(house):
    gm = await night(house, *NIGHT)
    found = await chronicle(gm.desk)
    log = "\n".join(log_texts(gm.words, await campaign.whole_log(gm.desk))).split("\n")
    assert len(found.told) * 8 <= len(log)
    assert any("死亡" in gm.words.say(line) for one in found.told if one.beat.card for line in one.beat.card.all_lines)


async def test_nothing_that_was_done_in_secret_is_in_it(house):
    gm = await night(house, ".开团 夜", ".暗 .检定 @兽人1 力量 偷听", "安> .检定 力量 撞门")
    text = markdown(gm.words, await chronicle(gm.desk, for_all=True), gm.table.system.sessions.unsaid)
    assert "撞门" in text
    assert "偷听" not in text
    assert "兽人1" not in text


async def test_the_gm_writes_and_players_read_it_when_it_is_out(house):
    gm = await night(house, ".开团 夜", "雨从城垛上淌下来。", "安> .检定 力量 撞门")
    player = next(Chat(gm.table, seat.id, "zh") for seat in gm.table.memory.seats.values() if not seat.gm)
    said, done = (await chronicle(gm.desk)).told
    await stroke(gm.desk, 1, "said", said.n, text="雨下了三天。")
    await stroke(gm.desk, 1, "added", done.n, text="门没有动。")
    texts = [short(one.words, await chronicle(one.desk), gm.table.system.sessions.unsaid) for one in (gm, player)]
    assert ["雨下了三天" in one for one in texts] == [True, False]
    with pytest.raises(RuleError, match="gm_only"):
        await publish(player.desk, 1)
    with pytest.raises(RuleError, match="gm_only"):
        await stroke(player.desk, 1, "chosen", said.n, on=False)
    await publish(gm.desk, 1)
    out = short(player.words, await chronicle(player.desk), gm.table.system.sessions.unsaid)
    assert "雨下了三天" in out
    assert "门没有动" in out
    await stroke(gm.desk, 1, "said", said.n)
    await stroke(gm.desk, 1, "chosen", done.n, on=False)
    assert [one.told for one in (await chronicle(gm.desk)).chapters[0].moments] == [True, True], "her added words stay"


async def test_anybody_who_plays_marks_a_quote(house):
    gm = await night(house, ".开团 夜")
    player = next(Chat(gm.table, seat.id, "zh") for seat in gm.table.memory.seats.values() if not seat.gm)
    await player.line("门要合上了。")
    n = player.desk.last
    assert await quote(player.desk, n)
    assert [one.quote for one in (await chronicle(gm.desk)).told] == [True]
    assert not await quote(player.desk, n)
    with pytest.raises(RuleError, match="unknown_note"):
        await quote(player.desk, 1)


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_it_is_words(house, language):
    gm = await night(house, *NIGHT)
    reader = Chat(gm.table, HOST, language)
    text = markdown(reader.words, await chronicle(reader.desk), gm.table.system.sessions.unsaid)
    assert not re.search(r"[{}]|\b(?:told|view|terms|recap)\.", text)


async def test_a_fall_is_in_the_sentence_of_what_brought_it(house):
    table, _ = await house.create("mirror", name="镜")
    gm = Chat(table, HOST, "zh")
    made = ".建卡 力王 武者 点=力量12、体质8、敏捷5"
    for line in (made, ".登场 山贼 2", ".开团 雨夜", ".精力 -9 谁=力王", ".状态 死亡 谁=山贼2"):
        assert (await gm.line(line)).ok
    told = (await gm.line(".回顾")).text
    assert "力王失去" in told
    assert "就此死去" in told
    assert "山贼2死了" in told
    assert "<" not in told


async def test_a_number_that_was_typed_is_no_quote(house):
    gm = await night(house, ".开团 夜", "4", "。。。", "安> 门要合上了。")
    told = (await gm.line(".回顾")).text
    assert "门要合上了" in told
    assert "「4」" not in told
    assert "「。。。」" not in told


async def retold(house, system, *lines):
    """The recap of lines that the GM of an empty table types, each perhaps with dice in front."""
    table, _ = await house.create(system, name="雨夜")
    gm = Chat(table, HOST, "zh")
    for line in lines:
        dice, _, typed = line.rpartition("| ")
        table.chance = ScriptedChance(map(int, dice.split()))
        table.chance.roll = table.memory.roll
        assert (await gm.line(typed)).ok, line
    return (await gm.line(".回顾")).text


async def test_what_is_said_in_somebodys_name_is_hers(house):
    gm = await night(house, ".开团 夜", "安> 安：谁半夜敲门？", "兽人1：滚开！")
    told = (await gm.line(".回顾")).text
    assert "安：「谁半夜敲门？」" in told
    assert "兽人1：「滚开！」" in told


async def test_what_was_bought_and_what_it_cost_is_one_sentence(house):
    act = "5 3 1| .行动 @林默 +记者证 +夜班编辑 效果=标签:门开了,就这样 亮出记者证 代"
    price = ".后果 行动 状态 林默 湿冷 2 不可缓解"
    told = await retold(house, "mist", ".建卡 林默", ".任务 末班车", ".开场 废站台", act, price)
    assert told.count("亮出记者证") == 1
    assert "，代价是湿冷 2" in told


async def test_how_a_case_and_a_scene_begin_is_told_without_labels(house):
    told = await retold(house, "mist", ".建卡 林默", ".任务 末班车", ".开场 站台", ".收场", ".开场 雨还没停。")
    assert "开始查「末班车」，四十七路" in told
    assert "手里已有 4 条线索。" in told
    assert "雨停了，站台上的灯还亮着一盏，站务保安在那里，威胁逼近，手电照脸。" in told
    assert "雨还没停。" in told
    assert all(wrong not in told for wrong in ("故事标签：", "谜团：", "。。", "。，"))


async def test_that_a_challenge_is_overcome_is_told_with_the_deed(house):
    act = "8 4 3| .行动 @周遥 +稳定的手 +熟门熟路 绕到后面 效果=保安:绕开+2 代"
    told = await retold(house, "mist", ".建卡 周遥", ".开场 站台", act)
    assert "周遥绕到后面，成了，站务保安绕开 2，被克服了。" in told


async def test_what_an_evening_brought_is_always_told(house):
    who = ".建卡 林晚 属性=9,8,8,7 域=武者4,参谋1 增益=武器大师,守护者,游荡者 生命=3,3,3,3,3 精神=1,1,1,1,1 甲=旅装 盾=无 武器=青铜剑 从简"
    hurt = (f".伤害 林晚 {n}" for n in range(1, 12))
    assert "林晚得到 5 点经验" in await retold(house, "fable", who, ".开团 夜", *hurt, ".收团", ".1")
