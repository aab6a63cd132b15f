"""Standing effects of skills, and what lies on fighters who have no sheet."""

import msgspec
import pytest

from ludex.core.principals import Viewer
from ludex.systems.fet.rules.lasting import Stances
from ludex.systems.fet.sheet import Burden, Standing
from ludex.systems.fet.state import Fighter
from ludex.systems.fet.views import look

ALL_WAIT = ("安> .等 40", "左> .等 40", "莺> .等 40")


def seen(state, viewer):
    return str(msgspec.to_builtins(look(state, viewer)))


async def armoured(tables, *, until=40):
    """爱丽丝 has raised 辉耀护甲 with an impact of 60: half comes back, half is taken off."""
    await tables.lines("安> .学技能 辉耀护甲", "安> .技 辉耀护甲 60", "左> .等 40", "莺> .等 40")
    await tables.lines("GM> .等 40 @守卫", "GM> .等 40 @打手", "GM> .go")


# Objects with a counter


async def test_what_a_skill_leaves_standing_is_kept_with_its_counter(tables):
    await armoured(tables)
    standing = tables.state.characters["爱丽丝"].standing
    assert [(s.name, s.kind, s.amount, s.uses) for s in standing] == [
        ("辉耀护甲", "retaliate", 30, 1),
        ("辉耀护甲", "reduce", 30, 1),
    ]
    assert "反伤 30（还剩 1 次）" in (await tables.line("安", ".fx")).text
    assert "retaliate" in seen(tables.state, Viewer("player", ("韩左",)))


async def test_a_standing_effect_is_ticked_off_and_hurts_whom_it_is_used_on(tables):
    await armoured(tables)
    before = tables.state.battle.find("打手").stamina
    await tables.lines("安> .fx 1 打手")
    assert tables.state.battle.find("打手").stamina == before - 30
    assert [s.kind for s in tables.state.characters["爱丽丝"].standing] == ["reduce"]
    await tables.lines("安> .fx 1")
    assert tables.state.characters["爱丽丝"].standing == ()
    assert (await tables.line("安", ".fx 1")).code == "not_on_you"


async def test_a_double_is_whittled_down_until_it_is_gone(tables):
    await tables.lines("左> .fx add 替身 召唤 50 x1", "左> .fx 替身 -30")
    assert tables.state.characters["韩左"].standing[0].amount == 20
    await tables.lines("左> .fx 1 -20")
    assert tables.state.characters["韩左"].standing == ()


async def test_standing_effects_end_by_time_by_uses_and_with_the_battle(tables):
    await tables.lines("左> .fx add 荆棘 反伤 20 x2 3t", "左> .fx add 誓约 护身 5", "左> .fx 荆棘")
    assert [s.uses for s in tables.state.characters["韩左"].standing] == [1, None]
    await tables.lines("左> .等 3", "安> .等 4", "莺> .等 4", "GM> .npcs")
    assert "荆棘 结束" in (await tables.line("GM", ".go")).text
    await tables.lines("GM> .终战")
    assert tables.state.characters["韩左"].standing == ()


async def test_a_table_may_let_the_battle_settle_what_stands(tables):
    await tables.lines("GM> .set options.standing_effects settled")
    await armoured(tables)
    stamina = tables.state.battle.find("韩左").stamina
    mine = tables.state.battle.find("爱丽丝").stamina
    await tables.lines("左> .收手", "左> .攻 50 力量 爱丽丝 武器=空手", "安> .等 40")
    reply = await tables.line("GM", ".go")
    assert tables.state.battle.find("爱丽丝").stamina == mine - 20
    assert tables.state.battle.find("韩左").stamina == stamina - 30
    assert "反伤" in reply.text
    assert tables.state.characters["爱丽丝"].standing == ()


async def test_the_hammers_fall_one_with_each_attack(tables):
    await tables.lines("GM> .set options.standing_effects settled", "莺> .学技能 公理之锤", "莺> .技 公理之锤 80 打手")
    await tables.lines(*ALL_WAIT[:2], "GM> .等 90 @守卫", "GM> .等 90 @打手", "GM> .go")
    assert [(s.amount, s.uses, s.at) for s in tables.state.characters["夜莺"].standing] == [(20, 4, "")]
    guard, thug = (tables.state.battle.find(who).stamina for who in ("守卫", "打手"))
    await tables.lines("莺> .攻 10 敏捷 守卫", "GM> .go")
    assert tables.state.battle.find("守卫").stamina == guard - 10 - 20
    assert tables.state.battle.find("打手").stamina == thug
    assert tables.state.characters["夜莺"].standing[0].uses == 3


def holder(*standing):
    return Fighter("x", burden=Burden(standing=standing))


def test_a_blow_is_strengthened_by_who_strikes_and_softened_by_who_is_struck():
    strikes = holder(Standing("怒", "empower", 10, 1), Standing("病", "weaken", 4, 2))
    struck = holder(Standing("盾", "guard", 5, 2), Standing("裂", "vulnerable", 3), Standing("替", "summon", 50))
    stances = Stances({"a": strikes, "b": struck})
    amount, ways = stances.blow(20, actor="a", target="b")
    assert (amount, [way.by for way in ways]) == (20 + 10 - 4 + 3 - 5, [10, -4, 3, -5])
    assert [(s.name, s.uses) for who in "ab" for s in stances.left[who]] == [("病", 1), ("盾", 1), ("替", 1)]
    assert stances.blow(2, actor="a", target="b")[0] == 0


