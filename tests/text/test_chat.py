"""Chat as people type it: several questions at once, names in the reader's language, ways out, and nothing said that is hidden."""

import asyncio

import pytest

from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat


class Evening:
    """One evening at a table: lines in, replies out."""

    def __init__(self, loop, table):
        self.loop, self.table = loop, table

    def reply(self, who, line, dice=(), language="zh"):
        chance = ScriptedChance(tuple(dice))
        chance.roll = self.table.memory.roll
        self.table.chance = chance
        seat = "gm" if who == "GM" else next(s.id for s in self.table.memory.seats.values() if s.name == who)
        return self.loop.run_until_complete(Chat(self.table, seat, language).line(line))

    def type(self, who, line, dice=(), language="zh"):
        return self.reply(who, line, dice, language).text


@pytest.fixture
def opened(tmp_path):
    loop = asyncio.new_event_loop()
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")

    def sit(system, *, empty=False):
        opening = house.create(system, name=system) if empty else house.demo(system)
        return Evening(loop, loop.run_until_complete(opening)[0])

    yield sit
    loop.run_until_complete(house.close())
    loop.close()


@pytest.fixture
def gate(opened):
    """The fight at the gate: an ogre stands by in secret."""
    return opened("boon")


@pytest.fixture
def station(opened):
    """The last bus."""
    return opened("mist")


# --- nothing is said that is hidden ---------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [".登场 狼 暗中", ".效果 隐形 食人魔1"])
def test_a_player_who_cannot_undo_the_gms_secret_step_does_not_hear_of_it(gate, line):
    gate.type("GM", line)
    refused = gate.reply("安", ".undo")
    assert refused.code == "nothing_to_undo"
    assert line not in refused.text


def test_taking_a_secret_step_back_is_told_to_the_gm_alone(gate):
    gate.type("GM", ".登场 狼 暗中")
    assert gate.reply("GM", ".undo").private
    gate.type("GM", ".治疗 安 1")
    assert not gate.reply("GM", ".undo").private


@pytest.mark.parametrize("line", [".主动权 食人魔1", ".set combatants[食人魔1].health 50", ".摆放 食人魔1 2,2"])
def test_a_line_of_the_gm_that_names_somebody_secret_is_not_in_a_players_log(gate, line):
    assert gate.reply("GM", line).ok
    assert "食人魔" not in gate.type("安", ".log 1")
    assert "食人魔" in gate.type("GM", ".log 1")


def test_a_secret_attacker_is_named_neither_while_it_waits_nor_by_who_waits(gate):
    gate.type("GM", ".摆放 食人魔1 2,2")
    gate.type("GM", ".主动权 食人魔1")
    gate.type("GM", ".攻击 安 @食人魔1", dice=[15])
    for line in (".log 5", ".who", ".选"):
        assert "食人魔" not in gate.type("安", line)
    (act,) = gate.table.memory.parked.values()
    assert "食人魔" not in Chat(gate.table, "player1").desk.line_of(act)
    assert "食人魔" in Chat(gate.table, "gm").desk.line_of(act)
    gate.type("安", ".选 不防", dice=[1, 1, 1])
    assert "食人魔" not in gate.type("安", ".log 5")


def test_what_the_gms_hand_changes_is_told_to_the_gm_alone(gate):
    gate.type("GM", ".set combatants[安].health 50")
    assert "18 → 50" in gate.type("GM", ".log 1")
    assert "50" not in gate.type("柏", ".log 1")


def test_a_whisper_is_marked_and_confirmed(gate):
    assert "安" in gate.type("朵", ".w 安 你好 朋友")
    assert "密语" in gate.type("安", ".log 1")
    assert "朋友" not in gate.type("柏", ".log 1")
    assert gate.reply("朵", ".w 主持人 悄悄话").ok
    assert "话" in gate.type("朵", ".w GM")


# --- several questions at once ----------------------------------------------------------------------------------------


@pytest.fixture
def two_questions(station):
    """林默 has an act whose effects are not bought and an immersion to go through with: two questions wait for her."""
    station.type("林默", ".行动 +记者证 +夜班编辑", dice=[7, 2, 1])
    station.type("林默", ".浸入 听潮之耳 浸没 替司机报完站")
    return station


