"""Style sheets, scripts and pictures of the pages: package data under a path that changes with its content, so browsers may keep it."""

import hashlib
import re
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "static"


@lru_cache(maxsize=1)
def root() -> str:
    whole = hashlib.blake2b(digest_size=6)
    for file in sorted(FOLDER.iterdir()):
        whole.update(file.read_bytes())
    return f"/static/{whole.hexdigest()}"


_PROSE = re.compile(r"/\*.*?\*/|^[ \t]+", re.DOTALL | re.MULTILINE)
"""Comments, and how far a line is set in: for who reads the files."""


@lru_cache(maxsize=32)
def style(sheet: str) -> str:
    """A style sheet of ours by its file's name, as pages are given it."""
    return _PROSE.sub("", (FOLDER / sheet).read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def sheets() -> frozenset[str]:
    return frozenset(file.name for file in FOLDER.glob("*.css"))
