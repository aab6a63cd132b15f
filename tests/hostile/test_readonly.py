"""The disk turns read-only in play, as a file system does that has met an error: lines are refused in words, reading goes on, nothing that
was acknowledged is lost, and with the disk back everything goes on."""

import os
import shutil
import signal
import subprocess
import sys
import urllib.error

import pytest

from tests.fronts.server import Server
from tests.patience import LONG


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=LONG)


@pytest.fixture
def disk(tmp_path):
    """A small file system of its own; skipped where nobody may mount one."""
    if os.geteuid() or not shutil.which("mkfs.ext4"):
        pytest.skip("only root mounts file systems")
    image, folder = tmp_path / "image", tmp_path / "disk"
    folder.mkdir()
    with image.open("wb") as file:
        file.truncate(24 * 1024 * 1024)
    run("mkfs.ext4", "-q", str(image))
    if run("mount", "-o", "loop", str(image), str(folder)).returncode:
        pytest.skip("mounting is not allowed here")
    yield image, folder
    run("umount", "-l", str(folder))


def typed(server, secret, text):
    """A line; its code."""
    try:
        return server.call("POST", "/api/line", {"text": text}, secret)["code"]
    except urllib.error.HTTPError as error:
        return error.read().decode()


def test_a_disk_that_turns_read_only_denies_nothing_and_takes_nothing(disk):
    image, folder = disk
    server = Server(folder / "data")
    server.start()
    secret = server.call("POST", "/api/demos", {"system": "mist"})["seats"]["gm"]
    for number in range(20):
        assert typed(server, secret, f"before {number}") == ""
    assert run("mount", "-o", "remount,abort", str(folder)).returncode == 0
    said = typed(server, secret, "while it cannot be written")
    assert "store_failed" in said, said
    assert "before 19" in str(server.call("GET", "/api/log", secret=secret))
    assert server.call("GET", "/api/view", secret=secret)
    assert "store_failed" in typed(server, secret, "and once more")
    assert server.end(signal.SIGTERM) == 0
    run("umount", str(folder))
    assert run("fsck.ext4", "-fy", str(image)).returncode in (0, 1)
    assert run("mount", "-o", "loop", str(image), str(folder)).returncode == 0
    again = Server(folder / "data")
    again.start()
    try:
        log = str(again.call("GET", "/api/log", secret=secret))
        assert all(f"before {number}" in log for number in range(20))
        assert "cannot be written" not in log
        assert "and once more" not in log
        assert typed(again, secret, "after") == ""
    finally:
        again.end(signal.SIGTERM)


def test_a_server_on_a_disk_that_cannot_be_written_says_so_in_one_sentence(disk):
    _, folder = disk
    server = Server(folder / "data")
    server.start()
    server.call("POST", "/api/demos", {"system": "mist"})
    server.end(signal.SIGTERM)
    before = (folder / "data" / "ludex.db").read_bytes()
    assert run("mount", "-o", "remount,ro", str(folder)).returncode == 0
    for words in (["serve", "--port", str(server.port)], ["tables"], ["backup", str(folder / "copy.db")]):
        told = run(sys.executable, "-m", "ludex", *words, "--data", str(folder / "data"))
        said = (told.stderr + told.stdout).strip()
        assert "Traceback" not in said, said
        assert told.returncode == 0 or len(said.splitlines()) == 1, said
    assert (folder / "data" / "ludex.db").read_bytes() == before
