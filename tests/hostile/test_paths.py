"""Names that are paths, and names that a terminal obeys: from a pack, a line or somebody's database they lead nowhere and do nothing."""

import asyncio
import os
import sqlite3
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import ludex
from ludex.core.names import UNSEEN
from ludex.fronts.cli.app import main
from ludex.store.sqlite import SqliteStore
from ludex.table.decks import Decks
from ludex.table.house import House
from ludex.text.chat import Chat
from tests.ours import NAMES

WAYS = ("../../../../etc/passwd", "/etc/passwd", "..\\..\\secrets", "file:///etc/passwd", "~/.ssh/id_rsa", "a/../../b")
NAMED = "\x1b]0;mine\x07\x1b[2J\u202eme"

watched: list[str] | None = None


def _opened(event, given):
    if watched is not None and event in ("open", "os.listdir", "os.mkdir", "os.rename", "os.remove", "shutil.copyfile"):
        watched.append(str(given[0]))


sys.addaudithook(_opened)


@contextmanager
def opening():
    """Every file that is opened, made or listed meanwhile."""
    global watched
    watched = found = []
    try:
        yield found
    finally:
        watched = None


def inside(path, *places):
    """Whether a path lies in one of these places; numbers are files that are open already, and Python looks for modules."""
    return path.isdigit() or path in sys.path or any(Path(path).resolve().is_relative_to(place) for place in places)


def attack(way, pack):
    """A pack that has a path wherever a text may stand."""
    return "\n".join(line.partition("=")[0] + f'= "{way}"' if '"' in line and "=" in line else line for line in pack)


PACK = ['id = "x"', 'name = "x"', "[[items]]", 'id = "y"', 'name = "y"', 'picture = "z"', 'file = "z"', 'import = "z"']


@pytest.mark.parametrize("name", NAMES)
async def test_no_line_and_no_pack_leads_to_a_file(name, tmp_path):
    """Every command of a table and of its system is typed with paths, and content is added that is full of them."""
    house = House(SqliteStore(tmp_path / "ludex.db"), decks=Decks(tmp_path / "decks"))
    table, _ = await house.demo(name)
    chat = Chat(table, "gm")
    keys = dict.fromkeys(command.names[0] for command in chat.commands())
    for key in keys:
        await chat.line(f".{key}")  # what is read once and kept is read now
    prefix = Path(sys.base_prefix), Path(sys.prefix), Path(ludex.__file__).parent, tmp_path
    with opening() as found:
        for way in WAYS:
            for key in keys:
                await chat.line(f".{key} {way}")
            await chat.line(f".收录 {attack(way, PACK)}")
            await chat.line(f".牌堆 {way}")
    assert [path for path in found if not inside(path, *prefix)] == []
    assert not [path for path in found if "passwd" in path or "id_rsa" in path]
    await house.close()


@pytest.fixture
def theirs(tmp_path):
    """A database that somebody else made: ids that are paths, names that a terminal obeys."""

    async def made():
        house = House(SqliteStore(tmp_path / "theirs" / "ludex.db"))
        for _ in range(3):
            table, _ = await house.demo("boon")
            await Chat(table, "gm").line(".r d20")
        await house.close()

    asyncio.run(made())
    with closing(sqlite3.connect(tmp_path / "theirs" / "ludex.db")) as there, there:
        there.execute("PRAGMA foreign_keys = OFF")
        ids = [row for (row,) in there.execute("SELECT id FROM tables")]
        for old, new in zip(ids, ("../../outside", str(tmp_path / "absolute"), NAMED), strict=True):
            there.execute("UPDATE tables SET id = ?, name = ?, created = ? WHERE id = ?", (new, NAMED, NAMED, old))
            for others in ("entries", "links", "seeds", "states", "checkpoints", "pieces", "pictures"):
                there.execute(f"UPDATE {others} SET table_id = ? WHERE table_id = ?", (new, old))
    return tmp_path / "theirs"


def told(capsys, *words):
    """All that a verb says."""
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    out, err = capsys.readouterr()
    return f"{out}{err}{ended.value.code}"


def test_what_is_salvaged_of_somebodys_database_stays_in_its_folder(theirs, tmp_path, capsys):
    before = {path for path in tmp_path.rglob("*") if "theirs" not in path.parts}
    said = told(capsys, "salvage", theirs / "ludex.db", tmp_path / "deep" / "er" / "out")
    assert "entries" in said
    made = {path for path in tmp_path.rglob("*") if "theirs" not in path.parts} - before
    assert all(path.is_relative_to(tmp_path / "deep") for path in made)
    assert len(list((tmp_path / "deep" / "er" / "out").glob("*.jsonl"))) == 3


def test_what_is_said_of_somebodys_database_does_nothing_to_a_terminal(theirs, tmp_path, capsys):
    whole = theirs / "ludex.db"
    log = tmp_path / "log.jsonl"
    said = [
        told(capsys, "tables", "--data", theirs),
        told(capsys, "doctor", "--data", theirs),
        told(capsys, "export", NAMED, log, "--data", theirs),
        told(capsys, "export", NAMED, log, "--seat", NAMED, "--data", theirs),
        told(capsys, "export", f"not {NAMED}", log, "--data", theirs),
        told(capsys, "verify", log),
        told(capsys, "verify", log, "--head", NAMED),
        told(capsys, "verify", tmp_path / NAMED),
        told(capsys, "salvage", whole, tmp_path / "out"),
        told(capsys, "move", whole, tmp_path / "moved.db", f"not {NAMED}"),
        told(capsys, "move", whole, tmp_path / "moved.db"),
        told(capsys, "type", NAMED, f".r {NAMED}", "--data", theirs),
        told(capsys, "type", f"not {NAMED}", ".r d6", "--data", theirs),
        told(capsys, "backup", tmp_path / NAMED / "x", "--data", theirs),
        told(capsys, "restore", tmp_path / NAMED, "--data", theirs),
        told(capsys, "check", NAMED),
        told(capsys, "conform", tmp_path / NAMED),
        told(capsys, "scenes", tmp_path / NAMED),
    ]
    rot = theirs / "ludex.db"
    with closing(sqlite3.connect(rot)) as there, there:
        there.execute("UPDATE entries SET body = ? WHERE n = 2", (f'{{"kind":"{NAMED}"}}'.encode(),))
    said += [told(capsys, "doctor", "--data", theirs), told(capsys, "salvage", rot, tmp_path / "again")]
    said += [told(capsys, "backup", tmp_path / "copies", "--keep", "2", "--check", "--data", theirs)]
    assert [one for one in said if UNSEEN.search(one)] == []


def test_a_folder_of_decks_reads_files_and_nothing_else(tmp_path):
    (tmp_path / "pipe.json").parent.mkdir(exist_ok=True)
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "sound.json").write_text('{"一副": ["甲"]}')
    assert "一副" in {deck.name for deck in Decks(tmp_path).all().decks.values()}
