"""Playing: the timeline, the law as a checklist, losses that stay, odds, content that is wrong."""

import pytest

from ludex.core.errors import RuleError
from ludex.core.packs import read_pack
from ludex.core.principals import Viewer
from ludex.systems.fet import SYSTEM
from ludex.systems.fet.content import KINDS, shipped
from ludex.systems.fet.options import Options
from ludex.systems.fet.policy import act_for
from ludex.systems.fet.rules.checks import SmallestRatio
from ludex.systems.fet.rules.law import violations
from ludex.systems.fet.rules.moment import double
from ludex.systems.fet.sheet import Sheet, sheet_problems
from ludex.systems.fet.state import Battle, Fighter, Hold, Scene, State
from ludex.systems.fet.terms import Kind, SceneKind
from ludex.systems.fet.views.deeds import deeds
from ludex.text.words import Words


async def test_wounds_stay_on_the_sheet_after_the_battle(tables):
    await tables.lines("左> .攻 60 力量 打手 武器=军刀", "安> .等 4", "莺> .等 4", "GM> .npcs", "GM> .go")
    assert tables.state.characters["打手"].stamina_lost == 72
    await tables.line("GM", ".终战")
    assert tables.state.battle is None
    assert tables.state.characters["打手"].stamina_lost == 72


async def test_the_status_command_and_the_battle_agree(tables):
    await tables.line("安", ".rec 体力 -20")
    assert tables.state.battle.find("爱丽丝").stamina == 100


async def test_levelling_up_in_the_middle_of_a_fight_keeps_the_wounds(tables):
    await tables.lines("安> .rec 体力 -20", "安> .lv 20")
    fighter = tables.state.battle.find("爱丽丝")
    assert (fighter.stamina_max, fighter.stamina, fighter.level) == (240, 220, 20)


async def test_a_swamp_slows_everybody(tables):
    before = tables.state
    await tables.line("GM", ".地形 敏捷 点 -10")
    assert tables.state.battle.find("爱丽丝").values["dexterity"] < before.battle.find("爱丽丝").values["dexterity"]
    await tables.line("GM", ".undo")
    assert tables.state == before


async def test_instant_skills_ask_which_resource_pays(tables):
    await tables.lines("安> .学技能 幻形", "安> .技 幻形 10")
    reply = await tables.line("安", ".2")
    assert "转换" in reply.text
    assert tables.state.battle.find("爱丽丝").stamina == 130


async def test_the_gm_rates_and_the_dice_fall(tables):
    await tables.line("莺", ".talk")
    assert "夜莺进行交涉检定" in (await tables.line("GM", ".1 20", 50)).text


async def test_the_law_names_the_article_and_how_to_mend_it(tables):
    reply = await tables.line("安", '.law {"name":"x","attribute":"strength","trigger":"passive","effects":[]}')
    assert "第四条" in reply.text
    assert "特质" in reply.text


async def test_a_table_adds_skills_that_obey_the_law_and_no_others(tables):
    bad = '.造技能 {"name":"重拳","attribute":"strength","effects":[{"kind":"damage","share":2,"target":"one"}]}'
    assert (await tables.line("GM", bad)).code == "illegal_skill"
    await tables.line("GM", bad.replace('"share":2', '"share":1'))
    assert (await tables.line("左", ".技 重拳 50 打手")).code == "unknown_skill"  # FET-LIV-15: the GM's own
    await tables.line("GM", ".公开 重拳")
    assert (await tables.line("左", ".技 重拳 50 打手")).code == "not_known"
    await tables.line("GM", ".学技能 重拳 @韩左")
    assert (await tables.line("左", ".技 重拳 50 打手")).ok


async def test_a_pack_comes_in_whole_or_not_at_all(tables):
    bad = '.内容包 [skills.a]\nname = "甲"\n[weapons.b]\ntype = "laser"\nname = "乙"'
    reply = await tables.line("GM", bad)
    assert reply.code == "bad_content"
    assert "「skills.a」：相关属性要恰好一个" in reply.text
    assert "「weapons.b」：「乙」用不了" in reply.text
    assert tables.state.weapons == {}
    await tables.line("GM", '.内容包 people.golem = {name = "石像", level = 30, percents = {strength = 100}}')
    assert (await tables.line("GM", ".登场 石像")).ok


async def test_a_table_has_races_of_its_own(tables):
    elves = '.内容包 races.elf = {name = "精灵", adult_age = 100, standard_size = 50}'
    await tables.lines(f"GM> {elves}", "GM> .公开 精灵", "安> .种族 精灵")
    sheet = tables.state.characters["爱丽丝"].sheet
    assert (sheet.race, sheet.adult_age, sheet.standard_size) == ("精灵", 100, 50)
    assert "精灵" in (await tables.line("安", ".种族")).text
    assert (await tables.line("安", ".种族 矮人")).code == "unknown_race"
    assert "年龄" in (await tables.line("GM", '.内容包 races.x = {name = "x", adult_age = 0}')).text


async def test_a_buff_lasts_until_it_is_lifted(tables):
    before = tables.state.battle.find("韩左").values["strength"]
    await tables.line("左", ".增益 力量 乘 2 狂怒")
    assert tables.state.battle.find("韩左").values["strength"] == 2 * before
    await tables.line("左", ".解除 狂怒")
    assert tables.state.battle.find("韩左").values["strength"] == before


async def test_minions_come_in_numbers(tables):
    await tables.line("GM", ".登场 猎犬 3 阵营=码头帮")
    assert {"猎犬1", "猎犬2", "猎犬3"} <= set(tables.state.characters)
    assert (await tables.line("GM", ".参战 猎犬2")).ok


