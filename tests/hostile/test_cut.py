"""A database that was cut short, at every page: opening says one sentence, salvaging brings out what is there, and nothing is written over."""

import asyncio
import shutil

import pytest

from ludex.store.port import Unusable
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.salvaging import salvage
from ludex.text.chat import Chat

PAGE = 4096
LINES = 40


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A database that was closed in order, and the same killed in play, with its write-ahead log."""
    folder = tmp_path_factory.mktemp("played")

    async def play():
        house = House(SqliteStore(folder / "ludex.db"))
        table, _ = await house.demo("mist")
        for number in range(LINES):
            assert (await Chat(table, "gm", "zh").line(f"word {number} {'so ' * 60}")).ok
        killed = folder / "killed"
        killed.mkdir()
        for name in ("ludex.db", "ludex.db-wal"):
            shutil.copyfile(folder / name, killed / name)
        await house.close()

    asyncio.run(play())
    return folder


def cut_at_every_page(source, folder):
    """The same database, cut short at each of its pages, one after another."""
    for pages in range((source / "ludex.db").stat().st_size // PAGE):
        one = folder / f"cut{pages}"
        one.mkdir()
        for file in source.glob("ludex.db*"):
            shutil.copyfile(file, one / file.name)
        with (one / "ludex.db").open("r+b") as cut:
            cut.truncate(pages * PAGE)
        yield one


def brought_out(one):
    """How many entries salvaging brings out of a database."""
    try:
        return sum(len(found.stored) for found in salvage(one / "ludex.db", one / "out"))
    except Unusable:
        return 0


def test_a_database_cut_at_any_page_is_one_sentence_and_gives_what_it_has(played, tmp_path):
    came = []
    for one in cut_at_every_page(played, tmp_path):
        before = (one / "ludex.db").read_bytes()
        with pytest.raises(Unusable) as refused:
            SqliteStore(one / "ludex.db")
        assert "\n" not in str(refused.value)
        came.append(brought_out(one))
        assert (one / "ludex.db").read_bytes() == before
    assert came[0] == 0
    assert came[-1] > LINES / 2
    assert max(came) <= LINES + 20


def test_with_its_write_ahead_log_beside_it_nothing_acknowledged_is_lost_or_it_is_said(played, tmp_path):
    """Killed in play, then cut: the log still holds what was written last. It opens whole, or it is one sentence."""
    for one in cut_at_every_page(played / "killed", tmp_path):
        before = {file.name: file.read_bytes() for file in one.glob("ludex.db*")}
        try:
            store = SqliteStore(one / "ludex.db")
        except Unusable:
            assert {name: (one / name).read_bytes() for name in before} == before
            continue
        asyncio.run(whole(store))


async def whole(store):
    [row] = await store.rows()
    entries = await store.read(row.id)
    await store.close()
    assert sum(b'"word ' in one.body for one in entries) == LINES
