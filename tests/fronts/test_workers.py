"""Several workers of one server on one database file: one address, a table at one of them, and none of their deaths loses or doubles a word.

`LUDEX_WORKER_KILLS=1000` kills so many (`make soak`), and `LUDEX_TALLY` names a file that counts along.
"""

import asyncio
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import websockets

from ludex.fronts.web.gate.relay import Relay
from ludex.store.leases import Node
from ludex.store.opening import reading
from ludex.store.workers import Crew
from ludex.table.audit import audit, read_log, written
from ludex.table.registry import system
from tests.fronts.bots.qq import QQ
from tests.fronts.bots.test_socket import BotServer
from tests.fronts.server import GONE, Server
from tests.fronts.test_kill import Client, lines_of
from tests.fronts.test_nodes import insist
from tests.postgres import logged

pytestmark = pytest.mark.process

KILLS = int(os.environ.get("LUDEX_WORKER_KILLS", "24"))
WORKERS, TABLES = 3, 4


def place_of(table, count):
    """Where a table lives."""
    return Crew(tuple(Node(str(n)) for n in range(count)), "").place_of(table)


def spread(server, count, least=2):
    """Tables that live at several workers: the workers that take requests make them at their own."""
    made = [server.call("POST", "/api/demos", {"system": "mist"}) for _ in range(TABLES)]
    while len({place_of(one["table"], count) for one in made}) < least:
        made.append(server.call("POST", "/api/demos", {"system": "mist"}))
    return made


@pytest.fixture
def served(tmp_path):
    server = Server(tmp_path / "data", workers=WORKERS)
    server.start()
    yield server
    if server.process.poll() is None:
        server.end(signal.SIGTERM)


def test_single_workers_are_killed_under_load_and_nothing_is_lost_or_doubled(served, tmp_path):
    made = spread(served, WORKERS)
    clients = [Client(served, one["seats"]["gm"], f"client{'abcdefghijkl'[n]}") for n, one in enumerate(made)]
    for client in clients:
        client.start()
    away = [one_dies(served, clients, kill) for kill in range(KILLS)]
    for client in clients:
        client.ending.set()
        client.join()
    assert [client.refused for client in clients] == [[]] * len(clients)
    assert sum(client.repeated for client in clients), "nobody ever had to repeat anything: this was no load"
    for client, one in zip(clients, made, strict=True):
        told = lines_of(served, one["seats"]["gm"])
        found = [line.rsplit(" ", 2)[-2:] for line in told if f" {client.called} " in line]
        assert [" ".join(words) for words in found] == client.attempted, "lost, doubled or out of order"
    assert served.end(signal.SIGTERM) == 0
    sound(tmp_path / "data" / "ludex.db", [one["table"] for one in made])
    tally(KILLS, clients, away)


def one_dies(server, clients, kill):
    """Kill a worker while everybody types; the seconds until every table has taken a line again."""
    before = [len(client.acknowledged) for client in clients]
    wanted = sum(before) + 10 + random.randrange(20)
    while sum(len(client.acknowledged) for client in clients) < wanted:
        check_served(server, clients)
    workers = server.workers()
    os.kill(random.choice(workers), signal.SIGKILL)
    before, began = [len(client.acknowledged) for client in clients], time.monotonic()
    while not all(len(client.acknowledged) > had + 1 for client, had in zip(clients, before, strict=True)):
        check_served(server, clients)
    tally(kill + 1, clients, [time.monotonic() - began])
    return time.monotonic() - began


def check_served(server, clients):
    assert server.process.poll() is None, server.logged()
    assert not any(client.refused for client in clients), [client.refused for client in clients]
    time.sleep(0.002)


def tally(kills, clients, away):
    if name := os.environ.get("LUDEX_TALLY"):
        said, repeated = (sum(one) for one in zip(*((len(c.acknowledged), c.repeated) for c in clients), strict=True))
        served = f"every table served again after {sum(away) / len(away):.2f} s, at most {max(away):.2f} s"
        Path(name).write_text(f"{kills} workers killed, {said} lines, {repeated} times repeated; {served}\n")


def sound(database, tables):
    with reading(database) as opened:
        for table in tables:
            lines = [written(stored.n, stored.body) for stored in opened.log(table)]
            assert audit(system("mist"), read_log(lines)).problems == ()


def test_the_server_is_killed_and_started_again_at_once(served):
    """Its workers go with it: the folder and the port are free for the next one."""
    seat = served.call("POST", "/api/demos", {"system": "mist"})["seats"]["gm"]
    for number in range(3):
        served.call("POST", "/api/line", {"text": f"word {number}", "request": f"r{number}"}, seat)
        left = served.workers()
        served.end()
        while any(Path(f"/proc/{one}").exists() for one in left):
            time.sleep(0.005)
        served.start()
    assert [line for line in lines_of(served, seat) if "word" in line] == ["word 0", "word 1", "word 2"]