def test_whoever_attacks_anybody_pays_for_it_where_strife_is_ended():
    stances = Stances({"c": holder(Standing("终结争执", "retaliate", 40, None, at="all"))})
    assert [(a.who, a.target) for a in stances.answers(actor="a", target="b")] == [("c", "a")]
    assert [(a.who, a.target) for a in stances.answers(actor="b", target="a")] == [("c", "b")]


# Fighters without a sheet


async def test_a_jellyfish_needs_no_sheet_to_be_buffed_shielded_and_hurt(tables):
    await tables.lines("GM> .杂兵 水母 体力60 意志40 力量120 敏捷80 等级10 阵营=怪")
    fish = tables.state.battle.find("水母")
    assert (fish.stamina, fish.will, fish.side, fish.stamina_max) == (60, 40, "怪", 60)
    await tables.lines("GM> .buff add 狂潮 力量 直接乘算 50% 5t @水母", "GM> .dr add 胶质 -hp 50% 物理 @水母")
    await tables.lines("GM> .rc s 5 hp @水母")
    assert tables.state.battle.find("水母").values["strength"] == 180
    reply = await tables.line("GM", ".rc hp -30 物理 @水母")
    assert tables.state.battle.find("水母").stamina == 50
    assert "-30" in reply.text
    await tables.lines("GM> .buff del 1 @水母")
    assert tables.state.battle.find("水母").values["strength"] == 120
    assert "胶质" not in seen(tables.state, Viewer("player", ("韩左",)))
    assert "减免 1" in (await tables.line("GM", ".tl")).text


async def test_a_buff_on_a_fighter_without_a_sheet_runs_out_and_shortens_its_acts(tables):
    await tables.lines("GM> .杂兵 水母 体力60 意志40 力量100", "GM> .buff add 狂潮 力量 直接加算 100 4t @水母")
    reply = await tables.line("GM", ".攻 40 力量 爱丽丝 @水母")
    assert "40 × 20 ÷ 200" in reply.text
    await tables.lines(*ALL_WAIT, "GM> .等 40 @守卫", "GM> .等 40 @打手", "GM> .go")
    fish = tables.state.battle.find("水母")
    assert (fish.values["strength"], fish.burden.buffs, fish.plain) == (100, (), {})


async def test_an_unknown_figure_of_a_mob_is_refused(tables):
    assert (await tables.line("GM", ".杂兵 水母 触手8")).code == "attribute_not_found"
    assert (await tables.line("GM", ".杂兵 水母 很强")).code == "bad_command"


async def test_the_gm_puts_a_fighter_in_its_cube_and_hides_it_in_one_line(tables):
    await tables.lines("GM> .终战", "GM> .开战 爱丽丝 对 打手 方盒=5", "GM> .标记 打手 位置=3,2,1 隐藏")
    thug = tables.state.battle.find("打手")
    assert (thug.pos, thug.hidden) == ((3, 2, 1), True)
    await tables.lines("GM> .标记 打手 现身、位置＝４，１，０")
    thug = tables.state.battle.find("打手")
    assert (thug.pos, thug.hidden) == ((4, 1, 0), False)


async def test_the_gm_sees_a_fighter_without_a_sheet_among_the_people_and_npcs_act(tables):
    await tables.lines("GM> .杂兵 水母 体力60 意志40 力量120", *ALL_WAIT, "GM> .npcs")
    assert tables.state.battle.find("水母").act.kind == "attack"
    assert "fighter:水母" in seen(tables.state, Viewer())
    assert "fighter:水母" not in seen(tables.state, Viewer("player", ("韩左",)))


# Sorts of damage


async def test_a_trait_may_carry_a_resistance(tables):
    await tables.lines('GM> .造特质 {"name":"火甲","wards":[{"type":"火焰","value":50}]}', "GM> .加特质 火甲 @韩左")
    assert "-10 = −20（变化） + 10（火甲 50%）" in (await tables.line("左", ".rc hp -20 火焰")).text
    assert "天生抗性" in (await tables.line("左", ".rc")).text
    refused = await tables.line("GM", '.造特质 {"name":"怪甲","wards":[{"kind":"magic","value":5}]}')
    assert refused.code == "bad_ward"


@pytest.mark.parametrize(("sort", "lost"), [("类型=火焰", 30), ("类型=寒冰", 60), ("", 60)])
async def test_a_cloak_against_fire_halves_fire_alone(tables, sort, lost):
    await tables.lines("GM> .dr add 斗篷 -hp 50% 火焰 @打手", f"左> .攻 60 力量 打手 武器=空手 {sort}".strip())
    await tables.lines("安> .等 40", "莺> .等 40", "GM> .等 40 @守卫", "GM> .等 40 @打手")
    before = tables.state.battle.find("打手").stamina
    await tables.lines("GM> .go")
    assert tables.state.battle.find("打手").stamina == before - lost
