"""Table options are shown in words: on the start page, by `.设置`, in clauses and in refusals. None is shown by its id."""

import re

import msgspec
import pytest

from ludex.core.bounds import read_options
from ludex.core.errors import RuleError
from ludex.core.principals import HOST
from ludex.fronts.web.forms.options import fields
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat
from ludex.text.words import LANGUAGES, Words, clauses
from tests.ours import systems

ID = re.compile(r"(?<![A-Za-z0-9_])[a-z]+(?:_[a-z0-9]+)+(?![A-Za-z0-9_])", re.ASCII)
"""What looks like an id of several words."""

EVERY = [(system, language) for system in sorted(systems()) for language in LANGUAGES]


@pytest.mark.parametrize(("system", "language"), EVERY)
def test_every_option_and_every_value_of_it_has_words(system, language):
    words = Words(language, systems()[system].package)
    for field in fields(systems()[system], words):
        assert field.title != field.name, field.name
        assert field.kind != "text" or re.fullmatch(r"-?[0-9.]+", field.default), (field.name, field.default)
        untold = [value for value, _ in field.values if not words.has(f"options.{field.name}.{value}")]
        assert untold == [], field.name
        assert ID.findall(field.help) == [], (field.name, field.help)


@pytest.mark.parametrize(("system", "language"), EVERY)
def test_no_clause_names_an_option_by_its_id(system, language):
    ids = set(systems()[system].options.__struct_fields__)
    told = clauses(systems()[system].package, language)
    assert {name: found for name, body in told.items() if (found := ids & set(ID.findall(body["text"])))} == {}


@pytest.mark.parametrize(("system", "language"), EVERY)
async def test_a_gm_reads_and_sets_options_by_what_they_are_called(system, language, tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"), clock=lambda: "2026-01-01T00:00:00Z")
    table, _ = await house.demo(system)
    gm = Chat(table, HOST, language)
    shown = (await gm.line(".设置")).text
    assert ID.findall(shown) == []
    for field in fields(table.system, gm.words):
        for value, called in field.values:
            reply = await gm.line(f".设置 {field.title} {called}")
            assert ID.findall(reply.text) == []
            now = msgspec.to_builtins(table.memory.state.options)[field.name]
            assert str(now) == value, (field.title, called)
    await house.close()


@pytest.mark.parametrize(("system", "language"), EVERY)
def test_a_refusal_of_an_option_names_those_that_there_are_in_words(system, language):
    words = Words(language, systems()[system].package)
    with pytest.raises(RuleError) as refused:
        read_options({"no_such": 1}, systems()[system].options())
    said = words.error(refused.value).replace("no_such", "")
    assert ID.findall(said) == []
