"""Where data lives: the folder given, else LUDEX_DATA, else ./data."""

import os
from pathlib import Path


def folder(data: Path | None = None) -> Path:
    """The data folder."""
    return data or Path(os.environ.get("LUDEX_DATA", "data"))


def database(data: Path | None = None) -> Path:
    """The SQLite file in it."""
    return folder(data) / "ludex.db"
