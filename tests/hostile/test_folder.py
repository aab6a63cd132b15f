"""The data folder: one house at a time, nobody else's business, and never written over."""

import asyncio
import os
import subprocess
import sys

import pytest

from ludex.fronts.cli import keep
from ludex.fronts.cli.moving import move_
from ludex.store.lock import Held, Lock
from ludex.store.port import Batch, Unusable
from ludex.store.sqlite import SqliteStore
from tests.store.suite import ROW

HOLD = """
import sys, time
from pathlib import Path
from ludex.store.lock import Lock
with Lock(Path(sys.argv[1]), "ludex serve on 127.0.0.1:8000"):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that holds the folder."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path / "data")], stdout=subprocess.PIPE)
    process.stdout.readline()
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def mode(path):
    return path.stat().st_mode & 0o777


async def made(path, *entries):
    store = SqliteStore(path)
    await store.create(ROW, Batch("t1", 1, entries))
    await store.close()


def test_whoever_comes_second_is_told_who_is_there(tmp_path, holder):
    with pytest.raises(Held) as refused, Lock(tmp_path / "data", "ludex serve"):
        pass
    for told in (
        f"process {holder.pid}",
        "ludex serve on 127.0.0.1:8000",
        "since 20",
        str(tmp_path / "data"),
        "--data",
    ):
        assert told in str(refused.value)


def test_the_lock_of_a_dead_process_is_taken_over(tmp_path, holder):
    holder.kill()
    holder.wait()
    assert (tmp_path / "data" / "ludex.lock").read_bytes()
    with Lock(tmp_path / "data", "ludex serve"):
        pass
    assert (tmp_path / "data" / "ludex.lock").read_bytes() == b""


def test_a_child_process_does_not_go_on_holding(tmp_path):
    with Lock(tmp_path, "ludex serve"):
        child = os.fork()
        if not child:
            os.execvp("sleep", ["sleep", "60"])
    try:
        with Lock(tmp_path, "ludex serve"):
            pass
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)


async def test_nothing_is_restored_under_a_server(tmp_path, holder):
    await made(tmp_path / "backup.db", b"1")
    with pytest.raises(Held, match=f"process {holder.pid}"):
        keep.restore(tmp_path / "backup.db", data=tmp_path / "data")
    assert not (tmp_path / "data" / "ludex.db").exists()


async def test_nothing_is_moved_under_a_server(tmp_path, holder):
    await made(tmp_path / "data" / "ludex.db", b"1")
    with pytest.raises(Held, match=f"process {holder.pid}"):
        move_(str(tmp_path / "data" / "ludex.db"), str(tmp_path / "moved.db"))
    assert not (tmp_path / "moved.db").exists()
    await made(tmp_path / "moved.db", b"2")
    with pytest.raises(Held, match=f"process {holder.pid}"):
        move_(str(tmp_path / "moved.db"), str(tmp_path / "data" / "ludex.db"))


async def test_a_table_that_there_is_not_is_not_moved(tmp_path):
    await made(tmp_path / "ludex.db", b"1")
    with pytest.raises(SystemExit, match="there is no table nosuch in"):
        await asyncio.to_thread(move_, str(tmp_path / "ludex.db"), str(tmp_path / "moved.db"), "nosuch")


async def test_what_holds_secrets_is_its_owners_alone(tmp_path):
    data = tmp_path / "new" / "data"
    os.umask(0o000)
    try:
        store = SqliteStore(data / "ludex.db")
        await store.create(ROW, Batch("t1", 1, (b'{"x":1}',)))
        with Lock(data, "test"):
            assert {path.name: mode(path) for path in data.iterdir()} == {
                "ludex.db": 0o600,
                "ludex.db-wal": 0o600,
                "ludex.db-shm": 0o600,
                "ludex.lock": 0o600,
            }
        assert mode(data) == 0o700
        await store.backup(str(tmp_path / "copy.db"))
        await store.close()
        keep.export("t1", tmp_path / "log.jsonl", data=data)
        assert (mode(tmp_path / "copy.db"), mode(tmp_path / "log.jsonl")) == (0o600, 0o600)
    finally:
        os.umask(0o022)


async def test_a_database_that_others_could_read_is_closed_to_them(tmp_path):
    await made(tmp_path / "ludex.db", b"1")
    (tmp_path / "ludex.db").chmod(0o644)
    store = SqliteStore(tmp_path / "ludex.db")
    await store.close()
    assert mode(tmp_path / "ludex.db") == 0o600


async def test_a_store_that_is_closed_is_one_file(tmp_path):
    store = SqliteStore(tmp_path / "ludex.db")
    await store.create(ROW, Batch("t1", 1, tuple(b"x" * 900 for _ in range(500))))
    assert (tmp_path / "ludex.db-wal").stat().st_size
    await store.close()
    assert [path.name for path in tmp_path.iterdir()] == ["ludex.db"]


async def test_no_backup_is_written_over(tmp_path):
    await made(tmp_path / "data" / "ludex.db", b"1")
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(SystemExit, match="there already"):
        keep.backup(tmp_path / "copy.db", data=tmp_path / "data")
    assert (tmp_path / "copy.db").read_text() == "mine"


@pytest.mark.parametrize(
    "verb",
    [
        keep.tables,
        lambda data: keep.backup(data / "copy.db", data=data),
        lambda data: keep.export("t1", data / "x", data=data),
    ],
)
def test_looking_for_tables_makes_none(tmp_path, verb):
    with pytest.raises(Unusable, match="there is no database"):
        verb(data=tmp_path / "data")
    assert not (tmp_path / "data").exists()
