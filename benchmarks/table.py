"""The table: from a typed line to a durable reply, folding a log, opening a long table.

Peers measured in the same run: the bare store with ready-made rows (the most that durable appends can give here), fixed
allowances where the bar is a rate.
"""

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter

import msgspec

from benchmarks.measure import Row
from ludex.core.principals import HOST
from ludex.store.port import Batch, Checkpoint, TableRow
from ludex.store.sqlite import SqliteStore, connect
from ludex.table.amend import Amended
from ludex.table.audit import read_log
from ludex.table.entries import Acted, Asked, Opened
from ludex.table.house import House, load_memory
from ludex.table.memory import fold_events, freeze, read_events
from ludex.table.registry import system
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


async def _long(folder: Path, system: str, events: int) -> float:
    """Seconds to open a table whose log holds so many events, all behind a checkpoint but the last few."""
    path = folder / f"long{events}.db"
    house = House(SqliteStore(path))
    table, _ = await house.demo(system)
    entries = [_written(table) for _ in range(events)]
    n = table.memory.n
    for start in range(0, events, 1000):
        chunk = tuple(entries[start : start + 1000])
        await house.store.append(Batch(table.id, n + 1 + start, chunk))
    memory = await load_memory(table.system, house.store, table.id)
    await house.store.save(table.id, Checkpoint(memory.n, memory.head, freeze(memory)))
    await house.store.close()
    best = float("inf")
    for _ in range(5):
        again = House(SqliteStore(path))
        start_time = perf_counter()
        await again.open(table.id)
        best = min(best, perf_counter() - start_time)
        await again.store.close()
    return best


def _written(table) -> bytes:
    """An entry with one event, as the log keeps it."""
    event = Amended("options", msgspec.to_builtins(table.memory.state.options))
    asked = Asked("ludex.amend", msgspec.Raw(b'{"path":"options","value":{}}'), ".set")
    raw = msgspec.Raw(msgspec.json.encode([event]))
    return msgspec.json.encode(Acted("", HOST, 0, asked, (), 0, 0, done=True, parent=table.memory.head, events=raw))


def _replay(log: Path) -> float:
    """Seconds to read and fold one event of a recorded game, over and over."""
    entries = [line.entry for line in read_log(log.read_bytes().splitlines())]
    opened = entries[0]
    assert isinstance(opened, Opened)
    game = system(opened.system)
    start_state = msgspec.json.decode(opened.state, type=game.state)
    raws = [e.events for e in entries if isinstance(e, Acted) and e.done and e.events != b"[]"]
    count = sum(len(read_events(game, raw)) for raw in raws)
    best = float("inf")
    for _ in range(7):
        start = perf_counter()
        for _ in range(20):
            state = start_state
            for raw in raws:
                state = fold_events(game, state, read_events(game, raw))
        best = min(best, (perf_counter() - start) / (20 * count))
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
        rows.append(Row(f"line to durable reply, {CLIENTS} clients", many, raw, 0, "own group commit"))
        one = asyncio.run(_chat(folder, 1, 400, "mist", LINE))
        rows.append(Row("line to durable reply, 1 client", one, 1 / 500, 1.0, "500 a second"))
        rows.append(Row("fold one event of a recorded game", _replay(GAME), 1e-5, 1.0, "100,000/s"))
        short, long = (asyncio.run(_long(folder, "mist", n)) for n in (1_000, 100_000))
        rows.append(Row("open 100,000 events, against 1,000", long, 2 * short, 1.0, "2x of 1,000"))
    return rows
