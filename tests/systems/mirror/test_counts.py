"""How many lines and questions ordinary acts cost at most (MIR-LIV-13)."""

import pytest

from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from tests.systems.mirror.test_table import desk


@pytest.fixture
async def house(tmp_path):
    opened = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    yield opened
    await opened.close()


async def seven(house):
    """A table with seven fighters whom the GM plays, and nobody else."""
    table, _ = await house.create("mirror", name="empty")
    gm = desk(table, "GM")
    await gm.line(".登场 山贼 7")
    return table, gm


async def test_a_round_of_seven_costs_no_line_of_clock(house):
    table, gm = await seven(house)
    assert (await gm.line(".冲突 " + "、".join(f"山贼{n}={20 - n}" for n in range(1, 8)))).ok
    for n in range(1, 8):
        assert table.memory.state.conflict.round == 1
        assert not table.memory.parked
        assert (await gm.line(f".结束 山贼{n}")).ok
    assert table.memory.state.conflict.round == 2


async def test_an_attack_by_the_gms_own_on_the_gms_own_asks_nobody(house):
    table, gm = await seven(house)
    assert (await gm.line(".行动 @山贼1 砍刀 山贼2")).ok
    assert not table.memory.parked
