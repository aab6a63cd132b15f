"""A house with the toy game in it, on a real SQLite file."""

import pytest

from ludex.core.principals import HOST
from ludex.store.sqlite import SqliteStore
from ludex.table import house as house_module, registry
from ludex.table.house import House
from ludex.text.chat import Chat
from tests.toy import SYSTEM


@pytest.fixture(autouse=True)
def toy_installed(monkeypatch):
    """The toy game is installed like any plug-in."""
    find = registry.system
    monkeypatch.setattr(house_module, "find_system", lambda name: SYSTEM if name == "toy" else find(name))


@pytest.fixture
async def house(tmp_path):
    opened = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    yield opened
    await opened.close()


@pytest.fixture
async def table(house):
    opened, _ = await house.demo("toy")
    return opened


@pytest.fixture
def gm(table):
    return Chat(table, HOST, "en")


@pytest.fixture
def ann(table):
    return Chat(table, "player1", "en")


@pytest.fixture
def bo(table):
    return Chat(table, "player2", "en")
