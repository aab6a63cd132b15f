"""What is wrong with a record, as something to be said in any language."""

import enum
from typing import Annotated

import msgspec
import pytest

from ludex.core.packs import shape_problem
from ludex.text.words import LANGUAGES, Words


class Colour(enum.StrEnum):
    RED = "red"


class Thing(msgspec.Struct, forbid_unknown_fields=True):
    colour: Colour
    size: int = 0
    place: tuple[int, int] = (0, 0)
    count: Annotated[int, msgspec.Meta(ge=1)] = 1


@pytest.mark.parametrize(
    ("record", "key", "facts"),
    [
        ({"colour": "blue"}, "content.bad_value", {"where": "thing colour", "value": "blue"}),
        ({"colour": "red", "place": [1]}, "content.bad_length", {"where": "thing place", "wanted": "2", "got": "1"}),
        ({"colour": "red", "count": 0}, "content.beyond", {"where": "thing count", "bound": "≥ 1"}),
        ({"colour": "red", "weight": 1}, "content.unknown_field", {"where": "thing", "field": "weight"}),
        ({}, "content.missing_field", {"where": "thing", "field": "colour"}),
    ],
)
def test_a_problem_names_the_place_and_what_would_be_right(record, key, facts):
    with pytest.raises(msgspec.ValidationError) as refusal:
        msgspec.convert(record, Thing)
    found = shape_problem(refusal.value, where="thing")
    assert (found.key, found.facts) == (key, facts)
    for language in LANGUAGES:
        assert all(str(value) in Words(language).say(found) for value in facts.values())


def test_a_wrong_kind_is_named_in_the_readers_language():
    with pytest.raises(msgspec.ValidationError) as refusal:
        msgspec.convert({"colour": "red", "size": "big"}, Thing)
    found = shape_problem(refusal.value, where="thing")
    assert Words("en").say(found) == "“thing size” takes a whole number, not text"
    assert "文字" in Words("zh").say(found)
