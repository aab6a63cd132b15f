"""Nothing acknowledged is ever lost or done twice: a real server process is killed under load, again and again.

`LUDEX_KILLS=1000` kills it a thousand times (`make soak`), and `LUDEX_TALLY` names a file that counts along.
"""

import os
import secrets
import threading
import time
import urllib.error
from pathlib import Path

import pytest

from ludex.store.opening import reading
from ludex.table.audit import audit, read_log, written
from ludex.table.registry import system
from tests.fronts.server import GONE, Server

KILLS = int(os.environ.get("LUDEX_KILLS", "9"))
BUSY = 20
"""At least so many lines are acknowledged before most kills."""


class Client(threading.Thread):
    """Somebody who types line after line, and repeats whatever got no reply, under the same number."""

    def __init__(self, server, secret, name):
        super().__init__(daemon=True)
        self.server, self.secret, self.called = server, secret, name
        self.acknowledged, self.attempted, self.repeated, self.refused = [], [], 0, []
        self.ending = threading.Event()

    def run(self):
        while not self.ending.is_set() and not self.refused:
            mark = f"{self.called} {spelled(len(self.attempted))}"
            self.attempted.append(mark)
            line = f".r d20 {mark}" if len(self.attempted) % 3 else f"so says {mark}"
            while not self.sent(line, f"{self.called}-{len(self.attempted)}") and not self.refused:
                self.repeated += 1
                time.sleep(0.02)
            self.acknowledged.append(mark)

    def sent(self, line, request):
        try:
            self.server.call("POST", "/api/line", {"text": line, "request": request}, self.secret)
        except urllib.error.HTTPError as error:
            if error.code != 429:  # too fast: wait
                self.refused.append((line, error.code, error.read().decode()))
            return False
        except GONE:
            return False
        return True


def spelled(number):
    """A number as a word that no dice are made of."""
    return "n" + "".join("aeiouy"[number // 6**place % 6] for place in range(7))


@pytest.mark.process
def test_kills_under_load_lose_and_double_nothing_and_questions_still_wait(tmp_path):
    server = Server(tmp_path / "data")
    server.start()
    made = server.call("POST", "/api/demos", {"system": "mist", "name": "kill"})
    secret = made["seats"]["gm"]
    asked = park_a_question(server, secret)
    clients = [Client(server, held, f"client{'abcd'[n]}") for n, held in enumerate(made["seats"].values())]
    for client in clients:
        client.start()
    busy = []
    for kill in range(KILLS):
        busy.append(under_load(server, clients))
        tally(kill + 1, clients)
    for client in clients:
        client.ending.set()
        client.join()
    assert [client.refused for client in clients] == [[]] * len(clients)
    told = lines_of(server, secret)
    for client in clients:
        assert client.acknowledged == client.attempted
        found = [line.rsplit(" ", 2)[-2:] for line in told if f" {client.called} " in line]
        assert [" ".join(words) for words in found] == client.attempted, "lost, doubled or out of order"
    assert sum(client.repeated for client in clients), "nobody ever had to repeat anything: this was no load"
    assert sum(count >= BUSY for count in busy) >= KILLS // 2
    assert [q["act"] for q in server.call("GET", "/api/questions", secret=secret)] == [asked]
    server.end()
    with reading(tmp_path / "data" / "ludex.db") as opened:
        lines = [written(stored.n, stored.body) for stored in opened.log(made["table"])]
    assert audit(system("mist"), read_log(lines)).problems == ()


def under_load(server, clients):
    """Let the clients type for a while, kill the server at some moment, start it again: how many lines it acknowledged."""
    before = sum(len(client.acknowledged) for client in clients)
    wanted = before + BUSY + secrets.randbelow(40)
    while (now := sum(len(client.acknowledged) for client in clients)) < wanted:
        assert not any(client.refused for client in clients), [client.refused for client in clients]
        time.sleep(0.001)
    server.end()
    if not secrets.randbelow(5):  # and once more while it is starting
        server.spawn()
        time.sleep(secrets.randbelow(1500) / 1000)
        server.end()
    server.start()
    return now - before


def lines_of(server, secret):
    found, after = [], 0
    while page := patiently(server, f"/api/log?after={after}", secret):
        found += [entry["line"] or entry["text"] for entry in page]
        after = page[-1]["n"]
    return found


def patiently(server, path, secret):
    """What an address gives, however often it says that this was too fast."""
    while True:
        try:
            return server.call("GET", path, secret=secret)
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(0.2)


def tally(kills, clients):
    """Count along in a file, if one is wanted: a run of hours can be looked at."""
    if name := os.environ.get("LUDEX_TALLY"):
        counted = {what: sum(len(getattr(client, what)) for client in clients) for what in ("acknowledged", "refused")}
        repeated = sum(client.repeated for client in clients)
        Path(name).write_text(f"{kills} kills, {counted} lines, {repeated} times repeated\n")


def park_a_question(server, secret):
    """Let a character of the demo act until an action succeeds and asks what it buys."""
    for _ in range(40):
        server.call("POST", "/api/line", {"text": ".行动 +夜班编辑 +记者证 @林默"}, secret)
        if waiting := server.call("GET", "/api/questions", secret=secret):
            return waiting[0]["act"]
        server.call("POST", "/api/line", {"text": ".undo"}, secret)
    raise AssertionError("forty actions in a row failed")
