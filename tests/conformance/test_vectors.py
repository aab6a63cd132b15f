"""Every conformance vector, and every row of a golden table, is a test of its own, named by its id."""

from pathlib import Path

import pytest

from ludex.testing.conformance import check, files, load
from ludex.testing.coverage import citations, covered
from tests.ours import systems

HERE = Path(__file__).parent
SYSTEMS = sorted(systems())


def vectors(*, tables):
    for system in SYSTEMS:
        for file in files(HERE / system):
            if (file.parent.name == "tables") == tables:
                yield from (pytest.param(system, vector, id=vector["id"]) for vector in load(file))


@pytest.mark.parametrize(("system", "vector"), list(vectors(tables=False)))
def test_vector(system, vector):
    assert check(systems()[system], vector) == ""


@pytest.mark.parametrize(("system", "row"), list(vectors(tables=True)))
def test_row_of_a_table(system, row):
    assert check(systems()[system], row) == ""


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_computing_clause_is_cited_by_code_and_proven_by_a_vector(system):
    gaps = [c.id for c in covered(systems()[system], HERE / system).gaps]
    scenes = (HERE.parent / "scenes" / f"{system}.scenes.md").read_text("utf-8")
    assert [
        clause for clause in gaps if "-LIV-" not in clause and clause not in scenes
    ] == []  # live play is proven by scenes


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_cited_clause_exists(system):
    found = systems()[system]
    there = {c.id for c in covered(found, HERE / system).clauses}
    assert sorted(set(citations(found)) - there) == []
