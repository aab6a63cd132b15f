"""What an evening costs: lines and questions of an ordinary attack, of a check, and of a whole fight (BOO-LIV-15)."""

import pytest

from tests.systems.boon.fights import FOES, HEROES, THREE_SIDES, Fight, fought


@pytest.fixture
def fight(tmp_path):
    played = Fight(tmp_path)
    yield played
    played.close()


def test_an_ordinary_attack_is_one_line_and_at_most_one_question(fight):
    player = fight.prepare((*HEROES, ".登场 哥布林 2 阵营=敌人 位=3,3"))
    reply = fight.type(player, ".攻击 哥布林1 @赫")
    assert "开战" in reply.text
    assert len(fight.lines) == 1
    assert sum(len(act.questions) for act in fight.table.memory.parked.values()) <= 1


def test_an_ordinary_check_is_one_line_and_no_question(fight):
    player = fight.prepare(HEROES)
    reply = fight.type(player, ".检定 力量 破门 @赫")
    assert "目标" in reply.text
    assert not fight.table.memory.parked


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_four_against_eight_take_at_most_45_lines(tmp_path, seed):
    played = fought(tmp_path, (*HEROES, *FOES), seed=seed)
    assert played.over
    assert len(played.lines) <= 45, len(played.lines)


def test_three_sides_of_26_play_to_the_end(tmp_path):
    assert fought(tmp_path, THREE_SIDES).over
