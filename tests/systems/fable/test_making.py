"""Characters made step by step: everything is asked, nothing is lost without a yes, and what only tells can wait."""

import pytest

from ludex.core.principals import HOST
from ludex.systems.fable.sheet import Bond
from ludex.table.seating import invite
from ludex.text.chat import Chat

NUMBERS = ".建卡 阿青 属性=8,8,8,8 域=武者5 增益=武器大师,守护者,守护者 生命=4,4,4,4,4 精神=1,1,1,1,1 类别=域外"
FEATS = (".选 skip", ".选 skip")
"""General feats and those of the one domain are left for later."""


async def test_making_a_character_never_loses_a_point_silently(table, at):
    await at("GM", ".建卡 阿青 域=武者5 增益=狂怒斗士,守护者,守护者 类别=域外")
    assert "还有 2 点没分配" in (await at("GM", ".选 7,8,8,7")).text
    assert "32 点属性点" in (await at("GM", ".选 again")).text
    assert (await at("GM", ".选 13,7,7,5")).code == "attribute_above_max"
    await at("GM", ".选 9,8,8,7")
    assert (await at("GM", ".选 12,8,0,0,0")).code == "gauge_ratio"
    await at("GM", ".选 4,4,4,4,4")
    await at("GM", ".选 1,1,1,1,1")
    for said in (*FEATS, ".选 brigandine", ".选 none"):
        await at("GM", said)
    assert "150 Z" in (await at("GM", ".选 light_spear")).text
    await at("GM", ".选 done")
    assert "诞生" in (await at("GM", ".选 finish")).text
    made = table.memory.state.characters["阿青"]
    assert (made.hp, made.mp, made.sheet.money) == (60, 40, 250)


async def test_points_left_over_in_a_typed_line_are_asked_about_too(at):
    reply = await at("GM", ".建卡 阿青 属性=7,8,8,7 域=武者5 类别=域外")
    assert "还有 2 点没分配" in reply.text


async def test_a_player_without_a_character_makes_one_herself(table, seats, at):
    await invite(table, table.seat(HOST), role="player", name="安")
    newcomer = Chat(table, "player3", "zh")
    reply = await newcomer.line(".建卡 阿青")
    while newcomer.desk.questions():
        reply = await newcomer.line(".1")
        assert reply.ok
    assert newcomer.seat.controls == ("阿青",)
    assert ".掌控" not in reply.text


async def test_several_items_are_bought_one_by_one_against_the_budget(table, at):
    assert "500 Z" in (await at("GM", f"{NUMBERS} 从简")).text
    assert "350 Z" in (await at("GM", ".选 brigandine")).text
    assert "250 Z" in (await at("GM", ".选 bronze_shield")).text
    assert "100 Z" in (await at("GM", ".选 steel_dagger")).text
    assert (await at("GM", ".选 bronze_sword")).code == "bad_choice"  # 200 Z are more than is left
    assert "诞生" in (await at("GM", ".选 staff")).text  # nothing is left to be spent, so nobody is asked again
    sheet = table.memory.state.characters["阿青"].sheet
    assert (sheet.weapons, sheet.pack, sheet.money) == (("steel_dagger",), ("staff",), 100)


async def test_who_she_is_is_asked_and_each_part_can_be_skipped(table, at):
    for said in (f"{NUMBERS} 甲=无 盾=无 武器=staff", *FEATS):
        await at("GM", said)
    await at("GM", ".2 边境的猎户")
    await at("GM", ".选 skip")
    await at("GM", ".2 雾港")
    assert (await at("GM", ".2 阿青 trust")).code == "bond_self"
    assert (await at("GM", ".2 苏砚 trust")).ok
    assert (await at("GM", ".2 苏砚 suspicion")).code == "emotion_conflict"
    assert (await at("GM", ".2 苏砚 爱恋")).ok
    assert "1/8" in (await at("GM", ".选 done")).text
    for said in (".2 二十岁", ".1", ".1", ".1", ".1", ".1", ".1"):
        await at("GM", said)
    assert "诞生" in (await at("GM", ".2 想再见海一面，非去不可")).text
    made = table.memory.state.characters["阿青"]
    assert made.traits == ("边境的猎户", "雾港")
    assert made.bonds == (Bond("苏砚", ("trust", "love")),)
    assert made.sheet.answers == {"age": "二十岁", "motives": "想再见海一面，非去不可"}


async def test_the_rest_of_her_story_can_be_left_for_later_and_written_then(table, at):
    for said in (f"{NUMBERS} 甲=无 盾=无 武器=staff", *FEATS):
        await at("GM", said)
    assert "诞生" in (await at("GM", ".选 finish")).text
    await at("GM", ".特质 @阿青 猎户,好奇")
    assert table.memory.state.characters["阿青"].traits == ("猎户", "好奇")


async def test_money_that_would_be_lost_is_said_so(at):
    await at("GM", ".set options.starting_leftover lose")
    await at("GM", f"{NUMBERS} 甲=无 盾=无")
    await at("GM", FEATS[0])
    reply = await at("GM", FEATS[1])
    assert "失去剩下的 500 Z" in reply.text


async def test_a_new_character_is_told_which_feats_wait(at):
    reply = await at("GM", f"{NUMBERS} 甲=无 盾=无 武器=staff 从简")
    assert "通用特技 5 个、领域特技 5 个" in reply.text


@pytest.mark.usefixtures("beginners")
async def test_a_level_is_asked_for_step_by_step(table, at):
    await at("GM", ".set characters.苏砚.sheet.xp 10")
    assert "武者（升到 4 级）" in (await at("苏砚", ".升级")).text
    await at("苏砚", ".选 tactician")
    assert "8 → 9" in (await at("苏砚", ".2")).text
    assert "强健" in (await at("苏砚", ".5")).text
    assert "步法" in (await at("苏砚", ".选 疾行")).text
    assert (await at("苏砚", ".选 步法")).ok
    grown = table.memory.state.characters["苏砚"]
    assert (grown.level, grown.sheet.domains["tactician"], grown.sheet.xp) == (6, 3, 0)
    assert (grown.hg.cap, grown.mg.cap) == ((11, 12, 11, 11, 11), (8, 8, 8, 8, 9))
    assert grown.sheet.feats == ("general:fleet", "tactician:light_feet")


async def test_a_level_that_opens_a_benefit_asks_which_and_where_its_points_go(table, at):
    await at("GM", ".set characters.苏砚.sheet.domains.warrior 5")
    await at("GM", ".set characters.苏砚.level 7")
    await at("GM", ".set characters.苏砚.sheet.xp 10")
    assert "第 4 / 4 项" in (await at("苏砚", ".升级 武者 1 1")).text
    assert "怎么分给五条生命量谱" in (await at("苏砚", ".选 fury")).text
    assert (await at("苏砚", ".选 5,0,0,0")).code == "bad_choice"
    for said in (".选 0,0,0,2,3", ".选 later", ".选 later"):
        assert (await at("苏砚", said)).ok
    assert table.memory.state.characters["苏砚"].hg.cap == (12, 11, 11, 13, 14)


async def test_nobody_is_asked_about_a_level_that_she_cannot_pay(at):
    await at("GM", ".set characters.苏砚.sheet.xp 9")
    assert (await at("苏砚", ".升级")).code == "not_enough_xp"
