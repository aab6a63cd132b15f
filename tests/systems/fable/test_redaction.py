"""What a player may not know never reaches her."""

import msgspec
import pytest

from ludex.core.principals import HOST
from ludex.core.system import Viewer
from ludex.systems.fable import SYSTEM
from ludex.systems.fable.redact import redact
from ludex.text.chat import Chat

PLAYER = Viewer("player", ("苏砚",), "hidden")
OBSERVER = Viewer("observer", numbers="hidden")


def shown(state, viewer):
    return msgspec.json.encode(SYSTEM.look(SYSTEM.known_to(state, viewer), viewer)).decode()


def test_a_hidden_villain_and_her_clock_are_in_the_gms_view_alone(table):
    state = table.memory.state
    assert "暮面" in shown(state, Viewer())
    for viewer in (PLAYER, OBSERVER):
        assert "暮面" not in shown(state, viewer)
        assert "戴面具的说客" not in shown(state, viewer)


def test_an_unstudied_wolf_shows_broken_gauges_but_no_numbers(table):
    wolf = SYSTEM.look(redact(table.memory.state, PLAYER), PLAYER).who[2]
    assert wolf.title == "灰狼1"
    gauges = [p for p in wolf.parts if type(p).__name__ == "Gauges"]
    assert {(g.now, g.cap) for g in gauges[0].segments} == {(1, 1)}
    assert "撕咬" not in shown(table.memory.state, PLAYER)


async def test_studying_reveals_as_much_as_the_tier_says(table, at):
    await at("苏砚", ".研究 灰狼1", [5, 6])
    await at("苏砚", ".1")
    assert redact(table.memory.state, PLAYER).characters["灰狼1"].shown == 2
    seen = shown(table.memory.state, PLAYER)
    assert "成群" in seen
    assert "撕咬" not in seen


@pytest.mark.parametrize(
    "line",
    [
        ".set clocks.1.filled 2",
        ".set clocks.1.name 面具下的耐心",
        ".时钟 暮面的耐心 4 2",
        ".时钟 暮面的耐心 0",
        ".走钟 暮面的耐心 3",
    ],
)
async def test_what_the_gm_does_to_a_hidden_clock_stays_the_gms(at, line):
    assert (await at("GM", line)).ok
    for told in (await at("苏砚", ".log 3"), await at("苏砚", ".桌面")):
        assert "耐心" not in told.text
        assert ".filled" not in told.text


async def test_a_hidden_clock_is_named_to_nobody_who_guesses_and_shown_when_the_gm_says_so(at):
    for name in ("别的", "暮面的耐心", "暮面"):
        reply = await at("苏砚", f".目标 {name} 灵巧 10")
        assert reply.code == "unknown_clock"
        assert "耐心" not in reply.text.replace(name, "")
    await at("GM", ".时钟 暮面的耐心 4 1 公开")
    assert "暮面的耐心" in (await at("苏砚", ".log 1")).text


async def test_what_a_hidden_character_does_is_whispered_to_the_gm(table, at):
    reply = await at("GM", ".检定 @暮面 洞察+意志 10", [5, 6])
    await at("GM", ".1")
    assert reply.private
    assert "暮面" not in (await at("苏砚", ".log 5")).text


async def test_the_sheet_of_somebody_hidden_is_nobodys(at):
    assert "120" not in (await at("苏砚", ".卡 暮面")).text
    assert "120/120" in (await at("GM", ".卡 暮面")).text


async def test_somebody_hidden_cannot_be_told_from_nobody(at):
    hidden, nobody = await at("苏砚", ".攻击 暮面"), await at("苏砚", ".攻击 某某")
    assert (hidden.code, hidden.text) == (nobody.code, nobody.text.replace("某某", "暮面"))


@pytest.mark.parametrize(
    "line",
    [
        ".妨碍 @暮面 苏砚 洞察",
        ".研究 @暮面 苏砚",
        ".伤害 暮面 3",
        ".状态 暮面 减速",
        ".物品 @暮面 疗伤药",
        ".走钟 暮面的耐心 3",
        ".set characters.暮面.fp 1",
    ],
)
async def test_what_is_done_by_or_to_somebody_hidden_is_whispered_to_the_gm(table, line):
    await Chat(table, HOST, "zh").line(line)
    player = Chat(table, next(s.id for s in table.memory.seats.values() if s.name == "苏砚"), "zh")
    told = (await player.line(".log 20")).text + (await player.line(".who")).text
    assert "暮面" not in told
