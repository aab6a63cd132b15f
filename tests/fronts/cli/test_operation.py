"""What keeps a server running: the doctor, and backups that do not pile up."""

import asyncio
import socket

import pytest

from ludex.fronts.cli.app import main
from ludex.store.reading import reading
from ludex.store.sqlite import SqliteStore


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


def test_only_the_newest_backups_are_kept(tmp_path, capsys):
    made(tmp_path)
    for _ in range(4):
        assert run("backup", str(tmp_path / "copies"), "--data", str(tmp_path), "--keep", "2") == 0
    kept = sorted((tmp_path / "copies").glob("*.db"))
    assert len(kept) == 2
    with reading(kept[-1]) as opened:
        assert list(opened.rows()) == []
    assert kept[-1].name in capsys.readouterr().out
