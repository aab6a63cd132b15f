"""At the table: lines people type, questions to the right person, and the clock."""

import pytest

from ludex.systems.fable import SYSTEM
from ludex.systems.fable.rules.initiative import forecast

GRAMMAR = {"missing_argument", "too_many_arguments", "bad_argument", "unknown_command", "unknown_actor", "bad_input"}


async def begin(at):
    """The conflict of the demo: 苏砚 19, 灰狼1 15, 白露 13, 灰狼2 11."""
    for who in ("苏砚", "白露"):
        await at("GM", f".auto {who} on")
    await at("GM", ".冲突", [8, 6, 4, 5, 5, 4, 3, 2])
    await at("GM", ".推进")


@pytest.mark.parametrize("command", SYSTEM.commands, ids=lambda c: c.key)
async def test_every_example_is_understood(command, seats):
    reply = await seats["GM" if command.who == "gm" else "苏砚"].line(command.example)
    assert reply.code not in GRAMMAR, reply.text


async def test_a_question_goes_to_the_player_who_rolled(table, seats, at):
    await at("苏砚", ".检定 灵巧+洞察 10", [4, 3])
    assert seats["苏砚"].desk.questions()
    assert not seats["白露"].desk.questions()


async def test_nobody_acts_for_somebody_elses_character(at):
    assert (await at("白露", ".检定 @苏砚 灵巧 10")).code == "not_yours"


@pytest.mark.usefixtures("step")
async def test_an_attack_uses_up_the_action_of_the_turn(at):
    await begin(at)
    assert (await at("苏砚", ".攻击 灰狼1", [2, 3])).ok
    assert (await at("苏砚", ".攻击 灰狼1")).code == "no_action_left"


async def test_the_default_policy_turns_an_opportunity_into_a_crushing_blow(table, at):
    await begin(at)
    assert "重击" in (await at("苏砚", ".攻击 灰狼1", [7, 7])).text
    assert table.memory.state.characters["灰狼1"].hp == 50 - 26


async def test_the_forecast_is_what_then_happens(table, at):
    await begin(at)
    coming = forecast(table.memory.state, 5)
    for round_, tick, who in coming:
        clock = table.memory.state.conflict
        assert (clock.round, clock.tick) == (round_, tick)
        await at("GM", f".结束 @{who}")
        await at("GM", ".推进")


async def test_a_helper_in_a_conflict_gives_up_a_turn_instead_of_rolling(table, at):
    await begin(at)
    reply = await at("苏砚", ".合力 洞察+意志 13 白露", [6, 5])
    assert "帮上忙的：白露" in reply.text
    assert table.memory.state.conflict.of("白露").initiative == 13 - 20


@pytest.mark.usefixtures("step")
async def test_while_somebody_decides_about_her_attack_her_turn_is_not_taken_away(at):
    await begin(at)
    await at("GM", ".auto 苏砚 off")
    await at("苏砚", ".攻击 灰狼1", [2, 3])
    for line in (".结束 @苏砚", ".推进", ".攻击 @灰狼1 苏砚"):
        refused = await at("GM", line)
        assert not refused.ok
    assert (await at("苏砚", ".1")).ok
    assert (await at("苏砚", ".结束")).ok


async def test_a_villain_who_shows_herself_gives_every_pc_a_point(table, at):
    before = {who: c.fp for who, c in table.memory.state.characters.items()}
    await at("GM", ".显形 暮面")
    after = {who: c.fp for who, c in table.memory.state.characters.items()}
    assert {who for who in after if after[who] == before[who] + 1} == {"苏砚", "白露"}


async def test_wolves_come_in_numbered_groups_with_gauges_of_their_own(table, at):
    await at("GM", ".召来 灰狼 2")
    await at("GM", ".伤害 灰狼3 10")
    state = table.memory.state
    assert state.characters["灰狼3"].hp == 40
    assert state.characters["灰狼4"].hp == 50


async def test_an_opportunity_that_waits_is_spent_by_its_owner(table, at):
    await at("GM", ".auto 苏砚 on")
    await at("苏砚", ".检定 灵巧+力量 10", [8, 8])
    assert (await at("苏砚", ".机会 苦厄 灰狼1 减速")).ok
    assert table.memory.state.characters["灰狼1"].statuses == ("slow",)
    assert (await at("苏砚", ".机会 优势")).code == "no_opportunity"


@pytest.mark.usefixtures("step")
async def test_odds_of_an_attack_are_there_before_her_turn(table, at):
    await at("GM", ".冲突 灰狼1,白露", dice=(10, 8, 1, 1))
    await at("白露", ".1")
    for line in (".概率 攻击 灰狼1", ".概率 施法 余烬弹 灰狼1", ".概率 妨碍 灰狼1 洞察", ".概率 研究 灰狼1"):
        assert (await at("白露", line)).ok, line
    assert (await at("白露", ".攻击 灰狼1")).code == "tick_not_started"


async def test_whoever_is_covered_cannot_be_reached_in_melee(table, seats, at):
    await at("GM", ".set characters.苏砚.covering 白露")
    covered = await at("GM", ".攻击 @灰狼1 白露")
    assert covered.code == "covered"
    assert "苏砚" in covered.text
    assert "掩护 白露" in (await at("苏砚", ".卡")).text


async def test_a_thrown_stone_goes_past_whoever_covers(at):
    await at("GM", ".召来 山匪")
    await at("GM", ".set characters.苏砚.covering 白露")
    assert (await at("GM", ".攻击 @山匪 白露 短刀")).code == "covered"
    assert (await at("GM", ".攻击 @山匪 白露 投石", [4, 3])).ok


async def test_an_overdraft_says_what_it_costs_before_and_after_and_how_it_comes_back(table, seats, at):
    before = table.memory.state.characters["白露"]
    await at("白露", f".耗魔 {before.mp - 3}")
    spell = next(d for d in seats["白露"].desk.deeds() if d.given.get("spell") == "ember")
    said = seats["白露"].words.say(spell.cost)
    assert "⚠余烬弹" in seats["白露"].words.say(spell.title)
    reply = await at("白露", ".施法 余烬弹 灰狼1 透支", [5, 6])
    after = table.memory.state.characters["白露"]
    assert after.mp == -7
    assert f"容量各 −7，生命剩 {after.hp}" in said
    assert f"容量各 −7，生命 {after.hp}/{after.hp}；恢复精神值就回来" in reply.text
    sheet = (await at("白露", ".卡")).text
    assert "透支 7" in sheet
    assert f"{after.hp}/{sum(before.hg.cap)}" in sheet
    assert "不再透支" in (await at("GM", ".治疗 白露 20 MP")).text
