"""A disk that fails, and comes back: nothing rests on what was not written, and nothing that was written is denied."""

import asyncio
import shutil
import sqlite3
import sys

import pytest
import structlog

from ludex.core.principals import HOST
from ludex.fronts.cli.logs import Lines
from ludex.store.port import Batch, Failed, TableRow
from ludex.store.sqlite import SqliteStore
from ludex.table import loading
from ludex.table.loading import load_memory
from ludex.table.writing import Broken
from ludex.text.chat import Chat
from tests.patience import until
from tests.table.test_table import dice, hearts
from tests.table.test_together import sound


class Flapping:
    """A store's `append` that fails as often as it is told, after a moment in which others go on."""

    def __init__(self, store):
        self.append, self.failures = store.append, 0
        store.append = self

    async def __call__(self, batch):
        await asyncio.sleep(0)
        if self.failures:
            self.failures -= 1
            raise Failed("no space left on device")
        await self.append(batch)


@pytest.fixture
def flapping(house):
    return Flapping(house.store)


async def test_a_failed_write_fails_everything_that_was_sent_behind_it(house, table, gm, ann, bo, flapping):
    n = table.memory.n
    flapping.failures = 1
    replies = await asyncio.gather(
        gm.line(".join cy"), gm.line(".strike cy @ann"), ann.line("hello"), bo.line(".r d20")
    )
    assert [reply.code for reply in replies] == ["store_failed"] * 4
    again = await house.open(table.id)
    assert again is not table
    assert again.memory.n == n
    assert (await Chat(again, HOST, "en").line(".join cy")).ok
    await sound(again, house)


async def test_a_write_that_nobody_waits_for_stops_the_table_too(house, table, gm, ann, flapping):
    flapping.failures = 1
    typing = asyncio.create_task(gm.line(".join cy"))
    await asyncio.sleep(0)
    typing.cancel()
    await asyncio.gather(typing, return_exceptions=True)
    await until(lambda: table.broken)
    assert (await ann.line("hello")).code == "store_failed"
    again = await house.open(table.id)
    assert "cy" not in {one.id for one in again.memory.state.duellists}
    await sound(again, house)


async def test_what_was_sent_before_the_failure_is_told_as_done(table, gm, flapping, house):
    """The same request again, while one behind it has failed: it is on disk, and is told so."""
    first = asyncio.create_task(gm.line("one", "1"))
    assert (await first).ok
    flapping.failures = 1
    failed, again = await asyncio.gather(gm.line("two", "2"), gm.line("one", "1"))
    assert (failed.code, again.code) == ("store_failed", "")


async def test_a_checkpoint_that_cannot_be_kept_denies_nothing(monkeypatch, house, table, gm):
    async def fail(*_given):
        raise OSError("read-only file system")

    monkeypatch.setattr(loading, "SPAN", 2)
    house.store.save, house.store.keep = fail, fail
    n = table.memory.n
    for word in ("one", "two", "three", "four", "five"):
        assert (await gm.line(word)).ok
    await asyncio.sleep(0)
    assert table.memory.n == n + 5
    assert not table.broken
    await table.close()
    await sound(table, house)


async def test_a_watcher_that_fails_denies_nothing_and_the_others_are_told(house, table, gm):
    told = []

    def fall_over():
        raise RuntimeError("I cannot look")

    table.watchers += [fall_over, lambda: told.append(table.memory.n)]
    assert (await gm.line("hello")).ok
    assert told == [table.memory.n]


async def test_watchers_are_told_of_a_failure_and_of_what_nobody_waited_for(house, table, gm, flapping):
    told = []
    table.watchers.append(lambda: told.append(table.broken))
    typing = asyncio.create_task(gm.line("hello"))
    await asyncio.sleep(0)
    typing.cancel()
    await asyncio.gather(typing, return_exceptions=True)
    await table.close()
    assert told == [False]
    flapping.failures = 1
    await gm.line("hello")
    assert told == [False, True]


async def test_several_steps_back_happen_together_or_not_at_all(house, table, gm, flapping):
    for name in ("cy", "dee", "eve"):
        await gm.line(f".join {name}")
    before = table.memory
    flapping.failures = 1
    assert (await gm.line(".undo 3", "once")).code == "store_failed"
    again = await house.open(table.id)
    assert again.memory == before
    chat = Chat(again, HOST, "en")
    first = await chat.line(".undo 3", "once")
    assert (first.ok, len(again.memory.state.duellists)) == (True, 2)
    await chat.line(".undo 3", "once")
    assert (await chat.line(".redo 3")).ok
    assert again.memory.state == before.state
    await sound(again, house)


async def test_the_same_request_twice_at_once_is_done_once_also_where_it_takes_its_time(house, table, gm):
    for name in ("cy", "dee", "eve"):
        await gm.line(f".join {name}")
    codes = await asyncio.gather(*(gm.line(".undo", "back") for _ in range(4)))
    assert {reply.code for reply in codes} == {""}
    assert [one.id for one in table.memory.state.duellists][-1] == "dee"
    await asyncio.gather(*(gm.line(".seal reveal", "show") for _ in range(3)))
    kinds = [s.body.split(b'"')[3] for s in await house.store.read(table.id)]
    assert kinds.count(b"revealed") == 1


