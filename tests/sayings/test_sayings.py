"""People are understood: no line does something else than was meant, and most do just that. Words live in vocabularies, never here."""

import asyncio
import os
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ludex.testing.sayings import Judged, Page, judge, sayings_of

HERE = Path(__file__).parent
OURS = () if os.environ.get("LUDEX_SAYINGS") else tuple(HERE.glob("*.*.sayings.md"))
"""Our own pages are said where there is time (`make soak`); the ledgers' always."""

FILES = sorted(set(HERE.glob("*.sayings.md")) - set(OURS))
PAGES = [(file.name.removesuffix(".sayings.md"), page) for file in FILES for page in sayings_of(file)]
NOT_YET = set((HERE / "not_yet.txt").read_text("utf-8").split())
DISPUTED = tomllib.loads((HERE / "disputed.toml").read_text("utf-8"))

RIGHT, DEAD = 0.85, 0.05
"""So many rows of a file do what was meant; so few lead nowhere."""


@cache
def judged(name: str) -> list[Judged]:
    """The rows of a file that count."""
    rows = [one for file, page in PAGES if file == name for one in asyncio.run(judge(page))]
    return [one for one in rows if f"{name}.{one.id}" not in DISPUTED]


@pytest.mark.parametrize(("name", "page"), PAGES, ids=lambda one: one.scene.id if isinstance(one, Page) else one)
def test_no_line_does_something_else_than_was_meant(name: str, page: Page):
    wrong = [one for one in judged(name) if one.verdict == "wrong" and one.id.rpartition("-")[0] == page.scene.id]
    wrong = [one for one in wrong if f"{name}.{one.id}" not in NOT_YET]
    assert [(one.id, one.said, one.got) for one in wrong] == []


@pytest.mark.parametrize("name", sorted({name for name, _ in PAGES}))
def test_most_lines_are_understood(name: str):
    rows = judged(name)
    counts = Counter(one.verdict for one in rows)
    assert counts["right"] >= RIGHT * len(rows), [(one.id, one.said, one.got) for one in rows if one.verdict != "right"]
    assert counts["dead"] <= DEAD * len(rows), [(one.id, one.said, one.got) for one in rows if one.verdict == "dead"]


def test_every_disputed_row_is_there():
    assert set(DISPUTED) | NOT_YET <= {f"{name}.{row.id}" for name, page in PAGES for row in page.rows}
