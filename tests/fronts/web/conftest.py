"""A house with the toy parlour, and the real server over it in the test's own loop."""

import asyncio
import json

import httpx
import pytest
from websockets.asyncio.client import connect

from ludex.fronts import offered
from ludex.fronts.pace import usual
from ludex.fronts.web.pages import start
from ludex.fronts.web.serve import Server, configuration
from ludex.store.sqlite import SqliteStore
from ludex.table import house as houses, registry
from ludex.table.house import House
from tests.fronts.web import parlour
from tests.patience import LONG

FIND = registry.system


def find(name):
    return parlour.SYSTEM if name == "parlour" else FIND(name)


@pytest.fixture
async def house(tmp_path, monkeypatch):
    for module in (houses, start):
        monkeypatch.setattr(module, "find_system", find)
    monkeypatch.setattr(offered, "systems", lambda: {"parlour": parlour.SYSTEM})
    opened = House(SqliteStore(tmp_path / "web.db"))
    yield opened
    await opened.close()


@pytest.fixture
def paces():
    """How fast people may go; a test may want less."""
    return usual()


@pytest.fixture
async def address(house, paces):
    listening = asyncio.get_running_loop().create_future()
    server = Server(configuration(house, host="127.0.0.1", port=0, paces=paces), listening.set_result)
    serving = asyncio.create_task(server.serve())
    yield (await listening).removeprefix("http://")
    server.should_exit = True
    await serving


@pytest.fixture
async def client(address):
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=LONG) as opened:
        yield opened


class Page:
    """A page's end of the WebSocket."""

    def __init__(self, socket):
        self.socket = socket
        self.number = 0
        self.pushed = []

    async def ask(self, do, **facts):
        """Say something and get the reply; what is pushed meanwhile is kept."""
        self.number += 1
        await self.socket.send(json.dumps({"do": do, "id": self.number, **facts}))
        while True:
            message = await self.receive()
            if message.get("reply") == self.number:
                return message
            self.pushed.append(message)

    async def receive(self):
        return json.loads(await asyncio.wait_for(self.socket.recv(), LONG))

    async def until(self, holds):
        """The first push of which this holds."""
        while True:
            while self.pushed:
                message = self.pushed.pop(0)
                if holds(message):
                    return message
            self.pushed.append(await self.receive())


@pytest.fixture
async def demo(house):
    """Secrets of a demo table, by seat."""
    table, links = await house.demo("parlour")
    return table, links


@pytest.fixture
async def sit(address):
    """Open a page of a seat, as a browser would."""
    opened = []

    async def sit_down(secret, *, hello=True, **kwargs):
        socket = await connect(f"ws://{address}/t/{secret}/live", max_size=None, **kwargs)
        opened.append(socket)
        page = Page(socket)
        if hello:
            await page.ask("hello", seen=0, first=1)
            await page.until(lambda m: "set" in m)
        return page

    yield sit_down
    for socket in opened:
        await socket.close()