async def test_what_the_gm_allows_to_take_back_is_taken_back_with_the_answer_or_not_at_all(
    house, table, gm, ann, bo, flapping
):
    assert (await gm.line(".setting trust ask")).ok
    dice(table, 5, 2)
    await ann.line(".strike bo")
    await bo.line("take")
    assert hearts(table)["bo"] == 2
    assert (await ann.line(".undo")).ok
    (act,) = table.memory.parked
    flapping.failures = 1
    assert (await gm.line(f".choose #{act} allow")).code == "store_failed"
    again = await house.open(table.id)
    assert (list(again.memory.parked), hearts(again)["bo"]) == ([act], 2)
    assert (await Chat(again, HOST, "en").line(f".choose #{act} allow", "yes")).ok
    assert (again.memory.parked, hearts(again)["bo"]) == ({}, 3)
    await sound(again, house)


async def test_nobody_is_shown_what_may_not_happen(table, gm, flapping):
    flapping.failures = 1
    typing = asyncio.create_task(gm.line(".join cy"))
    await asyncio.sleep(0)
    with pytest.raises(Broken):
        await table.on_disk()
    await typing


async def test_one_tables_trouble_is_not_anothers(house):
    """Something about one batch: whatever shares the transaction with it is written."""
    store = house.store
    for name in ("a", "b"):
        await store.create(TableRow(name, "toy", name, "2026", b""), Batch(name, 1, (b"1",)))
    outcomes = await asyncio.gather(
        store.append(Batch("a", 2, (object(),))),  # nothing that SQLite can keep
        store.append(Batch("b", 2, (b"2",))),
        store.append(Batch("a", 3, (b"3",))),
        return_exceptions=True,
    )
    assert [type(one).__name__ for one in outcomes] == ["Failed", "NoneType", "Conflict"]
    assert [s.n for s in await store.read("a")] == [1]
    assert [s.n for s in await store.read("b")] == [1, 2]


async def test_an_entry_that_is_damaged_on_disk_is_said_and_breaks_nothing_else(house, table, gm):
    await gm.line("hello")
    n = table.memory.n
    await table.retire()
    other = sqlite3.connect(house.store.path)
    with other:
        other.execute("UPDATE entries SET body = '{\"kind\":' WHERE n = ?", (n,))
        other.execute("DELETE FROM checkpoints")
    other.close()
    with pytest.raises(Exception, match="table_unreadable"):
        await house.open(table.id)
    fresh, _ = await house.demo("toy")
    assert (await Chat(fresh, HOST, "en").line("and yet")).ok


async def test_a_memory_is_never_left_with_half_a_command(monkeypatch, house, table, gm):
    """Our own fault in the middle of a command: what it had already put into the memory is gone again."""
    before = table.memory

    def fail(*_given, **_more):
        raise ZeroDivisionError

    monkeypatch.setattr("ludex.table.playing.follow", fail)
    with pytest.raises(ZeroDivisionError):
        await gm.line(".join cy")
    assert table.memory is before
    monkeypatch.undo()
    again = await load_memory(table.system, house.store, table.id)
    assert again == table.memory


async def test_everybody_is_called_or_nobody(house, table, gm, ann, flapping):
    n = table.memory.n
    flapping.failures = 1
    replies = await asyncio.gather(gm.line(".call @all"), ann.line("hello"))
    assert [reply.code for reply in replies] == ["store_failed", "store_failed"]
    found = await house.open(table.id)
    assert found.memory.n == n
    batches = []
    append, flapping.append = flapping.append, lambda batch: (batches.append(len(batch.entries)), append(batch))[1]
    replies = await asyncio.gather(Chat(found, HOST, "en").line(".call @all"), Chat(found, "player1", "en").line("hi"))
    assert all(reply.ok for reply in replies)
    assert batches == [2, 1]
    await sound(found, house)


async def test_a_database_that_is_removed_in_play_is_written_to_no_more_and_kept(tmp_path, house, table, gm):
    n = table.memory.n
    (tmp_path / "ludex.db").rename(tmp_path / "moved.db")
    refused = [await gm.line("lost?"), await gm.line("lost?")]
    assert [reply.code for reply in refused] == ["store_failed", "store_failed"]
    (tmp_path / "moved.db").rename(tmp_path / "ludex.db")  # it was a mistake
    found = await house.open(table.id)
    assert (await Chat(found, HOST, "en").line("here again")).ok
    (tmp_path / "ludex.db").unlink()
    await house.close()
    assert (await entries_of(tmp_path / "ludex.db.rescued", table.id))[-1].n == n + 1


async def test_a_write_ahead_log_that_is_removed_in_play_takes_nothing_along(tmp_path, house, table, gm):
    assert (await gm.line("first")).ok
    n = table.memory.n
    (tmp_path / "ludex.db-wal").unlink()
    assert (await gm.line("lost?")).code == "store_failed"
    shutil.copyfile(tmp_path / "ludex.db", tmp_path / "killed.db")  # as after a crash: nothing was closed
    assert (await entries_of(tmp_path / "killed.db", table.id))[-1].n == n


async def entries_of(path, table):
    store = SqliteStore(path)
    found = await store.read(table)
    await store.close()
    return found


async def test_a_log_that_cannot_be_written_stops_a_table_all_the_same(house, table, gm, flapping):
    def broken(*_given, **_named):
        raise OSError("no space left on device")

    flapping.failures = 1
    structlog.configure(processors=[broken])
    try:
        assert (await gm.line("one")).code == "store_failed"
        assert table.broken
    finally:
        structlog.reset_defaults()


class Full:
    """A stream on a disk that is full."""

    def write(self, _text):
        raise OSError(28, "No space left on device")


def test_a_line_of_the_log_that_cannot_be_written_harms_nobody(monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", Full())
        Lines().error("the disk is full")
