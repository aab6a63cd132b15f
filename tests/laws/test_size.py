"""How large a house may be: a system by its rulebook, a module as a chapter. Numbers here only fall."""

import tomllib
from pathlib import Path

import pytest

import ludex
from tests.ours import NAMES

SOURCE = Path(ludex.__file__).parent
CHAPTER = 60
"""A module of fewer lines is a fragment of a chapter, unless it is one thing that others know by its place."""

PLACES = {"__init__.py", "__main__.py", "may.py", "options.py", "demo.py"}
"""Small where there is little to say: every system has them."""

FRAGMENTS = {"systems": 5, "": 69}
"""So many modules below that are left, in the systems and elsewhere."""

LINES = {"boon": 78, "fable": 85, "fet": 94, "mirror": 62, "mist": 78}
"""Lines of Python for each clause of its ledger that a system may have."""


def size(path):
    return path.read_text("utf-8").count("\n")


@pytest.mark.parametrize("part", FRAGMENTS)
def test_a_module_is_a_chapter_and_no_fragment(part):
    inside = SOURCE / "systems"
    found = sorted(
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        if path.is_relative_to(inside) == bool(part) and path.name not in PLACES and size(path) < CHAPTER
    )
    assert len(found) <= FRAGMENTS[part], found


@pytest.mark.parametrize("system", NAMES)
def test_a_system_is_as_large_as_its_rulebook(system):
    folder = SOURCE / "systems" / system
    clauses = tomllib.loads((folder / "words" / "clauses.en.toml").read_text("utf-8"))
    lines = sum(size(path) for path in folder.rglob("*.py"))
    assert lines / len(clauses) <= LINES[system]
