"""Buffs, reductions and shields: what they do, how they end, who may know of them."""

import msgspec
import pytest

from ludex.core.principals import Viewer
from ludex.systems.fet.redact import redact
from ludex.systems.fet.rules.clock import WindUp, wind_up
from ludex.systems.fet.rules.lasting import ResourceChange, mitigated
from ludex.systems.fet.sheet import Modifier, Sheet, Shield, Ward
from ludex.systems.fet.sheet.values import Changes
from ludex.systems.fet.state import Character
from ludex.systems.fet.views import look

ALICE = Viewer("player", ("爱丽丝",))


def value(tables, who, name):
    return tables.state.battle.find(who).values[name]


def seen(state, viewer):
    return str(msgspec.to_builtins(look(redact(state, viewer), viewer)))


def hero(**more):
    return Character(Sheet(name="甲", level=10), **more)


# Buffs


def test_four_kinds_count_in_their_order_and_add_up_within_a_kind():
    kinds = {"direct_add": (10, 20), "direct_multiply": (50, 50), "final_add": (5,), "final_multiply": (-50,)}
    changes = Changes(tuple(Modifier("strength", kind, v) for kind, values in kinds.items() for v in values))
    assert changes.value("strength", 70) == ((70 + 30) * 2 + 5) / 2
    assert changes.value("dexterity", 70) == 70


async def test_a_rage_makes_stronger_and_says_why(tables):
    before = value(tables, "韩左", "strength")
    reply = await tables.line("左", ".buff add 狂怒 力量 直接乘算 50% 10t")
    assert value(tables, "韩左", "strength") == pytest.approx(before * 1.5)
    assert "504.24 = 336.16（力量） + 168.08（狂怒（直接乘算 50%））" in reply.text
    assert "狂怒" in (await tables.line("左", ".卡")).text


async def test_thinking_takes_the_domains_with_it(tables):
    before = tables.state.battle.find("爱丽丝").values
    await tables.line("安", ".增益 书香 思维 最终乘 20d")
    after = tables.state.battle.find("爱丽丝").values
    assert after["medicine"] == pytest.approx(before["medicine"] * 1.2)
    assert after["education"] == pytest.approx(before["education"] * 1.2)
    assert after["strength"] == before["strength"]


async def test_a_check_counts_with_the_buff(tables):
    await tables.lines("安> .buff add 灵感 医学 最终加算 100")
    assert "100 × 392.83" in (await tables.line("安", ".ex 医学", 5)).text


async def test_a_wind_up_is_shorter_and_names_the_buff_behind_it(tables):
    await tables.line("左", ".buff add 狂怒 力量 直接乘算 100%")
    reply = await tables.line("左", ".攻 60 力量 打手")
    assert "60 × 20 ÷ 672.32" in reply.text
    found = await wind_up(tables.state, WindUp(who="韩左", attribute="strength", impact=60))
    (reason,) = found.why["wind_up"].terms[0].terms[-1].terms
    assert (reason.label.facts["name"], reason.value) == ("狂怒", 336.16)


async def test_a_buff_ends_when_its_time_has_run(tables):
    before = value(tables, "韩左", "strength")
    await tables.lines("左> .buff add 狂怒 力量 直接加算 100 3t", "左> .等 3", "安> .等 4", "莺> .等 4", "GM> .npcs")
    reply = await tables.line("GM", ".go")
    assert "韩左：狂怒 结束" in reply.text
    assert value(tables, "韩左", "strength") == before


async def test_a_buff_lasts_as_many_acts_as_it_says_and_waiting_is_none(tables):
    await tables.lines("安> .buff add 专注 智力 直接加算 10 1次", "安> .等 1", "左> .等 9", "莺> .等 9", "GM> .npcs")
    await tables.lines("GM> .go", "安> .攻 5 力量 打手")
    assert len(tables.state.characters["爱丽丝"].buffs) == 1
    await tables.line("GM", ".go")
    assert tables.state.characters["爱丽丝"].buffs == ()


