"""Connections that give nothing, and addresses that are made up: half-sent headers, headers without end, forwarding that nobody did."""

import asyncio

import httpx
import pytest

from ludex.fronts.pace import Pace, Paces
from ludex.fronts.web.gate.guarding import guarded
from ludex.fronts.web.serve import Server, configuration
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from tests.patience import LONG

HALF = b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: a"


@pytest.fixture
async def served(tmp_path, request):
    """A server that waits for half a second (or so long as a test says) and for five at once; its port."""
    house = House(SqliteStore(tmp_path / "slow.db"))
    paces = Paces(sending=Pace(600, 40), opening=Pace(1, 0.001))
    config = configuration(house, host="127.0.0.1", port=0, paces=paces)
    config.http = guarded(most=5, whole=getattr(request, "param", 0.5))
    listens = asyncio.Event()
    server = Server(config, lambda _: listens.set())
    task = asyncio.create_task(server.serve())
    await listens.wait()
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await task
    await house.close()


async def ended(reader):
    """Whether a connection ends in time, with nothing said."""
    try:
        return await asyncio.wait_for(reader.read(), LONG) == b""
    except ConnectionError:
        return True


async def test_a_header_that_never_ends_is_not_waited_for(served):
    reader, writer = await asyncio.open_connection("127.0.0.1", served)
    writer.write(HALF)
    assert await ended(reader)


async def test_nor_is_somebody_who_says_nothing_or_drips_line_ends(served):
    reader, writer = await asyncio.open_connection("127.0.0.1", served)
    assert await ended(reader)
    reader, writer = await asyncio.open_connection("127.0.0.1", served)
    writer.write(b"\r\n")
    assert await ended(reader)


async def test_nor_a_body_that_does_not_come(served):
    reader, writer = await asyncio.open_connection("127.0.0.1", served)
    writer.write(b"POST /api/line HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{")
    assert not (await asyncio.wait_for(reader.read(), LONG)).startswith(b"HTTP/1.1 2")


async def test_a_header_is_not_larger_than_it_may_be(served):
    reader, writer = await asyncio.open_connection("127.0.0.1", served)
    writer.write(b"GET / HTTP/1.1\r\nx: " + b"a" * 100_000)
    assert await ended(reader)


@pytest.mark.parametrize("served", [LONG], indirect=True)
async def test_an_honest_request_comes_through_many_that_are_not(served):
    held = [await asyncio.open_connection("127.0.0.1", served) for _ in range(12)]
    for _, writer in held:
        writer.write(HALF)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{served}") as client:
        assert (await client.get("/api/systems")).status_code == 200
    assert await ended(held[0][0])


@pytest.mark.parametrize("served", [LONG], indirect=True)
async def test_who_makes_up_addresses_is_still_one(served):
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{served}") as client:
        for n, status in enumerate((201, 429, 429)):
            headers = {"x-forwarded-for": f"10.0.0.{n}", "forwarded": f"for=10.0.0.{n}", "x-real-ip": f"10.0.0.{n}"}
            made = await client.post("/api/demos", json={"system": "mist"}, headers=headers)
            assert made.status_code == status
