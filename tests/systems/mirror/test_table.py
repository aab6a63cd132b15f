"""Mirror at a real table: what people type, and what the others may read of it."""

import pytest

from ludex.core.errors import RuleError
from ludex.core.principals import HOST, Viewer
from ludex.core.view import Stage as Map, Tags
from ludex.store.sqlite import SqliteStore
from ludex.systems.mirror import SYSTEM
from ludex.systems.mirror.content import read_character
from ludex.systems.mirror.rules.sheets import points_left
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.text.chat import Chat


@pytest.fixture
async def house(tmp_path):
    opened = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    yield opened
    await opened.close()


@pytest.fixture
async def table(house):
    opened, _ = await house.demo("mirror")
    return opened


def desk(table, name):
    return Chat(
        table, HOST if name == "GM" else next(s.id for s in table.memory.seats.values() if s.name == name), "zh"
    )


async def test_a_player_makes_a_character_step_by_step(house):
    table, _ = await house.create("mirror", name="empty")
    await invite(table, table.seat(HOST), role="player", name="安")
    an = desk(table, "安")
    assert any(d.name == "new" for d in an.desk.deeds())
    await an.line(".建卡 阿青")
    await an.line("武者")
    left = await an.line(".6 3 3 3 3 3 3")
    assert "7 点" in left.text
    await an.line("重新分")
    assert "人形" in (await an.line(".2")).text
    assert "刀剑" in (await an.line("人形")).text
    assert (await an.line(".2 运动2、闪避1、长枪2、炎1、神秘 1")).ok
    assert "架势" in await an.question(an.desk.questions()[0])
    await an.line(".1")
    await an.line(".1")
    asked = await an.question(an.desk.questions()[0])
    assert "占卜" in asked
    assert "灵敏嗅觉" in asked
    assert "修补" not in asked
    await an.line(".选 占卜")
    assert "占卜" not in await an.question(an.desk.questions()[0])
    await an.line(".1")
    assert "长枪" in await an.question(an.desk.questions()[0])
    await an.line(".1")
    await an.line("没有（别的）了")
    assert an.seat.controls == ("阿青",)
    made = table.memory.state.characters["阿青"]
    assert points_left(made) == 0
    ranks = (made.skills, made.defenses, made.weapons, made.magic, made.secondary)
    assert ranks == ({"athletics": 2}, {"dodge": 1}, {"spear": 2}, {"flame": 1}, {"mystery": 1})
    await desk(table, "GM").line(".登场 山贼")
    assert any(d.name == "act" for d in an.desk.deeds())


async def test_a_line_about_somebody_unseen_is_not_read_to_players(table):
    gm, an = desk(table, "GM"), desk(table, "安")
    for line in (".放 镜影 7,3", ".伤害 镜影 级=1 力=1 伤=冲击", ".状态 潜行 1 谁=镜影"):
        assert (await gm.line(line)).ok
    told = (await an.line(".log 20")).text + (await an.line(".who")).text
    assert "镜影" not in told
    assert "镜影" in (await gm.line(".log 20")).text


async def test_a_conflict_does_not_ask_for_each_of_the_gms_characters(table):
    gm = desk(table, "GM")
    assert (await gm.line(".属性 敏捷 4 谁=山贼1")).ok
    assert "？" not in (await gm.line(".手骰 9 8: .冲突 山贼1、山贼2 属性=智慧")).text
    assert [f.modifier for f in table.memory.state.conflict.fighters] == [-1, -1]
    await gm.line(".收场")
    assert "？" not in (await gm.line(".手骰 9 8: .冲突 山贼1、山贼2")).text
    assert [f.modifier for f in table.memory.state.conflict.fighters] == [2 - 1, -1]


async def test_who_stood_outside_a_new_stage_is_told_to_be_off_it(table):
    gm = desk(table, "GM")
    await gm.line(".舞台 4 4")
    view = SYSTEM.look(table.memory.state, gm.seat.viewer())
    stage = next(s for s in view.where if s.id == "stage")
    (drawn,) = (p for p in stage.parts if isinstance(p, Map))
    (off,) = (p for p in stage.parts if isinstance(p, Tags))
    assert {p.token.name for p in drawn.pieces} == {"安", "山贼1"}
    assert {t.text for t in off.tags} == {"白", "山贼2", "镜影"}
    assert not (await gm.line(".移动 @镜影 西")).ok
    assert not (await gm.line(".放 镜影 4,0")).ok
    assert (await gm.line(".放 镜影 3,0")).ok
    assert not (await gm.line(".移动 @镜影 东")).ok


