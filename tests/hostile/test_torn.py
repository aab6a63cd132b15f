"""The power goes while something is being written: the log that comes back is a whole one, with everything in it that had been acknowledged."""

import asyncio
import shutil

import pytest

from ludex.store.port import Batch
from ludex.store.sqlite import SqliteStore
from tests.store.suite import ROW

ENTRIES = 12


@pytest.fixture
async def written(tmp_path):
    """A database whose entries are all still in its write-ahead log, and how long that was after each acknowledgement."""
    store = SqliteStore(tmp_path / "live" / "ludex.db")
    log, lengths = tmp_path / "live" / "ludex.db-wal", [0]
    await store.create(ROW, Batch("t1", 1, (b"1",)))
    for n in range(2, ENTRIES + 1):
        lengths.append(log.stat().st_size)
        await store.append(Batch("t1", n, (b"%d" % n * 300,)))
    lengths.append(log.stat().st_size)
    yield tmp_path / "live", lengths
    await store.close()


async def after_a_crash(live, folder, *, keep, rubbish=b""):
    """What is there again if only so much of the log had reached the disk."""
    folder.mkdir()
    shutil.copyfile(live / "ludex.db", folder / "ludex.db")
    (folder / "ludex.db-wal").write_bytes((live / "ludex.db-wal").read_bytes()[:keep] + rubbish)
    store = SqliteStore(folder / "ludex.db")
    try:
        return [stored.n for stored in await store.read("t1")] if await store.rows() else []
    finally:
        await store.close()


async def test_wherever_the_log_was_cut_what_was_acknowledged_is_there(written, tmp_path):
    live, lengths = written
    cuts = sorted({cut for length in lengths for cut in (length, length + 1, length + 24, length + 2000)})
    for number, keep in enumerate(cut for cut in cuts if cut <= lengths[-1]):
        found = await after_a_crash(live, tmp_path / f"cut{number}", keep=keep)
        acknowledged = sum(length <= keep for length in lengths[1:])
        assert found == list(range(1, acknowledged + 1)), keep


@pytest.mark.parametrize("rubbish", [b"\0" * 4120, b"\xff" * 999, b"x"])
async def test_rubbish_behind_the_last_write_is_nothing(written, tmp_path, rubbish):
    live, lengths = written
    found = await after_a_crash(live, tmp_path / "rubbish", keep=lengths[5], rubbish=rubbish)
    assert found == [1, 2, 3, 4, 5]


async def test_what_comes_back_can_be_written_on(written, tmp_path):
    live, lengths = written
    await after_a_crash(live, tmp_path / "again", keep=lengths[3] + 100)
    store = SqliteStore(tmp_path / "again" / "ludex.db")
    await asyncio.gather(*(store.append(Batch("t1", n, (b"new",))) for n in (4, 5, 6)))
    assert [stored.n for stored in await store.read("t1")] == [1, 2, 3, 4, 5, 6]
    await store.close()
