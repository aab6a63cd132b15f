"""The log as its seats read it: what was undone is marked, a roll that changed nothing too."""

import pytest

from ludex.core.errors import RuleError
from ludex.table.logbook import Logbook
from ludex.table.seating import dismiss, invite
from ludex.testing.dice import ScriptedChance


async def joined(gm, count):
    for n in range(count):
        assert (await gm.line(f".join guest{n}")).ok


async def undone(gm):
    return [s.line for s in await Logbook(gm.table).tail(gm.seat, 50) if s.undone]


async def test_a_free_roll_is_a_step_too(gm):
    await joined(gm, 1)
    await gm.line(".r 2d6")
    assert ".r 2d6" in (await gm.line(".undo")).text
    assert await undone(gm) == [".r 2d6"]
    assert "guest0" in (await gm.line(".undo")).text
    assert await undone(gm) == [".join guest0", ".r 2d6"]


async def test_the_gm_takes_back_a_roll_of_somebody_else_and_nothing_older(gm, ann):
    await joined(gm, 1)
    await ann.line(".r 2d6")
    await gm.line(".undo")
    assert await undone(gm) == [".r 2d6"]


async def test_history_cannot_jump_to_an_entry_that_changed_nothing(gm):
    reply = await gm.line(".r 2d6")
    assert (await gm.line(f".goto {reply.n}")).code == "no_such_commit"


async def test_what_only_waits_for_an_answer_is_no_state_to_go_back_to(table, gm, ann):
    table.chance = ScriptedChance([6, 6])
    await ann.line(".strike bo")
    (act,) = table.memory.parked
    assert (await gm.line(f".goto {act}")).code == "no_such_commit"
    with pytest.raises(RuleError, match="no_such_commit"):
        await table.history.state_at(act)


async def test_older_pages_know_what_the_present_does_not_stand_on(gm):
    await joined(gm, 2)
    await gm.line(".undo")
    await gm.line(".join other")
    for n in range(10, 20):
        await gm.line(f".join guest{n}")
    book = Logbook(gm.table)
    newest = await book.page(gm.seat, 8)
    assert not any(s.undone for s in newest.entries)
    older = await book.page(gm.seat, 100, before=newest.entries[0].n, standing=newest.standing)
    assert [s.line for s in older.entries if s.undone] == [".join guest1"]


async def test_the_link_of_a_seat_that_was_taken_away_never_opens_another(house, table, gm):
    seat, secret = await invite(table, gm.seat, role="player", name="Cy")
    await dismiss(table, gm.seat, seat)
    fresh, _ = await invite(table, gm.seat, role="player", name="Di")
    assert fresh.id != seat.id
    with pytest.raises(RuleError, match="dead_link"):
        await house.enter(secret)


async def test_numbers_are_a_seats_own_and_without_gaps(table, gm, ann, bo):
    await ann.line("hello")
    await gm.line(".w Ann a secret")
    await gm.line(".auto bo")
    await bo.line("and so")
    book = Logbook(table)
    for chat in (gm, ann, bo):
        numbers = [seen.n for seen in await book.tail(chat.seat, 100)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert chat.desk.last == numbers[-1]
        assert [chat.desk.number(chat.desk.entry(n)) for n in numbers] == numbers
    hidden = gm.desk.last - bo.desk.last
    assert ann.desk.last == bo.desk.last + 1  # the whisper
    assert hidden > 1
    assert [seen.text for seen in await book.after(bo.seat, bo.desk.last - 1)] == ["and so"]


async def test_what_the_gm_said_and_took_back_is_read_by_nobody_else(gm, ann):
    await gm.line(".join stranger")
    await gm.line(".undo")
    told = [s for s in await Logbook(gm.table).tail(ann.seat, 50) if s.undone]
    assert [(s.line, s.card) for s in told] == [("", None)]
    assert "stranger" not in repr(told)
    assert ".join stranger" in await undone(gm)
    await gm.line(".redo")
    assert ".join stranger" in [s.line for s in await Logbook(gm.table).tail(ann.seat, 50)]


async def test_dice_that_fell_stay_in_everybodys_log(table, gm, ann):
    await gm.line(".r 2d6")
    await gm.line(".undo")
    told = [s for s in await Logbook(gm.table).tail(ann.seat, 50) if s.undone]
    assert [s.line for s in told] == [".r 2d6"]
    assert told[0].dice


async def test_an_answer_that_was_taken_back_is_marked_and_the_one_in_its_place_is_not(table, gm, ann, bo):
    table.chance = ScriptedChance([6, 6])
    await ann.line(".bout bo open")
    await bo.line("low")
    assert (await bo.line(".back")).ok
    await bo.line("high")
    entries = [s for s in await Logbook(table).tail(bo.seat, 10) if s.answers]
    assert [(s.undone, s.answers[0].answer) for s in entries] == [(True, "low"), (False, "high")]
