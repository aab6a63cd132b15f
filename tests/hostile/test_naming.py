"""A page of another site that points its own name at this server gets nothing; its own names and addresses in figures do."""

import asyncio

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from ludex.fronts.web.gate.naming import answers_to, names_of
from ludex.fronts.web.serve import Server, configuration
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House


@pytest.fixture
async def served(tmp_path, monkeypatch):
    """A server on the loopback that is also called table.example; its port."""
    monkeypatch.setenv("LUDEX_NAMES", "table.example")
    house = House(SqliteStore(tmp_path / "named.db"))
    listens = asyncio.Event()
    server = Server(configuration(house, host="127.0.0.1", port=0), lambda _: listens.set())
    task = asyncio.create_task(server.serve())
    await listens.wait()
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await task
    await house.close()


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "<b>", "localhost.evil"]
)
async def test_a_strange_name_is_refused_and_told_what_would_be_right(served, host):
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{served}") as client:
        refused = await client.post("/api/demos", json={"system": "mist"}, headers={"host": host})
        assert refused.status_code == 421
        assert "--name" in refused.text
        assert "<" not in refused.text
        assert (await client.get("/static/x", headers={"host": host})).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:9", "[::1]:8000", "table.example", "TABLE.example:443"])
async def test_its_own_names_and_addresses_are_answered(served, host):
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{served}") as client:
        assert (await client.get("/", headers={"host": host})).status_code == 200


async def test_a_live_page_of_a_strange_name_is_refused(served):
    with pytest.raises(InvalidStatus) as refused:
        async with connect(f"ws://127.0.0.1:{served}/t/x/live", additional_headers={"host": "evil.example"}):
            pass
    assert refused.value.response.status_code == 403


def test_who_serves_to_the_world_has_every_name_unless_told():
    assert names_of("0.0.0.0", ()) is None
    assert answers_to("a.example", names_of("0.0.0.0", ("a.example",)) or ())
    assert not answers_to("b.example", names_of("0.0.0.0", ("a.example",)) or ())
