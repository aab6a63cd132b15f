"""Three real nodes and a real PostgreSQL: a table lives at one of them, any of them takes any request, and none of their deaths loses a word."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time

import httpx
import pytest
import websockets

from ludex.table.audit import audit, read_log, written
from ludex.table.registry import system
from tests.patience import LONG
from tests.postgres import logged

LEASE = "1.5"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Server:
    """A node as a process of its own."""

    def __init__(self, database, name):
        self.database, self.name, self.port = database, name, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.spawn()

    def start(self):
        """Start it, and wait until it answers."""
        self.spawn()
        self.answers()

    def spawn(self):
        words = ["serve", "--store", self.database, "--node", self.name, "--port", str(self.port), "--lease", LEASE]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludex", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def answers(self):
        until = time.monotonic() + LONG
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.address}/api/systems", timeout=LONG)
            except httpx.HTTPError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the node does not answer")

    def kill(self, sign=signal.SIGKILL):
        self.process.send_signal(sign)
        if sign == signal.SIGKILL:
            self.process.wait(LONG)


def started(database, *names):
    """Several nodes, which start beside one another."""
    several = [Server(database, name) for name in names]
    for one in several:
        one.answers()
    return several


@pytest.fixture
def nodes(database):
    several = started(database, "a", "b", "c")
    yield several
    for one in several:
        if one.process.poll() is None:
            one.kill()


def demo(node):
    """A table there; a node that just lost its leases to a busy machine says 503, and is asked again."""
    until = time.monotonic() + LONG
    while (reply := httpx.post(f"{node.address}/api/demos", json={"system": "boon"}, timeout=LONG)).status_code == 503:
        assert time.monotonic() < until, reply.text
        time.sleep(0.1)
    made = reply.json()
    return made["table"], made["seats"]


def say(node, secret, text, request):
    """One line at one node: whether it was acknowledged."""
    try:
        reply = httpx.post(
            f"{node.address}/api/line",
            json={"text": text, "request": request},
            headers={"Authorization": f"Bearer {secret}"},
            timeout=LONG,
            trust_env=False,  # the environment is the test runner's to change meanwhile
        )
    except httpx.HTTPError:
        return False
    return reply.status_code == 200


def insist(several, secret, text, request):
    """The same line with the same number, at one node after another, until one of them acknowledges it."""
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        for node in several:
            if say(node, secret, text, request):
                return True
        time.sleep(0.1)
    return False


def sound(database, table, acknowledged):
    """The log is whole and proves itself, and holds every acknowledged word once."""
    found, _ = asyncio.run(logged(database, table))
    assert [stored.n for stored in found] == list(range(1, len(found) + 1))
    assert audit(system("boon"), read_log([written(s.n, s.body) for s in found])).problems == ()
    said = b"\n".join(stored.body for stored in found).decode()
    assert {word: said.count(f'"{word}"') for word in acknowledged} == dict.fromkeys(acknowledged, 1)


def test_any_node_takes_any_request_and_none_of_their_deaths_loses_a_word(database, nodes):
    any_node_takes_any_request(database, nodes)
    a_live_page_at_another_node_sees_what_happens(nodes)
    killed_and_sleeping_nodes_lose_nothing(database, nodes)


def any_node_takes_any_request(database, nodes):
    table, links = demo(nodes[0])
    gm = links["gm"]
    words = [f"word {n}" for n in range(9)]
    assert all(insist([nodes[n % 3]], gm, word, f"r{n}") for n, word in enumerate(words))
    assert insist([nodes[2]], gm, words[0], "r0")  # the same again, elsewhere: done once
    page = httpx.get(f"{nodes[1].address}/t/{gm}", timeout=LONG)
    assert page.status_code == 200
    assert "<html" in page.text
    sound(database, table, words)


def a_live_page_at_another_node_sees_what_happens(nodes):
    _, links = demo(nodes[0])
    gm = links["gm"]

    async def watched():
        address = f"ws://127.0.0.1:{nodes[1].port}/t/{gm}/live"
        async with websockets.connect(address, origin=nodes[1].address) as page:
            await page.send('{"do": "hello", "id": 1, "first": 1, "seen": 0}')
            await asyncio.wait_for(page.recv(), LONG)
            assert await asyncio.to_thread(insist, [nodes[2]], gm, "something happens", "x1")
            until = time.monotonic() + LONG
            while time.monotonic() < until:
                if "something happens" in str(await asyncio.wait_for(page.recv(), LONG)):
                    return True
        return False

    assert asyncio.run(watched())


def killed_and_sleeping_nodes_lose_nothing(database, nodes):
    a, b, c = nodes
    table, links = demo(a)
    gm, words = links["gm"], []

    def on(several, count):
        for _ in range(count):
            word = f"word {len(words)}"
            assert insist(several, gm, word, f"r{len(words)}"), word
            words.append(word)

    on([a, b, c], 6)
    a.kill()
    on([b, c], 6)  # taken over within the lease
    a.start()
    on([a, b, c], 3)
    holder = asyncio.run(logged(database, table))[1]
    asleep = next(one for one in nodes if one.name == holder)
    awake = [one for one in nodes if one is not asleep]
    os.kill(asleep.process.pid, signal.SIGSTOP)
    on(awake, 6)
    os.kill(asleep.process.pid, signal.SIGCONT)
    on([asleep, *awake], 6)  # what it still believed to hold is fenced
    sound(database, table, words)


def test_a_database_that_goes_and_comes_again_loses_nothing(cluster):
    """Two nodes under load while the database is stopped in order, then ended as if its machine had failed."""
    database = cluster.database()
    nodes = started(database, "a", "b")
    ended = threading.Event()
    try:
        tables = [demo(nodes[n % 2]) for n in range(3)]
        words = [[] for _ in tables]

        def on(place):
            number = 0
            while not ended.is_set():
                number += 1
                word = f"word {place} {number}"
                if insist(nodes, tables[place][1]["gm"], word, f"r{number}"):
                    words[place].append(word)

        people = [threading.Thread(target=on, args=(place,)) for place in range(len(tables))]
        for one in people:
            one.start()
        for sign in (signal.SIGINT, signal.SIGQUIT):
            grown(words)
            cluster.end(sign)
            cluster.start()
        grown(words)  # everybody is served again, by the same nodes
        ended.set()
        for one in people:
            one.join()
        for (table, _), said in zip(tables, words, strict=True):
            sound(database, table, said)
    finally:
        ended.set()  # nobody goes on insisting behind a test that failed
        for one in nodes:
            one.kill()


def grown(words):
    """Wait until every table has taken a few more."""
    before, until = [len(said) for said in words], time.monotonic() + LONG
    while not all(len(said) >= had + 3 for said, had in zip(words, before, strict=True)):
        assert time.monotonic() < until, "a table takes nothing any more"
        time.sleep(0.05)