def test_a_worker_that_ends_in_order_is_replaced(served):
    seat = served.call("POST", "/api/demos", {"system": "mist"})["seats"]["gm"]
    before = served.workers()
    os.kill(before[0], signal.SIGTERM)
    while before[0] in (now := served.workers()) or len(now) < WORKERS:
        time.sleep(0.01)
    assert served.call("POST", "/api/line", {"text": "hello"}, seat)["n"]


def test_a_worker_that_is_killed_again_and_again_is_replaced_every_time(served):
    """As soon as another one stands at its place, whether it listens already or not: the server does not take that for a failed start."""
    seat = served.call("POST", "/api/demos", {"system": "mist"})["seats"]["gm"]
    for _ in range(8):
        left = served.workers()
        os.kill(left[-1], signal.SIGKILL)
        while left[-1] in (now := served.workers()) or len(now) < WORKERS:
            assert served.process.poll() is None, served.logged()
    assert served.call("POST", "/api/line", {"text": "hello"}, seat)["n"]


def test_live_pages_of_all_tables_hear_what_happens_wherever_they_connect(served):
    made = spread(served, WORKERS)

    async def heard(one):
        address = f"ws://127.0.0.1:{served.port}/t/{one['seats']['gm']}/live"
        async with websockets.connect(address, origin=f"http://127.0.0.1:{served.port}") as page:
            await page.send('{"do": "hello", "id": 1, "first": 1, "seen": 0}')
            other = list(one["seats"].values())[1]
            await asyncio.to_thread(served.call, "POST", "/api/line", {"text": f"at {one['table']}"}, other)
            while f"at {one['table']}" not in str(await page.recv()):
                pass

    async def all_of_them():
        await asyncio.gather(*(heard(one) for one in made))

    asyncio.run(all_of_them())


def test_one_connection_asks_about_tables_of_all_workers(served):
    """As a proxy does that keeps its connections: each request goes to its table's worker, also one that is too long to be handed over."""
    made = spread(served, WORKERS)
    kept = http.client.HTTPConnection("127.0.0.1", served.port)
    for number in range(12):
        one = made[number % len(made)]
        assert said(kept, one, f"word {number}")["n"]
    for one in made:
        refused = said(kept, one, "x" * 200_000)  # longer than what goes over with a connection
        assert refused["code"] == "http_413", refused
    kept.close()
    for place, one in enumerate(made):
        lines = [line for line in lines_of(served, one["seats"]["gm"]) if line.startswith("word")]
        assert lines == [f"word {n}" for n in range(12) if n % len(made) == place]


def said(connection, one, text):
    headers = {"content-type": "application/json", "authorization": f"Bearer {one['seats']['gm']}"}
    connection.request("POST", "/api/line", json.dumps({"text": text}), headers)
    return json.loads(connection.getresponse().read())


def test_requests_that_come_all_at_once_are_answered_in_order(served):
    """Requests about tables of several workers in one piece: the first takes the connection along, the others are passed on from there."""
    made = spread(served, WORKERS)
    asked = [f"GET /t/{one['seats']['gm']} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" for one in made]
    asked[-1] = asked[-1].replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
    with socket.create_connection(("127.0.0.1", served.port)) as all_at_once:
        all_at_once.sendall("".join(asked).encode())
        got = b""
        while piece := all_at_once.recv(1 << 16):
            got += piece
    assert re.findall(rb"HTTP/1.1 (\d+)", got) == [b"200"] * len(made)


def test_a_file_of_one_process_is_served_by_workers_and_goes_back(tmp_path):
    words, made = [], None
    for workers in (1, 3, 2, 1):
        server = Server(tmp_path / "data", workers=workers)
        server.start()
        made = made or server.call("POST", "/api/demos", {"system": "mist"})
        words.append(f"with {workers} after {len(words)}")
        server.call("POST", "/api/line", {"text": words[-1]}, made["seats"]["gm"])
        assert server.end(signal.SIGTERM) == 0
        assert "Traceback" not in server.logged(), server.logged()[-3000:]
    with reading(tmp_path / "data" / "ludex.db") as opened:
        log = b"\n".join(stored.body for stored in opened.log(made["table"])).decode()
    assert [log.count(f'"{word}"') for word in words] == [1] * len(words)


