"""Standing orders: the usual wishes are said alike in every system, and refused alike."""

import pytest

from ludex.core.orders import ASK, LEAVE, USE, Order, bad_order, kind_named, least_chance, unknown_order, wish

KINDS = {"dodge": ("闪避",), "block": ("格挡", "parry")}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [("", USE), ("用", USE), ("Always", USE), ("從不", LEAVE), ("ＮＯ", LEAVE), ("问", ASK), ("小盾>3", None)],
)
def test_an_order_says_whether_to_use_leave_or_ask(said, wanted):
    assert wish(said) == wanted


@pytest.mark.parametrize(("said", "percent"), [("60%", 60), ("60 ％", 60), ("101%", None), ("60", None), ("", None)])
def test_an_order_may_name_the_chance_from_which_on_it_counts(said, percent):
    assert least_chance(said) == percent


@pytest.mark.parametrize(("said", "kind"), [("闪避", "dodge"), ("閃避", "dodge"), ("Parry", "block"), ("jump", None)])
def test_an_order_is_known_by_its_key_and_by_its_words(said, kind):
    assert kind_named(Order(said), KINDS) == kind


def test_refusals_name_what_was_said_and_what_there_is():
    said = Order("x" * 50, "y" * 50)
    unknown, bad = unknown_order(said, KINDS, clause="TST-1"), bad_order(said, clause="TST-1")
    assert (unknown.code, unknown.clause, unknown.facts["known"]) == ("unknown_order", "TST-1", ["dodge", "block"])
    assert (bad.code, len(str(bad.facts["order"])), len(str(bad.facts["value"]))) == ("bad_order", 40, 40)
