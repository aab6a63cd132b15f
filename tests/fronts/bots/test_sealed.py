"""What one person alone may read never stands in a group: sealed questions, and those of hidden acts."""

import pytest

from ludex.fronts.bots.messages import PRIVATE, Place
from tests.fronts.bots.test_hall import HONG, MING, QQ, Town, remind_now

ALONE = Place("onebot", HONG.id, PRIVATE)
PICKS = ("进：白", "守", "退")


async def conflict(tmp_path, *, private=False):
    """A table of heden in a group, 小红 holds 安, and a round of conflict begins."""
    town = Town(tmp_path, private=private)
    if private:
        town.friends.add(HONG.id)
    await town.type(MING, ".开桌 heden 演示")
    table = await town.table()
    await town.type(HONG, ".坐 安")
    await town.quiet()
    town.said.clear()
    await town.type(MING, ".冲突 安,白,纸人")
    await town.quiet()
    return town, table


async def leave(town):
    await town.quiet()
    await town.hall.close()
    await town.house.close()


@pytest.mark.parametrize("private", [True, False])
async def test_a_sealed_question_is_announced_in_the_group_without_its_answers(tmp_path, private):
    town, _ = await conflict(tmp_path, private=private)
    assert "安，有一个只给你看的问题" in town.heard(QQ)
    assert ".1 到 .4" in town.heard(QQ)
    assert [pick for pick in PICKS if pick in town.heard(QQ)] == []
    assert not any(say.buttons for say in town.said if say.place == QQ)
    assert ("进：白" in town.heard(ALONE)) is private
    assert [pick for text in await remind_now(town) for pick in PICKS if pick in text] == [] or private
    assert [pick for pick in PICKS if pick in town.heard(QQ)] == []
    await leave(town)


async def test_a_number_in_the_group_is_a_sealed_answer_and_tells_nobody_what_it_is(tmp_path):
    town, table = await conflict(tmp_path)
    await town.type(HONG, "1")
    await town.quiet()
    act = next(iter(table.memory.parked.values()))
    assert {one.who for one in act.questions} == {"actor:白", "actor:纸人"}
    assert [pick for pick in PICKS if pick in town.heard(QQ)] == []
    await leave(town)


@pytest.mark.parametrize("line", [".问题", ".选 99", ".选 天上", ".9"])
async def test_neither_the_list_of_questions_nor_a_refusal_tells_the_answers(tmp_path, line):
    town, _ = await conflict(tmp_path)
    await town.type(HONG, line)
    await town.quiet()
    assert [pick for pick in PICKS if pick in town.heard(QQ)] == []
    await leave(town)
