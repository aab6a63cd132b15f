"""The vectors are in order: one file for each chapter, no id and no vector twice, each says where it comes from."""

import json
from collections import Counter
from pathlib import Path

import pytest

from ludex.testing.conformance import files, load
from tests.ours import systems

HERE = Path(__file__).parent
SYSTEMS = sorted(systems())
SOURCES = {"ledger", "second reader", "audit", "own"}
"""The rule ledger itself; a second reader of it; an audit of the code against it; written along with the code."""


def chapters(system):
    """The files of a system's chapters."""
    return [file for file in files(HERE / system) if file.parent.name != "tables"]


def said(vector):
    """What a vector says, whatever it is called: its call and what must come out."""
    kept = ("procedure", "given", "dice", "choices", "expect", "expect_error", "expect_odds", "odds_of")
    steps = [said(step) for step in vector.get("step", ())]
    return json.dumps([{k: vector[k] for k in kept if vector.get(k) not in (None, [], {})}, steps], sort_keys=True)


def test_every_folder_is_a_system():
    assert {folder.name for folder in HERE.iterdir() if folder.is_dir()} - {"__pycache__"} == set(SYSTEMS)


def test_ids_are_unique():
    assert [name for name, count in Counter(v["id"] for v in load(HERE)).items() if count > 1] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_vector_repeats_another(system):
    found = Counter(map(said, load(HERE / system)))
    assert [text for text, count in found.items() if count > 1] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_vector_says_where_it_comes_from(system):
    for vector in load(HERE / system):
        named = vector["source"] if isinstance(vector["source"], list) else [vector["source"]]
        assert named, vector["id"]
        assert set(named) <= SOURCES, vector["id"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_chapter_lies_in_one_file(system):
    where = {}
    for file in chapters(system):
        for vector in load(file):
            codes = [clause.rsplit("-", 1)[0] for clause in vector["clause"] if "-E-" not in clause]
            if codes:
                assert where.setdefault(codes[0], file.name) == file.name, vector["id"]
