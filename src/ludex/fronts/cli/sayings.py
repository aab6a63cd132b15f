"""`ludex sayings`: what people really type, as a test."""

import asyncio
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import asdict

from ludex.testing.crashes import crash
from ludex.testing.sayings import VERDICTS, Judged, Page, judge, sayings_of


def sayings(*files: Path, as_json: Annotated[bool, Parameter(name="--json")] = False, verbose: bool = False) -> None:
    """Say the rows of pages of sayings, each at its table, and count what was understood.

    Parameters
    ----------
    files
        Pages or folders of pages (`*.sayings.md`).
    as_json
        Print `[{"id", "system", "seat", "said", "expected", "verdict", "got"}]`.
    verbose
        Print every row that was not right.
    """
    pages = [page for file in files for page in (sorted(file.glob("*.sayings.md")) if file.is_dir() else [file])]
    judged = [(page, one) for page in pages for heading in sayings_of(page) for one in asyncio.run(_judge(heading))]
    if as_json:
        print(json.dumps([asdict(one) for _, one in judged], ensure_ascii=False))
        return
    for _, one in judged if verbose else ():
        if one.verdict != "right":
            print(f"{one.verdict:5} {one.id:10} {one.seat:4} {one.said}\n      {one.expected}\n      {one.got}")
    for page in pages:
        print(f"{page.name}: {_counted([one for where, one in judged if where == page])}")
    print(_counted([one for _, one in judged]))
    sys.exit(any(one.verdict == "wrong" for _, one in judged))


def _counted(judged: list[Judged]) -> str:
    counts = Counter(one.verdict for one in judged)
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
    return f"{len(judged)} rows: {told}"


async def _judge(heading: Page) -> list[Judged]:
    """The rows of a heading; a crash is told as what came of each."""
    try:
        return await judge(heading)
    except Exception as error:  # noqa: BLE001  # one heading must not hide the others
        system, told = heading.scene.system, crash(error)
        return [Judged(row.id, system, row.seat, row.said, row.means, "dead", told) for row in heading.rows]
