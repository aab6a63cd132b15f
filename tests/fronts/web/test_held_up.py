"""A system that never comes back holds up nobody: what the server's loop worked on it, on a server as it is served."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.fronts.web.test_broken import SOUND
from tests.kit.installing import written
from tests.patience import LONG

ENDLESS = SOUND.replace("    await kit.happen(", "    while True:\n        pass\n    await kit.happen(")
BLIND = SOUND.replace("    demo=demo\n)", "    demo=demo, look=endless\n)").replace(
    "demo=demo\n)", "demo=demo, look=endless\n)"
)
WORK = 0.25
"""Seconds of work after which a loop is stopped."""


def asked(address, path, secret="", **body):
    """The answer of a server, and its status."""
    head = {"content-type": "application/json", **({"authorization": f"Bearer {secret}"} if secret else {})}
    request = urllib.request.Request(f"{address}{path}", json.dumps(body).encode() if body else None, head)
    try:
        with urllib.request.urlopen(request, timeout=LONG) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def worked(process):
    """Seconds that a processor has worked on the loop of a process: its first thread. How busy the machine is makes no difference."""
    told = Path(f"/proc/{process}/task/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture
def served(tmp_path):
    """A server in a process of its own with a system that is given; its address and its process come back."""
    running = []

    def serve(text):
        written(tmp_path / "site", "frail", "frail")
        (tmp_path / "site" / "frail").mkdir()
        (tmp_path / "site" / "frail" / "__init__.py").write_text(text, "utf-8")
        places = [str(tmp_path / "site"), *(place for place in sys.path if place)]
        environment = {**os.environ, "LUDEX_DATA": str(tmp_path / "data"), "PYTHONPATH": os.pathsep.join(places)}
        command = [sys.executable, "-u", "-m", "ludex", "serve", "--port", "0"]
        server = subprocess.Popen(command, cwd=tmp_path, env=environment, text=True, stdout=subprocess.PIPE)
        running.append(server)
        return re.search(r"http://[\w.:]+", server.stdout.readline())[0], server.pid

    yield serve
    for server in running:
        server.terminate()
        server.communicate(timeout=LONG)


@pytest.mark.process
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="nobody says what a thread has worked")
@pytest.mark.parametrize(
    ("text", "path", "body"), [(ENDLESS, "/api/line", {"text": ".sigh"}), (BLIND, "/api/view", {})]
)
def test_what_never_comes_back_is_stopped_within_a_quarter_of_a_second_of_work(served, text, path, body):
    address, process = served(text)
    table = asked(address, "/api/demos", system="frail")[1]
    before = worked(process)
    status, said = asked(address, path, table["seats"]["安"], **body)
    assert status == 503, said
    assert "TookTooLong" in json.dumps(said)
    assert worked(process) - before < WORK * 4