async def test_what_was_to_last_some_battle_time_ends_with_the_battle(tables):
    await tables.lines("左> .buff add 狂怒 力量 直接加算 100 30t", "左> .buff add 誓言 意志 直接加算 5", "GM> .终战")
    assert [buff.name for buff in tables.state.characters["韩左"].buffs] == ["誓言"]


async def test_undoing_a_buff_leaves_nothing_behind(tables):
    before = tables.state
    await tables.lines("左> .buff add 狂怒 全部 直接乘算 50% 10t")
    await tables.line("GM", ".undo")
    assert tables.state == before


async def test_buffs_are_taken_off_by_number_by_name_or_all_at_once(tables):
    await tables.lines(*(f"左> .buff add {name} 力量 直接加算 5" for name in "甲乙丙丁"))
    await tables.lines("左> .buff del 1", "左> .解除 丙")
    assert [buff.name for buff in tables.state.characters["韩左"].buffs] == ["乙", "丁"]
    await tables.line("左", ".buff del all")
    assert tables.state.characters["韩左"].buffs == ()
    assert (await tables.line("左", ".buff del 1")).code == "not_on_you"


async def test_lists_can_be_of_one_attribute_or_resource(tables):
    await tables.lines("左> .buff add 甲 力量 直接加算 5", "左> .buff add 乙 思维 直接加算 5", "左> .dr add 丙 -mp 5")
    shown = (await tables.line("左", ".buff show 医学")).text
    assert "乙" in shown
    assert "甲" not in shown
    assert "丙" in (await tables.line("左", ".dr mp")).text
    assert "丙" not in (await tables.line("左", ".dr -hp")).text


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (".buff add 甲 运气 直接加算 5", "bad_buff"),
        (".buff add 甲 力量 胡乱 5", "bad_buff"),
        (".buff add 甲 力量 直接加算 5d", "bad_buff"),
        (".buff add 甲 力量 直接加算 很多", "bad_number"),
        (".buff add 甲 力量 直接加算 5 永远", "bad_duration"),
        (".buff add 甲 力量 直接加算 5 0t", "bad_duration"),
        (".dr add 甲 -运 5", "bad_resource"),
        (".dr add 甲 -hp -5d", "bad_ward"),
        (".rc s -5", "bad_shield"),
        (".rc 运 5", "bad_command"),
    ],
)
async def test_a_wrong_line_is_refused_and_changes_nothing(tables, line, code):
    before = tables.state
    assert (await tables.line("左", line)).code == code
    assert tables.state == before


# Reductions and bonuses


def test_percentages_come_before_flat_amounts_whatever_was_given_first():
    wards = (Ward("皮甲", kind="flat", value=3), Ward("甲胄", kind="percent", value=20))
    assert mitigated(hero(wards=wards), ResourceChange("stamina", -40)).by == -29


def test_a_defence_of_level_times_ten_halves_a_loss_and_doubles_a_gain():
    wards = (Ward("石肤", kind="defence", value=100), Ward("祝福", gains=True, kind="defence", value=100))
    assert mitigated(hero(wards=wards), ResourceChange("will", -40)).by == -20
    assert mitigated(hero(wards=wards), ResourceChange("will", 40)).by == 80


def test_a_reduction_of_one_type_is_for_that_type_alone():
    fire = hero(wards=(Ward("斗篷", "stamina", type="火焰", value=50),))
    assert mitigated(fire, ResourceChange("stamina", -10, "火焰")).by == -5
    assert mitigated(fire, ResourceChange("stamina", -10, "物理")).by == -10
    assert mitigated(fire, ResourceChange("will", -10, "火焰")).by == -10


def test_no_reduction_turns_a_loss_into_a_gain():
    assert mitigated(hero(wards=(Ward("城墙", kind="flat", value=99),)), ResourceChange("stamina", -5)).by == 0


