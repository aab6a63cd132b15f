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
from ludex.core.asks import GM
from ludex.fronts.chat.desk import Desk
from ludex.store.port import Batch, Checkpoint, TableRow
from ludex.store.sqlite import SqliteStore
from ludex.table.amend import Amended
from ludex.table.entries import Acted, Asked
from ludex.table.house import House, load_memory
from ludex.table.memory import fold_events, freeze, read_events

CLIENTS = 20
LINE = ".r 1d20+5"


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
    desks = [Desk(table, GM) for _ in range(clients)]
    assert (await desks[0].line(line)).ok

    async def client(desk: Desk) -> None:
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
    return msgspec.json.encode(Acted("", GM, 0, asked, (), 0, 0, done=True, parent=table.memory.head, events=raw))


async def _replay(system_id: str) -> float:
    """Seconds to read and fold one event."""
    with tempfile.TemporaryDirectory() as name:
        house = House(SqliteStore(Path(name) / "r.db"))
        table, _ = await house.demo(system_id)
        system, state = table.system, table.memory.state
        await house.close()
    raw = msgspec.json.encode([_event(system, state)] * 1000)
    start = perf_counter()
    for _ in range(30):
        fold_events(system, state, read_events(system, raw))
    return (perf_counter() - start) / 30_000


def _event(system, state):
    """A usual event of the system: the demo's first character burns a tag."""
    character = state.characters[0]
    tag = character.themes[0].theme_tag
    return msgspec.convert({"type": "tag_burnt", "holder": character.id, "tag": tag}, system.event)


def run() -> list[Row]:
    """All of it."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        raw = asyncio.run(_raw(folder, CLIENTS, 400))
        many = asyncio.run(_chat(folder, CLIENTS, 100, "mist", LINE))
        rows.append(Row(f"line to durable reply, {CLIENTS} clients", many, raw, 0.3, "raw append"))
        one = asyncio.run(_chat(folder, 1, 400, "mist", LINE))
        rows.append(Row("line to durable reply, 1 client", one, 1 / 500, 1.0, "500 a second"))
        rows.append(Row("fold one event from the log", asyncio.run(_replay("mist")), 1e-5, 1.0, "100,000/s"))
        short, long = (asyncio.run(_long(folder, "mist", n)) for n in (1_000, 100_000))
        rows.append(Row("open 100,000 events, against 1,000", long, 2 * short, 1.0, "2x of 1,000"))
    return rows
