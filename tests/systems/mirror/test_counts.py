"""How many lines and questions ordinary acts cost at most: every row of the table of MIR-LIV-13, whatever the dice show."""

from collections import Counter

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.seating import invite
from ludex.testing.dice import ScriptedChance
from tests.systems.mirror.test_table import desk


@pytest.fixture
async def house(tmp_path):
    opened = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    yield opened
    await opened.close()


async def seven(house):
    """A table with seven fighters whom the GM plays, and nobody else."""
    table, _ = await house.create("mirror", name="empty")
    gm = desk(table, "GM")
    await gm.line(".登场 山贼 7")
    return table, gm


async def test_a_round_of_seven_costs_no_line_of_clock(house):
    table, gm = await seven(house)
    assert (await gm.line(".冲突 " + "、".join(f"山贼{n}={20 - n}" for n in range(1, 8)))).ok
    for n in range(1, 8):
        assert table.memory.state.conflict.round == 1
        assert not table.memory.parked
        assert (await gm.line(f".结束 山贼{n}")).ok
    assert table.memory.state.conflict.round == 2


async def test_an_attack_by_the_gms_own_on_the_gms_own_asks_nobody(house):
    table, gm = await seven(house)
    assert (await gm.line(".行动 @山贼1 砍刀 山贼2")).ok
    assert not table.memory.parked


FACES = (1, 4, 11, 17, 20)
"""Faces that all dice of an act show: failures and successes, plain and great, and the natural ones."""


async def party(house):
    """Two players with a character each, and a bandit."""
    table, _ = await house.create("mirror", name="empty")
    for name, card in (("甲", "力王 武者 点=力量12、体质8、敏捷5"), ("乙", "青 特遣 点=敏捷12、感悟8、力量5")):
        await invite(table, table.seat(HOST), role="player", name=name)
        assert (await desk(table, name).line(f".建卡 {card}")).ok
    gm = desk(table, "GM")
    for line in (".舞台 9 5", ".放 力王 3,2", ".放 青 1,4", ".登场 山贼 格=4,2"):
        assert (await gm.line(line)).ok
    return table


async def cost(table, who, line, *, face=11):
    """Type one line, answer everything that it asks, and tell how often each seat was asked."""
    seats = {name: desk(table, name) for name in ("GM", "甲", "乙")}
    chance = ScriptedChance((face,) * 30)
    chance.roll = table.memory.roll
    table.chance = chance
    assert (await seats[who].line(line)).ok
    asked = Counter()
    while waiting := [name for name, seat in seats.items() if seat.desk.questions()]:
        asked[waiting[0]] += 1
        assert (await seats[waiting[0]].line(".1")).ok
    return asked


@pytest.mark.parametrize("face", FACES)
async def test_a_check_asks_the_checker_once_at_most(house, face):
    asked = await cost(await party(house), "甲", ".检定 运动 15", face=face)
    assert asked <= Counter(甲=1)


@pytest.mark.parametrize("face", FACES)
async def test_an_attack_on_an_npc_asks_the_attacker_once_at_most(house, face):
    asked = await cost(await party(house), "甲", ".行动 挥砍 山贼", face=face)
    assert asked <= Counter(甲=1)


@pytest.mark.parametrize("face", FACES)
async def test_an_npcs_attack_asks_the_defender_once_at_most(house, face):
    asked = await cost(await party(house), "GM", ".行动 @山贼 砍刀 力王", face=face)
    assert asked <= Counter(甲=1)


async def test_a_movement_asks_once_for_each_reaction_that_is_lawful(house):
    table = await party(house)
    gm = desk(table, "GM")
    await gm.line(".冲突 山贼=15、力王=9、青=8")
    assert await cost(table, "GM", ".移动 @山贼 东") == Counter()  # nobody has AP before her first turn
    for line in (".结束 山贼", ".结束 力王", ".结束 青"):
        assert (await gm.line(line)).ok
    assert await cost(table, "GM", ".移动 @山贼 西") == Counter(甲=1)  # into the reach of one alone
    assert await cost(table, "GM", ".移动 @山贼 东") <= Counter(甲=1)  # out of it again


@pytest.mark.parametrize("face", FACES)
async def test_a_conflict_starts_with_one_line_and_a_boost_each(house, face):
    table = await party(house)
    asked = await cost(table, "GM", ".冲突 力王、青、山贼", face=face)
    ties = 1  # all show the same face: a tie of the two players' is put to them once
    assert asked["GM"] == 0
    assert max(asked.values(), default=0) <= 1 + ties
    assert any(table.memory.state.has_turn(who) for who in table.memory.state.characters)


async def test_a_turn_is_what_she_does_and_its_end(house):
    table = await party(house)
    assert await cost(table, "GM", ".冲突 力王=15、山贼=8") == Counter()
    assert await cost(table, "甲", ".移动 西") == Counter()
    assert await cost(table, "甲", ".结束") == Counter()
    assert await cost(table, "GM", ".结束") == Counter()
    assert await cost(table, "甲", ".移动 西") == Counter()  # the second round is hers again, nobody cranked a clock


async def test_a_party_rests_with_one_line(house):
    table = await party(house)
    assert await cost(table, "GM", ".休息 @全体 长休") == Counter()
    assert await cost(table, "甲", ".休息 短休") == Counter(GM=1)
