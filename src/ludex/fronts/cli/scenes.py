"""`ludex scenes`: live play as a test."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ludex.testing.crashes import crash
from ludex.testing.scenes import Played, Scene, play, scenes_of


def scenes(*files: Path, as_json: Annotated[bool, Parameter(name="--json")] = False, status: bool = False) -> None:
    """Play the scenes of Markdown pages, each at a table of its own.

    Parameters
    ----------
    files
        Pages or folders of pages (`*.scenes.md`).
    as_json
        Print `[{"id", "system", "ok", "problem"}]`.
    status
        Print for each page how many of its scenes hold.
    """
    pages = [page for file in files for page in (sorted(file.glob("*.scenes.md")) if file.is_dir() else [file])]
    played = [(page, asyncio.run(_play(scene))) for page in pages for scene in scenes_of(page)]
    failed = [one for _, one in played if not one.ok]
    if as_json:
        print(json.dumps([{"id": p.id, "system": p.system, "ok": p.ok, "problem": p.problem} for _, p in played]))
    elif status:
        for page in pages:
            own = [one.ok for where, one in played if where == page]
            print(f"{page.name}: {sum(own)} of {len(own)} hold")
    else:
        for one in failed:
            print(f"{one.id}: {one.problem}")
    if not as_json:
        print(f"{len(played) - len(failed)} passed, {len(failed)} failed")
    sys.exit(bool(failed))


async def _play(scene: Scene) -> Played:
    """A scene; a crash is a problem like any other, told with its place."""
    try:
        return await play(scene)
    except Exception as error:  # noqa: BLE001  # one scene must not hide the others
        return Played(scene.id, scene.system, ok=False, problem=crash(error))
