"""Several people at once: whatever comes in between, one thing happens after another and the log proves it."""

import asyncio

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log
from ludex.table.house import House, load_memory
from ludex.table.seating import dismiss
from ludex.text.chat import Chat
from tests.table.test_table import dice, hearts


async def sound(table, house):
    """The log audits clean and gives back the very memory."""
    lines = [stored.body for stored in await house.store.read(table.id)]
    assert audit(table.system, read_log(lines)).problems == ()
    assert await load_memory(table.system, house.store, table.id) == table.memory


async def together(*lines):
    """Lines sent at the same moment; their codes in order."""
    replies = await asyncio.gather(*(desk.line(line) for desk, line in lines))
    return [reply.code for reply in replies]


async def test_of_several_answers_to_one_question_the_first_counts(table, house, gm, ann, bo):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    (act,) = table.memory.parked
    codes = await together(*((desk, f".choose #{desk.desk.number(act)} take") for desk in (bo, gm, bo, gm)))
    assert codes.count("") == 1
    assert set(codes) == {"", "no_question_for_you"}
    assert hearts(table)["bo"] == 2
    await sound(table, house)


async def test_two_undos_at_once_take_one_step_back_each_or_are_refused(table, house, gm):
    for name in ("zoe", "max", "kim"):
        await gm.line(f".join {name}")
    codes = await together((gm, ".undo"), (gm, ".undo"), (gm, ".undo"))
    assert set(codes) <= {"", "moved_meanwhile"}
    assert len(hearts(table)) == 5 - codes.count("")
    await sound(table, house)


async def test_two_redos_at_once_bring_each_step_back_once(table, house, gm):
    await gm.line(".join zoe")
    await gm.line(".undo")
    codes = await together((gm, ".redo"), (gm, ".redo"))
    assert codes.count("") == 1
    assert set(codes) <= {"", "moved_meanwhile", "nothing_to_redo"}
    assert "zoe" in hearts(table)
    await sound(table, house)


async def test_an_undo_never_takes_back_what_happened_while_it_was_decided(table, house, gm, ann, bo):
    dice(table, 5, 1)
    await ann.line(".strike bo")
    await bo.line("take")
    await together((ann, ".undo"), (gm, ".join zoe"))
    assert "zoe" in hearts(table)
    await sound(table, house)


async def test_undo_while_a_question_waits_leaves_the_question_open(table, house, gm, ann, bo):
    await gm.line(".join zoe")
    dice(table, 5, 2)
    await ann.line(".strike bo")
    await together((gm, ".undo"), (bo, "take"))
    assert table.memory.parked == {}
    await sound(table, house)


async def test_redo_after_a_new_act_finds_nothing(table, house, gm):
    await gm.line(".join zoe")
    await gm.line(".undo")
    assert await together((gm, ".join max"), (gm, ".redo")) in (["", "moved_meanwhile"], ["", "nothing_to_redo"])
    assert "zoe" not in hearts(table)
    await sound(table, house)


async def test_a_seat_is_taken_away_while_its_player_types(table, house, gm, ann, bo):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    away = dismiss(table, table.seat(HOST), table.seat("player2"))
    _, reply = await asyncio.gather(away, bo.line("take"))
    assert reply.code in ("", "dead_link")
    assert (await bo.line("hello")).code == "dead_link"
    assert (await gm.line(".who")).ok
    await sound(table, house)


async def test_cancel_while_somebody_answers(table, house, gm, ann, bo):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    (act,) = table.memory.parked
    mine, hers = ann.desk.number(act), bo.desk.number(act)
    codes = await together((ann, f".cancel #{mine}"), (bo, f".choose #{hers} take"))
    assert codes.count("") == 1
    assert table.memory.parked == {}
    await sound(table, house)


@pytest.mark.parametrize("gone", [0, 1, 2])
async def test_whoever_goes_away_in_the_middle_leaves_the_table_sound(table, house, gm, ann, bo, gone):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    tasks = [asyncio.create_task(desk.line(line)) for desk, line in ((bo, "take"), (gm, ".join zoe"), (gm, ".undo"))]
    await asyncio.sleep(0)
    tasks[gone].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await gm.line("still here")
    await sound(table, house)


async def test_a_question_is_answered_after_a_restart_in_between(table, house, gm, ann, tmp_path):
    dice(table, 5, 2)
    await ann.line(".strike bo")
    await house.close()
    again = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    reopened = await again.open(table.id)
    assert reopened.memory == table.memory
    bo = Chat(reopened, "player2", "en")
    assert (await together((bo, "take"), (bo, "take")))[0] == ""
    assert hearts(reopened)["bo"] == 2
    await sound(reopened, again)
    await again.close()


async def test_several_steps_end_where_somebody_elses_begin(table, house, gm, ann, bo):
    await gm.line(".join zoe")
    head = table.memory.head
    dice(table, 5, 2)
    await ann.line(".strike bo")
    assert (await bo.line("take")).ok
    assert (await ann.line(".undo 3")).ok
    assert table.memory.head == head
    assert (await ann.line(".undo 3")).code == "undo_not_yours"
    await sound(table, house)
