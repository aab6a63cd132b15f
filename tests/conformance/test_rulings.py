"""Rulings are published: whatever code or a vector cites as one can be read, in both languages."""

import re
from pathlib import Path

import pytest

from ludex.fronts.cli.reference import rulings
from ludex.testing.conformance import clauses_proven, load
from ludex.text.words import LANGUAGES
from tests.ours import systems

HERE = Path(__file__).parent
SOURCE = HERE.parent.parent / "src" / "ludex"
SYSTEMS = sorted(systems())
CITED = re.compile(r"\b(?:[Rr]ulings? ((?:[A-Z]{3}-)?[A-Z]-?\d+)|([A-Z]{3}-E-\d+)\b)")


def published(system, language="en"):
    return rulings(systems()[system].package, language)


def cited(folder):
    """Where rulings are cited, in code and in words: (id, place). A citation is the whole name: `MST-E-4`."""
    for file in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml")):
        if file.name.startswith("rulings."):
            continue
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            for after, alone in CITED.findall(line):
                yield after or alone, f"{file.name}:{number}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_both_languages_tell_the_same_rulings(system):
    zh, en = (published(system, language) for language in LANGUAGES)
    assert list(zh) == list(en)
    assert en
    for name, body in en.items():
        assert re.fullmatch(rf"{systems()[system].prefix}-E-\d+", name)
        assert body.title, name
        assert body.text, name
        assert zh[name].title, name
        assert zh[name].text, name
        assert (zh[name].clauses, zh[name].options) == (body.clauses, body.options)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_ruling_names_the_option_that_changes_it(system):
    for language in LANGUAGES:
        for name, body in published(system, language).items():
            assert all(f"`{option}`" in body.text for option in body.options), name


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_ruling_that_code_cites_is_published(system):
    found = list(cited(SOURCE / "systems" / system))
    assert found
    assert [(name, place) for name, place in found if name not in published(system)] == []


def test_outside_the_systems_rulings_are_cited_by_their_whole_name():
    everywhere = {name for system in SYSTEMS for name in published(system)}
    outside = [c for part in SOURCE.iterdir() if part.is_dir() and part.name != "systems" for c in cited(part)]
    assert [(name, place) for name, place in outside if name not in everywhere] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_ruling_that_a_vector_proves_is_published(system):
    proven = {clause for clause in clauses_proven(load(HERE / system)) if "-E-" in clause}
    assert sorted(proven - set(published(system))) == []
