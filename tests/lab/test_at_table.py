"""Rehearsals at a table: the GM's alone, beside play, of what is ready and what runs; nothing of it becomes true."""

from functools import partial

import pytest

from ludex.core.principals import HOST, PLAYER
from ludex.core.view import Vital
from ludex.lab import at_table
from ludex.lab.rehearsing import Here, rehearse
from ludex.lab.runs import run_batch
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.registry import system
from ludex.table.seating import invite, reseat
from ludex.text.chat import Chat
from ludex.text.commands.rehearse import story
from ludex.text.words import Words


class AtOnce:
    """Stands for the processes beside the tables: the same job, in this one; counts them."""

    def __init__(self):
        self.jobs = 0

    async def run(self, job, *args, whose=("", ""), **_more):
        assert job is run_batch
        assert whose[1] in ("rehearsal", HOST)
        self.jobs += 1
        return job(*args)


@pytest.fixture
def workers(monkeypatch):
    found = AtOnce()
    monkeypatch.setattr(at_table, "WORKERS_OF_THIS_PROCESS", found)
    return found


@pytest.fixture
async def house(tmp_path):
    found = House(SqliteStore(tmp_path / "lab.db"))
    yield found
    await found.close()


async def typed(table, line, seat=HOST, language="zh"):
    return await Chat(table, seat, language).line(line)


async def player_at(table, *actors, name="甲"):
    host = table.seat(HOST)
    there, _ = await invite(table, host, role=PLAYER, name=name)
    await reseat(table, host, there, controls=actors)
    return str(there.id)


async def test_the_scene_that_runs_is_rehearsed_and_nothing_becomes_true(house, workers):
    table, _ = await house.demo("fet")
    before = table.memory
    reply = await typed(table, ".演练")
    assert "会打：我方赢" in reply.text
    assert "少下大击" in reply.text
    assert reply.private
    assert table.memory is before
    assert workers.jobs == 4


async def test_it_is_told_in_english_too(house, workers):
    table, _ = await house.demo("fet")
    reply = await typed(table, ".rehearse", language="en")
    assert "Clever play: our side wins after" in reply.text


async def test_no_player_may_ask_for_it(house, workers):
    table, _ = await house.demo("boon")
    player = await player_at(table, "an")
    reply = await typed(table, ".演练", player)
    assert reply.code == "gm_only"
    assert workers.jobs == 0


async def test_what_is_ready_is_rehearsed_without_coming_on(house, workers, monkeypatch):
    monkeypatch.setattr("ludex.text.commands.rehearse.RUNS", 2)
    table, _ = await house.demo("boon")
    await typed(table, ".准备 门后 | .登场 哥布林 3 阵营=敌人 位=9,2；.登场 狼 1 阵营=敌人 位=9,5")
    before = table.memory
    reply = await typed(table, ".演练 门后 -食人魔1")
    assert "演练「门后」" in reply.text
    assert "没算上：食人魔1" in reply.text
    ways = [part for part in reply.sections[0].parts if isinstance(part, Vital)]
    assert [way.label for way in ways] == ["照常打 %", "会打 %"]
    assert all(0 <= way.now <= way.top == 100 for way in ways)
    assert table.memory is before
    assert "门后" in table.memory.prepared


async def test_the_gm_hears_who_is_counted_in_unseen(house, workers, monkeypatch):
    monkeypatch.setattr("ludex.text.commands.rehearse.RUNS", 2)
    table, _ = await house.demo("boon")
    await player_at(table, "an", "bo", "duo")
    assert "算上玩家还不知道的：食人魔1" in (await typed(table, ".演练")).text
    assert "食人魔1（" not in (await typed(table, ".演练 -食人魔1")).text


@pytest.mark.parametrize(("line", "code"), [(".演练 没有这个", "unknown_prepared"), (".演练 -龙", "unknown_actor")])
async def test_what_is_not_there_is_refused(house, workers, line, code):
    table, _ = await house.demo("boon")
    assert (await typed(table, line)).code == code
    assert workers.jobs == 0


async def test_a_challenge_is_rehearsed_by_its_name(house, workers):
    table, _ = await house.demo("mist")
    reply = await typed(table, ".演练 站务保安")
    assert "一个标签：赢" in reply.text
    assert "代价：后果" in reply.text
    assert (await typed(table, ".演练 不存在的人")).code == "nothing_to_rehearse"


