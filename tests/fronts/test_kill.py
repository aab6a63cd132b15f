"""Nothing acknowledged is ever lost: a real server process is killed under load, again and again."""

import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import pytest

GONE = (urllib.error.URLError, http.client.HTTPException, OSError, ValueError)
"""What a client may see of a server that is killed while it answers, or not there yet."""

KILLS = 50
CLIENTS = 3


def free_port():
    """Below the range that outgoing connections take theirs from, so that no client can sit on it while the server is dead."""
    while True:
        port = 20_000 + secrets.randbelow(10_000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port


class Server:
    """A real `ludex serve` on a port of its own."""

    def __init__(self, data):
        self.port = free_port()
        self.data = data
        self.process = None

    def start(self):
        command = [sys.executable, "-m", "ludex", "serve", "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                self.call("GET", "/api/systems")
            except GONE:
                time.sleep(0.02)
            else:
                return
        raise AssertionError("the server did not start")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def call(self, method, path, body=None, secret=""):
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {secret}"} if secret else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)


def hammer(server, secret, acknowledged, attempted, stop):
    """Send numbered lines until the server dies; note which were acknowledged."""
    while not stop.is_set():
        mark = f"k{secrets.token_hex(6)}"
        attempted.append(mark)
        try:
            server.call("POST", "/api/line", {"text": f".r d20 {mark}"}, secret)
        except GONE:
            return
        acknowledged.append(mark)


def lines_of(server, secret):
    found, after = [], 0
    while page := server.call("GET", f"/api/log?after={after}", secret=secret):
        found += [entry["line"] for entry in page]
        after = page[-1]["n"]
    return found


@pytest.mark.process
def test_fifty_kills_lose_and_double_nothing_and_questions_still_wait(tmp_path):
    server = Server(tmp_path)
    server.start()
    secret = server.call("POST", "/api/demos", {"system": "mist", "name": "kill"})["seats"]["gm"]
    asked = park_a_question(server, secret)
    acknowledged, attempted = [], []
    for _ in range(KILLS):
        stop = threading.Event()
        before = len(acknowledged)
        clients = [
            threading.Thread(target=hammer, args=(server, secret, acknowledged, attempted, stop))
            for _ in range(CLIENTS)
        ]
        for client in clients:
            client.start()
        wanted = before + 1 + os.urandom(1)[0] % 40
        while len(acknowledged) < wanted and any(c.is_alive() for c in clients):
            time.sleep(0.001)
        server.kill()
        stop.set()
        for client in clients:
            client.join()
        server.start()
    told = lines_of(server, secret)
    marks = [line.rsplit(" ", 1)[-1] for line in told if line and line.startswith(".r d20 k")]
    assert len(marks) == len(set(marks)), "a line was applied twice"
    assert set(acknowledged) <= set(marks), "an acknowledged line was lost"
    assert set(marks) <= set(attempted)
    assert [q["act"] for q in server.call("GET", "/api/questions", secret=secret)] == [asked]
    server.kill()


def park_a_question(server, secret):
    """Let a character of the demo act until an action succeeds and asks what it buys."""
    for _ in range(40):
        server.call("POST", "/api/line", {"text": ".行动 +夜班编辑 +记者证 @林默"}, secret)
        if waiting := server.call("GET", "/api/questions", secret=secret):
            return waiting[0]["act"]
        server.call("POST", "/api/line", {"text": ".undo"}, secret)
    raise AssertionError("forty actions in a row failed")
