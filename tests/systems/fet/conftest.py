"""A demo table with a desk for everybody, where only `.go` moves time."""

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.settings import Paced
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat


class Tables:
    """The demo table: `await tables.line("安", ".ex 力量", 25)`."""

    def __init__(self, table):
        self.table = table

    async def line(self, who, text, *dice):
        seat = HOST if who == "GM" else next(s.id for s in self.table.memory.seats.values() if s.name == who)
        chance = ScriptedChance(dice)
        chance.roll = self.table.memory.roll
        self.table.chance = chance
        reply = await Chat(self.table, seat, "zh").line(text)
        assert not chance.faces, f"left over dice {chance.faces}"
        return reply

    async def lines(self, *typed):
        """Lines that must all be accepted; the last reply."""
        reply = None
        for line in typed:
            who, _, text = line.partition("> ")
            reply = await self.line(who, text)
            assert reply.ok, f"{line}: {reply.text}"
        return reply

    @property
    def state(self):
        return self.table.memory.state


@pytest.fixture
async def tables(tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    table, _ = await house.demo("fet")
    await table.settle(table.seat(HOST), Paced("step"))  # what is settled is asked for with `.go`
    yield Tables(table)
    await house.close()
