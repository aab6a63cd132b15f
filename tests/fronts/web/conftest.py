"""A house with the toy parlour, and the application over it."""

import pytest
from litestar.testing import AsyncTestClient

from ludex.fronts.web import pages
from ludex.fronts.web.app import create_app
from ludex.store.sqlite import SqliteStore
from ludex.table import house as houses
from ludex.table import registry
from ludex.table.house import House
from tests.fronts.web import parlour

FIND = registry.system


def find(name):
    return parlour.SYSTEM if name == "parlour" else FIND(name)


@pytest.fixture
async def house(tmp_path, monkeypatch):
    monkeypatch.setattr(houses, "find_system", find)
    monkeypatch.setattr(pages, "find_system", find)
    monkeypatch.setattr(pages, "systems", lambda: {"parlour": parlour.SYSTEM})
    opened = House(SqliteStore(tmp_path / "web.db"))
    yield opened
    await opened.close()


@pytest.fixture
def app(house):
    return create_app(house)


@pytest.fixture
async def client(app):
    async with AsyncTestClient(app) as opened:
        yield opened
