"""The SQLite store."""

import sqlite3

import pytest

from ludex.store.moving import restore
from ludex.store.port import Batch, Failed, Unusable
from ludex.store.schema import MIGRATIONS, VERSION, TooNew, migrate, version_of
from ludex.store.sqlite import SqliteStore
from tests.store.suite import ROW, StoreSuite


@pytest.fixture
async def store(tmp_path):
    opened = SqliteStore(tmp_path / "ludex.db")
    yield opened
    await opened.close()


class TestSqlite(StoreSuite):
    async def test_commits_are_durable_by_setting(self, store):
        assert store._writer.execute("PRAGMA synchronous").fetchone()[0] == 2
        assert store._writer.execute("PRAGMA journal_mode").fetchone()[0] == "wal"

    async def test_a_backup_taken_during_play_can_be_restored(self, store, tmp_path):
        await store.create(ROW, Batch("t1", 1, (b"one",)))
        await store.backup(str(tmp_path / "copy.db"))
        await store.append(Batch("t1", 2, (b"two",)))
        restore(tmp_path / "copy.db", tmp_path / "elsewhere.db")
        again = SqliteStore(tmp_path / "elsewhere.db")
        assert [s.body for s in await again.read("t1")] == [b"one"]
        await again.close()

    async def test_restoring_keeps_what_was_there_beside_it(self, tmp_path):
        first = SqliteStore(tmp_path / "a.db")
        await first.create(ROW, Batch("t1", 1, (b"kept",)))
        await first.backup(str(tmp_path / "copy.db"))
        await first.append(Batch("t1", 2, (b"later",)))
        await first.close()
        restore(tmp_path / "copy.db", tmp_path / "a.db")
        before = sqlite3.connect(tmp_path / "a.db.before-restore")
        assert before.execute("SELECT count(*) FROM entries").fetchone() == (2,)
        before.close()

    def test_a_file_that_is_no_backup_is_refused_and_nothing_is_replaced(self, tmp_path):
        (tmp_path / "x.db").write_text("not a database, only words that are long enough to be read")
        (tmp_path / "live.db").write_bytes(b"live")
        with pytest.raises(Unusable, match="no database at all"):
            restore(tmp_path / "x.db", tmp_path / "live.db")
        assert (tmp_path / "live.db").read_bytes() == b"live"


async def test_an_old_database_is_brought_up_to_date_with_its_entries(tmp_path):
    old = sqlite3.connect(tmp_path / "old.db", isolation_level=None)
    MIGRATIONS[0](old)
    old.execute("PRAGMA user_version = 1")
    old.execute("INSERT INTO tables VALUES ('t1', 'toy', 'old', '2025', x'00')")
    old.execute("INSERT INTO entries VALUES ('t1', 1, 'kept')")
    old.close()
    store = SqliteStore(tmp_path / "old.db")
    assert version_of(store._writer) == VERSION
    assert [s.n for s in await store.read("t1")] == [1]
    assert await store.seat("nothing") is None
    await store.close()


def test_a_database_from_the_future_is_left_alone(tmp_path):
    connection = sqlite3.connect(tmp_path / "new.db", isolation_level=None)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(TooNew, match="upgrade"):
        migrate(connection)
    connection.close()


async def test_the_writer_survives_whatever_a_job_does(tmp_path):
    store = SqliteStore(tmp_path / "odd.db")
    await store.create(ROW, Batch("t1", 1, (b"one",)))

    def odd(_connection):
        raise RuntimeError("no such luck")

    with pytest.raises(Failed, match="no such luck"):
        await store._submit(odd)
    await store.append(Batch("t1", 2, (b"two",)))
    assert [stored.body for stored in await store.read("t1")] == [b"one", b"two"]
    await store.close()