def test_backup_doctor_tables_and_export_see_all_workers(served, tmp_path):
    made = spread(served, WORKERS)

    def ludex(*words):
        command = [sys.executable, "-m", "ludex", *words, "--data", str(served.data)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    assert all(one["table"] in ludex("tables") for one in made)
    assert f"the logs of {len(made)} tables are whole" in (found := ludex("doctor"))
    assert f"{WORKERS} workers" in found
    ludex("backup", str(tmp_path / "copy.db"), "--check")
    with reading(tmp_path / "copy.db") as opened:
        assert {row.id for row in opened.rows()} == {one["table"] for one in made}
    ludex("export", made[0]["table"], str(tmp_path / "log.jsonl"))
    verified = subprocess.run(
        [sys.executable, "-m", "ludex", "verify", str(tmp_path / "log.jsonl")], check=False, capture_output=True
    )
    assert verified.returncode == 0, verified.stdout


def test_workers_that_cannot_start_are_given_up_in_words(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "ludex.turn").mkdir()  # no file that could be locked
    server = Server(data, workers=2)
    server.spawn()
    server.process.communicate()
    assert server.process.returncode == 1
    assert "the workers do not start" in server.logged()


def test_workers_of_a_shared_database_are_nodes(database):
    """Each has its lease and its own port; a table of one that was killed is served again when its lease is over."""
    server = Nodes(database)
    server.start()
    try:
        made = spread(server, 1, least=1)
        for number, one in enumerate(made):
            insist([server], one["seats"]["gm"], f"before {number}", f"b{number}")
        os.kill(server.workers()[0], signal.SIGKILL)
        for number, one in enumerate(made):
            assert insist([server], one["seats"]["gm"], f"after {number}", f"a{number}")
        for number, one in enumerate(made):
            found = b"\n".join(stored.body for stored in asyncio.run(logged(database, one["table"]))[0]).decode()
            assert [found.count(f'"{when} {number}"') for when in ("before", "after")] == [1, 1]
    finally:
        server.end(signal.SIGTERM)


class Nodes(Server):
    """A server of two workers on a shared database."""

    def __init__(self, database):
        super().__init__(None)
        self.database, self.address = database, f"http://127.0.0.1:{self.port}"

    def spawn(self):
        words = ["serve", "--store", self.database, "--port", str(self.port), "--workers", "2", "--lease", "1.5"]
        self.process = subprocess.Popen([sys.executable, "-m", "ludex", *words], stdout=subprocess.PIPE)

    def logged(self):
        return ""


async def test_who_was_passed_on_for_is_believed_of_neighbours_alone():
    came = []

    async def app(scope, _receive, _send):
        came.append(scope["client"][0])

    relay = Relay(app, None, "the key")
    for key in (b"the key", b"guessed", b""):
        headers = [(b"x-ludex-relayed", key), (b"x-ludex-relayed-for", b"10.1.2.3")]
        await relay({"type": "http", "path": "/", "headers": headers, "client": ("127.0.0.1", 1)}, None, None)
    assert came == ["10.1.2.3", "127.0.0.1", "127.0.0.1"]
    await relay.close()


async def test_a_group_plays_at_a_table_of_another_worker(tmp_path):
    """The platform is connected to the first worker; the table lives at another, is linked by a code, and both die once."""
    server = BotServer(tmp_path / "data", workers=2)
    server.settings = "gap = 0.0\npictures = 'off'\n"
    await asyncio.to_thread(server.start)
    qq = QQ()
    try:
        await qq.call(server.address)
        made = {"table": ""}
        while place_of(made["table"], 2) != 1:
            made = await asyncio.to_thread(server.call, "POST", "/api/demos", {"system": "boon"})
        gm = made["seats"]["gm"]
        told = await asyncio.to_thread(server.call, "POST", "/api/line", {"text": ".code"}, gm)
        code = re.search(r"\b[A-Z0-9]{8}\b", told["text"])[0]
        await qq.answer(1, f".link {code}", 7001, wanted="这个群现在玩", card="老周")
        await qq.answer(1, ".r 3d6 从这里", 7001, wanted="3d6")
        since = len(qq.said)
        await asyncio.to_thread(server.call, "POST", "/api/line", {"text": "网页上的人说话"}, gm)
        await qq.until(lambda: "网页上的人说话" in qq.text(7001, since))
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        await qq.hang_up()
        await connected_again(qq, server)
        await qq.answer(1, ".r 1d4 还在", 7001, wanted="1d4")
    finally:
        await qq.close()
        server.end(signal.SIGTERM)


async def connected_again(qq, server):
    """The platform connects again, as soon as there is somebody to connect to."""
    while True:
        try:
            return await qq.call(server.address)
        except (*GONE, websockets.WebSocketException):
            await asyncio.sleep(0.05)
