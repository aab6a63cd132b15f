"""Few open files, many sockets: whoever plays plays on, and a stranger who waits makes room."""

import asyncio
import json
import signal
import socket
import subprocess
import sys

import pytest
import websockets

from ludex.fronts.web.gate.room import Room
from tests.fronts.server import Server
from tests.patience import LONG

FILES = 40


class Few(Server):
    """A server that may hold few files open."""

    def spawn(self):
        limited = f"import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES})); sys.argv = {['ludex', 'serve', '--port', str(self.port), '--data', str(self.data)]!r}; runpy.run_module('ludex', run_name='__main__')"
        with (self.data.parent / f"{self.data.name}.log").open("a") as log:
            self.process = subprocess.Popen([sys.executable, "-c", limited], stdout=subprocess.PIPE, stderr=log)


@pytest.fixture
def few(tmp_path):
    server = Few(tmp_path / "data")
    server.start()
    yield server
    server.end(signal.SIGTERM)


def idle(server, text=b""):
    one = socket.create_connection(("127.0.0.1", server.port), timeout=LONG)
    one.sendall(text)
    return one


async def said(page, text, number):
    await page.send(json.dumps({"do": "line", "text": text, "id": number}))
    async with asyncio.timeout(LONG):
        while (told := json.loads(await page.recv())).get("reply") != number:
            pass
    return told


async def test_who_plays_plays_on_with_sixty_idle_sockets_and_forty_files(few):
    secret = few.call("POST", "/api/demos", {"system": "mist"})["seats"]["gm"]
    async with websockets.connect(f"ws://127.0.0.1:{few.port}/t/{secret}/live") as page:
        held = [idle(few, text) for text in (b"", b"GET / HTTP/1.1\r\nhost: x\r\nx: ") for _ in range(30)]
        for number in range(1, 6):
            assert (await said(page, ".r d20", number))["ok"]
        assert few.call("POST", "/api/line", {"text": ".r d20"}, secret)["code"] == ""
        assert few.call("POST", "/api/odds", {"line": "3d6"}, secret)
    for one in held:
        one.close()
    assert "Too many open files" not in few.logged()


async def test_where_every_socket_is_a_page_the_server_stands_and_goes_on_when_one_is_closed(few):
    links = few.call("POST", "/api/demos", {"system": "mist"})["seats"]
    mine, theirs = list(links.values())[:2]
    held = []
    for _ in range(20):
        try:
            held.append(await websockets.connect(f"ws://127.0.0.1:{few.port}/t/{theirs}/live", open_timeout=LONG))
        except (OSError, TimeoutError, websockets.WebSocketException):
            break
    assert 1 < len(held) < 20
    for one in held:
        await one.close()
    async with websockets.connect(f"ws://127.0.0.1:{few.port}/t/{mine}/live") as page:
        assert (await said(page, ".r d20", 1))["ok"]
    assert "Too many open files" not in few.logged()


class One:
    """Somebody at the other end, as far as the room knows."""

    def __init__(self, address, *, waits=False, known=True):
        self.client, self.waits, self.known, self.ended = (address, 1), waits, known, False
        self.transport = self

    def abort(self):
        self.ended = True


def test_strangers_who_wait_go_first_then_who_waits_then_the_address_that_holds_most():
    room = Room(4)
    stranger, friend = One("a", waits=True, known=False), One("a", waits=True)
    pages = [One("b"), One("b")]
    for one in (friend, stranger, *pages):
        room.enter(one)
    gone = []
    for address in ("c", "c", "c", "d", "e"):
        room.enter(new := One(address))
        gone.append([one.ended for one in (stranger, friend, *pages, new)])
    assert gone[0] == [True, False, False, False, False]
    assert gone[1] == [True, True, False, False, False]
    assert gone[2] == [True, True, False, False, True], "who has as many as anybody gets no more"
    assert gone[3] == [True, True, True, False, False]
    assert gone[4][4] is False