async def test_what_is_turned_stands_in_the_line(house, workers, monkeypatch):
    monkeypatch.setattr("ludex.text.commands.rehearse.RUNS", 2)
    table, _ = await house.demo("boon")
    reply = await typed(table, ".演练 哥布林=3 retreat=33 -食人魔1")
    assert "赢" in reply.text
    away = await typed(table, ".演练 哥布林=99")
    assert away.code == "no_knob"
    assert "count:哥布林=0…12" in away.text


async def test_a_case_is_rehearsed_with_whether_it_can_be_proven(house, workers):
    table, _ = await house.demo("mist")
    reply = await typed(table, ".演练 末班车")
    assert "它是什么（要 2 条）：档案里的 2 条就够，演绎成立 77%" in reply.text
    assert "还能出来 1 条" in reply.text
    assert "赢" not in reply.text
    both = await typed(table, ".rehearse", language="en")
    assert "what makes it worse (wants 2 clues): 1 on the file, 1 more can come up" in both.text
    await typed(table, ".删线索 被划掉的乘客名单")
    assert "证不出来，还缺 1 条" in (await typed(table, ".演练 末班车")).text


async def test_whoever_has_enough_gets_what_there_is(house, workers):
    table, _ = await house.demo("mist")
    found = await at_table.rehearse_beside(
        table, table.memory.state, runs=400, progress=lambda ways: all(one.runs < 8 for one in ways.values())
    )
    assert all(8 <= one.runs < 400 for one in found.values())
    assert workers.jobs < 20


async def test_the_real_processes_give_the_same(house):
    table, _ = await house.demo("mist")
    found = await at_table.rehearse_beside(table, table.memory.state, runs=3)
    again = {name: run_batch(one.trial, 0, 3) for name, one in found.items()}
    assert {name: list(one.rows) for name, one in found.items()} == again


@pytest.mark.parametrize("name", ["boon", "fable", "fet", "mirror", "mist"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_run_is_told_as_the_table_would_tell_it(name, language):
    there = system(name)
    found = rehearse(there, there.demo().state, None, "clever", seed=1, runs=1, executor=Here())
    lines = story(Words(language, there.package), there, found.trial, 0)
    assert len(lines) >= 1
    assert not any("told." in line or "terms." in line or "view." in line for line in lines)
    fallen = [found.names[who] for who in found.rows[0].fell if who in found.names]
    assert all(any(who in line for line in lines) for who in fallen)


# ---------------------------------------------------------------------- what should I do now
async def test_a_player_is_advised_where_the_table_lets_her(house):
    table, _ = await house.demo("boon")
    player = await player_at(table, "an")
    assert (await typed(table, ".建议", player)).code == "advice_off"
    assert "给玩家建议：开" in (await typed(table, ".设置 建议 开")).text
    reply = await typed(table, ".建议", player)
    assert reply.private
    first = reply.text.splitlines()[1]
    assert first.startswith("1. 安 ")
    assert "%" in first
    assert "食人魔" not in reply.text  # whom she does not know of
    other = await player_at(table, name="乙")
    assert (await typed(table, ".建议", other)).code == "nobody_to_advise"


async def test_the_gm_may_always_ask_and_nothing_becomes_true(house):
    table, _ = await house.demo("boon")
    before = table.memory
    reply = await typed(table, ".advice", language="en")
    assert "The best deeds of the moment" in reply.text
    assert table.memory is before


async def test_deeds_are_played_out_to_see_which_wins_soonest(house, workers):
    table, _ = await house.demo("fet")
    before = table.memory
    told = (await typed(table, ".建议 赢")).text.splitlines()
    assert told[0] == "眼下最好的几手（30 t 内赢）："
    ends = [int(line.split("我方赢，")[1].removesuffix(" t")) for line in told[1:-1]]
    assert len({line.partition("  ")[0][3:] for line in told[1:-1]}) == len(ends) == 4
    assert ends == sorted(ends)
    assert "只演一局" in told[-1]
    assert workers.jobs == 4  # one run of each
    assert table.memory is before


async def test_what_is_played_out_by_dice_says_what_is_left_of_both_sides(house, workers, monkeypatch):
    monkeypatch.setattr("ludex.text.commands.advise.openings_beside", partial(at_table.openings_beside, runs=2))
    table, _ = await house.demo("boon")
    told = (await typed(table, ".advice win", language="en")).text.splitlines()
    assert "to win within 2 rounds" in told[0]
    assert "afterwards your side has" in told[1]
    assert "2 times" in told[-1]
    assert workers.jobs == 4


async def test_a_goal_that_is_none_is_refused_by_the_goals_there_are(house):
    table, _ = await house.demo("boon")
    reply = await typed(table, ".建议 发财")
    assert reply.code == "no_such_goal"
    assert "保命" in reply.text
