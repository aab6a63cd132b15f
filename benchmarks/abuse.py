"""One seat behaves as badly as it can, another table plays on: its p95 must stay within three times of its quiet value.

A real server in a process of its own; the abuser in another one. Each abuse goes as fast as the server lets it, first one by one
(twice that), then all together (the bar). What the other table does is a line over its WebSocket, from sending to reply.
`python -m benchmarks.abuse` prints the same with its figures; a number sets the seconds of each measurement.
"""

import asyncio
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import httpx
from tests.fronts.server import Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.measure import Row

SECONDS = 6.0
EVERY = 0.05
"""The other table sends a line so often."""

GONE = (OSError, WebSocketException, httpx.HTTPError, asyncio.TimeoutError)


class Target:
    """A server, and a seat at it that is to be used badly."""

    def __init__(self, port: int, secret: str) -> None:
        self.port, self.secret = port, secret
        self.http = f"http://127.0.0.1:{port}"
        self.live = f"ws://127.0.0.1:{port}/t/{secret}/live"
        self.bearer = {"authorization": f"Bearer {secret}"}

    async def flood(self, *messages: dict[str, object]) -> None:
        """Say these over a socket, over and over, four at a time."""
        async with connect(self.live, max_size=None) as socket:
            await _said(socket, {"do": "hello"})
            for n in itertools.count(1):
                for message in messages:
                    await socket.send(json.dumps({**message, "id": n}))
                await _reply(socket, n)

    async def asked(self, method: str, path: str, **given: object) -> None:
        """Ask for an address over and over."""
        async with httpx.AsyncClient(base_url=self.http, timeout=30) as client:
            for n in itertools.count(1):
                headers = {**self.bearer, "x-forwarded-for": f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}"}
                await client.request(method, path, headers=headers, **given)  # type: ignore[arg-type]


async def odds(at: Target) -> None:
    """Odds that take long."""
    await at.flood(*({"do": "line", "text": f".odds {n}d90kh7+200d6"} for n in (50, 60, 70)))


async def searches(at: Target) -> None:
    """Words that are nowhere in the log."""
    await at.flood({"do": "search", "text": "nowhere to be found"}, {"do": "older"})


async def huge_rolls(at: Target) -> None:
    """As many dice as a line may throw."""
    await at.flood({"do": "line", "text": ".r 1000d1000"})


async def lines(at: Target) -> None:
    """Line after line."""
    await at.flood({"do": "line", "text": "and again"})


async def reloads(at: Target) -> None:
    """The page, over and over."""
    await at.asked("GET", f"/t/{at.secret}")


async def reading(at: Target) -> None:
    """View and log as data."""
    await at.asked("GET", "/api/view")


async def forwarding(at: Target) -> None:
    """Tables without end, each time from another made-up address."""
    await at.asked("POST", "/api/demos", json={"system": "mist"})


async def questions(at: Target) -> None:
    """Acts that wait for an answer, without end."""
    await at.flood({"do": "line", "text": ".行动 +夜班编辑 +记者证 @林默"})


async def sockets(at: Target) -> None:
    """Socket after socket, each greeted and left open."""
    held: list[ClientConnection] = []
    while True:
        try:
            held.append(await connect(at.live, max_size=None))
            await held[-1].send(json.dumps({"do": "hello", "first": 10**30}))
        except GONE:
            await asyncio.sleep(0.01)


async def half_sent(at: Target) -> None:
    """Requests whose headers never end."""
    held = []
    while True:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
            writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ")
            held.append((reader, writer))
            held[-1][1].write(b"a")
        except OSError:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.002)


ABUSES: dict[str, Callable[[Target], Awaitable[None]]] = {
    one.__name__: one
    for one in (odds, searches, huge_rolls, lines, reloads, reading, forwarding, questions, sockets, half_sent)
}


async def _abused(at: Target, names: list[str]) -> None:
    """Everything that is asked for, at once and for ever."""

    async def always(abuse: Callable[[Target], Awaitable[None]]) -> None:
        while True:
            try:
                await abuse(at)
            except GONE:
                await asyncio.sleep(0.05)

    await asyncio.gather(*(always(ABUSES[name]) for name in names))


async def _said(socket: ClientConnection, message: dict[str, object]) -> None:
    await socket.send(json.dumps({"id": 0, **message}))
    await _reply(socket, 0)


async def _reply(socket: ClientConnection, number: int) -> bool:
    """Wait for the reply to a message; whether it was done."""
    while (told := json.loads(await socket.recv())).get("reply") != number:
        pass
    return bool(told["ok"])


async def _played(port: int, secret: str, seconds: float) -> list[float]:
    """How long each line of a well-behaved seat took."""
    took = []
    async with connect(f"ws://127.0.0.1:{port}/t/{secret}/live", max_size=None, open_timeout=120) as socket:
        await _said(socket, {"do": "hello"})
        end = time.perf_counter() + seconds
        for n in itertools.count(1):
            start = time.perf_counter()
            if start >= end:
                return sorted(took)
            await socket.send(json.dumps({"do": "line", "text": ".r d20", "id": n}))
            assert await _reply(socket, n), "the quiet table itself was too fast"
            took.append(time.perf_counter() - start)
            await asyncio.sleep(EVERY)
    return took


def p95(took: list[float]) -> float:
    return took[int(len(took) * 0.95)]


def measured(server: Server, quiet: str, abuser: str, names: list[str], seconds: float) -> float:
    """The p95 of the other table while these abuses go on."""
    process = None
    if names:
        command = [sys.executable, "-m", "benchmarks.abuse", "as", str(server.port), abuser, *names]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        time.sleep(2)  # until it has begun, and its purse is empty
    try:
        return p95(asyncio.run(_played(server.port, quiet, seconds)))
    finally:
        if process is not None:
            process.kill()
            process.wait()


def run() -> list[Row]:
    """All of it."""
    return list(rows(SECONDS))


def rows(seconds: float) -> Iterator[Row]:
    """Each abuse by itself, then all of them."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data")
        server.start()
        try:
            made = [server.call("POST", "/api/demos", {"system": "mist"})["seats"] for _ in range(2)]
            quiet, abuser = made[0]["gm"], made[1]["林默"]
            measured(server, quiet, abuser, [], 2)
            usual = measured(server, quiet, abuser, [], seconds)
            for name in ABUSES:
                took = measured(server, quiet, abuser, [name], seconds)
                yield Row(f"a line while another seat: {name}", took, 3 * usual, 0.5, "3x of quiet")
            took = measured(server, quiet, abuser, list(ABUSES), 2 * seconds)
            again = measured(server, quiet, abuser, [], seconds)
            yield Row("a line while another seat: all at once", took, 3 * min(usual, again), 1.0, "3x of quiet")
        finally:
            server.end()


def main() -> None:
    if sys.argv[1:2] == ["as"]:
        port, secret, *names = sys.argv[2:]
        asyncio.run(_abused(Target(int(port), secret), names))
        return
    for row in rows(float(sys.argv[1]) if sys.argv[1:] else SECONDS):
        print(f"quiet {row.peer / 3 * 1e3:.2f} ms, ", end="")
        print(
            f"{row.name:<50} p95 {row.ours * 1e3:8.2f} ms, {3 * row.ours / row.peer:6.2f} times the quiet one",
            flush=True,
        )


if __name__ == "__main__":
    main()
