"""A line is one step or nothing, whichever front it comes by: what is refused has changed nothing, and its dice are spent."""

import asyncio

import httpx
import msgspec
import pytest

from ludex.core.errors import RuleError
from ludex.fronts.pace import usual
from ludex.fronts.web.app import create_app
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log, written
from ludex.table.entries import Said, read_entry
from ludex.table.house import House
from ludex.table.loading import load_memory
from ludex.table.undo import undo
from ludex.text.chat import Chat

REFUSED = [
    ("boon", ".st 力量:4d6 没有:3d6"),
    ("boon", ".st 力量12 敏捷999999"),
    ("boon", ".st 力量:2d6 敏捷:0d6"),
    ("boon", ".st 力量:2d6 敏捷:999999"),
    ("mist", ".ra 3#侦查"),
]
"""Lines of a player's of which a later part is refused."""


@pytest.fixture
async def seat(tmp_path):
    house = House(SqliteStore(tmp_path / "lines.db"))

    async def opened(system):
        table, links = await house.demo(system)
        player = next(one for one in table.memory.seats.values() if not one.gm)
        return house, table, player.id, links[player.name]

    yield opened
    await house.close()


async def sound(house, table):
    """The log proves itself, gives back the very memory, and no die that fell can fall again."""
    lines = read_log([written(one.n, one.body) for one in await house.store.read(table.id)])
    assert audit(table.system, lines).problems == ()
    assert await load_memory(table.system, house.store, table.id) == table.memory
    assert table.chance.roll == table.memory.roll


def unchanged(before, after):
    """All that people play with is as it was; only dice and the entries that keep them may be more."""
    kept = {"n", "roll", "past", "veiled", "heard", "requests"}
    names = [name for name in before.__struct_fields__ if name not in kept]
    return [name for name in names if getattr(before, name) != getattr(after, name)] == []


@pytest.mark.parametrize(("system", "line"), REFUSED)
async def test_a_line_that_is_refused_in_the_middle_has_changed_nothing(seat, system, line):
    house, table, player, _ = await seat(system)
    before = table.memory
    reply = await Chat(table, player).line(line, request="one")
    assert not reply.ok
    assert reply.text
    assert unchanged(before, table.memory)
    assert table.memory.n - before.n <= 1
    assert (table.memory.n > before.n) == (table.memory.roll > before.roll), (
        "an entry for the dice, and for nothing else"
    )
    again = await Chat(table, player).line(line, request="one")
    assert not again.ok
    assert table.memory.roll == before.roll or again.code in (reply.code, "line_refused")
    await sound(house, table)
    assert (await Chat(table, player).line(".r d20")).ok
    await sound(house, table)


@pytest.mark.parametrize(("system", "line"), REFUSED)
async def test_so_it_is_over_the_wire(seat, system, line):
    house, table, _, link = await seat(system)
    before = table.memory
    transport = httpx.ASGITransport(app=create_app(house, usual()), client=("127.0.0.1", 1))
    bearer = {"authorization": f"Bearer {link}"}
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=bearer) as client:
        answer = await client.post("/api/line", json={"text": line})
    assert msgspec.json.decode(answer.content)["code"]
    assert unchanged(before, table.memory)
    await sound(house, table)


async def test_a_line_of_several_parts_is_one_step(seat):
    house, table, player, _ = await seat("boon")
    before = table.memory
    assert (await Chat(table, player).line(".st 力量12 敏捷11")).ok
    assert table.memory.state != before.state
    await undo(table, table.seat("gm"))
    assert table.memory.state == before.state
    await sound(house, table)


async def refused(table, text, *, meanwhile=None):
    async with table.together():
        await table.say(table.seat("gm"), text)
        if meanwhile:
            await meanwhile
        raise RuleError("no_question")


async def test_what_others_did_meanwhile_stays_whatever_becomes_of_the_line(seat):
    house, table, _, _ = await seat("boon")
    with pytest.raises(RuleError):
        await refused(table, "never")
    other = asyncio.create_task(table.say(table.seat("gm"), "another"))
    with pytest.raises(RuleError):
        await refused(table, "half", meanwhile=other)
    entries = [read_entry(stored.body) for stored in await table.store.read(table.id)]
    assert [one.text for one in entries if isinstance(one, Said)] == ["half", "another"]
    await sound(house, table)


async def test_who_only_looks_meanwhile_makes_no_difference(seat):
    house, table, player, _ = await seat("boon")
    before = table.memory
    looking = Chat(table, player).line(".看")
    with pytest.raises(RuleError):
        await refused(table, "never", meanwhile=asyncio.create_task(looking))
    assert table.memory == before
    await sound(house, table)


async def test_a_line_that_began_first_and_is_refused_last_takes_nothing_of_others_back(seat):
    house, table, _, _ = await seat("boon")
    gm = table.seat("gm")

    async def slow():
        async with table.together():
            await asyncio.sleep(0)  # somebody else comes first
            await table.say(gm, "never")
            raise RuleError("no_question")

    late = asyncio.create_task(slow())
    await asyncio.sleep(0)
    await table.say(gm, "another")
    with pytest.raises(RuleError):
        await late
    entries = [read_entry(stored.body) for stored in await table.store.read(table.id)]
    assert [one.text for one in entries if isinstance(one, Said)] == ["another"]
    await sound(house, table)
