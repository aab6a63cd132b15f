"""A real `ludex serve` in a process of its own, and a client that knows when it is gone."""

import http.client
import io
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

from tests.patience import LONG

GONE = (urllib.error.URLError, http.client.HTTPException, OSError, ValueError)
"""What a client may see of a server that is killed while it answers, or not there yet."""


def free_port():
    """Below the range that outgoing connections take theirs from, so that no client can sit on it while the server is dead."""
    while True:
        port = 20_000 + secrets.randbelow(10_000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port


class Server:
    """A server on a port of its own, of one process or of several workers."""

    def __init__(self, data, workers=1):
        self.port = free_port()
        self.data = data
        self.words = ["--workers", str(workers)] if workers > 1 else []
        self.process = None

    def spawn(self):
        """Start the process and wait for nothing."""
        command = [sys.executable, "-m", "ludex", "serve", "--port", str(self.port), "--data", str(self.data)]
        command += self.words
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        with (self.data.parent / f"{self.data.name}.log").open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment)

    def start(self):
        """Start it; it says where it listens as soon as it does."""
        self.spawn()
        assert b"http" in self.process.stdout.readline(), self.logged()

    def workers(self):
        """The processes of its workers."""
        asked = ["ps", "-o", "pid=", "--ppid", str(self.process.pid)]
        found = subprocess.run(asked, check=False, capture_output=True, text=True)
        return [int(one) for one in found.stdout.split()]

    def end(self, sign=signal.SIGKILL):
        """End it; how it ended."""
        self.process.send_signal(sign)
        self.process.communicate(timeout=LONG)
        return self.process.returncode

    def logged(self):
        return (self.data.parent / f"{self.data.name}.log").read_text()

    def call(self, method, path, body=None, secret=""):
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {secret}"} if secret else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LONG) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            said = error.read()
            told = urllib.error.HTTPError(error.url, error.code, error.msg, error.headers, io.BytesIO(said))
            told.add_note(f"{said.decode()}\n{self.logged()}")
            raise told from None
