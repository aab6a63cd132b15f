"""The odds that people see are those of the rule that will be rolled."""

from fractions import Fraction
from itertools import product

import pytest

from ludex.core.principals import Viewer
from ludex.systems.mist.demo import demo
from ludex.systems.mist.rules.pool import chances, read_result
from ludex.systems.mist.terms import Result
from ludex.systems.mist.views.cards import preview_card


def counted(power, sign=1):
    """Every face of every die, one by one."""
    found = dict.fromkeys((Result.FAILURE, Result.MIXED, Result.SUCCESS), Fraction(0))
    throws = list(product(range(1, 9), *[range(1, 5)] * power))
    for d8, *d4 in throws:
        found[read_result(d8 + sign * max(d4, default=0))] += Fraction(1, len(throws))
    return found


@pytest.mark.parametrize("power", range(5))
def test_more_power_turns_failures_into_successes_and_never_changes_the_middle(power):
    odds = chances(power, "floor")
    assert odds == counted(power)
    assert odds[Result.MIXED] == Fraction(3, 8)


def test_negative_power_takes_the_best_d4_off_where_the_table_says_so():
    assert chances(-2, "subtract") == counted(2, sign=-1)
    assert chances(-2, "floor") == counted(0)


def test_a_thousand_points_of_power_cost_no_more_than_one():
    assert chances(900, "floor")[Result.SUCCESS] < Fraction(1, 2)


def test_a_preview_shows_the_same_roll_with_each_helpful_tag_burnt():
    state = demo().state
    card = preview_card(state, Viewer(), {"actor": "林默", "help": ["记者证", "畏光"], "hinder": ["长期失眠"]})
    rows = card.parts[0].rows
    assert [row[1] for row in rows] == [1, 3]
    assert card.totals[0].total.value == 1
