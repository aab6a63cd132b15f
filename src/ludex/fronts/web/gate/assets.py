"""Style sheets, scripts and pictures of the pages: package data under a path that changes with its content, so browsers may keep it."""

import hashlib
import re
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "static"


@lru_cache(maxsize=1)
def root() -> str:
    """The path of the present assets."""
    whole = hashlib.blake2b(digest_size=6)
    for file in sorted(FOLDER.iterdir()):
        whole.update(file.read_bytes())
    return f"/static/{whole.hexdigest()}"


_SAID = re.compile(r"/\*.*?\*/\s*|^\s+", re.DOTALL | re.MULTILINE)
"""Comments, and how far a line is set in: for who reads the files."""


@lru_cache(maxsize=32)
def style(name: str) -> str:
    """A style sheet as it goes over the wire; nothing where there is none."""
    file = next((one for one in FOLDER.glob("*.css") if one.name == name), None)
    return _SAID.sub("", file.read_text(encoding="utf-8")) if file else ""
