"""Sockets that say too much: pings without end, pieces without end, ten thousand messages at once, nonsense before the handshake."""

import asyncio

import msgspec
import pytest
import uvicorn
import websockets
from uvicorn.server import ServerState

from ludex.fronts.web.gate.listening import Listening
from ludex.fronts.web.serve import Server, configuration
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from tests.effort import Effort
from tests.patience import LONG

PING, PIECE, EMPTY, HALF = b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0", b"\x81\x80\0\0\0\0", b"\x81\x82\0\0\0\0\xff\xfe"
BEGUN = b"\x01\x80\0\0\0\0"


@pytest.fixture
async def served(tmp_path):
    """A server with a demo; its port and the secrets of its seats."""
    house = House(SqliteStore(tmp_path / "sockets.db"))
    listens = asyncio.Event()
    server = Server(configuration(house, host="127.0.0.1", port=0), lambda _: listens.set())
    task = asyncio.create_task(server.serve())
    await listens.wait()
    _, secrets = await house.demo("mist")
    yield server.servers[0].sockets[0].getsockname()[1], list(secrets.values())
    server.should_exit = True
    await task
    await house.close()


def handshake(port, secret):
    key = "A" * 22 + "=="
    upgrade = f"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n"
    return f"GET /t/{secret}/live HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n{upgrade}\r\n".encode()


async def opened(port, secret):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(handshake(port, secret))
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def cut_off(reader):
    """Whether the server ends a connection."""
    try:
        async with asyncio.timeout(LONG):
            while await reader.read(65536):
                pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("flood", [PING * 40_000, BEGUN + PIECE * 40_000, BEGUN + PING + PIECE * 5_000, HALF])
async def test_who_sends_nothing_without_end_is_cut_off_and_holds_nobody_up(served, flood):
    port, secrets = served
    reader, writer = await opened(port, secrets[1])
    with Effort() as work:
        writer.write(flood)
        assert await cut_off(reader)
    assert work.calls < 80_000, "each of 40,000 pings was looked at"


async def test_some_pings_are_answered(served):
    port, secrets = served
    async with websockets.connect(f"ws://127.0.0.1:{port}/t/{secrets[1]}/live") as page:
        for _ in range(50):
            await asyncio.wait_for(await page.ping(), LONG)


async def test_messages_that_come_all_at_once_are_read_one_by_one(served):
    port, secrets = served
    reader, writer = await opened(port, secrets[1])
    with Effort() as work:
        writer.write(EMPTY * 40_000)
        async with websockets.connect(f"ws://127.0.0.1:{port}/t/{secrets[2]}/live") as page:
            await page.send(msgspec.json.encode({"do": "line", "text": "hello", "id": 7}).decode())
            async with asyncio.timeout(LONG):
                while msgspec.json.decode(await page.recv()).get("reply") != 7:
                    pass
    assert work.calls < 2_000_000, "every one of them was read before anybody else was served"
    writer.close()
    await reader.read(1)


async def test_every_message_that_came_at_once_is_answered_in_order(served):
    port, secrets = served
    async with websockets.connect(f"ws://127.0.0.1:{port}/t/{secrets[1]}/live", compression=None) as page:
        for n in range(60):
            await page.send(msgspec.json.encode({"do": "line", "text": "x" * 90, "id": n + 1}).decode())
        replies = []
        async with asyncio.timeout(LONG):
            while len(replies) < 60:
                told = msgspec.json.decode(await page.recv())
                replies += [told["reply"]] if "reply" in told else []
    assert replies == list(range(1, 61))


class Line(asyncio.Transport):
    """A connection that only remembers how it ended."""

    aborted = False

    def get_extra_info(self, _name, default=None):
        return default

    def write(self, _data):
        pass

    def is_closing(self):
        return self.aborted

    def abort(self):
        self.aborted = True

    def close(self):
        self.aborted = True


async def test_nonsense_before_the_handshake_is_no_failure_of_the_servers():
    async def nobody(_scope, _receive, _send):
        await asyncio.sleep(0)

    config = uvicorn.Config(nobody, ws=Listening)
    config.load()
    line, page = Line(), Listening(config, ServerState(), {})
    page.connection_made(line)
    page.data_received(handshake(0, "x"))
    page.data_received(b"\xff" * 200)
    assert line.aborted


async def test_what_comes_behind_a_frame_that_is_too_large_is_not_kept():
    async def nobody(_scope, _receive, _send):
        await asyncio.sleep(0)

    config = uvicorn.Config(nobody, ws=Listening, ws_max_size=1000)
    config.load()
    line, page = Line(), Listening(config, ServerState(), {})
    page.connection_made(line)
    page.data_received(handshake(0, "x"))
    page.data_received(b"\x81\xff" + (30_000_000).to_bytes(8, "big") + b"\0" * 4 + b"x" * 500_000)
    assert line.is_closing()
    assert not page._held
    page.connection_lost(None)
    assert not page.frames
