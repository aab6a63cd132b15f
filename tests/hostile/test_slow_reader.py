"""A page that never reads what it is told: the server keeps little for it, everybody else is told as ever."""

import asyncio
import json
import socket
from pathlib import Path

import pytest
import websockets

from ludex.fronts.pace import Pace, Paces, Shared
from ludex.fronts.web import serve
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from tests.hostile.test_sockets import handshake
from tests.patience import LONG

LINES = 250


def megabytes(server):
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def frame(facts):
    """A message as a page sends it, masked with nothing."""
    data = json.dumps(facts).encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


async def deaf(port, secret):
    """A page that says hello and never reads again."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=line, limit=1024)
    writer.write(handshake(port, secret))
    await reader.readuntil(b"\r\n\r\n")
    writer.write(frame({"do": "hello"}))
    assert b"hello" in await reader.read(200)
    writer.transport.pause_reading()
    return writer


async def said(page, number, **facts):
    await page.send(json.dumps({**facts, "id": number}))
    async with asyncio.timeout(LONG):
        while (told := json.loads(await page.recv())).get("reply") != number:
            pass
    return told


@pytest.mark.process
async def test_a_page_that_never_reads_is_not_remembered_for(server):
    links = list(server.call("POST", "/api/demos", {"system": "boon"})["seats"].values())
    held = [await deaf(server.port, links[1]) for _ in range(12)]
    async with websockets.connect(f"ws://127.0.0.1:{server.port}/t/{links[0]}/live", max_size=None) as page:
        await said(page, 1, do="hello")
        before = None
        for number in range(2, LINES):
            assert (await said(page, number, do="line", text=f".r 20d6 {'so ' * 60}"))["ok"]
            if number % 5 == 0:
                assert (await said(page, 10_000 + number, do="ping", cell=[1, 1]))["ok"]
            if number == 50:
                before = megabytes(server)
        assert megabytes(server) - before < 25
    for one in held:
        one.close()


@pytest.mark.process
async def test_who_asks_and_never_reads_is_read_no_more(server):
    links = list(server.call("POST", "/api/demos", {"system": "boon"})["seats"].values())
    one = await deaf(server.port, links[1])
    before = megabytes(server)
    for number in range(4000):
        one.write(frame({"do": "commands", "id": number}))
    async with websockets.connect(f"ws://127.0.0.1:{server.port}/t/{links[0]}/live", max_size=None) as page:
        for number in range(1, 200):  # meanwhile the server has had its turn at the other page as often
            assert (await said(page, number, do="line", text=".r d20"))["ok"]
    assert megabytes(server) - before < 25
    one.close()


@pytest.fixture
async def generous(tmp_path):
    """A server in this very process, at which nobody pays; its port and the secrets of a table."""
    house = House(SqliteStore(tmp_path / "slow.db"))
    free = Pace(10**7, 10**7)
    paces = Paces(sending=free, opening=free, pushing=free, tables=Shared(10**7, 10**7))
    listens = asyncio.Event()
    serving = serve.Server(serve.configuration(house, host="127.0.0.1", port=0, paces=paces), lambda _: listens.set())
    task = asyncio.create_task(serving.serve())
    await listens.wait()
    _, secrets = await house.demo("mist")
    yield serving.servers[0].sockets[0].getsockname()[1], list(secrets.values())
    serving.should_exit = True
    await task
    await house.close()


async def test_pointing_at_a_map_piles_up_nothing_for_who_does_not_read(generous):
    port, links = generous
    one = await deaf(port, links[1])
    for number in range(200):
        one.write(frame({"do": "commands", "id": number}))
    async with websockets.connect(f"ws://127.0.0.1:{port}/t/{links[0]}/live", max_size=None) as page:
        for number in range(1, 100):
            await said(page, number, do="ping", cell=[1, 1])
        before = len(asyncio.all_tasks())
        for number in range(100, 400):
            assert (await said(page, number, do="ping", cell=[1, 1]))["ok"]
        assert len(asyncio.all_tasks()) - before < 10
    one.close()
