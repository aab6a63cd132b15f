"""The living table: proposals before any die, what follows by itself, the GM's call, deeds in secret, answers taken back."""

import pytest

from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.table.questions import waits_for
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat


@pytest.fixture
async def strict(table, gm):
    assert (await gm.line(".setting trust ask")).ok


def dice(table, *faces):
    chance = ScriptedChance(faces)
    chance.roll = table.memory.roll
    table.chance = chance


def hearts(table):
    return {one.id: one.hearts for one in table.memory.state.duellists}


async def sound(house, table):
    lines = [stored.body for stored in await house.store.read(table.id)]
    assert audit(table.system, read_log(lines)).problems == ()


async def test_a_players_word_on_the_gms_matter_waits_before_any_die(house, table, gm, ann, strict):
    rolls = table.memory.roll
    asked = await ann.line(".strike bo luck=3")
    assert asked.ok
    assert waits_for(table.memory) == ["gm"]
    assert table.memory.roll == rolls
    assert (await gm.line(".3")).ok
    assert waits_for(table.memory) == []
    assert hearts(table)["bo"] == 3
    await sound(house, table)


async def test_allowed_it_goes_on_as_if_the_gm_had_said_it(house, table, gm, ann, bo, strict):
    await ann.line(".strike bo luck=1")
    dice(table, 2, 5, 1)
    assert (await gm.line(".1")).ok
    assert waits_for(table.memory) == ["player2"]
    await bo.line("take")
    assert hearts(table)["bo"] == 2
    await sound(house, table)


async def test_the_gm_changes_it(house, table, gm, ann, strict):
    await ann.line(".strike bo luck=8")
    dice(table, 1, 1)
    assert (await gm.line(".2 luck=0")).ok
    assert waits_for(table.memory) == []
    await sound(house, table)


async def test_what_is_allowed_for_the_scene_is_not_asked_again(table, gm, ann, strict):
    await ann.line(".strike bo luck=1")
    dice(table, 1, 1, 1)
    await gm.line(".4")
    dice(table, 1, 1, 1)
    reply = await ann.line(".strike bo luck=1")
    assert reply.ok
    assert "own word" not in reply.text  # the GM has allowed it
    assert waits_for(table.memory) == []


async def test_open_it_is_done_and_marked_and_strict_it_is_refused(table, gm, ann):
    dice(table, 1, 1, 1)
    assert "own word" in (await ann.line(".strike bo luck=1")).text
    await gm.line(".setting trust strict")
    n = table.memory.n
    assert (await ann.line(".strike bo luck=1")).code == "gm_only"
    assert table.memory.n == n


async def test_what_is_ones_own_is_done_at_once(table, ann, strict):
    dice(table, 1, 1)
    assert (await ann.line(".strike bo")).ok
    assert waits_for(table.memory) == []


async def test_what_follows_by_itself_follows_and_is_taken_back_as_one(house, table, gm, ann):
    await gm.line(".set duellists[bo].hearts 1")
    dice(table, 6, 6)
    await ann.line(".strike bo")
    (asked,) = gm.desk.answerable()
    told = await gm.answer(asked, "take")
    assert told.ok
    assert hearts(table)["bo"] == 1
    assert (await ann.line(".undo")).ok
    assert hearts(table)["bo"] == 1
    assert table.memory.state.of("bo").hearts == 1
    await sound(house, table)


async def test_step_by_step_the_gm_turns_the_crank(table, gm, ann):
    await gm.line(".setting pace step")
    await gm.line(".set duellists[bo].hearts 0")
    assert hearts(table)["bo"] == 0
    assert (await gm.line(".onward")).ok
    assert hearts(table)["bo"] == 1
    assert (await gm.line(".onward")).code == "nothing_due"


async def test_the_gm_calls_and_every_player_throws(table, gm, ann, bo):
    assert (await gm.line(".call @all")).ok
    assert waits_for(table.memory) == ["player1", "player2"]
    dice(table, 5)
    assert (await bo.line(".1")).ok
    assert waits_for(table.memory) == ["player1"]


async def test_in_secret_nothing_reaches_anybody_else(table, gm, ann, bo):
    before = len(await Logbook(table).tail(bo.seat, 100))
    dice(table, 5)
    reply = await ann.line(".secret gamble")
    assert "5" not in reply.text
    assert len(await Logbook(table).tail(bo.seat, 100)) == before
    assert len(await Logbook(table).tail(ann.seat, 100)) == before
    assert (await Logbook(table).tail(gm.seat, 1))[0].dice[0].faces == (5,)


async def test_an_answer_is_taken_back_as_long_as_no_die_has_fallen(table, ann, bo):
    await ann.line(".bout bo open")
    await bo.line("low")
    assert (await bo.line(".back")).ok
    assert sorted(waits_for(table.memory)) == ["player1", "player2"]
    assert (await bo.line(".back")).code == "nothing_to_take_back"


async def test_a_proposal_survives_a_restart(tmp_path, house, table, ann, strict):
    await ann.line(".strike bo luck=1")
    again = House(SqliteStore(tmp_path / "ludex.db"))
    reopened = await again.open(table.id)
    assert reopened.memory == table.memory
    assert (await Chat(reopened, "gm", "en").line(".3")).ok
    await again.close()


async def test_dice_are_taken_back_by_the_gms_word_alone(house, table, gm, ann, bo, strict):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    await bo.line("take")
    assert (await ann.line(".undo")).ok
    assert waits_for(table.memory) == ["gm"]
    assert hearts(table)["bo"] == 2
    assert (await gm.line(".1")).ok
    assert hearts(table)["bo"] == 3
    await sound(house, table)


async def test_what_others_did_since_goes_back_only_by_the_gms_word(table, gm, ann, strict):
    await ann.line(".join cy")
    await gm.line(".join dee")
    assert (await ann.line(".undo")).ok
    assert waits_for(table.memory) == ["gm"]
    assert (await gm.line(".3")).ok
    assert {"cy", "dee"} <= set(hearts(table))
