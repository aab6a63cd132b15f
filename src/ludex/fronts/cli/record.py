"""`ludex record`: play a page of scripted chat lines and keep the log that it makes."""

import asyncio
import sys
from pathlib import Path

from ludex.testing.scenes import SceneError, log_of, scenes_of


def record(page: Path, *, system: str = "", language: str = "", out: Path | None = None) -> None:
    """Play the `ludex` blocks of a Markdown page at a table of its own, and write the log beside it.

    Parameters
    ----------
    page
        The page; its name up to the first dot is the system, `.en.` in its name means English.
    system
        Another system.
    language
        zh or en.
    out
        Where to write the log; by default the page's name with .jsonl.
    """
    try:
        (scene,) = scenes_of(page, system, language)
        lines = asyncio.run(log_of(scene))
    except SceneError as error:
        sys.exit(str(error))
    target = out or page.with_suffix(".jsonl")
    target.write_bytes(b"\n".join(lines) + b"\n")
    print(f"{target}: {len(lines)} entries")