async def test_nobody_walks_out_of_turn_or_unconscious_unless_it_is_not_counted(table):
    gm, an = desk(table, "GM"), desk(table, "安")
    await gm.line(".冲突 安=5、山贼1=12")
    assert not (await an.line(".移动 西")).ok
    assert (await an.line(".移动 不计 西")).ok
    await gm.line(".收场")
    assert (await an.line(".移动 西")).ok
    await gm.line(".状态 昏迷 谁=安")
    assert not (await an.line(".移动 东")).ok


async def test_the_clock_runs_to_the_next_turn_by_itself_and_stops_there(table):
    gm = desk(table, "GM")
    assert "轮到 安" in (await gm.line(".冲突 安=15、白=11")).text
    assert (await gm.line(".下一刻")).code == "turn_in_progress"
    assert "轮到 白" in (await desk(table, "安").line(".结束")).text
    assert table.memory.state.conflict.acting == ("bai",)


async def test_the_dissolved_are_offered_nothing_to_do(table):
    gm, an = desk(table, "GM"), desk(table, "安")
    assert any(d.name == "act" for d in an.desk.deeds())
    await gm.line(".伤害 安 级=3 力=5 伤=切割 部位=头")
    assert table.memory.state.characters["an"].dissolved
    assert not any(d.name in ("act", "ck") for d in an.desk.deeds())


async def test_odds_of_an_action_are_there_before_her_turn(table):
    gm, bai = desk(table, "GM"), desk(table, "白")
    await gm.line(".冲突 安=15、白=11、山贼1=12、山贼2=8")
    await gm.line(".下一刻")
    assert (await bai.line(".行动 火矢 山贼2")).code == "not_your_turn"
    assert "%" in (await bai.line(".概率 行动 火矢 山贼2")).text


async def test_the_gm_is_asked_about_people_by_their_names(table):
    asked = await desk(table, "安").line(".关系 山贼1")
    assert "山贼1" in asked.text
    assert "bandit1" not in asked.text


async def test_one_chooses_which_of_her_characters_lines_are_about(table):
    assert "安" in (await desk(table, "安").line(".用 安")).text


def test_a_wound_below_a_scratch_is_refused_when_it_is_read():
    with pytest.raises(RuleError) as refused:
        read_character({"parts": [{"id": "head", "wounds": [-3, -3, -3, -3]}]}, "x")
    assert refused.value.code == "bad_wound"


async def test_dim_light_is_drawn_as_dim(table):
    gm = desk(table, "GM")
    await gm.line(".set stage.ambient dark")
    await gm.line(".放 白")  # who carries a light of her own
    assert (await gm.line(".set stage.lamps[0].level dim")).ok
    stage = next(s for s in SYSTEM.look(table.memory.state, Viewer()).where if s.id == "stage").parts[0]
    assert {"dim"} == {area.kind for area in stage.areas} & {"dim", "light"}


async def test_a_second_group_of_equals_has_names_of_its_own(table):
    gm = desk(table, "GM")
    assert "山贼3" in (await gm.line(".登场 山贼 2")).text
    names = [c.called for c in table.memory.state.characters.values()]
    assert len(set(names)) == len(names)
    assert "山贼4" in (await gm.line(".代答 山贼")).text


async def test_english_readers_are_shown_lines_in_latin_letters(table):
    gm = Chat(table, HOST, "en")
    assert ".ck" in (await gm.line(".view")).text
    assert ".检定" not in (await gm.line(".view")).text
    assert ".act " in (await gm.line(".help act")).text


async def test_a_movement_as_an_action_has_odds_or_says_why_not(table):
    gm, an = desk(table, "GM"), desk(table, "安")
    await gm.line(".冲突 安=15、山贼1=12")
    await gm.line(".下一刻")
    assert (await an.line(".概率 行动 移动")).code != "system_failed"
