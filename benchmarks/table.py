"""The table: from a typed line to a durable reply, folding a log, opening a long table.

Peers measured in the same run: the bare store with ready-made rows (the most that durable appends can give here), fixed
allowances where the bar is a rate.
"""

import asyncio
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter, process_time
from unittest.mock import patch

from tests.hostile.test_long import long_table
from tests.toy import SYSTEM

from benchmarks.measure import Row
from ludex.core.principals import HOST
from ludex.store.opening import connect
from ludex.store.port import Batch, TableRow
from ludex.store.sqlite import SqliteStore
from ludex.table import house as houses
from ludex.table.audit import read_log
from ludex.table.entries import Acted, Opened
from ludex.table.house import House
from ludex.table.memory import fold_events, read_events, read_state
from ludex.table.registry import system
from ludex.table.table import Table
from ludex.table.undo import jump, undo
from ludex.text.chat import Chat

CLIENTS = 20
LINE = ".r 1d20+5"
GAME = Path(__file__).parent.parent / "tests" / "replays" / "mist.jsonl"


def _plain(folder: Path, times: int) -> float:
    """Seconds for one durable append by bare sqlite3: a row of usual size, a commit each."""
    connection = connect(str(folder / "plain.db"))
    connection.execute("CREATE TABLE entries (n INTEGER PRIMARY KEY, body BLOB)")
    body = b"x" * 700
    start = perf_counter()
    for n in range(times):
        connection.execute("INSERT INTO entries VALUES (?, ?)", (n, body))
    seconds = (perf_counter() - start) / times
    connection.close()
    return seconds


async def _raw(folder: Path, clients: int, each: int) -> float:
    """Seconds for one durable append of a row of usual size, by so many clients at once."""
    store = SqliteStore(folder / "raw.db")
    await store.create(TableRow("t", "mist", "t", "", b""), Batch("t", 1, (b"x",)))
    body = b"x" * 700
    numbers = iter(range(2, 10**9))

    async def client() -> None:
        for _ in range(each):
            await store.append(Batch("t", next(numbers), (body,)))

    start = perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    seconds = (perf_counter() - start) / (clients * each)
    await store.close()
    return seconds


async def _chat(folder: Path, clients: int, each: int, system: str, line: str) -> float:
    """Seconds for one line, typed by so many clients at one table, from text to durable reply."""
    house = House(SqliteStore(folder / "chat.db"))
    table, _ = await house.demo(system)
    desks = [Chat(table, HOST) for _ in range(clients)]
    assert (await desks[0].line(line)).ok

    async def client(desk: Chat) -> None:
        for _ in range(each):
            await desk.line(line)

    start = perf_counter()
    await asyncio.gather(*(client(desk) for desk in desks))
    seconds = (perf_counter() - start) / (clients * each)
    await house.close()
    return seconds


async def _moves(path: Path, table: str) -> tuple[float, float, float]:
    """Seconds to open a long table, to take a step back there, and to open it after a far jump and a power cut."""
    opening, undoing, after = [], [], []
    for place in (3, 4, 5, 6, 7):
        house, seconds, opened = await _opened(path, table)
        opening.append(seconds)
        start = perf_counter()
        await undo(opened, opened.seat(HOST))
        undoing.append(perf_counter() - start)
        await house.close()
        house, _, opened = await _opened(path, table)
        await jump(opened, opened.seat(HOST), opened.memory.n // place)
        await house.store.close()  # nothing is closed in order
        house, seconds, opened = await _opened(path, table)
        after.append(seconds)
        await house.close()
    return min(opening), min(undoing), min(after)


async def _opened(path: Path, table: str) -> tuple[House, float, Table]:
    house = House(SqliteStore(path))
    start = perf_counter()
    opened = await house.open(table)
    return house, perf_counter() - start, opened


def _long(folder: Path, events: int) -> tuple[float, float, float]:
    """The same of a table that was made with so many events of the tests' toy game."""
    path = folder / f"long{events}.db"
    with patch.object(houses, "find_system", lambda _name: SYSTEM):
        table = asyncio.run(long_table(path, Counter(), events))
        return asyncio.run(_moves(path, table))


def _replay(log: Path) -> float:
    """Seconds to read and fold one event of a recorded game, over and over."""
    entries = [line.entry for line in read_log(log.read_bytes().splitlines())]
    opened = entries[0]
    assert isinstance(opened, Opened)
    game = system(opened.system)
    start_state = read_state(game, opened.state, opened.system_version)
    acts = [entry for entry in entries if isinstance(entry, Acted) and entry.commits]
    count = sum(len(read_events(game, act)) for act in acts)
    best = float("inf")
    for _ in range(7):
        start = process_time()
        for _ in range(20):
            state = start_state
            for act in acts:
                state = fold_events(game, state, read_events(game, act))
        best = min(best, (process_time() - start) / (20 * count))
    return best


def run() -> list[Row]:
    """All of it."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plain = _plain(folder, 3000)
        raw = asyncio.run(_raw(folder, CLIENTS, 400))
        many = asyncio.run(_chat(folder, CLIENTS, 100, "mist", LINE))
        rows.append(Row(f"line to durable reply, {CLIENTS} clients", many, plain, 0.3, "sqlite3 append"))
        rows.append(Row(f"line to durable reply, {CLIENTS} clients", many, raw, 0.02, "own group commit"))
        one = asyncio.run(_chat(folder, 1, 400, "mist", LINE))
        rows.append(Row("line to durable reply, 1 client", one, 1 / 500, 1.0, "500 a second"))
        rows.append(Row("fold one event of a recorded game", _replay(GAME), 1e-5, 1.0, "100,000/s"))
        short, long = (_long(folder, n) for n in (1_000, 100_000))
        for what, ours, peer in zip(("open", "undo", "open after a far jump"), long, short, strict=True):
            rows.append(Row(f"{what}, 100,000 against 1,000", ours, 2 * peer, 1.0, "2x of 1,000"))
    return rows
