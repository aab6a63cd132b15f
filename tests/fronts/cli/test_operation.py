"""What keeps a server running: the doctor, and backups that do not pile up."""

import asyncio
import socket
import sqlite3
from contextlib import closing

import pytest

from ludex.fronts.cli.app import main
from ludex.store.lock import Lock
from ludex.store.opening import reading
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat


def run(*words):
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return ended.value.code


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def made(folder):
    async def opened():
        await SqliteStore(folder / "ludex.db").close()

    asyncio.run(opened())


def test_a_sound_place_is_told_well(tmp_path, capsys):
    made(tmp_path)
    assert run("doctor", "--data", str(tmp_path), "--port", str(free_port())) == 0
    told = capsys.readouterr().out
    assert "✗" not in told
    assert "boon" in told


def test_a_taken_port_and_a_damaged_database_are_told_with_what_to_do(tmp_path, capsys):
    (tmp_path / "ludex.db").write_bytes(b"no database at all, but long enough to be looked at, and looked at again")
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        assert run("doctor", "--data", str(tmp_path), "--port", str(busy.getsockname()[1])) == 1
    told = capsys.readouterr().out
    assert told.count("✗") == 2
    assert "--port" in told
    assert "ludex salvage" in told


def test_a_shared_database_that_does_not_answer_is_told(tmp_path, capsys):
    nowhere = "postgresql://x@127.0.0.1:1/x"
    assert run("doctor", "--data", str(tmp_path), "--port", str(free_port()), "--store", nowhere) == 1
    assert "cannot be reached" in capsys.readouterr().out


async def made_and_rotten(folder):
    """A table of which one entry has changed by itself, and is JSON all the same."""
    store = SqliteStore(folder / "ludex.db")
    table, _ = await House(store).demo("boon")
    chat = Chat(table, "gm")
    for line in ("once upon a time", ".r 3d6", "and so on"):
        assert (await chat.line(line)).ok
    await table.close()
    await store.close()
    with closing(sqlite3.connect(folder / "ludex.db")) as there, there:
        changed = "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), 'upon', 'open') AS BLOB) WHERE instr(CAST(body AS TEXT), 'upon a time')"
        assert there.execute(changed).rowcount == 1
    return table.id


def test_what_has_changed_by_itself_is_found_though_it_can_be_read(tmp_path, capsys):
    made(tmp_path)
    assert run("doctor", "--data", str(tmp_path), "--port", str(free_port())) == 0
    assert "the logs of 0 tables are whole" in capsys.readouterr().out
    table = asyncio.run(made_and_rotten(tmp_path))
    assert run("doctor", "--data", str(tmp_path), "--port", str(free_port())) == 1
    told = capsys.readouterr().out
    assert f"✗ table {table}, entry " in told
    assert "says it was" in told
    assert "ludex salvage" in told


def test_a_checked_backup_of_what_has_changed_leaves_the_older_ones(tmp_path, capsys):
    made(tmp_path)
    words = ["backup", str(tmp_path / "copies"), "--data", str(tmp_path), "--keep", "1", "--check"]
    assert run(*words) == 0
    asyncio.run(made_and_rotten(tmp_path))
    assert "has changed by itself" in run(*words)
    assert len(list((tmp_path / "copies").glob("*.db"))) == 2


def test_beside_a_running_server_its_port_is_no_fault(tmp_path):
    made(tmp_path)
    with Lock(tmp_path, "ludex serve"), socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        assert run("doctor", "--data", str(tmp_path), "--port", str(busy.getsockname()[1])) == 0


def test_only_the_newest_backups_are_kept(tmp_path, capsys):
    made(tmp_path)
    for _ in range(4):
        assert run("backup", str(tmp_path / "copies"), "--data", str(tmp_path), "--keep", "2") == 0
    kept = sorted((tmp_path / "copies").glob("*.db"))
    assert len(kept) == 2
    with reading(kept[-1]) as opened:
        assert list(opened.rows()) == []
    assert kept[-1].name in capsys.readouterr().out


def test_the_doctor_knows_how_a_bot_is_set_up(tmp_path, capsys):
    port = str(free_port())
    assert run("doctor", "--data", str(tmp_path), "--port", port) == 0
    said = capsys.readouterr().out
    assert f"ws://127.0.0.1:{port}/onebot/v11/ws" in said
    assert 'page = "http://ADDRESS:PORT"' in said, "links of this machine alone, with the line that mends it"
    nobody = f"ws://127.0.0.1:{free_port()}"
    (tmp_path / "bot.toml").write_text(
        f'page = "https://table.example"\n[onebot]\nurls = ["{nobody}", "3001"]\n', "utf-8"
    )
    assert run("doctor", "--data", str(tmp_path), "--port", port) == 1
    said = capsys.readouterr().out
    assert f"✗ a OneBot implementation listens at {nobody}" in said
    assert "✗ a OneBot implementation listens at 3001" in said
    assert "an example was copied: replace page" in said
    (tmp_path / "bot.toml").write_text('tables = "nobody"\n', "utf-8")
    assert run("doctor", "--data", str(tmp_path), "--port", port) == 1
    assert "tables" in capsys.readouterr().out
    (tmp_path / "bot.toml").write_text('page = "http://192.168.1.5:8000"\n', "utf-8")
    assert run("doctor", "--data", str(tmp_path), "--port", port, "--host", "0.0.0.0") == 1
    assert "✗ OneBot is locked by a token" in capsys.readouterr().out
