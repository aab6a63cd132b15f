"""What fingers type: words in either language, cells, paths and modifiers."""

import pytest

from ludex.core.deeds import Asked
from ludex.core.errors import RuleError
from ludex.systems.mirror import SYSTEM
from ludex.systems.mirror.kinds import reading
from ludex.systems.mirror.options import ModifierGiven
from ludex.systems.mirror.terms import Attribute


def test_a_word_is_read_in_either_language_and_as_its_key():
    for written in ("力量", "Strength", "str"):
        assert Attribute.read(written) == "str"


def test_a_word_of_another_list_is_refused_with_the_right_ones():
    with pytest.raises(RuleError) as refused:
        Attribute.read("运动", refusal="unknown_attribute")
    assert refused.value.code == "unknown_attribute"


def test_modifiers_have_kinds_and_signs():
    asked = Asked(None, {"bonus": 2})
    assert reading.modifiers(asked, ["环境-1", "+3"]) == (
        ModifierGiven(value=2),
        ModifierGiven("environment", -1),
        ModifierGiven("general", 3),
    )


def test_regions_are_read_one_by_one_and_as_blocks():
    assert reading.cells("1,2;3，4") == [(1, 2), (3, 4)]
    assert reading.cells("0,0~1,1") == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_far_region_is_walked_to_round_the_walls():
    state = SYSTEM.demo().state
    way = reading.path(state, (4, 1), "6,1")
    assert way[-1] == (6, 1)
    assert not set(way) & set(state.stage.impassable)


def test_directions_may_be_counted():
    state = SYSTEM.demo().state
    assert reading.path(state, (0, 0), "东2 北") == [(1, 0), (2, 0), (2, 1)]


def test_nonsense_is_refused_by_name():
    state = SYSTEM.demo().state
    for text, code in (("up", "bad_direction"), ("", "there_already")):
        with pytest.raises(RuleError) as refused:
            reading.path(state, (0, 0), text)
        assert refused.value.code == code
