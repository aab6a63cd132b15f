"""After a restore the dice are new: nobody knows them from the future that was lost, and the old ones can still be proven."""

import asyncio
import json
import sqlite3

from ludex.core.driving import Faces
from ludex.core.principals import HOST
from ludex.fronts.cli import keep
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log, written
from ludex.table.entries import Acted, Resealed, read_entry
from ludex.table.house import House
from ludex.text.chat import Chat
from tests.toy import SYSTEM


async def rolls(house, table, count):
    chat = Chat(await house.open(table), HOST, "en")
    for _ in range(count):
        assert (await chat.line(".r d20")).ok
    entries = [read_entry(stored.body) for stored in await house.store.read(table)]
    thrown = [a.faces for e in entries if isinstance(e, Acted) for a in e.answers if isinstance(a, Faces)]
    return thrown[-count:]


async def restored(tmp_path, copy):
    await asyncio.to_thread(lambda: keep.restore(copy, data=tmp_path))
    return House(SqliteStore(tmp_path / "ludex.db"))


async def test_a_restored_table_does_not_roll_its_lost_future_again(tmp_path, house, table):
    before = await rolls(house, table.id, 3)
    await house.store.backup(str(tmp_path / "copy.db"))
    lost = await rolls(house, table.id, 8)
    await house.close()
    again = await restored(tmp_path, tmp_path / "copy.db")
    fresh = await rolls(again, table.id, 8)
    assert fresh != lost
    await again.close()
    twice = await restored(tmp_path, tmp_path / "copy.db")
    assert await rolls(twice, table.id, 8) not in (lost, fresh)

    entries = [read_entry(stored.body) for stored in await twice.store.read(table.id)]
    assert [entry.why for entry in entries if isinstance(entry, Resealed)] == ["restored"]
    reopened = await twice.open(table.id)
    assert any("dice are new" in line for line in await told(reopened))
    await Chat(reopened, HOST, "en").line(".seal reveal")
    lines = [written(stored.n, stored.body) for stored in await twice.store.read(table.id)]
    found = audit(SYSTEM, read_log(lines))
    assert (found.problems, found.proven, found.rolls) == ((), 11, 11), "before and after the restore"
    assert list(await twice.store.seeds(table.id)) == []
    assert len(before) == 3
    await twice.close()


async def told(table):
    reply = await Chat(table, HOST, "en").line(".log 20")
    return reply.text.splitlines()


async def test_a_die_that_was_changed_before_a_restore_is_still_found_out(tmp_path, house, table):
    await rolls(house, table.id, 1)
    await house.close()
    copy = tmp_path / "copy.db"
    (tmp_path / "ludex.db").rename(copy)
    forge(copy)
    again = await restored(tmp_path, copy)
    await Chat(await again.open(table.id), HOST, "en").line(".seal reveal")
    lines = [written(stored.n, stored.body) for stored in await again.store.read(table.id)]
    problems = [problem.what for problem in audit(SYSTEM, read_log(lines)).problems]
    assert any("the seed gives otherwise" in what for what in problems)
    await again.close()


def forge(database):
    """Turn the last die round."""
    connection = sqlite3.connect(database)
    n, body = connection.execute(
        "SELECT n, body FROM entries WHERE CAST(body AS TEXT) LIKE '%faces%' ORDER BY n DESC"
    ).fetchone()
    entry = json.loads(body)
    entry["answers"][0]["faces"] = [21 - entry["answers"][0]["faces"][0]]
    with connection:
        connection.execute("UPDATE entries SET body = ? WHERE n = ?", (json.dumps(entry).encode(), n))
    connection.close()
