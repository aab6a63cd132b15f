"""How soon a server is there, and what tables cost that nobody visits.

From the start of the process to its first answer; from the first question for odds at a new server to its answer; opening tables of each system at
a server that has just been started; the memory of a server with 2,000 tables that were opened and left. Bars are allowances.
"""

import asyncio
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.fronts.server import GONE, Server

from benchmarks.measure import Row
from ludex.store.files import make_folder
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House

ROUNDS = 3
ODDS = {"boon": ".概率 攻击 兽人 @安", "mist": ".概率 行动 +夜班编辑 @林默", "mirror": ".概率 攻击 山贼1 @安"}
SYSTEMS = ("boon", "fable", "fet", "mirror", "mist")
IDLE = 2000
READY = 3.0
"""Seconds after which everything is read that nobody waits for."""


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _answers(server: Server) -> None:
    """Start a server; until it answers."""
    server.spawn()
    while True:
        try:
            server.call("GET", "/api/systems")
        except GONE:
            time.sleep(0.005)
        else:
            return


async def _made(data: Path, count: int) -> list[str]:
    """So many tables in a folder, each opened once and left; their GMs' links."""
    make_folder(data)
    house, links = House(SqliteStore(data / "ludex.db")), []
    for n in range(count):
        _, made = await house.demo(SYSTEMS[n % len(SYSTEMS)], name=f"table {n}")
        links.append(made["gm"])
    await house.close()
    return links


def memory(process: int) -> int:
    """Bytes that a process has to itself or shares, where the system says so."""
    told = Path(f"/proc/{process}/statm")
    return int(told.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if told.exists() else 0


def worked(process: int) -> float:
    """Seconds that processors have worked on a process, where the system says so: what it would take on a quiet core."""
    told = Path(f"/proc/{process}/stat")
    fields = told.read_text("utf-8").rpartition(")")[2].split() if told.exists() else ["0"] * 13
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def first(folder: Path) -> list[Row]:
    """The first answer, the first odds, the first look at a table."""
    links = asyncio.run(_made(folder / "data", len(SYSTEMS)))
    begun, work, opened, foreseen = [], [], [], []
    for _ in range(ROUNDS):
        server = Server(folder / "data")
        try:
            begun.append(seconds(partial(_answers, server)))
            work.append(worked(server.process.pid))
            time.sleep(READY)
            opened += [seconds(partial(server.call, "GET", "/api/questions", secret=link)) for link in links]
            for system, line in ODDS.items():
                gm = server.call("POST", "/api/demos", {"system": system})["seats"]["gm"]
                foreseen.append(seconds(partial(server.call, "POST", "/api/line", {"text": line}, gm)))
        finally:
            server.end(signal.SIGTERM)
    return [
        Row("first answer of a server", min(begun), 1.2, 1.0, "1.2 s"),
        Row("first answer of a server, the processor's time", min(work), 1.2, 1.0, "1.2 s"),
        Row("first odds at a server, slowest of three", max(foreseen[:3]), 0.25, 1.0, "250 ms"),
        Row("opening a table, slowest of five", min(_slowest(opened)), 0.05, 1.0, "50 ms"),
    ]


def _slowest(took: list[float]) -> list[float]:
    """The slowest of each round."""
    each = len(SYSTEMS)
    return [max(took[start : start + each]) for start in range(0, len(took), each)]


def idle(folder: Path, count: int) -> Row:
    """The memory of a server after everybody has looked in once at so many tables."""
    links = asyncio.run(_made(folder / "idle", count))
    server = Server(folder / "idle")
    server.start()
    try:
        for link in links:
            server.call("GET", "/api/questions", secret=link)
        taken = memory(server.process.pid)
    finally:
        server.end(signal.SIGTERM)
    return Row(f"memory with {count:,} idle tables", taken, 400 * 2**20, 1.0, "400 MB", "MB")


def run(count: int = IDLE) -> list[Row]:
    """All of it."""
    with tempfile.TemporaryDirectory() as name:
        return [*first(Path(name)), idle(Path(name), count)]


if __name__ == "__main__":
    for row in run(int(sys.argv[1]) if sys.argv[1:] else IDLE):
        print(json.dumps(row._asdict()), flush=True)
