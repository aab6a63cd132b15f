"""An evening of mist: people type at the demo table."""

import pytest

from ludex.store.sqlite import SqliteStore
from ludex.systems.mist import SYSTEM
from ludex.systems.mist.rules.phases import MISSION, NOTHING, SCENE
from ludex.systems.mist.terms import MissionPhase, ScenePhase
from ludex.table.house import House
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat
from ludex.text.words import Words


@pytest.fixture
async def table(tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    opened, _ = await house.demo("mist")
    yield opened
    await house.close()


async def type_(table, who, line, dice=(), language="zh"):
    chance = ScriptedChance(tuple(dice))
    chance.roll = table.memory.roll
    table.chance = chance
    seat = "gm" if who == "GM" else next(s.id for s in table.memory.seats.values() if s.name == who)
    return await Chat(table, seat, language).line(line)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_from_every_phase_somebody_is_told_the_way_on(language):
    words = Words(language, SYSTEM.package)
    phases = [(SCENE, (NOTHING, *ScenePhase)), (MISSION, (NOTHING, *MissionPhase))]
    assert all(words.has(f"ways.{machine}_{phase}") for machine, many in phases for phase in many)


async def test_a_wrong_phase_says_who_moves_it_on_and_how(table):
    refused = await type_(table, "GM", ".后果 手电照脸 状态 林默 目眩 2")
    assert refused.code == "wrong_phase"
    assert ".行动" in refused.text
    assert ".act" in (await type_(table, "GM", ".next", language="en")).text


async def test_a_second_turn_waits_until_the_first_has_bought_its_effects(table):
    players = [s.name for s in table.memory.seats.values() if not s.gm and s.controls]
    first, second = players[:2]
    assert (await type_(table, first, ".行动 效力=2", dice=[5, 3, 1])).ok
    refused = await type_(table, second, ".行动 效力=1")
    assert refused.code == "still_open"
    assert len(table.memory.parked) == 1
    assert (await type_(table, first, ".选 done")).ok
    assert table.memory.state.scene.phase == "consequence"
