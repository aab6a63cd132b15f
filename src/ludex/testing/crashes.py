"""Where a rule crashed: the innermost line of the project in a traceback, and what was raised there."""

import traceback
from importlib import import_module
from pathlib import Path

import ludex
from ludex.core.errors import SystemFailed


def crash(error: Exception, package: str = "") -> str:
    """An exception that is no refusal, in one line: `crashed at src/…/tracks.py:45: KeyError: 'x'`."""
    if isinstance(error, SystemFailed):
        return f"crashed at {error.where}: {error.problem}"
    homes = [_home("ludex"), *([_home(package)] if package else [])]
    frames = [
        f for f in traceback.extract_tb(error.__traceback__) if any(Path(f.filename).is_relative_to(h) for h in homes)
    ]
    place = f" at {_shown(Path(frames[-1].filename))}:{frames[-1].lineno}" if frames else ""
    return f"crashed{place}: {type(error).__name__}: {error}"


def _home(package: str) -> Path:
    return Path(str(import_module(package).__file__)).parent


def _shown(file: Path) -> str:
    """A file as seen from here, or as seen from where the program lies."""
    for start in (Path.cwd(), Path(ludex.__file__).parent.parent):
        if file.is_relative_to(start):
            return str(file.relative_to(start))
    return str(file)
