"""Several people asked at the same moment: any order, sealed until the last, each judged by itself."""

import msgspec

from ludex.core.principals import actor
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.table.questions import waits_for
from ludex.testing.dice import ScriptedChance


def hearts(table):
    return {one.id: one.hearts for one in table.memory.state.duellists}


async def everything(table, chat):
    """All that a seat gets of the log, as text."""
    return msgspec.json.encode(await Logbook(table).tail(chat.seat, 100)).decode()


async def test_both_are_asked_at_once_and_answer_in_any_order(table, ann, bo):
    assert (await ann.line(".bout bo")).ok
    assert waits_for(table.memory) == ["player1", "player2"]
    assert (await bo.line("low")).ok
    assert waits_for(table.memory) == ["player1"]
    assert (await bo.line(".1")).code == "no_question_for_you"
    assert (await ann.line("high")).ok
    assert hearts(table) == {"ann": 3, "bo": 2}
    assert table.memory.parked == {}


async def test_nobody_is_refused_for_anothers_mistake(table, ann, bo):
    await ann.line(".bout bo")
    assert (await bo.line(".选 nonsense")).code == "bad_pick"
    assert (await bo.line(".3 to the left")).ok
    assert (await ann.line(".选 nonsense")).code == "bad_pick"
    assert (await ann.line("low")).ok


async def test_a_sealed_answer_is_known_to_nobody_before_the_last(table, gm, ann, bo):
    await ann.line(".bout bo")
    await bo.line(".3 hush")
    for chat in (gm, ann, bo):
        assert "hush" not in await everything(table, chat)
    await ann.line("high")
    for chat in (gm, ann, bo):
        assert "hush" in await everything(table, chat)


async def test_a_sealed_answer_stays_sealed_where_it_was_given_even_if_the_act_is_given_up(table, gm, ann, bo):
    await ann.line(".bout bo")
    await bo.line(".3 hush")
    await ann.line(".cancel")
    for chat in (gm, ann, bo):
        assert "hush" not in await everything(table, chat)


async def test_what_is_offered_in_a_sealed_moment_is_for_the_one_who_is_asked_even_where_numbers_are_open(
    table, gm, ann, bo
):
    await gm.line(".setting numbers open")
    await ann.line(".bout bo")
    (theirs,) = [one for one in ann.desk.waits() if one.question.who == actor("bo")]
    (same,) = [one for one in bo.desk.questions() if one.question.who == actor("bo")]
    assert "high" not in await ann.question(theirs)
    assert "high" in await bo.question(same)
    (asked,) = [one.questions for one in await Logbook(table).tail(ann.seat, 1)]
    assert [bool(one.options) for one in asked] == [True, False]


async def test_an_open_moment_survives_a_restart_and_audits(tmp_path, house, table, ann, bo):
    await ann.line(".bout bo")
    await bo.line("low")
    again = House(SqliteStore(tmp_path / "ludex.db"))
    reopened = await again.open(table.id)
    assert reopened.memory == table.memory
    await again.close()
    await ann.line("low")
    lines = [stored.body for stored in await house.store.read(table.id)]
    assert audit(table.system, read_log(lines)).problems == ()
    assert hearts(table) == {"ann": 3, "bo": 3}


async def test_a_policy_answers_for_one_while_the_other_thinks(table, gm, ann):
    await gm.line(".auto bo")
    await ann.line(".bout bo")
    assert [q.who for act in table.memory.parked.values() for q in act.questions] == [actor("ann"), actor("bo")]


async def test_dice_that_fell_before_a_refusal_are_spent_and_tell_nothing(table, ann, gm):
    table.chance = ScriptedChance([2, 5])
    refused = await ann.line(".gamble")
    assert refused.code == "unlucky"
    assert "2" not in refused.text
    assert table.memory.roll == 1
    entry = (await Logbook(table).tail(gm.seat, 1))[0]
    assert (entry.refused, entry.dice[0].faces) == ("unlucky", (2,))
    assert (await ann.line(".gamble")).ok
    assert table.memory.roll == 2
