"""Updates: the views of fifty seats after a roll, and many tables at play at once.

`views` works out what fifty seats of one table see after a roll, without HTML, p95 against an allowance of 20 ms. `reach` runs a real
server with one table of fifty open pages: p95 from sending a plain roll until the last has been pushed it, 50 ms. `tables` runs a real
server with many tables of four seats, each table sending two lines a second, its seats in turn over WebSockets of their own, with all
four pages open, and in the same run a bare WebSocket echo at the same rate: p95 from sending to reply against an allowance of 100 ms, and
what a line costs the server (a busy machine changes that least). The people are one process (`wire.py`), each server another.
`python -m benchmarks.updates 500 20 2` sets how many tables, for how many seconds and by how many workers; `make bench` runs a tenth.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.fronts.server import Server, free_port

from benchmarks.measure import Row
from benchmarks.wire import Wire, connected, talk
from ludex.core.principals import HOST, PLAYER
from ludex.fronts.web.gate.room import room
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.table.seating import invite
from ludex.text.chat import Chat

SEATS, ROLLS = 50, 60
TABLES, SECONDS = 50, 8.0
EVERY = 2.0
"""Each seat sends a line so often: two lines a second at a table of four."""

LINES = (".r 2d6", "well then")


class Played(NamedTuple):
    """What was measured: the p95 of a line from sending to reply, the server's time for one, and how many pushes went with it."""

    p95: float
    cost: float
    pushes: float


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


async def reach(folder: Path, system: str) -> float:
    """The p95 of a plain roll from its sending until the last of fifty seats' open pages has been pushed what it led to."""
    data = folder / f"reach-{system}"
    data.mkdir()
    house = House(SqliteStore(data / "ludex.db"))
    table, made = await house.demo(system)
    links, held = list(made.values()), [seat.controls for seat in table.memory.seats.values() if seat.controls]
    for n in range(len(links), SEATS):
        _, secret = await invite(table, table.seat(HOST), role=PLAYER, name=f"seat {n}", controls=held[n % len(held)])
        links.append(secret)
    await house.close()
    server = Server(data)
    await asyncio.to_thread(server.start)
    try:
        wires = [await connected(f"ws://127.0.0.1:{server.port}/t/{link}/live") for link in links]
        for wire in wires:
            await wire.ask(do="hello")
        await asyncio.gather(*(_settled(wire) for wire in wires))
        return p95([await _reached(wires) for _ in range(ROLLS)])
    finally:
        server.end()


async def _settled(wire: Wire) -> None:
    """Until nothing more comes of everybody's having sat down."""
    seen = -1
    while seen != wire.pushes:
        seen = wire.pushes
        await asyncio.sleep(1)


async def _reached(wires: Sequence[Wire]) -> float:
    """One roll, until everybody has it."""
    await asyncio.sleep(0.2)
    for wire in wires:
        wire.pushed = asyncio.get_running_loop().create_future()
    start = time.perf_counter()
    told = await wires[0].ask(do="line", text=LINES[0])
    assert b'"ok":false' not in told[:60], told
    await asyncio.gather(*(wire.pushed for wire in wires))
    return time.perf_counter() - start


def _spent(process: int) -> float:
    """Seconds of a processor that a process has taken so far, where the system says so."""
    told = Path(f"/proc/{process}/stat")
    fields = told.read_text().rpartition(")")[2].split() if told.exists() else ["0"] * 13
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _people(addresses: Sequence[str], seconds: float, processes: Sequence[int], *, greets: bool) -> Played:
    """Everybody sits down; then each says a line every two seconds, nobody in step."""
    wires = [await connected(address) for address in addresses]
    for wire in wires if greets else ():
        await wire.ask(do="hello")
        await wire.pushed  # everybody has sat down before it is measured
    took: list[float] = []
    pushed, spent, end = sum(wire.pushes for wire in wires), sum(map(_spent, processes)), time.perf_counter() + seconds

    async def seat(wire: Wire, late: float) -> None:
        await asyncio.sleep(late)
        await talk(wire, LINES, took, end, EVERY)

    await asyncio.gather(*(seat(wire, EVERY * (n * 0.618 % 1)) for n, wire in enumerate(wires)))
    spent, pushed = sum(map(_spent, processes)) - spent, sum(wire.pushes for wire in wires) - pushed
    for wire in wires:
        wire.close()
    return Played(p95(took), spent / len(took), pushed / len(took))


async def _echo(seats: int, seconds: float) -> Played:
    """The same over a bare echo."""
    port = free_port()
    command = (sys.executable, "-m", "benchmarks.wire", str(port))
    echo = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        assert echo.stdout is not None
        await echo.stdout.readline()
        return await _people([f"ws://127.0.0.1:{port}/"] * seats, seconds, [echo.pid], greets=False)
    finally:
        echo.kill()
        await echo.wait()


async def tables(folder: Path, count: int, seconds: float, workers: int = 1) -> tuple[Played, Played]:
    """A line at one of many tables, and the same of a bare echo."""
    room()  # its people may have as many files open as the server
    data = folder / "tables"
    data.mkdir()
    house, links = House(SqliteStore(data / "ludex.db")), []
    for n in range(count):
        _, made = await house.demo("mist", name=f"table {n}")
        links += list(made.values())[:4]
    await house.close()
    server = Server(data, workers)
    await asyncio.to_thread(server.start)
    try:
        addresses = [f"ws://127.0.0.1:{server.port}/t/{link}/live" for link in links]
        processes = server.workers() if workers > 1 else [server.process.pid]
        ours = await _people(addresses, seconds, processes, greets=True)
    finally:
        server.end()
    return ours, await _echo(len(links), min(seconds, 6))


def run(count: int = TABLES, seconds: float = SECONDS, workers: int = 1) -> list[Row]:
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
        rows += [
            Row(f"a roll reaches {SEATS} pages, {system}, p95", asyncio.run(reach(folder, system)), 0.05, 1.0, "50 ms")
            for system in ("boon", "mirror")
        ]
        ours, echo = asyncio.run(tables(folder, count, seconds, workers))
        rows.append(Row(f"a line, {count} tables of 4 seats, p95", ours.p95, 0.1, 1.0, "100 ms"))
        rows.append(Row(f"a line, {count} tables of 4 seats, p95", ours.p95, echo.p95, 0.02, "bare echo"))
        rows.append(
            Row(f"the server's time for it and {ours.pushes:.1f} pushes", ours.cost, echo.cost, 0.02, "bare echo")
        )
    return rows


if __name__ == "__main__":
    asked = [float(word) for word in sys.argv[1:]]
    rows = (
        run(*[int(asked[0]), *asked[1:2], *map(int, asked[2:])])  # type: ignore[arg-type]
        if asked
        else run()
    )
    for row in rows:
        print(f"{row.name:<50} {row.ours * 1e3:8.2f} ms against {row.peer * 1e3:8.2f} ms ({row.against})", flush=True)
