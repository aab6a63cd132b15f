"""Databases that are damaged, cut short, empty, somebody else's or of the future: one sentence, and nothing is written over."""

import asyncio
import shutil
import sqlite3

import msgspec
import pytest

from ludex.core.principals import HOST
from ludex.fronts.cli import keep, main
from ludex.store.port import Unusable
from ludex.store.schema import VERSION
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import audit, read_log, read_pictures
from ludex.table.handouts import name_of
from ludex.table.house import House
from ludex.table.salvaging import Gap, salvage
from ludex.table.settings import Paced
from ludex.text.chat import Chat
from tests.toy import SYSTEM


@pytest.fixture
async def played(tmp_path, house, table, gm, ann):
    """A database of two tables, one of them played for a while, closed in order."""
    other, _ = await house.demo("toy", name="other")
    await Chat(other, HOST, "en").line("hello")
    for number in range(300):
        await (gm if number % 2 else ann).line(f".r d20 {'so ' * 60}")
    await house.close()
    return tmp_path / "ludex.db"


def write(path, at, garbage):
    with path.open("r+b") as file:
        file.seek(at)
        file.write(garbage)


def cut(path):
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def of_the_future(path):
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 5}")
    connection.close()


def somebody_elses(path):
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()


def without(*tables):
    def drop(path):
        connection = sqlite3.connect(path)
        for table in tables:
            connection.execute(f"DROP TABLE {table}")
        connection.close()

    return drop


