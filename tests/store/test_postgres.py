"""The PostgreSQL store: what every store does, leases with their fence, and tables that move between stores."""

import asyncio
import socket

import msgspec
import pytest

from ludex.fronts.cli.app import main
from ludex.store import postgres_schema
from ludex.store.leases import Elsewhere, Fenced, Node
from ludex.store.moving import move
from ludex.store.opening import reading
from ludex.store.port import Batch, Failed, Unusable
from ludex.store.postgres import PostgresStore
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log, read_pictures, written
from ludex.table.handouts import name_of
from ludex.table.house import House
from ludex.table.writing import Broken
from ludex.text.chat import Chat
from tests.patience import LONG, until
from tests.store.suite import ROW, StoreSuite
from tests.toy import SYSTEM


@pytest.fixture
async def store(database):
    opened = await PostgresStore(database, Node("a")).start()
    yield opened
    await opened.close()


@pytest.fixture
async def other(database, store):
    opened = await PostgresStore(database, Node("b", "http://b"), lease=0.6).start()
    yield opened
    await opened.close()


async def claimed(store, table):
    """Hold a table as soon as its lease is over."""
    async with asyncio.timeout(LONG):
        while True:
            try:
                return await store.claim(table)
            except Elsewhere:
                await asyncio.sleep(0.05)


class TestPostgres(StoreSuite):
    async def test_a_second_node_finds_the_same_log(self, store, other):
        await store.create(ROW, Batch("t1", 1, (b"one",), {"h": "gm"}))
        assert [s.body for s in await other.read("t1")] == [b"one"]
        assert await other.seat("h") == ("t1", "gm")

    async def test_a_machine_that_is_gone_is_noticed_on_both_sides(self, other):
        """The wait for what nobody will ever acknowledge ends within a lease, not after a quarter of an hour."""
        (row,) = await other.all("SELECT current_setting('tcp_user_timeout') AS told")
        assert row["told"] == "600"
        for pool in other._pools:
            async with pool.acquire() as connection:
                near = connection._con._transport.get_extra_info("socket")
                assert near.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 600
                assert near.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)

    async def test_a_table_lives_at_one_node(self, store, other):
        await store.create(ROW, Batch("t1", 1, (b"one",)))
        with pytest.raises(Elsewhere) as refused:
            await other.claim("t1")
        assert refused.value.holder.name == "a"
        assert (await other.holder("t1")).name == "a"
        await store.release("t1")
        await other.claim("t1")
        assert (await store.holder("t1")).address == "http://b"

    async def test_a_node_that_slept_past_its_lease_is_fenced(self, store, other):
        await other.create(ROW, Batch("t1", 1, (b"one",)))
        other._prolonging.cancel()  # it prolongs nothing any more, as if it slept
        await claimed(store, "t1")
        await store.append(Batch("t1", 2, (b"by the new holder",)))
        with pytest.raises(Fenced):
            await other.append(Batch("t1", 3, (b"by the old one",)))
        assert [s.body for s in await store.read("t1")] == [b"one", b"by the new holder"]
        assert not other.holds("t1")

    async def test_a_lease_is_prolonged_while_its_node_lives(self, store, database):
        other = await PostgresStore(database, Node("b"), lease=9).start()
        await other.create(ROW, Batch("t1", 1, (b"one",)))
        first = other._until["t1"]
        await until(lambda: other._until.get("t1", first) > first)
        assert other.holds("t1")
        with pytest.raises(Elsewhere):
            await store.claim("t1")
        await other.close()

    async def test_a_table_that_is_held_no_longer_is_loaded_again_and_the_one_before_writes_nothing(self, database):
        """Its lease ran out and was taken again by the same node: whoever still has the old table at hand must ask for it anew."""
        mine = await PostgresStore(database, Node("a")).start()
        house = House(mine)
        before, _ = await house.demo("mist")
        mine._until.clear()  # as if it had slept past its lease
        again = await house.open(before.id)
        assert again is not before
        with pytest.raises(Broken):
            await before.say(before.seat("gm"), "from the one before")
        await again.say(again.seat("gm"), "from the new one")
        await house.close()

    async def test_the_schema_is_brought_up_to_date_by_several_at_once(self, database):
        nodes = await asyncio.gather(*(PostgresStore(database, Node(f"n{i}")).start() for i in range(4)))
        assert [await node.rows() for node in nodes] == [[], [], [], []]
        await asyncio.gather(*(node.close() for node in nodes))

    async def test_a_node_of_the_version_before_plays_on_while_a_newer_one_brings_the_schema_up(
        self, database, monkeypatch
    ):
        monkeypatch.setattr(postgres_schema, "VERSION", 1)
        older = await PostgresStore(database, Node("older")).start()
        await older.create(ROW, Batch("t1", 1, (b"one",)))
        monkeypatch.undo()
        newer = await PostgresStore(database, Node("newer")).start()
        await older.append(Batch("t1", 2, (b"two",)))
        await older.close()  # it goes, and gives its tables back
        await newer.append(Batch("t1", 3, (b"three",)))
        assert [s.body for s in await newer.read("t1")] == [b"one", b"two", b"three"]
        await newer.close()
        monkeypatch.setattr(postgres_schema, "VERSION", 1)
        with pytest.raises(Unusable, match="upgrade"):
            await PostgresStore(database, Node("older")).start()

    async def test_a_batch_that_nobody_foresaw_fails_alone_and_the_writer_lives_on(self, store):
        await store.create(ROW, Batch("t1", 1, (b"one",)))
        await store.create(msgspec.structs.replace(ROW, id="t2"), Batch("t2", 1, (b"one",)))
        odd, usual = Batch("t1", 2, (b"two",), links=None), Batch("t2", 2, (b"two",))
        ended = await asyncio.gather(store.append(odd), store.append(usual), return_exceptions=True)
        assert [type(one) for one in ended] == [Failed, type(None)]
        await asyncio.wait_for(store.append(Batch("t1", 2, (b"two",))), LONG)
        assert [s.body for s in await store.read("t1")] == [b"one", b"two"]

    async def test_a_backup_is_a_file_that_sqlite_reads(self, store, tmp_path):
        await store.create(ROW, Batch("t1", 1, (b"one",), {"h": "gm"}))
        await store.backup(str(tmp_path / "copy.db"))
        again = SqliteStore(tmp_path / "copy.db")
        assert [s.body for s in await again.read("t1")] == [b"one"]
        await again.close()