def test_with_two_open_questions_a_bare_number_answers_neither(two_questions):
    refused = two_questions.reply("林默", ".2")
    assert refused.code == "several_questions"
    assert "#6" in refused.text
    assert "#7" in refused.text


def test_each_of_two_open_questions_shows_its_number_and_is_answered_by_it(two_questions):
    shown = two_questions.type("林默", ".选")
    assert "#6" in shown
    assert "#7" in shown
    assert two_questions.reply("林默", ".#7 2").ok
    assert "#6" not in two_questions.type("林默", ".选")


def test_the_gm_answers_the_own_question_before_a_players(gate):
    gate.type("GM", ".set options.npc_defeat ask")
    gate.type("安", ".上")
    gate.type("安", ".攻击 柏", dice=[10, 1])
    gate.type("GM", ".伤害 哥布林1 7")
    gate.type("GM", ".伤害 哥布林1 1")
    assert "哥布林1" in gate.type("GM", ".选")
    assert "死亡" in gate.type("GM", ".1")
    assert (
        "not_your" in gate.reply("朵", ".#7 4").code
    )  # her own number of it: the GM's hand before it is no matter of hers


def test_an_answer_is_known_by_how_it_begins(station):
    station.type("林默", ".浸入 听潮之耳 替司机报完站")
    assert "浸没" in station.type("GM", ".选 随便")
    assert "继续吗" in station.type("GM", ".选 浸没")


def test_what_the_rules_forbid_meanwhile_lapses_and_is_told(station):
    station.type("林默", ".行动 +记者证 +夜班编辑", dice=[7, 2, 1])
    killed = station.type("GM", ".命运 林默 死亡")
    assert "没答的问题作罢" in killed
    assert "没有在等你的问题" in station.type("林默", ".9")


def test_an_answer_with_gaps_says_what_to_write(station):
    station.type("林默", ".行动 +记者证", dice=[7, 2])
    refused = station.type("林默", ".1 站务保安")
    assert refused.startswith("这一项还要写：.1 <谁身上> <状态> <等级>")


# --- names, not ids ---------------------------------------------------------------------------------------------------


def test_a_missing_argument_is_named_in_the_readers_language_with_an_example(gate):
    refused = gate.type("安", ".攻击")
    assert refused.startswith("还差「目标」；按顺序要写的是：目标、[武器]。 例：.攻击 兽人1　（.help 攻击）")
    assert "target" in gate.type("安", ".attack", language="en")


def test_a_word_that_is_not_among_the_allowed_is_answered_in_one_script(gate):
    refused = gate.type("安", ".检定 臂力 破门")
    assert "力量、敏捷、智力、意志、感知" in refused
    assert "strength" not in refused
    assert "力量" not in gate.type("安", ".检定 臂力", language="en").replace("臂力", "")


def test_dice_that_cannot_be_read_say_where_as_people_count(gate):
    assert "第 5 个字" in gate.type("安", ".r 2d6+")
    assert "数字" in gate.type("安", ".r 2d6+")


def test_a_reason_alone_rolls_the_usual_die(gate):
    assert "开门" in gate.type("安", ".r 开门", dice=[9])


def test_an_unknown_command_without_likeness_offers_nothing_empty(gate):
    assert gate.type("安", ".🎲") == "没有「.🎲」这条指令。.help 看全部。"


def test_the_table_says_whose_commands_these_are(gate):
    assert "安" in gate.type("安", ".use")
    gate.type("GM", ".掌控 朵 +安")
    assert gate.table.memory.seats["player3"].controls == ("duo", "an")
    assert "duo" not in gate.type("GM", ".掌控 朵")
    gate.type("GM", ".掌控 朵 -安")
    assert gate.table.memory.seats["player3"].controls == ("duo",)


def test_one_part_of_the_table_can_be_looked_at(gate):
    shown = gate.type("安", ".看 我")
    assert "锁子甲" in shown
    assert "兽人" not in shown
    assert "兽人1" in gate.type("安", ".看 不存在")


