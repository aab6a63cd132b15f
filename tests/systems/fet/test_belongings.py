"""One's characters and what they carry; named timelines."""

import pytest

from ludex.systems.fet.commands import COMMANDS
from ludex.systems.fet.rules.axes import inserted, progress_at
from ludex.systems.fet.state import Declared
from ludex.systems.fet.views.deeds import gm_deeds, sheet_deeds


def sheet(tables, who="爱丽丝"):
    return tables.state.characters[who].sheet


async def test_things_come_and_go_by_number_and_weigh(tables):
    await tables.lines("安> .i 药水 +3 0.5", "安> .i 药水 -1")
    assert [(item.name, item.pieces) for item in sheet(tables).items] == [("急救箱", 1), ("药水", 2)]
    assert "22/120" in (await tables.line("安", ".i")).text
    assert (await tables.line("安", ".i 药水 -3")).code == "not_enough"
    await tables.line("安", ".i 药水 -2")
    assert [item.name for item in sheet(tables).items] == ["急救箱"]


async def test_things_are_left_behind_by_number_or_name(tables):
    await tables.lines("安> .物品 绳子 15", "安> .i 灯 +1 2", "安> .i del 1 灯")
    assert [item.name for item in sheet(tables).items] == ["绳子"]
    await tables.line("安", ".i del all")
    assert sheet(tables).items == ()
    assert (await tables.line("安", ".i del 1")).code == "not_carried"


async def test_too_many_stones_weigh_a_fighter_down(tables):
    assert "超重" in (await tables.line("安", ".i 石头 +10 50")).text
    assert tables.state.battle.find("爱丽丝").overloaded


async def test_cash_has_a_short_cut(tables):
    await tables.line("安", ".i cash -25 绷带")
    assert sheet(tables).bill[-1].purpose == "绷带"
    assert "600" in (await tables.line("安", ".i cash")).text


async def test_a_player_switches_by_number_and_goes_on_when_one_is_gone(tables):
    await tables.lines("安> .新卡 小满 12", "安> .chr 2")
    assert "198" in (await tables.line("安", ".rec")).text
    await tables.line("安", ".chr del 2")
    assert "小满" not in tables.state.characters
    assert "120" in (await tables.line("安", ".rec")).text
    assert (await tables.line("安", ".chr 韩左")).code == "not_among_yours"
    assert "外科医生" in (await tables.line("安", ".chr show")).text


# Named timelines


async def test_a_timeline_keeps_every_act_and_tells_who_is_how_far(tables):
    await tables.lines("安> .tl new 追逐", "安> .bt 力量 50 劈砍", "安> .bt 敏捷 5t", "左> .bt 60 力量")
    reply = await tables.line("莺", ".tl get 2t")
    assert "爱丽丝：劈砍 0→8t，已过 25%，影响 12.5" in reply.text
    assert "韩左：0→4t，已过 50%，影响 30" in reply.text
    assert "8→13t" in (await tables.line("GM", ".tl show")).text


async def test_an_act_put_in_between_cancels_what_runs_and_pushes_what_comes(tables):
    await tables.lines("安> .tl new 追逐", "安> .bt 力量 8t", "安> .bt 力量 5t", "安> .bt 3t 力量 7t 急闪")
    spans = sorted((row.start, row.end) for row in tables.state.axes["追逐"].rows)
    assert spans == [(3, 10), (10, 15)]


def test_acts_of_others_stay_where_they_are():
    rows = (Declared("甲", start=0, wind_up=4, end=4), Declared("乙", start=0, wind_up=4, end=4))
    after, cut, pushed = inserted(rows, Declared("甲", start=0, wind_up=2, end=2))
    assert (cut, pushed) == (0, 1)
    assert [(r.who, r.start, r.end) for r in after] == [("甲", 2, 6), ("乙", 0, 4), ("甲", 0, 2)]


def test_an_act_runs_after_its_start_up_to_its_end():
    rows = (Declared("甲", start=2, wind_up=4, end=6, impact=10),)
    assert [progress_at(rows, t)[0].percent for t in (2, 4, 6, 7)] == [0, 50, 100, 0]


async def test_a_timeline_has_its_own_decimals(tables):
    await tables.lines("安> .tl new 追逐", "安> .tl acc 2", "安> .bt 力量 50")
    assert tables.state.axes["追逐"].rows[0].end == pytest.approx(8.32)
    assert (await tables.line("安", ".tl acc 9")).code == "bad_decimals"


async def test_there_may_be_several_timelines(tables):
    await tables.lines(
        "安> .tl new 一", "安> .tl new 二", "安> .bt 力量 50", "安> .tl 1", "安> .bt 力量 50", "安> .bt undo"
    )
    assert [len(axis.rows) for axis in tables.state.axes.values()] == [0, 1]
    assert (await tables.line("安", ".tl new 一")).code == "axis_exists"
    await tables.line("安", ".tl del all")
    assert (tables.state.axes, tables.state.axis) == ({}, "")
    assert (await tables.line("安", ".bt undo")).code == "no_axis"


async def test_the_first_act_opens_a_timeline_where_there_is_none(tables):
    await tables.line("安", ".bt 力量 50 劈砍")
    assert (tables.state.axis, len(tables.state.axes["1"].rows)) == ("1", 1)


@pytest.mark.parametrize("key", ["buff", "dr", "rc", "chr", "i", "tl", "bt"])
async def test_the_example_of_each_command_runs_at_the_demo_table(tables, key):
    example = next(command.example for command in COMMANDS if command.key == key)
    assert (await tables.line("安", example)).ok


async def test_acts_on_a_timeline_use_up_what_lasts_for_who_is_in_no_battle(tables):
    await tables.lines("GM> .终战", "安> .tl new 追逐", "安> .buff add 专注 智力 直接加算 9 2次")
    await tables.lines("安> .buff add 急促 敏捷 直接加算 9 5t", "安> .bt 力量 50")
    assert [buff.name for buff in tables.state.characters["爱丽丝"].buffs] == ["专注"]
    await tables.line("安", ".bt 力量 50")
    assert tables.state.characters["爱丽丝"].buffs == ()


async def test_asking_the_battle_who_is_how_far_tells_no_secret(tables):
    await tables.line("左", ".攻 60 力量 打手")
    assert "韩左：已宣告" in (await tables.line("安", ".tl get 2")).text
    assert "韩左：0→4t，已过 50%，影响 30" in (await tables.line("左", ".tl get 2")).text


async def test_what_is_offered_fills_fields_of_its_deed(tables):
    await tables.lines("GM> .带武器 手术刀 @爱丽丝", "GM> .带武器 手枪 @爱丽丝")
    fields = {command.key: {field.name for field in command.args} for command in COMMANDS}
    offered = (*sheet_deeds(tables.state, "爱丽丝"), *gm_deeds())
    assert "wp" in [one.name for one in offered]
    for one in offered:
        assert {*one.given, *(gap.name for gap in one.gaps)} <= fields[one.name], one.name
