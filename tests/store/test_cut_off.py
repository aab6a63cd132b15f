"""A node that is cut off or frozen at any step of a transaction: another takes its table, and nothing is lost, doubled or held for ever."""

import asyncio

import msgspec
import pytest

from ludex.store.leases import Elsewhere, Node
from ludex.store.port import Batch, Failed
from ludex.store.postgres import PostgresStore
from tests.postgres import Cable
from tests.store.suite import ROW

LEASE = 1.0
LONG = 20
"""Leases within which a test's table must be taken over: two do on a machine that has time."""

STEPS = 12
"""More messages than a transaction of one entry has."""


@pytest.fixture
async def other(database):
    opened = await PostgresStore(database, Node("b"), lease=LEASE).start()
    yield opened
    await opened.close()


async def taken(store, table):
    """Claim a table until it is given."""
    async with asyncio.timeout(LONG * LEASE):
        while True:
            try:
                return await store.claim(table)
            except (Elsewhere, Failed):
                await asyncio.sleep(0.05)


async def cut_off(database, other, steps, *, known):
    """One node that is cut off after so many messages of a transaction; whether it was within one."""
    cable, table = Cable(database), f"t{steps}"
    node = await PostgresStore(cable.database, Node(f"a{steps}"), lease=LEASE).start()
    try:
        await node.create(msgspec.structs.replace(ROW, id=table), Batch(table, 1, (b"one",)))
        if known:  # the statements of a transaction are known to the connection, and are not sent again
            await node.append(Batch(table, 2, (b"known",)))
        before = [s.body for s in await other.read(table)]
        cable.cut_in_transaction(steps)
        saying = asyncio.create_task(node.append(Batch(table, len(before) + 1, (b"cut",))))
        await asyncio.wait({saying}, timeout=LONG * LEASE)
        if not cable.was_cut.is_set():
            await saying
            return False
        failed = saying.exception()
        assert failed is None or isinstance(failed, Failed)
        await taken(other, table)
        found = [s.body for s in await other.read(table)]
        assert found == [*before, b"cut"] or (failed and found == before)  # what was acknowledged is there
        await other.append(Batch(table, len(found) + 1, (b"by the other",)))
        cable.mend()
        with pytest.raises(Failed):
            await node.append(Batch(table, len(found) + 2, (b"by the one before",)))
        assert [s.body for s in await other.read(table)] == [*found, b"by the other"]
        return True
    finally:
        cable.mend()
        await node.close()
        cable.remove()


@pytest.mark.parametrize("known", [False, True])
async def test_wherever_in_a_transaction_a_node_is_cut_off_another_takes_its_table(database, other, known):
    ended = await asyncio.gather(*(cut_off(database, other, steps, known=known) for steps in range(STEPS)))
    assert ended == sorted(ended, reverse=True)
    assert 5 < sum(ended) < STEPS


async def test_a_node_that_is_cut_off_outside_of_a_transaction_loses_its_table_too(database, other):
    cable = Cable(database)
    node = await PostgresStore(cable.database, Node("a"), lease=LEASE).start()
    await node.create(ROW, Batch("t1", 1, (b"one",)))
    cable.cut()
    await taken(other, "t1")
    await other.append(Batch("t1", 2, (b"two",)))
    cable.mend()
    with pytest.raises(Failed):
        await node.append(Batch("t1", 2, (b"by the one before",)))
    assert [s.body for s in await other.read("t1")] == [b"one", b"two"]
    await node.close()
    cable.remove()


async def test_a_node_whose_writer_is_stuck_lets_its_tables_go_and_takes_none_until_it_writes_again(database, other):
    """The writer waits for something that never comes, while the rest of its node is well and could hold its tables for ever."""
    node = await PostgresStore(database, Node("a"), lease=LEASE).start()
    lost, never = [], asyncio.Event()
    node.watch(lost.append)
    await node.create(ROW, Batch("t1", 1, (b"one",)))

    async def stuck(_connection):
        await never.wait()

    waiting = [asyncio.create_task(node._writer.submit(stuck)) for _ in range(2)]
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(one) for one in ended] == [Failed, Failed]
    assert "stuck" in str(ended[0])
    assert lost == ["t1"]
    assert not node.holds("t1")
    await taken(other, "t1")
    await other.append(Batch("t1", 2, (b"two",)))
    never.set()
    await node._writer.submit(lambda connection: connection.execute("SELECT 1"))  # it writes again
    with pytest.raises(Elsewhere):
        await node.claim("t1")
    await node.close()


async def test_a_writer_that_is_broken_off_answers_and_goes_on(database):
    node = await PostgresStore(database, Node("a"), lease=LEASE).start()
    await node.create(ROW, Batch("t1", 1, (b"one",)))

    async def broken_off(_connection):
        raise asyncio.CancelledError

    with pytest.raises(Failed, match="broken off"):
        await node._writer.submit(broken_off)
    await node.append(Batch("t1", 2, (b"two",)))
    assert len(await node.read("t1")) == 2
    await node.close()
