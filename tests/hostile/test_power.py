"""The power goes: what was written and not synced is lost, in any part and in any order. Nothing that was acknowledged is.

Every write of SQLite to a file is seen on its way (its own functions for files are asked first). From that any disk can be made that a
machine may find when it starts again: what was synced, and of everything after it any sectors of any writes. `LUDEX_CUTS` sets how many.
"""

import ctypes
import os
import random
import sqlite3
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from ctypes.util import find_library

import pytest

from ludex.store.opening import connect
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import rot
from ludex.table.house import House
from ludex.text.chat import Chat

CUTS = int(os.environ.get("LUDEX_CUTS", "60"))
"""So many disks are made of one evening."""

SECTOR = 512
LINES = 40
METHODS = (
    "close read write truncate sync size lock unlock reserved control sector device map shm barrier unmap fetch unfetch"
)


class Methods(Structure):
    """SQLite's functions for one open file (`sqlite3_io_methods`)."""

    _fields_ = [("version", c_int), *((name, c_void_p) for name in METHODS.split())]


class File(Structure):
    """An open file (`sqlite3_file`)."""

    _fields_ = [("methods", POINTER(Methods))]


class Vfs(Structure):
    """SQLite's functions for files (`sqlite3_vfs`), as far as they are asked for here."""

    _fields_ = [("version", c_int), ("size", c_int), ("longest", c_int), ("next", c_void_p), ("name", c_char_p)]
    _fields_ += [("data", c_void_p), ("open", c_void_p)]


OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(File), c_int, POINTER(c_int))
WRITE = CFUNCTYPE(c_int, POINTER(File), c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, POINTER(File), c_int64)
SYNC = CFUNCTYPE(c_int, POINTER(File), c_int)


class Witness:
    """Everything that SQLite does to the files of a folder from now on, in order, and what was acknowledged between."""

    def __init__(self, vfs, folder):
        self.vfs, self.folder = vfs, folder
        self.events = []
        self.before = {file.name: file.read_bytes() for file in folder.iterdir() if "ludex.db" in file.name}
        self.names, self.kept = {}, []
        self._open = OPEN(vfs.open)
        self._mine = OPEN(self.opened)
        vfs.open, self._was = ctypes.cast(self._mine, c_void_p).value, vfs.open

    def end(self):
        self.vfs.open = self._was

    def opened(self, vfs, name, file, flags, out):
        code = self._open(vfs, name, file, flags, out)
        path = ctypes.string_at(name).decode() if name else ""
        if code == 0 and path.startswith(str(self.folder)) and path.endswith(("ludex.db", "-wal")):
            self._watch(file, os.path.basename(path))
        return code

    def _watch(self, file, name):
        real = file.contents.methods.contents
        mine = Methods.from_buffer_copy(real)
        write, truncate, sync = WRITE(real.write), TRUNCATE(real.truncate), SYNC(real.sync)

        def written(one, data, length, at):
            self.events.append(("write", name, at, ctypes.string_at(data, length)))
            return write(one, data, length, at)

        def truncated(one, size):
            self.events.append(("truncate", name, size, b""))
            return truncate(one, size)

        def synced(one, flags):
            code = sync(one, flags)
            self.events.append(("sync", name, 0, b""))
            return code

        own = WRITE(written), TRUNCATE(truncated), SYNC(synced)
        mine.write, mine.truncate, mine.sync = (ctypes.cast(one, c_void_p).value for one in own)
        self.kept += [own, mine, write, truncate, sync]  # SQLite calls them as long as the file is open
        file.contents.methods = ctypes.pointer(mine)


