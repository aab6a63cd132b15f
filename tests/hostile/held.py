"""How long one request holds the server's loop, in milliseconds of the loop's own work: `python -m tests.hostile.held` (in `make soak`).

Between two turns of the loop nobody else is served. What is counted is the processor's time, so that a busy machine changes nothing;
a machine half as fast may say so by `--most 400`.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
from collections.abc import Awaitable
from pathlib import Path
from time import thread_time
from typing import Any

import httpx

from ludex.fronts.pace import Pace, Paces, Shared
from ludex.fronts.web.app import create_app
from ludex.store.sqlite import SqliteStore
from ludex.table import parked as parked_acts
from ludex.table.house import House
from ludex.table.undo import redo, undo
from ludex.text.chat import Chat

PARKED, STEPS, TALK, RECORDED = 1000, 1000, 20_000, 400


class Watch:
    """The longest time between two turns of the loop."""

    def __init__(self) -> None:
        self.longest, self.found = 0.0, dict[str, float]()

    async def turns(self) -> None:
        last = thread_time()
        while True:
            await asyncio.sleep(0)
            now = thread_time()
            self.longest, last = max(self.longest, now - last), now

    async def over(self, name: str, work: Awaitable[object]) -> None:
        """What a piece of work comes to."""
        turning = asyncio.create_task(self.turns())
        await asyncio.sleep(0)
        self.longest = 0.0
        try:
            await work
        finally:
            turning.cancel()
        self.found[name] = 1000 * self.longest
        print(f"{self.found[name]:8.0f} ms  {name}", flush=True)


async def parked(watch: Watch, house: House) -> None:
    """A thousand acts that wait, as tables of before may have; then history is moved far, and a line is typed."""
    parked_acts.MOST_WAITING, most = 10**9, parked_acts.MOST_WAITING
    table, _ = await house.demo("mist")
    gm, host = Chat(table, "gm"), table.seat("gm")
    for number in range(STEPS):
        await typed(gm, f".set scene.text 第{number}场")
    number = 0
    while len(table.memory.parked) < PARKED:
        await gm.line(f".st 林默 状态{number % 40} {number % 5 + 1}")
        number += 1
    waiting = len(table.memory.parked)
    await watch.over(f"undo {STEPS} with {waiting} that wait", undo(table, host, STEPS))
    await watch.over(f"redo {STEPS} with {waiting} that wait", redo(table, host, STEPS))
    await watch.over(f"a line with {waiting} that wait", typed(gm, ".set scene.text 最后一场"))
    parked_acts.MOST_WAITING = most


async def long(watch: Watch, house: House) -> None:
    """A long evening is read, told, exported and searched."""
    table, links = await house.demo("boon")
    host = table.seat("gm")
    for start in range(0, TALK, 500):
        async with table.together():
            for number in range(start, start + 500):
                await table.say(host, f"第 {number} 句话，说得不长也不短。")
    gm = Chat(table, "gm")
    for line in (".log 100", ".log get", ".stat", ".seal"):
        await watch.over(f"{line} after {TALK} entries", typed(gm, line))
    free = Pace(10**9, 10**9)
    paces = Paces(sending=free, opening=free, visiting=free, pushing=free, tables=Shared(10**9, 10**9))
    app: Any = create_app(house, paces)
    transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))
    secret = next(iter(links.values()))
    bearer = {"authorization": f"Bearer {secret}"}
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=bearer) as client:
        await client.get(f"/t/{secret}")  # templates are read once
        for path in (f"/t/{secret}", f"/t/{secret}/story", "/api/log.md", "/api/export", "/api/view"):
            await watch.over(f"{path.replace(secret, '…')} after {TALK} entries", client.get(path))


RECORDS = {
    "boon": '.收录 遭遇.伏兵{n} = {{ 生物 = [{{ 名称 = "哥布林", 数量 = 2, 位 = [9, 2], 阵营 = "敌人" }}] }}',
    "fable": '.收录 盾.盾{n} = {{ 名称 = "盾{n}", 防御 = 3, 价格 = 250 }}',
}


async def packs(watch: Watch, house: House) -> None:
    """Much content of a GM's own: another record, a view, a page."""
    for name, record in RECORDS.items():
        table, _ = await house.demo(name)
        gm = Chat(table, "gm")
        for number in range(RECORDED):
            await typed(gm, record.format(n=number))
        await watch.over(f"{name}: a record more than {RECORDED}", typed(gm, record.format(n=RECORDED)))
        await watch.over(f"{name}: a view with {RECORDED} records", typed(gm, ".看"))
        await watch.over(f"{name}: a step taken back with {RECORDED} records", typed(gm, ".undo"))


async def typed(chat: Chat, line: str) -> None:
    reply = await chat.line(line)
    assert reply.ok, f"{line}: {reply.text}"


async def main(most: float) -> int:
    watch = Watch()
    with tempfile.TemporaryDirectory() as folder:
        house = House(SqliteStore(Path(folder) / "held.db"))
        try:
            for part in (parked, long, packs):
                await part(watch, house)
        finally:
            await house.close()
    held = {name: took for name, took in watch.found.items() if took > most}
    print(f"{len(held)} of {len(watch.found)} hold the loop above {most:.0f} ms")
    return len(held)


if __name__ == "__main__":
    logging.getLogger("httpx").setLevel(logging.WARNING)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=float, default=200, help="milliseconds")
    sys.exit(1 if asyncio.run(main(parser.parse_args().most)) else 0)
