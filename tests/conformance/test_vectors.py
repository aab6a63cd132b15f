"""Every conformance vector is a test of its own, named by its id."""

from pathlib import Path

import pytest

from ludex.table.registry import systems
from ludex.testing.conformance import check, load
from ludex.testing.coverage import citations, covered

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.vectors.toml"))


def vectors():
    for file in FILES:
        name = file.name.partition(".")[0]
        if name in systems():
            for vector in load(file):
                yield pytest.param(name, vector, id=vector["id"])


@pytest.mark.parametrize(("system", "vector"), list(vectors()))
def test_vector(system, vector):
    assert check(systems()[system], vector) == ""


@pytest.mark.parametrize("system", sorted(systems()))
def test_every_computing_clause_is_cited_by_code_and_proven_by_a_vector(system):
    files = [f for f in FILES if f.name.partition(".")[0] == system]
    assert [c.id for c in covered(systems()[system], *files).gaps] == []


@pytest.mark.parametrize("system", sorted(systems()))
def test_every_cited_clause_exists(system):
    found = systems()[system]
    files = [f for f in FILES if f.name.partition(".")[0] == system]
    there = {c.id for c in covered(found, *files).clauses}
    assert sorted(set(citations(found)) - there) == []


def test_ids_are_unique():
    ids = [v["id"] for file in FILES for v in load(file)]
    assert sorted({i for i in ids if ids.count(i) > 1}) == []
