"""Messages of chat groups: seconds for one message and its answer, over a real socket through NoneBot and without it.

The peer is a bare echo plugin of NoneBot on the same kind of socket in the same run: what an answer costs before anything is done for it. Ours
rolls dice at a table, on disk before it is told. `hall` is the same without NoneBot and without a socket.
"""

import asyncio
import signal
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from tests.fronts.bots.qq import QQ
from tests.fronts.bots.test_socket import BotServer
from tests.fronts.server import free_port

from benchmarks.measure import Row
from ludex.fronts.bots.hall import Hall
from ludex.fronts.bots.messages import Message, Person, Place, Say
from ludex.fronts.bots.settings import Settings
from ludex.fronts.bots.shelves import file_ledger
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House

GROUPS, MESSAGES = 5, 400
BAR = 0.1
"""A roll at a table may cost ten echoes."""

ECHO = """
import sys, nonebot
from nonebot.adapters.onebot.v11 import Adapter, Bot, MessageEvent
nonebot.init(_env_file=None, driver="~fastapi", host="127.0.0.1", port=int(sys.argv[1]), log_level="ERROR")
nonebot.get_driver().register_adapter(Adapter)

@nonebot.on_message().handle()
async def echo(bot: Bot, event: MessageEvent):
    await bot.send(event, event.get_message())

nonebot.run()
"""


async def _rate(qq: QQ, line: str) -> float:
    """Seconds for a message, from the first that is sent until all are answered."""
    groups = [8600 + n for n in range(GROUPS)]
    since, start = len(qq.said), time.perf_counter()
    for n in range(MESSAGES):
        await qq.write(groups[n % GROUPS], line, group=groups[n % GROUPS])
    await qq.until(lambda: len(qq.said) - since >= MESSAGES, 120)
    return (time.perf_counter() - start) / MESSAGES


async def _through(folder: Path) -> float:
    server = BotServer(folder / "data")
    server.settings = 'gap = 0.0\npictures = "off"\nmasters = ["onebot:1"]\n[onebot]\ntoken = "hush-hush"\n'
    server.start()
    qq = QQ(token="hush-hush")
    try:
        await qq.call(server.address)
        for group in range(8600, 8600 + GROUPS):
            for user, line in ((1, ".开桌 boon"), (group, ".坐 甲"), (1, f".trust {group}")):
                await qq.answer(user, line, group)
        return min([await _rate(qq, ".r d20") for _ in range(2)])
    finally:
        await qq.close()
        server.end(signal.SIGTERM)


async def _echoed(port: int) -> float:
    qq = QQ()
    for _ in range(200):
        try:
            await qq.call(f"ws://127.0.0.1:{port}")
            break
        except OSError:
            await asyncio.sleep(0.1)
    try:
        return min([await _rate(qq, ".r d20") for _ in range(2)])
    finally:
        await qq.close()


def _echo() -> float:
    """The bare plugin in a process of its own."""
    port = free_port()
    command = [sys.executable, "-c", ECHO, str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return asyncio.run(_echoed(port))
    finally:
        process.terminate()
        process.wait(30)


async def _hall(folder: Path) -> float:
    """The same messages without NoneBot and without a socket."""
    numbers, said = count(1), list[Say]()

    async def send(say: Say) -> str:
        said.append(say)
        return str(len(said))

    house = House(SqliteStore(folder / "hall.db"))
    masters = tuple(f"onebot:{n}" for n in range(GROUPS))
    hall = Hall(house, file_ledger(folder / "bots.db"), Settings(masters=masters, pictures="off"), send)
    places = [(Place("onebot", str(n)), Person("onebot", str(n), "甲")) for n in range(GROUPS)]

    async def typed(n: int, line: str) -> None:
        place, person = places[n % GROUPS]
        await hall.take(Message(place, person, str(next(numbers)), (line,)))

    for n in range(GROUPS):
        await typed(n, ".开桌 boon")
    start = time.perf_counter()
    await asyncio.gather(*(typed(n, ".r d20") for n in range(MESSAGES)))
    took = (time.perf_counter() - start) / MESSAGES
    assert len(said) >= MESSAGES
    await hall.close()
    await house.close()
    return took


def run() -> list[Row]:
    """A roll in a group with NoneBot and without it, each beside the bare echo."""
    with tempfile.TemporaryDirectory() as folder:
        echoed = _echo()
        through = asyncio.run(_through(Path(folder)))
        hall = asyncio.run(_hall(Path(folder)))
    return [
        Row("bots: a roll in a group, NoneBot", through, echoed, BAR, "nonebot echo"),
        Row("bots: a roll in a group, hall alone", hall, echoed, BAR, "nonebot echo"),
    ]
