"""Plain data against a type: all problems at once, keys and words in both languages, forms and templates of the same schema."""

import tomllib

import msgspec
import pytest

from ludex.core.checking import misfits, slim, spelled
from ludex.core.forms import form_of, template
from ludex.core.packs import ContentKind, read_pack
from ludex.core.terms import Term
from tests.ours import systems


class Edge(Term):
    SHARP = "sharp", "锋利", "sharp"
    BLUNT = "blunt", "钝", "blunt"


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    edge: Edge = Edge.SHARP


class Blade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    damage: int
    parts: tuple[Part, ...] = ()
    holy: bool = False
    text: str = ""


KEYS = {"伤害": "damage", "部件": "parts", "名称": "name", "刃": "edge", "神圣": "holy"}
BLADES = ContentKind("blades", Blade, ("刀",), keys=KEYS)


def test_every_misfit_is_named_with_its_place():
    found = misfits({"parts": [{"name": 1, "colour": "red"}, 5], "holy": "very", "wings": 2}, Blade, "x")
    told = {(problem.key, problem.facts.get("field") or problem.facts["where"]) for problem in found}
    assert told == {
        ("content.unknown_field", "wings"),
        ("content.missing_field", "damage"),
        ("content.unknown_field", "colour"),
        ("content.expected", "x parts[0].name"),
        ("content.expected", "x parts[1]"),
        ("content.expected", "x holy"),
    }


def test_a_record_is_read_in_chinese_and_in_english_at_any_depth():
    chinese = {"伤害": 3, "神圣": "是", "部件": [{"名称": "刃口", "刃": "钝"}]}
    english = {"damage": 3, "holy": True, "parts": [{"name": "刃口", "edge": "blunt"}]}
    assert spelled(chinese, Blade, KEYS) == english
    assert read_pack({"刀": {"a": chinese}}, [BLADES]) == read_pack({"blades": {"a": english}}, [BLADES])


def test_what_is_only_a_default_is_not_written():
    blade = Blade(3, (Part("a"),))
    assert slim(blade) == {"damage": 3, "parts": [{"name": "a"}]}
    assert msgspec.convert(slim(blade), Blade) == blade


def test_a_form_has_the_words_of_both_languages():
    fields = {field.name: field for field in form_of(BLADES).fields}
    assert fields["damage"].called == ("伤害", "damage")
    assert fields["damage"].required
    (name, edge) = fields["parts"].item.fields
    assert (name.kind, edge.choices["blunt"]) == ("text", ("钝", "blunt"))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_template_is_read_as_it_is(language):
    assert read_pack(tomllib.loads(template(form_of(BLADES), language)), [BLADES])["blades"]


@pytest.mark.parametrize("system", sorted(systems()))
def test_every_kind_of_every_system_is_a_form(system):
    kinds = systems()[system].kinds
    assert kinds
    for kind in kinds:
        assert form_of(kind).fields
        assert tomllib.loads(template(form_of(kind), "zh"))
