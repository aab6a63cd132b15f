"""Modifiers stack by kind."""

import pytest

from ludex.core.errors import RuleError
from ludex.core.modifiers import Modifier, Stacking, stack
from ludex.core.say import say

KINDS = {"plain": Stacking.SUM, "magic": Stacking.EXTREME}


def modifier(value, kind):
    return Modifier(value, kind, say("source"))


def test_plain_modifiers_add_up_and_magic_ones_count_only_the_extremes():
    found = stack(
        [modifier(1, "plain"), modifier(2, "plain"), modifier(3, "magic"), modifier(2, "magic"), modifier(-1, "magic")],
        KINDS,
    )
    assert found.value == 1 + 2 + 3 - 1
    assert [t.value for t in found.terms] == [1, 2, 3, -1]


def test_of_equal_extremes_the_first_counts_once():
    assert stack([modifier(2, "magic"), modifier(2, "magic")], KINDS).value == 2


def test_an_unknown_kind_is_refused_with_the_kinds_there_are():
    with pytest.raises(RuleError) as refused:
        stack([modifier(1, "odd")], KINDS)
    assert refused.value.facts["kinds"] == ["plain", "magic"]