def test_a_pack_with_problems_is_refused_with_all_of_them():
    pack = {"a": {"name": "x", "type": "laser"}, "b": {"damage": "much"}}
    with pytest.raises(RuleError) as refused:
        read_pack({"weapons": pack}, KINDS)
    places = {str(problem.facts["where"]).partition(" ")[0] for problem in refused.value.facts["problems"]}
    assert places == {"weapons.a", "weapons.b"}


def test_all_content_is_sound():
    assert all(violations(skill, Options()) == () for skill in shipped().skills.values())
    assert all(sheet_problems(sheet) == () for sheet in shipped().people.values())
    assert shipped().weapons
    assert all(isinstance(s, Sheet) for s in shipped().people.values())


@pytest.mark.parametrize("rates", [(50, 80), (0, 30, 30), (0, 0), (120, 7, 99)])
def test_the_odds_of_an_opposed_check_are_those_of_every_pair_of_faces(rates):
    pool = SmallestRatio(rates[:2])
    counted = {0: 0, 1: 0, -1: 0}
    for a in range(1, 101):
        for b in range(1, 101):
            counted[pool.value((a, b))] += 1
    assert dict(pool.weights()) == counted


async def test_npcs_in_the_battle_box_come_closer_and_then_strike(tables):
    await tables.lines("GM> .设置 节奏 逐步", "GM> .终战", "GM> .开战 爱丽丝 对 打手 方盒=5", "安> .等 60", "GM> .npcs")
    thug = tables.state.battle.find("打手")
    assert (thug.act.kind, thug.act.to) == ("move", (1, 0, 0))
    await tables.lines("GM> .go", "GM> .npcs")
    assert tables.state.battle.find("打手").act.kind == "attack"


async def test_two_npcs_who_come_at_each_other_across_a_corner_meet(tables):
    await tables.lines(
        "GM> .设置 节奏 逐步",
        "GM> .终战",
        "GM> .开战 守卫 对 打手 方盒=5",
        "GM> .标记 守卫 位置=0,0",
        "GM> .标记 打手 位置=1,1",
    )
    await tables.lines("GM> .npcs", "GM> .go")
    for _ in range(3):
        await tables.lines("GM> .npcs", "GM> .go")
    assert any(
        tables.state.battle.find(who).stamina < tables.state.battle.find(who).stamina_max for who in ("守卫", "打手")
    )


def _struck_by(npc, *, body):
    """Whom an automatic NPC would strike who faces somebody and a double with so much body."""
    values = {"strength": 150, "willpower": 150}
    owner = Fighter("爱丽丝", "1", values, 131, 165, 165, 165)
    there = (owner, double(owner, body, taken=[owner.id]), npc)
    state = State(battle=Battle(there))
    return act_for(state, state.battle, npc).target


def test_an_automatic_npc_does_not_know_a_double_from_its_owner():  # FET-LIV-18, FET-LIV-41
    npc = Fighter("打手", "2", {"strength": 168}, 168, 72, 168, 72)
    struck = {_struck_by(npc, body=body) for body in range(10, 60)}
    assert struck == {"爱丽丝", "爱丽丝~1"}


def test_a_puppet_in_the_battle_box_goes_where_its_user_would():  # FET-LIV-35
    values = {"dexterity": 100, "strength": 100}
    held = Fighter("打手1", "2", values, pos=(0, 0, 0), holds=(Hold("puppet", 30, "爱丽丝"),))
    friend, user = Fighter("打手2", "2", values, pos=(6, 0, 0)), Fighter("爱丽丝", "1", values, pos=(0, 6, 0))
    battle = Battle((held, friend, user), Scene(SceneKind.COMPLEX))
    act = act_for(State(battle=battle), battle, held)
    assert (act.kind, act.to, act.by) == (Kind.MOVE, (5, 0, 0), "爱丽丝")


async def test_an_attribute_says_what_each_impact_takes_and_so_it_is_declared(tables):
    words = Words("zh", SYSTEM.package)
    attack = next(one for one in deeds(tables.state, Viewer("player", ("爱丽丝",))) if one.name == "atk")
    offered = next(gap for gap in attack.gaps if gap.name == "attribute").values
    said = next(words.say(value.label) for value in offered if value.value == "strength")
    times = said.partition(" 要 ")[2].removesuffix("t）").split("/")
    assert said.startswith("力量（20/50/100 要 ")
    assert f"前摇：{times[2]}（" in (await tables.lines("安> .攻 100 力量 打手")).text.replace(" ", "")


async def test_a_fight_without_names_takes_in_everybody_on_stage(tables):
    await tables.lines("GM> .终战", "GM> .开战")
    sides = {fighter.id: fighter.side for fighter in tables.state.battle.fighters}
    assert sides == {"爱丽丝": "1", "韩左": "1", "夜莺": "1", "守卫": "2", "打手": "2"}


async def test_an_npc_that_joins_without_a_side_comes_to_the_other_npcs(tables):
    await tables.lines("GM> .登场 枪手", "GM> .参战 枪手")
    battle = tables.state.battle
    assert battle.find("枪手").side == battle.find("守卫").side


async def test_what_is_brought_in_hidden_twice_is_not_shown_by_that(tables):
    await tables.lines("GM> .登场 枪手 隐藏", "GM> .登场 枪手 隐藏")
    assert tables.state.characters["枪手"].stage == "hidden"


async def test_a_call_that_nobody_can_follow_is_refused(tables):
    await tables.line("GM", ".set target null")
    assert tables.state.target is None
    assert (await tables.line("GM", ".要求 力量 @爱丽丝,韩左")).code == "no_target"