def disk(witness, until, chance):
    """The files that a machine finds if the power goes before event `until`: all that was synced, and any part of the rest."""
    files = {name: bytearray(body) for name, body in witness.before.items()}
    pending = {}
    for what, name, at, data in witness.events[:until]:
        if what == "sync":
            for one in pending.pop(name, ()):
                apply(files.setdefault(name, bytearray()), *one)
        elif what != "said":
            pending.setdefault(name, []).append((what, at, data))
    for name, several in pending.items():
        share = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        for what, at, data in chance.sample(several, len(several)):
            for part in range(0, max(len(data), 1), SECTOR):
                if chance.random() < share:
                    apply(files.setdefault(name, bytearray()), what, at + part, data[part : part + SECTOR])
    return files


def apply(file, what, at, data):
    if what == "truncate":
        del file[at:]
        file.extend(bytes(at - len(file)))
        return
    file.extend(bytes(max(0, at - len(file))))
    file[at : at + len(data)] = data


@contextmanager
def witnessed(folder):
    library = ctypes.CDLL(find_library("sqlite3") or "libsqlite3.so.0")
    library.sqlite3_vfs_find.restype = POINTER(Vfs)
    library.sqlite3_libversion.restype = c_char_p
    if library.sqlite3_libversion().decode() != sqlite3.sqlite_version:
        pytest.skip("Python has an SQLite of its own inside, which cannot be watched")
    witness = Witness(library.sqlite3_vfs_find(None).contents, folder)
    try:
        yield witness
    finally:
        witness.end()


def hurried(path):
    """A connection that folds its write-ahead log into the file again and again, so that this is cut too."""
    connection = connect(path)
    connection.execute("PRAGMA wal_autocheckpoint = 12")
    return connection


def careless(path):
    connection = hurried(path)
    connection.execute("PRAGMA synchronous = OFF")
    return connection


async def evening(folder, join):
    """Some lines at a real table; what SQLite did meanwhile, and the table."""
    await SqliteStore(folder / "ludex.db").close()
    with witnessed(folder) as witness:
        store = SqliteStore(folder / "ludex.db", join=join)
        house = House(store)
        table, _ = await house.demo("boon")
        chat = Chat(table, "gm")
        for number in range(LINES):
            assert (await chat.line(".r 3d6" if number % 3 else f"word {number}")).ok
            witness.events.append(("said", "", table.memory.n, b""))
        await house.close()
    if not any(what == "write" for what, *_ in witness.events):
        pytest.skip("this SQLite cannot be watched")
    return witness, table.id


async def lost(witness, table, until, folder, chance):
    """What is wrong with the database after the power went before event `until`; nothing, or in words."""
    said = max((n for what, _, n, _ in witness.events[:until] if what == "said"), default=0)
    folder.mkdir()
    for name, body in disk(witness, until, chance).items():
        (folder / name).write_bytes(body)
    store = SqliteStore(folder / "ludex.db")
    found = await store.read(table)
    await store.close()
    if len(found) < said:
        return f"{said} entries were acknowledged, {len(found)} are there"
    return next((f"entry {one.n}: {one.what}" for one in rot(found)), "") if found else ""


async def test_whatever_is_lost_when_the_power_goes_nothing_acknowledged_is(tmp_path):
    (tmp_path / "played").mkdir()
    witness, table = await evening(tmp_path / "played", hurried)
    events = len(witness.events)
    for number in range(CUTS):
        until = 1 + events * number // CUTS
        assert not await lost(witness, table, until, tmp_path / f"{number}", random.Random(number)), (number, until)
    folded = [name for what, name, *_ in witness.events if what == "sync"]
    assert "ludex.db" in folded
    assert "ludex.db-wal" in folded


async def test_a_store_that_does_not_sync_is_found_out(tmp_path):
    """What the attack is worth: the same evening without a sync loses what was acknowledged, or the file itself."""
    (tmp_path / "played").mkdir()
    witness, table = await evening(tmp_path / "played", careless)
    for number in range(CUTS):
        until = 1 + len(witness.events) * number // CUTS
        try:
            if await lost(witness, table, until, tmp_path / f"{number}", random.Random(number)):
                return
        except Exception:  # noqa: BLE001  # not even a database
            return
    raise AssertionError("nobody noticed")