DAMAGES = {
    "empty": (lambda path: path.write_bytes(b""), "empty"),
    "words": (lambda path: path.write_text("dear diary " * 100), "no database at all"),
    "short": (cut, "cut short"),
    "pages": (lambda path: write(path, 4096 * 40, b"\xff" * 4096 * 20), "damaged"),
    "roots": (lambda path: write(path, 4096, b"\xff" * 4096 * 12), "damaged"),
    "head": (lambda path: write(path, 0, b"\xff" * 4096), "no database at all"),
    "future": (of_the_future, "please upgrade Ludex"),
    "foreign": (somebody_elses, "not a database of Ludex"),
    "no links": (without("links", "states"), "has no table links, states"),
    "zeros": (lambda path: write(path, 4096 * 9, bytes(4096)), "damaged"),
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_what_cannot_be_used_is_one_sentence_and_stays_as_it_is(played, tmp_path, damage):
    make, sentence = DAMAGES[damage]
    make(played)
    before = played.read_bytes()
    for verb in (
        lambda: SqliteStore(played),
        lambda: keep.tables(data=tmp_path),
        lambda: keep.export("t", tmp_path / "x", data=tmp_path),
        lambda: keep.restore(played, data=tmp_path / "elsewhere"),
    ):
        with pytest.raises(Unusable, match=sentence) as refused:
            verb()
        assert "\n" not in str(refused.value)
        assert played.read_bytes() == before
    assert not (tmp_path / "elsewhere" / "ludex.db").exists()


async def test_what_is_no_file_is_one_sentence(tmp_path):
    (tmp_path / "ludex.db").mkdir()
    for verb in (lambda: SqliteStore(tmp_path / "ludex.db"), lambda: keep.tables(data=tmp_path)):
        with pytest.raises(Unusable, match="cannot be opened: Is a directory"):
            verb()


async def test_no_database_is_made_where_a_link_leads_nowhere(tmp_path):
    (tmp_path / "ludex.db").symlink_to(tmp_path / "unmounted" / "ludex.db")
    with pytest.raises(Unusable, match="is that disk mounted"):
        SqliteStore(tmp_path / "ludex.db")
    assert (tmp_path / "ludex.db").is_symlink()


@pytest.mark.parametrize(
    "words",
    [
        ["serve", "--data", "FILE"],
        ["backup", "NOWHERE/copy.db", "--data", "FOLDER"],
        ["export", "TABLE", "NOWHERE/log", "--data", "FOLDER"],
        ["restore", "DATABASE", "--data", "FILE"],
        ["salvage", "DATABASE", "FILE"],
    ],
    ids=lambda words: words[0],
)
async def test_a_place_that_cannot_be_written_is_one_sentence(played, tmp_path, table, words):
    (tmp_path / "file").write_text("mine")
    names = {"FILE": "file", "NOWHERE": "nowhere", "FOLDER": "", "DATABASE": "ludex.db"}
    for name, place in names.items():
        words = [word.replace(name, str(tmp_path / place)) for word in words]
    with pytest.raises(SystemExit) as ended:
        await in_thread(lambda: main([word.replace("TABLE", table.id) for word in words]))
    assert "\n" not in ended.value.code
    assert "--port" not in ended.value.code
    assert (tmp_path / "file").read_text() == "mine"


async def test_pictures_and_entries_of_the_log_beside_come_out_too(tmp_path, house, table, gm):
    picture = b"\x89PNG not really"
    await table.settle(gm.seat, Paced("step"), pictures={name_of(picture): picture})
    for end in ("", "-wal"):
        (tmp_path / "gone").mkdir(exist_ok=True)
        shutil.copyfile(tmp_path / f"ludex.db{end}", tmp_path / "gone" / f"ludex.db{end}")
    (tmp_path / "gone" / "ludex.db").unlink()
    found = await in_thread(lambda: salvage(tmp_path / "gone" / "ludex.db", tmp_path / "brought"))
    assert [len(one.stored) for one in found] == [table.memory.n]
    await house.close()
    (found,) = await in_thread(lambda: salvage(tmp_path / "ludex.db", tmp_path / "out"))
    assert found.pictures == {name_of(picture): picture}
    lines = (tmp_path / "out" / f"{table.id}.jsonl").read_bytes().splitlines()
    assert read_pictures(lines) == found.pictures
    store = SqliteStore(tmp_path / "out" / "ludex.db")
    assert await store.picture(table.id, name_of(picture)) == picture
    await store.close()


def test_the_terminal_says_it_in_one_line(tmp_path):
    (tmp_path / "ludex.db").write_bytes(b"")
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--data", str(tmp_path)])
    assert str(ended.value).startswith(f"{tmp_path / 'ludex.db'} is empty (0 bytes): ")


async def test_entries_that_are_only_in_the_log_beside_a_missing_file_are_not_thrown_away(tmp_path):
    (tmp_path / "ludex.db-wal").write_bytes(b"precious")
    with pytest.raises(Unusable, match="still holds entries"):
        SqliteStore(tmp_path / "ludex.db")
    assert (tmp_path / "ludex.db-wal").read_bytes() == b"precious"


async def test_a_damaged_database_can_be_restored_over_and_is_kept(played, tmp_path):
    keep.backup(tmp_path / "copy.db", data=tmp_path)
    write(played, 4096 * 5, b"\xff" * 4096 * 40)
    damaged = played.read_bytes()
    for _ in range(2):
        await in_thread(lambda: keep.restore(tmp_path / "copy.db", data=tmp_path))
    assert (tmp_path / "ludex.db.before-restore").read_bytes() == damaged
    assert (tmp_path / "ludex.db.before-restore-2").exists()
    store = SqliteStore(played)
    assert len(await store.rows()) == 2
    await store.close()


@pytest.mark.parametrize("damage", ["none", "short", "pages", "roots", "head", "no links", "zeros"])
async def test_what_can_be_read_is_salvaged_and_can_be_played_on(played, tmp_path, table, damage, capsys):
    if damage != "none":
        DAMAGES[damage][0](played)
    before = played.read_bytes()
    found = await in_thread(lambda: keep.salvage(played, tmp_path / "out"))
    assert found is None
    assert played.read_bytes() == before
    told = capsys.readouterr().out
    lines = (tmp_path / "out" / f"{table.id}.jsonl").read_bytes().splitlines()
    assert audit(SYSTEM, read_log(lines)).problems == ()
    assert f"{table.id}  toy: {len(lines)} entries" in told, told
    assert len(lines) == table.memory.n if damage == "none" else 0 < len(lines) <= table.memory.n
    assert ("nobody can say" in told) == (damage != "none")
    again = House(SqliteStore(tmp_path / "out" / "ludex.db"))
    reopened = await again.open(table.id)
    assert reopened.memory.n == len(lines) + 1
    assert (await Chat(reopened, HOST, "en").line(".r d20")).ok
    await again.close()


async def in_thread(run):
    """What has a loop of its own runs beside this one."""
    return await asyncio.to_thread(run)


async def test_nothing_is_salvaged_over_anything(played, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("x")
    with pytest.raises(Unusable, match="not empty"):
        keep.salvage(played, tmp_path / "out")
    played.write_text("dear diary " * 100)
    with pytest.raises(Unusable, match="nothing can be read"):
        keep.salvage(played, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def flipped(path, count):
    """Flip single bits all over a file, the first page with its header left alone."""
    body = bytearray(path.read_bytes())
    for number in range(count):
        place = 4096 + (len(body) - 4096) * (2 * number + 1) // (2 * count)
        body[place] ^= 1 << number % 8
    path.write_bytes(body)


def brought_out(out, table):
    """The numbers that came out of a table, before its first gap and behind it, and the gaps."""
    rest = out / f"{table}.rest.jsonl"
    log = read_log((out / f"{table}.jsonl").read_bytes().splitlines())
    parts = [msgspec.json.decode(line) for line in rest.read_bytes().splitlines()] if rest.exists() else []
    return (
        [line.n for line in log],
        [one["n"] for one in parts if "n" in one],
        [one["gap"] for one in parts if "gap" in one],
    )


HURT = 20
"""Pages that are damaged at most, with two entries each."""


@pytest.mark.parametrize("damage", [lambda path: flipped(path, HURT), DAMAGES["zeros"][0], DAMAGES["pages"][0]])
async def test_everything_that_can_be_read_comes_out_with_the_gaps_marked(played, tmp_path, house, table, damage):
    tables = {row.id: len(await house_log(played, row.id)) for row in await rows_of(played)}
    damage(played)
    await in_thread(lambda: salvage(played, tmp_path / "out"))
    came = {}
    for one, entries in tables.items():
        log, behind, gaps = brought_out(tmp_path / "out", one)
        missing = [n for first, last in gaps for n in range(first, last + 1)]
        assert sorted([*log, *behind, *missing]) == list(range(1, log[-1] + len(behind) + len(missing) + 1))
        came[one] = len(log) + len(behind)
        assert came[one] <= entries
    assert sum(came.values()) >= sum(tables.values()) - 2 * HURT


async def test_a_single_wrong_bit_is_mended_wherever_the_next_entry_proves_it(played, tmp_path, table):
    raw = played.read_bytes()
    place = raw.index(b"so so so", len(raw) // 2)
    write(played, place, bytes([raw[place] ^ 4]))
    found = {one.row.id: one for one in await in_thread(lambda: salvage(played, tmp_path / "out"))}
    assert len(found[table.id].mended) == 1
    assert (len(found[table.id].stored), found[table.id].rest, found[table.id].lost) == (table.memory.n, (), "")
    lines = (tmp_path / "out" / f"{table.id}.jsonl").read_bytes().splitlines()
    assert audit(SYSTEM, read_log(lines)).problems == ()


async def test_a_table_without_its_opening_comes_out_too(played, tmp_path, table):
    connection = sqlite3.connect(played)
    with connection:
        connection.execute("UPDATE entries SET body = x'00' WHERE table_id = ? AND n = 1", (table.id,))
    connection.close()
    found = {one.row.id: one for one in await in_thread(lambda: salvage(played, tmp_path / "out"))}
    assert found[table.id].rest[0] == Gap(1, 1) or found[table.id].stored  # its old page may still lie about
    assert len(found[table.id].stored) + found[table.id].behind >= table.memory.n - 1


async def house_log(path, table):
    store = SqliteStore(path)
    found = await store.read(table)
    await store.close()
    return found


async def rows_of(path):
    store = SqliteStore(path)
    found = await store.rows()
    await store.close()
    return found


async def test_a_changed_entry_ends_what_can_be_played_on_and_the_rest_comes_out_apart(played, tmp_path, table):
    connection = sqlite3.connect(played)
    with connection:
        connection.execute(
            "UPDATE entries SET body = replace(body, 'so so', 'no so') WHERE table_id = ? AND n = 100", (table.id,)
        )
    connection.close()
    await in_thread(lambda: keep.salvage(played, tmp_path / "out"))
    log, behind, gaps = brought_out(tmp_path / "out", table.id)
    assert (log[-1], behind, gaps) == (99, list(range(100, table.memory.n + 1)), [])
    assert b'"changed":true' in (tmp_path / "out" / f"{table.id}.rest.jsonl").read_bytes().splitlines()[0]