async def test_a_database_that_is_not_there_is_told_in_a_sentence():
    with pytest.raises(Unusable, match="cannot be reached"):
        await PostgresStore("postgresql://ludex@127.0.0.1:1/none", Node("a")).start()


async def test_a_table_moves_to_and_fro_with_its_chain_and_its_dice(store, tmp_path, monkeypatch):
    monkeypatch.setattr("ludex.table.house.find_system", lambda _: SYSTEM)
    first = SqliteStore(tmp_path / "a.db")
    house = House(first)
    table, links = await house.demo("toy")
    gm = Chat(table, "gm", "en")
    assert (await gm.line(".r 3d6")).ok
    assert await move(first, store) == [table.id]
    second = SqliteStore(tmp_path / "b.db")
    assert await move(store, second) == [table.id]
    assert await move(store, second) == []
    assert [s.body for s in await second.read(table.id)] == [s.body for s in await first.read(table.id)]
    assert await second.row(table.id) == await first.row(table.id)
    log = [written(s.n, s.body) for s in await second.read(table.id)]
    assert audit(SYSTEM, read_log(log)).problems == ()
    here = House(store)
    again, seat = await here.enter(links["gm"])
    assert (await Chat(again, seat.id, "en").line(".r d6")).ok
    await house.close()
    await second.close()


def test_tables_move_by_the_command_line(database, tmp_path, capsys):
    file = tmp_path / "a.db"

    async def made():
        house = House(SqliteStore(file))
        table, _ = await house.demo("boon")
        await house.close()
        return table.id

    table = asyncio.run(made())
    for words in ([str(file), database], [database, str(tmp_path / "b.db"), table]):
        with pytest.raises(SystemExit) as ended:
            main(["move", *words])
        assert ended.value.code == 0
    assert capsys.readouterr().out.count("1 tables moved") == 2
    with pytest.raises(SystemExit, match="there is no database"):
        main(["move", str(tmp_path / "none.db"), database])


PICTURE = b"\x89PNG of a handout"


def test_a_shared_database_is_listed_exported_and_backed_up_by_the_command_line(database, tmp_path, capsys):
    async def made():
        house = House(await PostgresStore(database, Node("one")).start())
        table, _ = await house.demo("boon")
        chat = Chat(table, "gm")
        await chat.line(".r 3d6")
        await table.store.append(Batch(table.id, table.memory.n + 1, (), pictures={name_of(PICTURE): PICTURE}))
        await house.close()
        return table.id

    table, log, copied = asyncio.run(made()), tmp_path / "log.jsonl", tmp_path / "copy.db"
    shared = ["--store", database]
    for words in (
        ["tables", *shared],
        ["export", table, str(log), *shared],
        ["verify", str(log)],
        ["backup", str(copied), *shared],
    ):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert not ended.value.code, words
    told = capsys.readouterr().out
    assert table in told
    assert "0 problems" in told
    assert read_pictures(log.read_bytes().splitlines()) == {name_of(PICTURE): PICTURE}
    with reading(copied) as opened:
        assert opened.log(table)
    with pytest.raises(SystemExit, match="there is no table"):
        main(["export", "nobody", str(log), *shared])