def test_help_fits_a_chat_group_and_offers_players_no_gm_commands(station):
    shown = station.type("林默", ".help")
    assert len(shown.splitlines()) < 16
    assert ".行动" in shown
    assert ".开场" not in shown
    assert ".开场" in station.type("GM", ".help")
    assert "掷前预览" in station.type("林默", ".help 全部")
    assert ".行动" not in station.type("林默", ".help", language="en")


def test_help_of_a_shared_name_begins_with_the_systems_own_command(gate):
    told = gate.type("GM", ".help pc", language="en")
    assert told.index("Write a character") < told.index("Your characters")


def test_a_second_gm_is_invited_by_a_line(gate):
    assert "老王" in gate.type("GM", ".邀请 主持人 老王")
    assert "主持人 老王" in gate.type("GM", ".谁")
    assert gate.reply("GM", ".邀请 旁观").code == "missing_argument"


def test_a_word_finds_the_clauses_of_its_chapter_whatever_its_case(gate):
    told = gate.type("安", ".rule shove", language="en")
    assert told.index("BOO-SHV-1") < told.index("BOO-SHV-4") < told.index("BOO-ACT-1")
    assert "BOO-HID-5" in gate.type("安", ".rule Hide", language="en")


def test_who_is_not_there_may_be_made(gate):
    assert ".pc NAME" in gate.type("安", ".character Helmut", language="en")


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("system", ["mist", "boon"])
def test_no_help_shows_a_raw_key(opened, system, language):
    table = opened(system)
    desk = Chat(table.table, "gm", language)
    for command in desk.commands():
        shown = table.type("GM", f".help {command.names[0]}", language=language)
        assert "commands." not in shown
        assert "args." not in shown
        assert "{" not in shown.split("\n")[0]


def test_what_was_thrown_is_told_before_anything_is_bought_with_it(station):
    assert "混合成功（总和 7）" in station.type("林默", ".行动 +记者证 拿出证件", dice=[5, 2])


def test_tags_may_be_glued_or_named_by_their_beginning(station):
    assert "2 = " in station.type("林默", ".行动 +记者证+夜班编辑 速决", dice=[8, 4, 1])
    station.type("GM", ".undo")
    assert "记者证" in station.type("林默", ".行动 +记者 速决", dice=[8, 4])


def test_a_tag_that_the_words_only_mention_is_asked_about_and_nothing_is_rolled(station):
    assert "记者证" in station.reply("林默", ".行动 记者证还在兜里").text


def test_an_unknown_tag_is_answered_with_those_there_are(station):
    assert "祖传戒指" in station.type("林默", ".行动 +护身符")


def test_all_misshapen_records_of_a_pack_are_named_in_the_readers_language(station):
    pack = '.收录 challenge = [{ id = "犬", limits = [{ status = "安抚", limit = "x" }] }, { id = 3 }]'
    said = station.type("GM", pack)
    assert "「challenges.犬 limits[0].limit」要整数，收到文字" in said
    assert "challenges.3" in said
    assert "a whole number" in station.type("GM", pack, language="en")


def test_a_gm_who_plays_nobody_is_asked_for_whom(station):
    assert "@名字" in station.type("GM", ".休整 恢复")


def test_a_player_writes_a_character_and_controls_it(opened):
    inn = opened("boon", empty=True)
    inn.type("GM", ".邀请 小明")
    inn.type("GM", ".邀请 小红")
    assert "角色 名字" in inn.type("小明", ".卡")
    assert inn.reply("小明", ".角色 霜 力=12 职业=战士 等级=1 物=长剑").ok
    frost = inn.table.memory.state.character("霜")
    assert frost.player
    assert inn.table.memory.seats["player1"].controls == ("霜",)
    assert inn.table.memory.state.side(frost.side).player
    assert "仍算 霜" in inn.type("小明", ".角色 冰 力=10")


def test_a_player_does_not_write_over_somebody_elses_character(gate):
    assert gate.reply("安", ".角色 柏 力=20").code == "duplicate_id"
    assert gate.reply("安", ".角色 an 力=20").code == "in_combat"


