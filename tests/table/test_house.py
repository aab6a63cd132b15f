"""The house keeps only so many tables in memory, and loses nothing by it."""

import asyncio

import pytest

from ludex.core.principals import HOST
from ludex.table.table import Broken
from ludex.text.chat import Chat


@pytest.fixture
def house(house):
    house.most = 2
    return house


async def test_the_table_nobody_asked_for_longest_is_put_away_and_comes_back_the_same(house):
    first, links = await house.demo("toy")
    await Chat(first, HOST, "en").line(".join cy")
    second, _ = await house.demo("toy")
    await house.open(first.id)
    third, _ = await house.demo("toy")
    assert (second.broken, first.broken, third.broken) == (True, False, False)
    with pytest.raises(Broken):
        await second.say(second.seat(HOST), "to nobody")
    again = await house.open(second.id)
    assert again is not second
    assert again.memory.state == second.memory.state
    assert first.broken
    back, seat = await house.enter(links["gm"])
    assert "cy" in {one.id for one in back.memory.state.duellists}
    assert await back.say(seat, "here again") == first.memory.n + 1


async def test_a_table_that_somebody_watches_stays(house):
    watched, _ = await house.demo("toy")
    watched.watchers.append(lambda: None)
    for _ in range(3):
        await house.demo("toy")
    assert not watched.broken
    assert await house.open(watched.id) is watched


async def test_a_table_opened_by_many_at_once_is_loaded_once(house):
    table, _ = await house.demo("toy")
    for _ in range(2):
        await house.demo("toy")
    assert table.broken
    opened = await asyncio.gather(*(house.open(table.id) for _ in range(5)))
    assert len({id(one) for one in opened}) == 1


async def test_who_goes_while_a_table_is_loaded_is_no_failure_of_its_system(house, table):
    house._tables.clear()
    waiting = asyncio.Event()
    read = house.store.read

    async def slow(*given, **named):
        waiting.set()
        await asyncio.Event().wait()
        return await read(*given, **named)

    house.store.read = slow
    opening = asyncio.create_task(house.open(table.id))
    await waiting.wait()
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    house.store.read = read
    assert (await house.open(table.id)).id == table.id
