"""Long runs against a real server, for `make soak`: many tables for a long while, and a crowd of connections beside one table.

`python -m tests.endurance tables --tables 50 --minutes 60` plays tables of all systems at a lively pace; it tells every tenth of the time how long
a line takes, and what the server holds. At the end every log is walked and proven, and every acknowledged line stands in it once.

`python -m tests.endurance crowd --connections 10000` has that many strangers connect (silent, with half a request, with a socket that never
speaks, with a request now and then) while four friends play, and tells how long their lines take before, meanwhile and after.
"""

import argparse
import asyncio
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from ludex.store.opening import reading
from ludex.table.audit import audit, read_log, rot, written
from ludex.table.registry import system
from tests.fronts.server import GONE, Server
from tests.ours import NAMES

LINES = ("well then", ".r 2d6", ".r d20", "so be it", ".rh d6", ".undo")
ADDRESSES = 40
"""The crowd comes from so many addresses of the loopback (which no purse counts: what they cost is not held against them)."""


class Player(threading.Thread):
    """Somebody who types a line every so often and knows which were acknowledged, and how long each took."""

    def __init__(self, server, secret, place, every):
        super().__init__(daemon=True)
        self.server, self.secret, self.place, self.every = server, secret, place, every
        self.took, self.said, self.refused, self.number = [], [], Counter(), 0
        self.ending = threading.Event()

    def run(self):
        while not self.ending.wait(self.every):
            self.number += 1
            word = f"said {self.place} {self.number}."
            line = word if self.number % 4 == 0 else LINES[self.number % len(LINES)]
            began = time.perf_counter()
            try:
                self.server.call("POST", "/api/line", {"text": line, "request": f"{self.number}"}, self.secret)
            except GONE as error:
                self.refused[getattr(error, "code", type(error).__name__)] += 1
                continue
            self.took.append(time.perf_counter() - began)
            if line == word:
                self.said.append(word)

    def taken(self):
        took, self.took = self.took, []
        return took


def told(took):
    """How long lines took, in words."""
    ordered = sorted(took) or [0.0]
    p95, most = ordered[int(len(ordered) * 0.95)], ordered[-1]
    return f"{len(took)} lines, p50 {statistics.median(ordered) * 1000:.0f} ms, p95 {p95 * 1000:.0f} ms, longest {most * 1000:.0f} ms"


def held(server):
    """What the server's process holds, in words."""
    folder = Path(f"/proc/{server.process.pid}")
    pages = int((folder / "statm").read_text().split()[1])
    return f"{pages * resource.getpagesize() // 2**20} MB, {len(list((folder / 'fd').iterdir()))} files"


def opened(server, name):
    """A new table; only so many are opened at once."""
    while True:
        try:
            return server.call("POST", "/api/demos", {"system": name})
        except GONE:
            time.sleep(0.5)


def play_tables(server, tables, minutes, every):
    made = [opened(server, NAMES[number % len(NAMES)]) for number in range(tables)]
    people = [
        Player(server, secret, f"{place} {seat}", every)
        for place, table in enumerate(made)
        for seat, secret in enumerate(list(table["seats"].values())[:2])
    ]
    print(
        f"{tables} tables, {len(people)} people, a line every {every:g} s each; at the start {held(server)}", flush=True
    )
    for one in people:
        one.start()
    for part in range(10):
        time.sleep(minutes * 6)
        took = [each for one in people for each in one.taken()]
        print(f"{(part + 1) * minutes / 10:.1f} min: {told(took)}; {held(server)}", flush=True)
    for one in people:
        one.ending.set()
    for one in people:
        one.join()
    refused = sum((one.refused for one in people), Counter())
    server.end(15)
    with reading(server.data / "ludex.db") as store:
        for place, table in enumerate(made):
            found = store.log(table["table"])
            assert list(rot(found)) == []
            assert (
                audit(system(NAMES[place % len(NAMES)]), read_log([written(s.n, s.body) for s in found])).problems == ()
            )
            text = b"\n".join(s.body for s in found).decode()
            said = [word for one in people if one.place.split()[0] == str(place) for word in one.said]
            assert {word: text.count(f'"{word}"') for word in said} == dict.fromkeys(said, 1)
    said = sum(len(one.said) for one in people)
    size = (server.data / "ludex.db").stat().st_size // 2**20
    print(
        f"{tables} logs are whole and prove themselves; {said} words looked up, none lost or doubled; {dict(refused)} refused; {size} MB"
    )


def play_beside_a_crowd(server, connections, seconds, wave):
    made = opened(server, "boon")
    people = [Player(server, secret, f"{seat}", 0.25) for seat, secret in enumerate(made["seats"].values())][:4]
    for one in people:
        one.start()

    def measure(when):
        for one in people:
            one.taken()
        time.sleep(seconds)
        took = [each for one in people for each in one.taken()]
        print(f"{when}: {told(took)}; {held(server)}", flush=True)

    measure("quiet")
    words = [
        sys.executable,
        "-m",
        "tests.endurance",
        "strangers",
        "--port",
        str(server.port),
        "--connections",
        str(connections),
        "--wave",
        str(wave),
    ]
    crowd = subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
    measure("while they come")
    print(crowd.stdout.readline().strip(), flush=True)
    measure("beside them")
    crowd.stdin.close()
    crowd.wait(60)
    measure("when they are gone")
    refused = sum((one.refused for one in people), Counter())
    print(f"of the friends' lines {dict(refused)} were refused")
    server.end(15)


async def strangers(port, connections, wave):
    """Connect so many, a wave of them ten times a second, and hold them until the input ends."""
    ways = (b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    live = b"GET /t/aaaaaaaaaaaaaaaaaaaaaaaa/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    ways += (live + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",)
    came, failed = [], 0
    for number in range(connections):
        own = (f"127.0.1.{number % ADDRESSES + 1}", 0)
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=own)
        except OSError:
            failed += 1
            continue
        writer.write(ways[number % len(ways)])
        came.append((reader, writer))
        if number % wave == wave - 1:
            await asyncio.sleep(0.1)
    print(f"{len(came)} of {connections} are connected, {failed} are not", flush=True)
    await asyncio.to_thread(sys.stdin.read)


def main():
    wanted = argparse.ArgumentParser(prog="python -m tests.endurance", description=__doc__)
    wanted.add_argument("what", choices=("tables", "crowd", "strangers"))
    wanted.add_argument("--tables", type=int, default=50)
    wanted.add_argument("--minutes", type=float, default=60)
    wanted.add_argument("--every", type=float, default=5)
    wanted.add_argument("--connections", type=int, default=10_000)
    wanted.add_argument("--wave", type=int, default=100)
    wanted.add_argument("--seconds", type=float, default=20)
    wanted.add_argument("--port", type=int, default=0)
    asked = wanted.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if asked.what == "strangers":
        asyncio.run(strangers(asked.port, asked.connections, asked.wave))
        os._exit(0)  # ten thousand sockets are closed by the system at once
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data")
        server.start()
        try:
            if asked.what == "tables":
                play_tables(server, asked.tables, asked.minutes, asked.every)
            else:
                play_beside_a_crowd(server, asked.connections, asked.seconds, asked.wave)
        finally:
            if server.process.poll() is None:
                server.end()


if __name__ == "__main__":
    main()
