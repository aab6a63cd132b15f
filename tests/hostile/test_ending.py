"""A server that is told to end closes in order: what is under way is finished, checkpoints are kept, the database is one file."""

import signal
import sqlite3
import threading
import time

import pytest

from tests.fronts.server import GONE, Server
from tests.patience import LONG


@pytest.mark.process
@pytest.mark.parametrize(
    "signs", [[signal.SIGTERM], [signal.SIGINT] * 2, [signal.SIGHUP, signal.SIGTERM, signal.SIGHUP]], ids=str
)
def test_a_server_that_is_told_to_end_closes_in_order(tmp_path, signs):
    server = Server(tmp_path / "data")
    server.start()
    made = server.call("POST", "/api/demos", {"system": "mist", "name": "ending"})
    acknowledged = []

    def type_on():
        while True:
            try:
                acknowledged.append(server.call("POST", "/api/line", {"text": "hello"}, made["seats"]["gm"])["n"])
            except GONE:
                return

    typing = threading.Thread(target=type_on)
    typing.start()
    while len(acknowledged) < 30:
        assert typing.is_alive()
    for sign in signs[1:]:  # somebody who is in a hurry
        server.process.send_signal(sign)
        time.sleep(0.05)
    assert server.end(signs[0]) == 0
    typing.join()
    assert [path.name for path in sorted((tmp_path / "data").iterdir())] == ["ludex.db", "ludex.lock"]
    assert (tmp_path / "data" / "ludex.lock").read_bytes() == b""
    connection = sqlite3.connect(tmp_path / "data" / "ludex.db")
    (last,) = connection.execute("SELECT MAX(n) FROM entries").fetchone()
    (kept,) = connection.execute("SELECT n FROM checkpoints").fetchone()
    connection.close()
    assert kept == last >= acknowledged[-1]
    assert "closed" in server.logged()
    assert "rror" not in server.logged()


@pytest.mark.process
def test_two_servers_on_one_folder_are_one_too_many(tmp_path):
    first, second = Server(tmp_path / "data"), Server(tmp_path / "data")
    first.start()
    second.spawn()
    second.process.communicate(timeout=LONG)
    assert second.process.returncode == 1
    assert f"is in use (ludex serve on 127.0.0.1:{first.port}, process {first.process.pid} on" in first.logged()
    first.end(signal.SIGKILL)
    second.start()
    assert "lock_taken_over" in second.logged()
    assert second.end(signal.SIGTERM) == 0
