"""Files that hold secrets (dice seeds, hidden rolls): only their owner may read them, and none is written over."""

import os
from contextlib import suppress
from pathlib import Path

from ludex.store.port import Failed

BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a database."""


def make_folder(folder: Path) -> None:
    """A folder for its owner alone; one that is there already stays as it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """A new, empty file for its owner alone. `FileExistsError` if there is one."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_file(path: Path, content: bytes) -> None:
    """A file with this in it; a new one is its owner's alone."""
    with open(path, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(content)


def close_to_others(database: Path) -> None:
    """Take everybody else's rights to a database away (where the owner may)."""
    for path in (database, *beside(database)):
        with suppress(OSError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


def beside(database: Path) -> list[Path]:
    """The files that belong to a database."""
    return [database.with_name(database.name + end) for end in BESIDE]


def free_name(path: Path) -> Path:
    """This name, or the first with a number behind it that nothing has."""
    number, found = 2, path
    while found.exists():
        found, number = path.with_name(f"{path.name}-{number}"), number + 1
    return found


def sync_folder(folder: Path) -> None:
    """Make new names in a folder durable (not every system can)."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


class Presence:
    """A database and its write-ahead log, as they were first seen."""

    def __init__(self, database: Path) -> None:
        self._paths = (str(database), str(beside(database)[0]))
        self._known: dict[str, tuple[int, int]] = {}

    def check(self) -> None:
        """Refuse to write to what is no longer there."""
        for path in self._paths:
            try:
                found = os.stat(path)
                now = (found.st_dev, found.st_ino)
            except FileNotFoundError:
                now = None
            known = self._known.get(path)
            if known is None and now is not None:
                self._known[path] = now
            elif known != now:
                raise Failed(f"{path} was removed or replaced while it was in use")
