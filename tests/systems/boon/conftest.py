"""A demo table of boon with scripted dice, and people who type at it."""

import asyncio

import pytest

from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.testing.dice import ScriptedChance
from ludex.text.chat import Chat


class Evening:
    """One evening at the demo table: lines in, replies out."""

    def __init__(self, house, table):
        self.house, self.table = house, table

    def type(self, who, line, dice=(), language="zh"):
        chance = ScriptedChance(tuple(dice))
        chance.roll = self.table.memory.roll
        self.table.chance = chance
        seat = "gm" if who == "GM" else next(s.id for s in self.table.memory.seats.values() if s.name == who)
        return self.loop.run_until_complete(Chat(self.table, seat, language).line(line))

    @property
    def state(self):
        return self.table.memory.state


@pytest.fixture
def evening(tmp_path):
    loop = asyncio.new_event_loop()
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    table, _ = loop.run_until_complete(house.demo("boon"))
    played = Evening(house, table)
    played.loop = loop
    yield played
    loop.run_until_complete(house.close())
    loop.close()
