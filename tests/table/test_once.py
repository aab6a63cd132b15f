"""Exactly once: a request that comes again is told again and not done again, also while the first is still on its way to disk."""

import asyncio

from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat


async def test_a_line_that_is_sent_again_is_told_again_and_not_done_again(table, ann):
    first = await ann.line(".r d20", "7f3a-1")
    n = table.memory.n
    again = await ann.line(".r d20", "7f3a-1")
    assert (again.n, again.text) == (first.n, first.text)
    assert table.memory.n == n
    assert (await ann.line(".r d20", "7f3a-2")).n == first.n + 1


async def test_two_at_once_are_done_once(table, ann):
    replies = await asyncio.gather(*(ann.line(".r d20", "twice") for _ in range(5)))
    assert len({reply.n for reply in replies}) == 1
    assert len({reply.text for reply in replies}) == 1


async def test_a_request_is_a_seats_own(table, ann, bo):
    assert (await ann.line("hello", "1")).n != (await bo.line("hello", "1")).n


async def test_talk_seats_and_undo_are_done_once_too(table, gm):
    assert (await gm.line("hello", "1")).n == (await gm.line("hello", "1")).n
    await gm.line(".invite Cy", "2")
    await gm.line(".invite Cy", "2")
    assert [seat.name for seat in table.memory.seats.values()].count("Cy") == 1
    await gm.line(".join cy")
    await gm.line(".join dee")
    await gm.line(".undo", "3")
    await gm.line(".undo", "3")
    assert [one.id for one in table.memory.state.duellists][-1] == "cy"


async def test_what_was_done_is_known_after_a_restart(tmp_path, house, table, ann):
    first = await ann.line(".r d20", "before")
    await house.close()
    again = House(SqliteStore(tmp_path / "ludex.db"))
    reopened = await again.open(table.id)
    reply = await Chat(reopened, "player1", "en").line(".r d20", "before")
    assert (reply.n, reply.text) == (first.n, first.text)
    await again.close()


async def test_a_refused_request_may_come_again_and_be_done(table, ann, gm):
    assert (await ann.line(".strike zoe", "late")).code == "unknown_actor"
    await gm.line(".join zoe")
    assert (await ann.line(".strike zoe", "late")).ok


async def test_an_endless_number_is_refused(table, ann):
    assert (await ann.line(".r d20", "x" * 200)).code == "bad_request"
