"""Whether the files that a store writes to are still those that its folder shows.

A file that was removed or replaced under a running server can still be written to, and everything written to it is gone with the process.
"""

import os
from pathlib import Path

from ludex.store.files import beside
from ludex.store.port import Failed


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
