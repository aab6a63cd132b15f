"""`ludex serve --reload`: for authors. The server starts anew whenever a file of a system, or of Ludex itself, changes.

What is played is on disk, so nobody loses anything; open pages come back by themselves.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import FrameType

from ludex.table.registry import GROUP

EVERY = 0.5
"""Seconds between two looks at the files."""

KINDS = (".py", ".toml", ".html", ".css", ".js")

Stamps = dict[Path, int]


def files() -> Iterator[Path]:
    """The files of Ludex and of every installed system; those of a broken one too, for none is imported. A system may be one file."""
    packages = ["ludex", *(point.module.partition(".")[0] for point in entry_points(group=GROUP))]
    for spec in filter(None, map(find_spec, dict.fromkeys(packages))):
        if spec.submodule_search_locations is None and spec.origin:
            yield Path(spec.origin)
        for folder in spec.submodule_search_locations or ():
            yield from (file for file in Path(folder).rglob("*") if file.suffix in KINDS)


def stamps() -> Stamps:
    """When each file was changed last."""
    return {file: file.stat().st_mtime_ns for file in files() if file.exists()}


def serve_again(arguments: Sequence[str]) -> None:
    """Run `ludex serve` with these arguments, and again after every change, until interrupted or told to end."""
    signal.signal(signal.SIGTERM, _interrupt)
    while True:
        child = subprocess.Popen([sys.executable, "-m", "ludex", "serve", *arguments])
        try:
            changed = _wait(stamps())
        except KeyboardInterrupt:
            return
        finally:
            child.terminate()
            child.wait()
        print(f"changed: {changed}", flush=True)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    """To be told to end is to be interrupted: the server goes too."""
    raise KeyboardInterrupt


def _wait(before: Stamps) -> str:
    """Wait until a file is new, changed or gone; which."""
    while True:
        time.sleep(EVERY)
        now = stamps()
        different = [file for file in {**before, **now} if before.get(file) != now.get(file)]
        if different:
            return ", ".join(file.name for file in different[:3])
