"""What somebody with a link tries: to learn from what is left out, to look into other tables, to send what breaks a reader."""

import pytest

from ludex.core.deeds import Filled
from ludex.core.errors import RuleError
from ludex.core.principals import HOST, OBSERVER, PLAYER
from ludex.desk import handing
from ludex.lab import preview
from ludex.table.logbook import Logbook
from ludex.table.seating import invite
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat


@pytest.fixture
async def lair(house):
    """A table with an ogre of whom only the GM knows."""
    table, _ = await house.create("boon", name="lair")
    gm = Chat(table, HOST, "zh")
    seats = {}
    for name, role in (("甲", PLAYER), ("乙", PLAYER), ("看", OBSERVER)):
        seat, _ = await invite(table, table.seat(HOST), role=role, name=name)
        seats[name] = Chat(table, seat.id, "zh")
    for line in (
        ".角色 赫 力=12 敏=11 阵营=英雄 玩家 位=3,4",
        ".掌控 甲 +赫",
        ".登场 食人魔 1 阵营=洞中人 位=6,6 暗中",
    ):
        assert (await gm.line(line)).ok, line
    return gm, seats


async def lines_of(chat):
    return [seen.line for seen in await Logbook(chat.table).after(chat.seat, 0)]


async def test_a_guess_stays_in_the_log_whether_it_was_right_or_not(lair):
    _gm, seats = lair
    right, wrong = ".r d20 食人魔暗1", ".r d20 食人魔暗2"
    for guess in (right, wrong):
        assert (await seats["甲"].line(guess)).ok
    for reader in seats.values():
        assert {right, wrong} <= set(await lines_of(reader)), reader.seat.name


async def test_what_the_gm_types_of_the_unseen_stays_his(lair):
    gm, seats = lair
    assert (await gm.line(".r d20 食人魔暗1 听见了")).ok
    for reader in seats.values():
        assert not any("食人魔" in line for line in await lines_of(reader))


async def test_what_is_ready_is_named_to_nobody_but_the_gm(lair):
    gm, seats = lair
    await handing.prepare(gm.desk, "伏兵", lines=(".登场 狼 1",))
    for reader in seats.values():
        with pytest.raises(RuleError, match=r"gm_only|observers_watch"):
            handing.ready_named(reader.desk, "x")
        assert "伏兵" not in (await reader.line(".揭示 x")).text


async def test_whom_the_unseen_is_asked_is_waited_for_unsaid(lair):
    gm, seats = lair
    assert (await gm.line(".登场 哥布林 1 阵营=敌人 位=6,7")).ok
    assert (await gm.line(".掌控 乙 +食人魔暗1")).ok
    number = len(await lines_of(seats["看"]))
    gm.table.chance = ScriptedChance((15,))
    assert (await gm.line(".攻击 食人魔暗1 @哥布林1")).ok
    assert gm.table.memory.parked, "the ogre is asked for its defence"
    for name in ("甲", "看"):
        told = (await seats[name].line(".谁")).text
        assert "食人魔" not in told
        assert "某人" not in told
    refused = await seats["甲"].line(".移动 3,5")
    assert refused.code == "still_open"
    assert "ogre" not in refused.text
    assert f"#{number + 2}" not in refused.text


async def test_odds_are_kept_for_those_alone_who_know_the_same(lair, monkeypatch):
    gm, seats = lair
    assert (await gm.line(".登场 兽人 1 阵营=敌人 位=4,4")).ok
    asked = []

    class Beside:
        async def run(self, job, given, whose, reads):
            assert (given.system, reads) == ("boon", "boon"), "a new process reads it first"
            asked.append(whose)
            return job(given)

    monkeypatch.setattr(preview, "WORKERS_OF_THIS_PROCESS", Beside())
    monkeypatch.setattr(preview, "_kept", type(preview._kept)())
    blow = Filled("atk", {"target": "orc1"}, "赫")
    hers = await seats["甲"].desk.odds(blow)
    assert await seats["甲"].desk.odds(blow) == hers
    assert len(asked) == 1, "the same question of the same seat is worked out once"
    his = await gm.desk.odds(blow)
    assert len(asked) == 2, "the GM knows more: nothing of his odds is kept for her"
    assert his != hers
    assert await seats["甲"].desk.odds(blow) == hers
