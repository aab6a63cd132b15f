"""Systems of other people: packages with a real entry point, put where Python looks for the length of one test."""

import shutil
import sys
from pathlib import Path

from ludex.core import packs, pairs
from ludex.lab.workers import WORKERS_OF_THIS_PROCESS
from ludex.table import registry
from ludex.table.registry import GROUP
from ludex.text import words


def install(monkeypatch, folder: Path, name: str, files: dict[str, str], *, point: str = "") -> None:
    """Write a package and its metadata into a folder, and let it be found.

    What was compiled goes: Python takes it for the new file where both are of one length and one second.
    """
    shutil.rmtree(folder / name / "__pycache__", ignore_errors=True)
    for path, text in files.items():
        file = folder / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    register(monkeypatch, folder, name, point or f"{name}:SYSTEM")


def register(monkeypatch, folder: Path, name: str, point: str) -> None:
    """Let a package that lies in a folder be found as if it were installed."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {point}\n")
    monkeypatch.syspath_prepend(str(folder))
    for loaded in [m for m in sys.modules if m.partition(".")[0] == name]:
        monkeypatch.delitem(sys.modules, loaded)
    registry.forget()
    WORKERS_OF_THIS_PROCESS.end()
    for kept in (words._joined, words._phrases, words._carried, pairs.written_pairs, packs.spare_words):
        kept.cache_clear()
