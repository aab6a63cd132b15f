"""Exactly once: a request that comes again is told again and not done again, also while the first is still on its way to disk."""

import asyncio

import pytest

from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.requests import REMEMBERED, Asked
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


@pytest.fixture
def clock(house):
    """The house's clock, which the test moves."""
    told = ["2026-01-01T00:00:00Z"]
    house.clock = lambda: told[0]
    return told


async def test_a_request_is_known_for_a_minute_however_much_its_seat_sends(house, clock):
    table, _ = await house.demo("toy")
    gm, n = Chat(table, "gm", "en"), 0
    assert (await gm.line("first", "first")).ok
    for n in range(3 * REMEMBERED):
        await gm.line("again", f"r{n}")
    before = table.memory.n
    clock[0] = "2026-01-01T00:00:59Z"
    assert (await gm.line("first", "first")).ok
    assert table.memory.n == before
    for minute in (2, 4):
        clock[0] = f"2026-01-01T00:0{minute}:00Z"
        for n in range(REMEMBERED + 1):
            await gm.line("again", f"{minute}.{n}")
    assert not table.memory.requests.entry("gm", "first"), "what nobody sends again is forgotten"


@pytest.mark.parametrize("times", [("", ""), ("2026-01-01T00:00:00Z", "1931-01-01T00:00:00Z"), ("x", "y")])
def test_a_clock_that_says_nothing_keeps_no_more_than_before(times):
    asked = Asked()
    for n in range(1, 3 * REMEMBERED):
        asked = asked.after(f"r{n}", n, times[n % 2])
    assert len(asked.young) + len(asked.old) <= 2 * REMEMBERED
