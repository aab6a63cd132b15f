"""The demo table of fable, with its seats."""

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.settings import Paced, Shown
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat


@pytest.fixture
async def table(tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    opened, _ = await house.demo("fable")
    await opened.settle(opened.seat(HOST), Shown("hidden"))

    yield opened
    await house.close()


@pytest.fixture
async def step(table):
    """The GM turns the crank: nothing ends by itself."""
    await table.settle(table.seat(HOST), Paced("step"))


@pytest.fixture
def seats(table):
    """Desks by the name of their seat."""
    return {s.name if s.id != HOST else "GM": Chat(table, s.id, "zh") for s in table.memory.seats.values()}


@pytest.fixture
def at(table, seats):
    """Type a line at a seat, with these faces to come."""

    async def line(who, typed, dice=()):
        chance = ScriptedChance(dice)
        chance.roll = table.memory.roll
        table.chance = chance
        reply = await seats[who].line(typed)
        assert chance.faces == []
        return reply

    return line


@pytest.fixture
async def beginners(at):
    """The party of the demo before it has learned anything: every place for a feat is open."""
    for who in ("苏砚", "白露"):
        assert (await at("GM", f".set characters.{who}.sheet.feats []")).ok
        assert (await at("GM", f".set characters.{who}.sheet.picks {{}}")).ok
