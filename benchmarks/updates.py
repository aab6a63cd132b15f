"""Updates: the views of fifty seats after a roll, and many tables at play at once.

`views` works out what fifty seats of one table see after a roll, without HTML, p95 against an allowance of 20 ms. `tables` runs a real
server with many tables of four seats, each table sending two lines a second, its seats in turn over WebSockets of their own, with all
four pages open, and in the same run a bare WebSocket echo at the same rate: p95 from sending to reply against an allowance of 100 ms. `python -m benchmarks.updates 500 20`
sets how many tables and for how many seconds; `make bench` runs a tenth.
"""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from tests.fronts.server import Server, free_port
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

from benchmarks.measure import Row
from ludex.core.principals import HOST, PLAYER
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.table.seating import invite
from ludex.text.chat import Chat

SEATS, ROLLS = 50, 60
TABLES, SECONDS = 50, 8.0
EVERY = 2.0
"""Each seat sends a line so often: two lines a second at a table of four."""


def p95(took: list[float]) -> float:
    return sorted(took)[int(len(took) * 0.95)]


async def views(folder: Path, system: str) -> float:
    """The p95 of working out all fifty seats' views and news after a roll."""
    house = House(SqliteStore(folder / f"views-{system}.db"))
    table, _ = await house.demo(system)
    held = [seat.controls for seat in table.memory.seats.values() if seat.controls]
    for n in range(len(table.memory.seats), SEATS):
        await invite(table, table.seat(HOST), role=PLAYER, name=f"seat {n}", controls=held[n % len(held)])
    chats = [Chat(table, seat) for seat in table.memory.seats]
    took = []
    for _ in range(ROLLS):
        outcome = await chats[0].line(".r 3d6")
        assert outcome.ok
        last = {chat.desk.seat_id: chat.desk.last - 1 for chat in chats}
        start = time.perf_counter()
        seen: dict[object, object] = {}
        for chat in chats:
            if chat.desk.viewer not in seen:
                seen[chat.desk.viewer] = (chat.desk.look(), chat.desk.deeds())
            news = await Logbook(table).after(chat.seat, last[chat.desk.seat_id])
            assert len(news) == 1
        took.append(time.perf_counter() - start)
    await house.close()
    return p95(took)


async def _line(address: str, texts: list[str], took: list[float], end: float, greeting: str = "") -> None:
    """One seat: a line now and then, from sending to reply."""
    async with connect(address, max_size=None, open_timeout=60) as socket:
        if greeting:
            await socket.send(greeting)
        number = 0
        while time.perf_counter() < end:
            number += 1
            start = time.perf_counter()
            await socket.send(json.dumps({"do": "line", "text": texts[number % len(texts)], "id": number}))
            while (told := json.loads(await socket.recv())).get("reply") != number:
                pass
            assert told.get("ok", True), told
            took.append(time.perf_counter() - start)
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - start)))


async def _echo(port: int, seats: int, end: float) -> list[float]:
    """The same over a bare echo."""

    async def answer(socket: object) -> None:
        async for message in socket:  # type: ignore[attr-defined]
            await socket.send(json.dumps({"reply": json.loads(message)["id"]}))  # type: ignore[attr-defined]

    took: list[float] = []
    async with serve(answer, "127.0.0.1", port):
        await asyncio.gather(*(_line(f"ws://127.0.0.1:{port}", ["x"], took, end) for _ in range(seats)))
    return took


async def tables(folder: Path, count: int, seconds: float) -> tuple[float, float]:
    """The p95 of a line at one of many tables, and of a bare echo."""
    data = folder / "tables"
    data.mkdir()
    house, links = House(SqliteStore(data / "ludex.db")), []
    for n in range(count):
        _, made = await house.demo("mist", name=f"table {n}")
        links += list(made.values())[:4]
    await house.close()
    server = Server(data)
    await asyncio.to_thread(server.start)
    took: list[float] = []
    try:
        end = time.perf_counter() + seconds + len(links) / 200
        live = (f"ws://127.0.0.1:{server.port}/t/{link}/live" for link in links)
        hello = json.dumps({"do": "hello"})

        async def seat(address: str, late: float) -> None:
            await asyncio.sleep(late)
            await _line(address, [".r 2d6", "well then"], took, end, hello)

        phases = (n / 200 + EVERY * (n * 0.618 % 1) for n in range(len(links)))  # nobody types in step
        await asyncio.gather(*(seat(address, late) for address, late in zip(live, phases, strict=True)))
    finally:
        server.end()
    late = took[len(took) // 5 :]  # without the rush of everybody sitting down
    return p95(late), p95(await _echo(free_port(), len(links), time.perf_counter() + min(seconds, 5)))


def run(count: int = TABLES, seconds: float = SECONDS) -> list[Row]:
    """All of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = [
            Row(
                f"views of {SEATS} seats after a roll, {system}, p95",
                asyncio.run(views(folder, system)),
                0.02,
                1.0,
                "20 ms",
            )
            for system in ("mist", "boon", "mirror")
        ]
        ours, echo = asyncio.run(tables(folder, count, seconds))
        rows.append(Row(f"a line, {count} tables of 4 seats, p95", ours, 0.1, 1.0, "100 ms"))
        rows.append(Row(f"a line, {count} tables of 4 seats, p95", ours, echo, 0, "bare echo"))
    return rows


if __name__ == "__main__":
    for row in run(int(sys.argv[1]) if sys.argv[1:] else TABLES, float(sys.argv[2]) if sys.argv[2:] else SECONDS):
        print(f"{row.name:<50} {row.ours * 1e3:8.2f} ms against {row.peer * 1e3:8.2f} ms ({row.against})", flush=True)
