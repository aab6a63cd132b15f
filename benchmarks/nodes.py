"""Nodes: lines a second at many tables with one, two and three nodes on a real PostgreSQL, beside one server on a file.

Every table has one person who speaks for all its seats in turn and sends the next line as soon as the last is acknowledged, over a WebSocket to any of the nodes: what
arrives at the wrong one is passed on. The peer is a bare insert with asyncpg, one connection for each person, in the same run.
Processes share this machine's cores with the database and the people, so more nodes are not faster here than the cores allow.
`python -m benchmarks.nodes 20 3` sets how many tables and for how many seconds, and prints rates and p95.
"""

import asyncio
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

import asyncpg
import httpx
from tests.fronts.server import Server, free_port
from tests.postgres import Cluster, program
from websockets.asyncio.client import connect

from benchmarks.measure import Row

TABLES, SECONDS = 20, 3.0

BARE = 0.04
"""So many lines there are at least for each bare insert."""


class Rate(NamedTuple):
    """What was measured: seconds for a line (all people together), and the p95 of one from sending to reply."""

    each: float
    p95: float


def rate(took: list[float], seconds: float) -> Rate:
    return Rate(seconds / len(took), sorted(took)[int(len(took) * 0.95)])


class Node:
    """A node in a process of its own."""

    def __init__(self, database: str, name: str) -> None:
        self.port = free_port()
        words = ["serve", "--store", database, "--node", name, "--port", str(self.port)]
        self.process = subprocess.Popen([sys.executable, "-m", "ludex", *words], stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        assert b"http" in self.process.stdout.readline()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


async def _table(port: int, secrets: Sequence[str], end: float, took: list[float]) -> None:
    """Line after line, each as soon as the one before is acknowledged; the seats take turns, since each may send 600 at once and no more."""
    async with AsyncExitStack() as seats:
        sockets = [await seats.enter_async_context(_seat(port, secret)) for secret in secrets]
        for n in itertools.count(1):
            start = time.perf_counter()
            if start >= end:
                return
            socket = sockets[n % len(sockets)]
            await socket.send(json.dumps({"do": "line", "text": f"word {n}", "id": n}))
            while (told := json.loads(await socket.recv())).get("reply") != n:
                pass
            if told.get("code") == "too_fast":
                await asyncio.sleep(0.5)
            else:
                assert told["ok"], told
                took.append(time.perf_counter() - start)


def _seat(port: int, secret: str) -> connect:
    return connect(f"ws://127.0.0.1:{port}/t/{secret}/live", max_size=None, open_timeout=60)


async def played(ports: Sequence[int], tables: int, seconds: float) -> Rate:
    """The rate at tables that were opened at one node after another, and are spoken to at the next."""
    made = []
    async with httpx.AsyncClient(timeout=30) as client:
        for n in range(tables):
            opened = await client.post(f"http://127.0.0.1:{ports[n % len(ports)]}/api/demos", json={"system": "mist"})
            made.append(list(opened.json()["seats"].values()))
    took: list[float] = []
    end = time.perf_counter() + seconds
    await asyncio.gather(
        *(_table(ports[(n + n // len(ports)) % len(ports)], secrets, end, took) for n, secrets in enumerate(made))
    )
    return rate(took, seconds)


async def inserted(address: str, people: int, seconds: float) -> Rate:
    """The same number of people who only insert a row each time."""
    pool = await asyncpg.create_pool(address, min_size=people, max_size=people)
    await pool.execute("CREATE TABLE IF NOT EXISTS bare (person int, n int, body bytea, PRIMARY KEY (person, n))")
    await pool.execute("TRUNCATE bare")
    took: list[float] = []
    end = time.perf_counter() + seconds

    async def one(person: int) -> None:
        async with pool.acquire() as connection:
            for n in itertools.count(1):
                start = time.perf_counter()
                if start >= end:
                    return
                await connection.execute("INSERT INTO bare VALUES ($1, $2, $3)", person, n, b"x" * 400)
                took.append(time.perf_counter() - start)

    await asyncio.gather(*(one(person) for person in range(people)))
    await pool.close()
    return rate(took, seconds)


def on_a_file(tables: int, seconds: float, workers: int = 1) -> Rate:
    """One server on SQLite, of so many workers."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data", workers)
        server.start()
        try:
            return asyncio.run(played([server.port], tables, seconds))
        finally:
            server.end()


def on_nodes(address: str, count: int, tables: int, seconds: float) -> Rate:
    """So many nodes on one database."""
    nodes = [Node(address, f"n{n}") for n in range(count)]
    try:
        return asyncio.run(played([node.port for node in nodes], tables, seconds))
    finally:
        for node in nodes:
            node.end()


def measured(tables: int, seconds: float) -> dict[str, Rate]:
    """All of it, by name."""
    cluster = Cluster()
    try:
        found = {"asyncpg insert": asyncio.run(inserted(cluster.address, tables, seconds))}
        found["SQLite"] = on_a_file(tables, seconds)
        found["SQLite, 2 workers"] = on_a_file(tables, seconds, 2)
        for count in (1, 2, 3):
            found[f"{count} node{'s'[: count - 1]}"] = on_nodes(cluster.database(), count, tables, seconds)
    finally:
        cluster.remove()
    return found


def run() -> list[Row]:
    """Beside a bare insert: what a machine gives depends on its cores."""
    if program("initdb") is None:
        return []
    found = measured(TABLES, SECONDS)
    bare = found.pop("asyncpg insert")
    return [
        Row(f"a line at {TABLES} tables, {name}", one.each, bare.each, BARE, "asyncpg insert")
        for name, one in found.items()
    ]


if __name__ == "__main__":
    asked = [float(word) for word in sys.argv[1:]]
    for name, one in measured(int(asked[0]) if asked else TABLES, asked[1] if asked[1:] else SECONDS).items():
        print(f"{name:<16} {1 / one.each:9.0f} lines/s   p95 {one.p95 * 1e3:8.1f} ms", flush=True)
