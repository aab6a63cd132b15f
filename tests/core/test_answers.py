"""Answers with gaps: what people write into them is read once, here."""

import pytest

from ludex.core.asks import Option
from ludex.core.deeds import refused
from ludex.core.errors import RuleError

FOUR = Option("set:<a>:<b>:<c>:<d>")


@pytest.mark.parametrize("said", ["set:9:8:8:7", "9,8,8,7", "９，８，８，７", "9 8 8 7", "9/8/8/7", "set: 9, 8; 8、7 "])
def test_numbers_are_read_whatever_stands_between_them(said):
    assert FOUR.numbers(said) == (9, 8, 8, 7)


def test_too_few_or_too_many_numbers_are_the_askers_to_refuse():
    assert FOUR.numbers("9,8,8") == (9, 8, 8)
    assert FOUR.numbers("set:9:8:8:7:6") == (9, 8, 8, 7, 6)


@pytest.mark.parametrize("said", ["9,8,8,x", "", "set:", "9,8,8,7.5", "9" * 20 + ",8,8,7"])
def test_an_answer_that_holds_anything_else_has_no_numbers(said):
    assert FOUR.numbers(said) == ()


def test_a_check_as_data_is_none_where_it_passes():
    def check(n, *, least):
        if n < least:
            raise RuleError("too_few", clause="TST-2", n=n)

    assert refused(check, 3, least=2) is None
    found = refused(check, 1, least=2)
    assert found is not None
    assert (found.code, found.clause, found.facts) == ("too_few", "TST-2", {"n": 1})
