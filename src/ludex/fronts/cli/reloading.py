"""`ludex serve --reload`: for authors. The server starts anew whenever a file of a system, or of Ludex itself, changes.

What is played is on disk, so nobody loses anything; open pages come back by themselves.
"""

import signal
import site
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib import invalidate_caches
from importlib.metadata import entry_points
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from types import FrameType

from ludex.table.registry import GROUP

EVERY = 0.5
"""Seconds between two looks at the files."""

KINDS = (".py", ".toml", ".html", ".css", ".js")

Stamps = dict[Path, int]


def files() -> Iterator[Path]:
    """The files of Ludex and of every installed system; those of a broken one too, for none is imported."""
    modules = ["ludex", *(point.module for point in entry_points(group=GROUP))]
    if any(find_spec(module.partition(".")[0]) is None for module in modules):  # installed since this process began
        for folder in site.getsitepackages():
            site.addsitedir(folder)
        invalidate_caches()
    yield from files_of(*modules)


def files_of(*modules: str) -> Iterator[Path]:
    """The files of the packages that these modules are in. A system may be one file."""
    packages = (module.partition(".")[0] for module in modules)
    for spec in filter(None, map(find_spec, dict.fromkeys(packages))):
        if spec.submodule_search_locations is None and spec.origin:
            yield Path(spec.origin)
        for folder in spec.submodule_search_locations or ():
            yield from (file for file in Path(folder).rglob("*") if file.suffix in KINDS)


def stamps() -> Stamps:
    return {file: file.stat().st_mtime_ns for file in files() if file.exists()}


def forget_compiled(sources: Iterable[Path]) -> None:
    """Let Python read these files anew: it takes what it has compiled for the new file where both are of one length and one second."""
    for source in (one for one in sources if one.suffix == ".py"):
        with suppress(OSError):  # not ours to remove, and then not ours to change either
            Path(cache_from_source(str(source))).unlink(missing_ok=True)


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
        forget_compiled(changed)
        print(f"changed: {', '.join(file.name for file in changed[:3])}", flush=True)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    """To be told to end is to be interrupted: the server goes too."""
    raise KeyboardInterrupt


def _wait(before: Stamps) -> list[Path]:
    """Wait until files are new, changed or gone; which."""
    while True:
        time.sleep(EVERY)
        now = stamps()
        different = [file for file in {**before, **now} if before.get(file) != now.get(file)]
        if different:
            return different