async def test_a_loss_entered_by_hand_is_reduced_and_says_why(tables):
    await tables.lines("左> .dr add 甲胄 -hp 20%", "左> .dr add 皮甲 -hp 3")
    reply = await tables.line("左", ".rc hp -40")
    assert "-29 = −40（变化） + 8（甲胄 20%） + 3（皮甲 固定值）" in reply.text
    assert tables.state.characters["韩左"].stamina_lost == 29
    assert "韩左的体力变化：-29" in (await tables.line("左", ".rec 体力 -40")).text


async def test_a_blow_is_reduced_where_it_lands(tables):
    await tables.lines("GM> .dr add 铁皮 -hp 50% @打手", "左> .攻 60 力量 打手 武器=军刀", "安> .等 4", "莺> .等 4")
    await tables.lines("GM> .npcs", "GM> .go")
    assert tables.state.characters["打手"].stamina_lost == 36


async def test_what_a_skill_costs_is_not_reduced(tables):
    await tables.lines("安> .dr add 甲胄 -all 100%", "安> .学技能 幻形", "安> .技 幻形 10", "安> .2")
    fighter = tables.state.battle.find("爱丽丝")
    assert (fighter.stamina, fighter.will) == (130, 166)


async def test_a_gain_stops_at_the_maximum_unless_it_is_forced(tables):
    assert "止于上限" in (await tables.line("左", ".rc hp +500")).text
    assert tables.state.battle.find("韩左").stamina == 294
    await tables.line("左", ".rc hp +10% f")
    assert tables.state.battle.find("韩左").stamina == pytest.approx(323.4)
    await tables.line("GM", ".用药 韩左 100 体力 f")
    assert tables.state.battle.find("韩左").stamina == pytest.approx(423.4)


# Shields


def test_the_special_shield_goes_first_then_what_ends_sooner():
    shields = (Shield(10), Shield(10, time=5), Shield(10, "stamina"))
    left = mitigated(hero(shields=shields), ResourceChange("stamina", -15))
    assert left.by == 0
    assert left.shields == (Shield(10), Shield(5, time=5))


async def test_a_shield_takes_a_blow_and_is_gone(tables):
    await tables.lines("GM> .rc s 20 hp @打手", "GM> .rc s 9 mp @打手", "左> .攻 60 力量 打手 武器=军刀", "安> .等 4")
    await tables.lines("莺> .等 4", "GM> .npcs", "GM> .go")
    assert tables.state.characters["打手"].stamina_lost == 52
    assert tables.state.characters["打手"].shields == (Shield(9, "will"),)


async def test_a_shield_falls_when_its_time_has_run(tables):
    await tables.lines("左> .rc s 20 2t", "左> .等 3", "安> .等 4", "莺> .等 4", "GM> .npcs", "GM> .go")
    assert tables.state.characters["韩左"].shields == ()


async def test_setting_back_fills_up_and_clears_what_it_should(tables):
    await tables.lines("左> .rc s 20", "左> .buff add 狂怒 力量 直接加算 9", "左> .rc reset")
    assert tables.state.characters["韩左"].stamina_lost == 0
    assert tables.state.characters["韩左"].shields == ()
    assert tables.state.characters["韩左"].buffs
    await tables.line("左", ".chr reset")
    assert tables.state.characters["韩左"].buffs == ()


# Who may know


async def test_what_lies_on_an_npc_is_the_gms_business(tables):
    lines = ("GM> .buff add 血气 体质 直接加算 50 @打手", "GM> .dr add 铁皮 -hp 50% @打手", "GM> .rc s 77 @打手")
    await tables.lines(*lines)
    for word in ("血气", "铁皮", "77"):
        assert word in seen(tables.state, Viewer())
        assert word not in seen(tables.state, ALICE)
        assert word not in (await tables.line("安", ".log 9")).text


async def test_companions_see_what_lies_on_each_other_but_do_not_take_it_off(tables):
    await tables.line("左", ".buff add 狂怒 力量 直接加算 50")
    assert "狂怒" in seen(tables.state, ALICE)
    assert ".buff del 1 @韩左" not in seen(tables.state, ALICE)
    assert (await tables.line("安", ".buff del 1 @韩左")).code == "not_yours"
