"""Two hosts and a cable between them: nodes in network namespaces of their own, one of them cut off or frozen while people play, also
in the middle of a transaction.

`python -m tests.hosts` (root, iproute2 and PostgreSQL): not in the suite, since it makes network devices.
"""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import asyncpg
import httpx

from ludex.table.audit import audit, read_log, written
from ludex.table.registry import system
from tests.postgres import Cluster, logged

BRIDGE, NET, LEASE = "ludexbr", "10.77.0", 3
LONG = 60
"""Seconds within which everything must come back."""

PLAYERS = 8
"""So many play at once while a transaction is waited for that a host can be cut off in."""


def run(*words, check=True):
    return subprocess.run(words, check=check, capture_output=True, text=True)


class Host:
    """A host with a cable, and a node that runs there."""

    def __init__(self, name, number, folder):
        self.name, self.cable, self.address = name, f"v{name}", f"http://{NET}.{number}:8000"
        self.log = Path(folder) / f"{name}.log"
        run("ip", "netns", "add", name)
        run("ip", "link", "add", self.cable, "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "link", "set", self.cable, "master", BRIDGE)
        self.inside("ip", "addr", "add", f"{NET}.{number}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            self.inside("ip", "link", "set", device, "up")
        self.plug(on=True)

    def inside(self, *words):
        return run("ip", "netns", "exec", self.name, *words)

    def plug(self, *, on):
        run("ip", "link", "set", self.cable, "up" if on else "down")

    def serve(self, database):
        words = ["serve", "--host", "0.0.0.0", "--store", database, "--node", self.name]
        words += ["--address", self.address, "--lease", str(LEASE)]
        command = ["ip", "netns", "exec", self.name, sys.executable, "-m", "ludex", *words]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)

    def freeze(self, *, on):
        os.kill(self.process.pid, signal.SIGSTOP if on else signal.SIGCONT)

    def end(self):
        self.process.terminate()
        self.process.wait(30)
        run("ip", "link", "del", self.cable, check=False)
        run("ip", "netns", "del", self.name, check=False)


class Player:
    """Somebody who says numbered words, and knows which were acknowledged."""

    def __init__(self, secret):
        self.secret, self.said = secret, []

    def say(self, host):
        """The next word, once; the same again after a failure."""
        word = f"word {len(self.said)}"
        asked = {"text": word, "request": f"r{len(self.said)}"}
        try:
            reply = httpx.post(
                f"{host.address}/api/line", json=asked, headers={"authorization": f"Bearer {self.secret}"}, timeout=30
            )
        except httpx.HTTPError:
            return False
        if reply.status_code == 200:
            self.said.append(word)
        return reply.status_code == 200

    def insist(self, host):
        """How many seconds it took."""
        began = time.monotonic()
        while not self.say(host):
            assert time.monotonic() < began + LONG, "the table is not served"
            time.sleep(0.2)
        return time.monotonic() - began


def answers(host):
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        try:
            return httpx.get(f"{host.address}/api/systems", timeout=5)
        except httpx.HTTPError:
            time.sleep(0.2)
    raise AssertionError(host.log.read_text())


def cluster():
    """A database that other hosts reach."""
    made = Cluster(listen="*")
    rules = made.folder / "data" / "pg_hba.conf"
    rules.write_text(f"{rules.read_text()}\nhost all all {NET}.0/24 trust\n")
    made.end(signal.SIGINT)
    made.start()
    return made, f"postgresql://ludex@{NET}.1:{made.port}/postgres"


def main():
    assert os.geteuid() == 0, "network namespaces need root"
    run("ip", "link", "add", BRIDGE, "type", "bridge")
    run("ip", "addr", "add", f"{NET}.1/24", "dev", BRIDGE)
    run("ip", "link", "set", BRIDGE, "up")
    hosts, (postgres, database) = [], cluster()
    try:
        with tempfile.TemporaryDirectory() as folder:
            hosts = [Host("ludexa", 2, folder), Host("ludexb", 3, folder)]
            for host in hosts:
                host.serve(database)
            for host in hosts:
                answers(host)
            play(*hosts, database)
    finally:
        for host in hosts:
            host.end()
        postgres.end(signal.SIGINT)
        run("ip", "link", "del", BRIDGE, check=False)


def play(one, two, database):
    made = opened(one)
    player = Player(made["seats"]["gm"])
    for turn in range(10):
        player.insist((one, two)[turn % 2])
    one.plug(on=False)
    print(f"the table's host is cut off: the other serves it after {player.insist(two):.1f} s (lease {LEASE} s)")
    for _ in range(10):
        player.insist(two)
    one.plug(on=True)
    print(f"the cable is back: that host takes lines again after {player.insist(one):.1f} s")
    for turn in range(10):
        player.insist((one, two)[turn % 2])
    proven(database, made["table"], player)
    stop_in_transaction(one, two, database, "cut off", lambda on: one.plug(on=not on))
    stop_in_transaction(one, two, database, "frozen", lambda on: one.freeze(on=on))


def opened(host):
    """A new table; an address has only so many in a while."""
    while (made := httpx.post(f"{host.address}/api/demos", json={"system": "boon"}, timeout=60)).status_code != 201:
        time.sleep(0.5)
    return made.json()


def proven(database, table, *players):
    """Every acknowledged word stands in the log once, and the log proves itself."""
    found, _ = asyncio.run(logged(database, table))
    text = b"\n".join(stored.body for stored in found).decode()
    for player in players:
        assert {word: text.count(f'"{word}"') for word in player.said} == dict.fromkeys(player.said, 1)
    assert audit(system("boon"), read_log([written(one.n, one.body) for one in found])).problems == ()
    said = sum(len(player.said) for player in players)
    print(f"{said} lines acknowledged, none lost, none doubled; the log proves itself")


def stop_in_transaction(one, two, database, how, stop):
    """Stop a host while it holds a transaction open: everybody plays on at the other within two leases."""
    made = [opened(one) for _ in range(PLAYERS)]
    players = [Player(table["seats"]["gm"]) for table in made]
    ended = threading.Event()

    def hurry(player):
        while not ended.is_set():
            player.say(one)

    hurrying = [threading.Thread(target=hurry, args=(player,)) for player in players]
    for thread in hurrying:
        thread.start()
    stops = 0
    while True:
        stop(True)
        stops += 1
        if asyncio.run(left_open(database, one)):
            break
        stop(False)
        time.sleep(0.05)
    ended.set()
    began, served = time.monotonic(), []
    others = [threading.Thread(target=lambda p=player: served.append(p.insist(two))) for player in players]
    for thread in others:
        thread.start()
    for thread in others:
        thread.join()
    took = time.monotonic() - began
    print(f"a host is {how} inside a transaction (try {stops}): all {PLAYERS} tables served after {took:.1f} s")
    assert took < 2 * LEASE + 2, "longer than two leases, and two seconds for loading"
    stop(False)
    for thread in hurrying:
        thread.join()
    print(f"it is back: takes lines again after {max(player.insist(one) for player in players):.1f} s")
    for table, player in zip(made, players, strict=True):
        proven(database, table["table"], player)


async def left_open(database, host):
    """Whether the database waits for the rest of a transaction from a host, and nothing more comes of it."""
    asked = "SELECT pid, xact_start FROM pg_stat_activity WHERE client_addr = $1 AND state = 'idle in transaction' AND query NOT LIKE 'BEGIN%'"
    connection = await asyncpg.connect(database)
    try:
        before = await connection.fetch(asked, host.address.split("/")[2].split(":")[0])
        await asyncio.sleep(0.3)
        return before and before == await connection.fetch(asked, host.address.split("/")[2].split(":")[0])
    finally:
        await connection.close()


if __name__ == "__main__":
    main()
