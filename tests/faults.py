"""Three real nodes on a real PostgreSQL under load, and one fault after another, for `make soak`.

`python -m tests.faults SEED --faults 500`: a node is killed, frozen or cut off from its database, outside of a transaction and at any
step inside of one; the database is ended in order or as if its machine had failed, frozen, or ends all connections. After each fault everything
is mended and every table must take lines again. At the end every acknowledged word stands in its log once, and every log proves itself.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress

from tests.fronts.test_nodes import LEASE, Server, demo, insist, sound
from tests.patience import LONG
from tests.postgres import Cable, Cluster, program

TABLES = 4
SLOW = 5.0
"""Seconds after a fault's end from which it is told by itself."""

STEPS = 7
"""Messages of a transaction of one entry."""


class Node:
    """A node behind a cable of its own."""

    def __init__(self, database, name):
        self.cable = Cable(database)
        self.server = Server(self.cable.database, name)

    def signal(self, sign):
        os.kill(self.server.process.pid, sign)


class Trial:
    """Nodes, a database, people who insist, and what is done to them."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.cluster = Cluster()
        self.database = self.cluster.database()
        self.nodes = [Node(self.database, name) for name in "abc"]
        for node in self.nodes:
            node.server.answers()
        self.tables = [demo(self.nodes[n % 3].server) for n in range(TABLES)]
        self.words = [[] for _ in self.tables]
        self.ended = threading.Event()
        self.served = []
        for place in range(TABLES):
            threading.Thread(target=self.insist, args=(place,), daemon=True).start()

    def insist(self, place):
        servers = [node.server for node in self.nodes]
        while not self.ended.is_set():
            word = f"word {place} {len(self.words[place])}"
            if insist(servers, self.tables[place][1]["gm"], word, f"r{len(self.words[place])}"):
                self.words[place].append(word)

    def fault(self):
        """One fault, for a while, and its end."""
        kind = self.chance.choice(sorted(FAULTS))
        FAULTS[kind](self, self.chance.choice(self.nodes), self.chance.uniform(0.1, 2.5 * float(LEASE)))
        before, began = [len(said) for said in self.words], time.monotonic()
        while not all(len(said) > had for said, had in zip(self.words, before, strict=True)):
            assert time.monotonic() < began + LONG, f"after {kind} a table takes nothing any more"
            time.sleep(0.02)
        self.served.append(time.monotonic() - began)
        if self.served[-1] > SLOW:
            print(f"{kind}: all tables served again after {self.served[-1]:.1f} s", flush=True)
        return kind

    def kill(self, node, _seconds):
        node.server.kill()
        node.server.start()

    def freeze(self, node, seconds):
        node.signal(signal.SIGSTOP)
        time.sleep(seconds)
        node.signal(signal.SIGCONT)

    def cut(self, node, seconds):
        node.cable.cut()
        time.sleep(seconds)
        node.cable.mend()

    def cut_inside(self, node, seconds):
        node.cable.was_cut.clear()
        node.cable.cut_in_transaction(self.chance.randrange(STEPS))
        if node.cable.was_cut.wait(3):
            time.sleep(seconds)
        node.cable.mend()

    def freeze_inside(self, node, seconds):
        node.cable.was_cut.clear()
        node.cable.cut_in_transaction(self.chance.randrange(STEPS))
        if node.cable.was_cut.wait(3):
            node.signal(signal.SIGSTOP)
            node.cable.mend()
            time.sleep(seconds)
            node.signal(signal.SIGCONT)
        node.cable.mend()

    def end_database(self, _node, _seconds):
        self.cluster.end(self.chance.choice((signal.SIGINT, signal.SIGQUIT)))
        self.cluster.start()

    def freeze_database(self, _node, seconds):
        everybody = [self.cluster.process.pid, *children(self.cluster.process.pid)]
        for one in everybody:
            stop(one, signal.SIGSTOP)
        time.sleep(seconds)
        for one in everybody:
            stop(one, signal.SIGCONT)

    def end_connections(self, _node, _seconds):
        asked = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        subprocess.run([program("psql"), "-q", "-o", "/dev/null", self.cluster.address, "-c", asked], check=True)

    def close(self):
        self.ended.set()
        for node in self.nodes:
            node.cable.mend()
            if node.server.process.poll() is None:
                node.server.kill()
            node.cable.remove()


FAULTS = {
    "killed": Trial.kill,
    "frozen": Trial.freeze,
    "cut off": Trial.cut,
    "cut off inside a transaction": Trial.cut_inside,
    "frozen inside a transaction": Trial.freeze_inside,
    "database ended": Trial.end_database,
    "database frozen": Trial.freeze_database,
    "all connections ended": Trial.end_connections,
}


def children(process):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], check=True, capture_output=True, text=True)
    return [int(one) for one in found.stdout.split()]


def stop(process, sign):
    with suppress(ProcessLookupError):  # it has ended meanwhile
        os.kill(process, sign)


def main():
    wanted = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    wanted.add_argument("seed", type=int, nargs="?", default=0)
    wanted.add_argument("--faults", type=int, default=500)
    asked = wanted.parse_args()
    trial, met = Trial(asked.seed), Counter()
    try:
        for _ in range(asked.faults):
            met[trial.fault()] += 1
        trial.ended.set()
        time.sleep(1)
        for (table, _), said in zip(trial.tables, trial.words, strict=True):
            sound(trial.database, table, list(said))
    finally:
        trial.close()
        trial.cluster.remove()
    said, slowest = sum(map(len, trial.words)), max(trial.served)
    print(f"{sum(met.values())} faults ({', '.join(f'{n} {what}' for what, n in met.most_common())}): ", end="")
    mean = sum(trial.served) / len(trial.served)
    print(
        f"{said} words acknowledged, none lost or doubled; all tables served again after {mean:.1f} s, at most {slowest:.1f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