def test_two_deeds_without_a_name_are_not_the_same_deed(gate):
    assert "失败" in gate.type("安", ".rc 力量", dice=[2])
    assert "失败" in gate.type("安", ".rc 力量", dice=[3])
    assert "自动失败" not in gate.type("安", ".rc 力量", dice=[2])


def test_outside_a_fight_nobody_passes(opened):
    inn = opened("boon", empty=True)
    inn.type("GM", ".角色 霜 阵营=英雄 玩家")
    assert inn.reply("GM", ".让过 @霜").code == "not_fighting"
    assert inn.reply("GM", ".上").code == "not_fighting"
    assert inn.reply("GM", ".代行").code == "not_fighting"


def test_an_unknown_creature_or_thing_is_answered_with_those_there_are(gate):
    assert "登场：哥布林" in gate.type("GM", ".登场 哥布")  # the nearest of those that begin so
    assert "骷髅兵" in gate.type("GM", ".登场 史莱姆")
    assert "长剑" in gate.type("GM", ".给予 安 光剑")
    assert gate.reply("GM", ".给予 安 治疗").ok


def test_problems_of_own_content_are_in_the_readers_language(gate):
    said = gate.type("GM", '.收录 items.whip = { nam = "鞭", die = "x" }')
    assert "没有 nam 这一栏" in said
    assert "要整数，收到文字" in said


def test_buttons_send_names_that_people_read(gate):
    gate.type("安", ".上")
    shown = gate.type("安", ".看")
    assert ".攻击 <目标> 长剑" in shown
    assert "longsword" not in shown


def test_english_reads_in_latin_letters_with_latin_marks(gate):
    shown = gate.type("安", ".view", language="en")
    assert "：" not in shown
    assert ".pick 安" in shown
    assert "(class hit BOO-ATK-3)" in gate.type("安", ".view 安", language="en")
    assert "goblin archer" in gate.type("GM", ".npc slime", language="en")
    assert "jump over" in gate.type("安", ".r jump over", dice=[9])


def test_a_whisper_to_the_gm_does_not_say_that_the_gm_hears_it_too(gate):
    assert gate.type("安", ".w GM 我想跑") == "已悄悄告诉 GM。"


def test_while_a_side_chooses_one_line_picks_and_acts(gate):
    assert gate.reply("GM", ".odds 推撞 兽人1").code == "whose"
    assert gate.reply("安", ".攻击 兽人1", dice=[1, 1]).ok
    assert gate.reply("柏", ".上").code == "not_your_side"


def test_things_and_people_are_refused_by_their_names(gate):
    gate.type("安", ".上")
    assert "长剑、大盾、治疗药水" in gate.type("安", ".攻击 兽人1 光剑")
    assert "你的角色：安" in gate.type("安", ".上 兽人1") + gate.type("安", ".离场 逃 柏")
    assert "锁子甲" in gate.type("GM", ".修理 护甲 5 @安")
    assert "墙" in gate.type("GM", ".地形 岩浆 3x3")


def test_odds_leave_nothing_out_silently(gate):
    assert "另有 8 种，共 40.0%" in gate.type("安", ".odds d20")
    assert gate.type("安", ".odds rd20") == gate.type("安", ".odds d20")
    assert "「离场」不掷骰" in gate.type("安", ".odds 离场 逃")


# --- words that people know from elsewhere --------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["boon", "fable", "fet", "mirror", "mist"])
@pytest.mark.parametrize("line", [".help 建卡", ".help 車卡", ".help create"])
def test_making_a_character_is_found_under_its_usual_names_whatever_a_system_calls_it(opened, system, line):
    assert opened(system).reply("GM", line).ok


def test_a_character_is_made_by_the_usual_word(gate):
    assert "选职业" in gate.type("安", ".建卡 小七")


@pytest.mark.parametrize(
    ("system", "line", "told"),
    [("fable", ".登场 山匪 2", "山匪2"), ("boon", ".召来 狼", "狼1"), ("fet", ".伤害 守卫 体力 -5", "-5")],
)
def test_what_another_rulebook_calls_a_deed_means_it_here_too(opened, system, line, told):
    reply = opened(system).reply("GM", line)
    assert reply.ok
    assert told in reply.text
