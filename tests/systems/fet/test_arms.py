"""Weapons by number, in hand, on a timeline and in a battle; what passes again; the newer bot's ways of typing."""

import pytest


async def test_weapons_are_taken_in_hand_by_number_and_left_behind(tables):
    assert "手枪" in (await tables.line("左", ".wp")).text
    await tables.lines("左> .wp 2")
    assert tables.state.characters["韩左"].wielded == "手枪"
    assert "装填" in (await tables.line("左", ".wp show 2")).text
    await tables.lines("左> .wp del 1")
    assert [w.name for w in tables.state.characters["韩左"].sheet.weapons] == ["手枪"]
    await tables.lines("左> .wp del all")
    assert (await tables.line("左", ".bt wp 1")).code == "not_carried"


async def test_a_weapon_is_made_in_the_newer_bots_words(tables):
    await tables.lines(
        "安> .setupWP 名称：激光枪，类型：火力，伤害：20，前摇：3，载弹量：2，装填时间：8，负重：10，伤害类型：火焰"
    )
    gun = tables.state.characters["爱丽丝"].sheet.weapons[-1]
    assert (gun.name, gun.type, gun.damage, gun.wind_up, gun.magazine, gun.reload) == ("激光枪", "ranged", 20, 3, 2, 8)
    assert (gun.load, gun.sort) == (10, "火焰")
    assert (await tables.line("安", ".setupWP 名称:弓,口径:9")).code == "attribute_not_found"


async def test_shots_on_a_timeline_empty_the_magazine_and_undoing_fills_it_again(tables):
    await tables.lines("GM> .终战", "左> .wp 2", "左> .tl new 巷战", "左> .bt wp 100 点射")
    pistol = tables.state.characters["韩左"].sheet.weapons[1]
    row = tables.state.axes["巷战"].rows[-1]
    assert (row.impact, row.wind_up, row.end) == (2 * pistol.damage, 2 * pistol.wind_up, 2 * pistol.wind_up)
    assert pistol.rounds == pistol.magazine - 2
    await tables.lines("左> .bt wp re")
    assert tables.state.characters["韩左"].sheet.weapons[1].rounds == pistol.magazine
    await tables.lines("左> .bt undo")
    assert tables.state.characters["韩左"].sheet.weapons[1].rounds == pistol.magazine - 2
    await tables.lines("左> .bt undo")
    assert tables.state.characters["韩左"].sheet.weapons[1].rounds == pistol.magazine
    assert (await tables.line("左", ".bt wp 999")).code == "not_loaded"


async def test_a_firearms_number_is_the_impact_and_takes_as_many_shots_as_that_needs(tables):
    await tables.lines("GM> .终战", "左> .wp 2", "左> .tl new 巷战", "左> .bt wp 60", "左> .bt wp 2", "左> .bt wp 3t")
    pistol = tables.state.characters["韩左"].sheet.weapons[1]
    assert [(row.shots, row.impact) for row in tables.state.axes["巷战"].rows] == [(2, 100), (1, 50), (1, 50)]
    assert (pistol.damage, pistol.wind_up, pistol.rounds) == (50, 3, pistol.magazine - 4)
    assert (await tables.line("左", ".bt wp 2t")).code == "bad_shots"


async def test_the_gm_takes_a_weapon_in_hand_by_its_number_and_gives_another_of_it_by_its_name(tables):
    await tables.lines("GM> .wp 2 @韩左", "GM> .wp 2 @韩左")
    assert [w.name for w in tables.state.characters["韩左"].sheet.weapons] == ["军刀", "手枪"]
    assert tables.state.characters["韩左"].wielded == "手枪"
    await tables.lines("GM> .wp 手枪 @韩左")
    assert [w.name for w in tables.state.characters["韩左"].sheet.weapons] == ["军刀", "手枪", "手枪2"]


async def test_a_blade_adds_its_share_on_a_timeline(tables):
    await tables.lines("GM> .终战", "左> .wp 1", "左> .bt wp 50 力量 劈")
    row = tables.state.axes["1"].rows[-1]
    blade = tables.state.characters["韩左"].sheet.weapons[0]
    assert (row.impact, row.act) == (50 + 50 * blade.damage / 100, "劈")


async def test_the_weapon_in_hand_fires_in_a_battle_and_the_magazine_stays_as_it_is(tables):
    await tables.lines("左> .wp 2", "左> .bt wp 2发 打手")
    act = tables.state.battle.find("韩左").act
    assert (act.kind, act.weapon, act.shots, act.targets) == ("shoot", "手枪", 2, ("打手",))
    await tables.lines("安> .等 40", "莺> .等 40", "GM> .npcs", "GM> .go", "GM> .终战")
    pistol = tables.state.characters["韩左"].sheet.weapons[1]
    assert pistol.rounds == pistol.magazine - 2


# What passes again


async def test_a_passing_gain_goes_when_its_time_is_over(tables):
    will = tables.state.battle.find("韩左").will
    reply = await tables.line("左", ".rc mp +30 f 3t")
    assert "到期后退回" in reply.text
    assert tables.state.battle.find("韩左").will == will + 30
    await tables.lines("左> .等 3", "安> .等 9", "莺> .等 9", "GM> .npcs", "GM> .go")
    assert tables.state.battle.find("韩左").will == will


async def test_nobody_dies_of_a_gain_that_goes_again(tables):
    await tables.lines("GM> .终战", "左> .rc reset", "左> .rc hp +50 f 2次", "左> .rc hp -324")
    assert "体力 +50" in (await tables.line("左", ".rc")).text
    await tables.lines("左> .rc del 1")
    assert tables.state.characters["韩左"].stamina_lost == 294 - 1
    assert tables.state.characters["韩左"].passing == ()


async def test_the_dead_gain_and_lose_nothing_until_the_gm_sets_them_back(tables):
    await tables.lines("GM> .终战", "左> .rc reset", "左> .rc hp -100%")
    assert (await tables.line("左", ".rc hp -20 f")).code == "dead"
    assert (await tables.line("左", ".rc hp +15")).code == "dead"
    await tables.line("GM", ".rc reset @韩左")
    assert "体力：279/294" in (await tables.line("左", ".rc hp -15")).text


# Typing


@pytest.mark.parametrize("line", ["#ex 力量", ".ex strength", "#ex str", "。ex STR", ".ex Strength 100"])
async def test_checks_in_the_newer_bots_words(tables, line):
    assert "力量" in (await tables.line("安", line, 5)).text


async def test_a_hash_begins_a_command_only_where_the_system_says_so_and_dice_still_repeat(tables):
    assert (await tables.line("安", "3#1d20 好大的浪")).code == ""
    assert (await tables.line("安", ".r 3#1d20", 1, 2, 3)).ok
    assert (await tables.line("安", "#r 3#1d20", 1, 2, 3)).ok


async def test_english_names_serve_wind_ups_and_the_chat_timeline(tables):
    chinese = (await tables.line("安", ".pre 50 意志")).text.splitlines()[1:]
    assert (await tables.line("安", ".pre 50 wis")).text.splitlines()[1:] == chinese
    await tables.lines("安> .bat int 50 5t art of war")
    assert [(r.attribute, r.start, r.act) for r in tables.state.timeline] == [("intelligence", 5, "art of war")]


async def test_a_tank_comes_from_one_line(tables):
    await tables.lines("GM> .登场 坦克 2 等级=20 比值=300 体质40 敏捷20 力量40 阵营=装甲连")
    tank = tables.state.characters["坦克2"]
    assert (tank.sheet.level, tank.sheet.ratio, tank.side, tank.npc) == (20, 300, "装甲连", True)
    assert tank.sheet.percents["strength"] == 40
    assert tank.sheet.percents["willpower"] == 33


async def test_a_sheet_in_the_newer_bots_words_is_one_of_your_own_and_never_somebody_elses(tables):
    await tables.lines("安> .tlsetup 名称：白鸦，等级：12，力量：35")
    assert tables.state.characters["白鸦"].sheet.level == 12
    before = tables.state.characters["韩左"]
    await tables.lines("安> .tlsetup 姓名:韩左,等级:1")  # FET-LIV-50: another of that name
    assert tables.state.characters["韩左"] == before
    assert [who for who, one in tables.state.characters.items() if one.sheet.name == "韩左"] == ["韩左", "韩左1"]


async def test_the_level_is_shown_where_none_is_typed(tables):
    assert "10" in (await tables.line("安", ".lv")).text
