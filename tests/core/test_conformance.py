"""The conformance runner is strict, and one bad vector never hides another."""

import re

import pytest

from ludex.table.shelter import sheltered
from ludex.testing.conformance import compare, load, run
from tests.toy import SYSTEM

FIELD = {"duellists": [{"id": "ann"}, {"id": "bo"}]}
STRIKE = {**FIELD, "who": "ann", "at": "bo"}


def why(**vector):
    report = run(SYSTEM, [{"id": "v", "procedure": "strike", "given": STRIKE, **vector}])
    return report.failed[0].why if report.failed else ""


def test_a_vector_that_holds_passes():
    assert why(dice=[5, 2], choices=["take"], expect={"result": "wounded", "wounds": 1}) == ""
    assert why(dice=[1, 2], expect={"hit": 2}) == ""


@pytest.mark.parametrize(
    ("vector", "part"),
    [
        ({"dice": [5, 2], "choices": ["take"], "expect": {"wounds": 2}}, "wounds: expected 2, got 1"),
        ({"dice": [5], "choices": ["take"]}, "wants 2 dice"),
        ({"dice": [5, 2, 1], "choices": ["take"]}, "left over"),
        ({"dice": [5, 2]}, "no answer is left"),
        ({"dice": [7, 2]}, "bad_die"),
        ({"dice": [1, 1], "expect_error": "bad_force"}, "expected the error bad_force"),
        ({"given": {**STRIKE, "force": 99}, "dice": [1], "expect_error": "bad_force"}, "left over at the refusal"),
        ({"dice": [1, 1], "expect": {"nothing": 1}}, "nothing is missing"),
        ({"dice": [1, 1], "expect_state": {"duellists": []}}, "state.duellists: expected [], got"),
        ({"procedure": "fly"}, "no procedure"),
        ({"dice": [1, 1], "expekt": {"hit": 2}}, "there is no key expekt in a vector"),
        ({"odds_of": "result", "choices": ["take"], "expect_odds": {"missed": "1/2"}}, "expected 1/2, got 1/4"),
        ({"given": {**STRIKE, "duellists": 3}}, "crashed at tests/toy.py:"),
        ({"given": {**STRIKE, "duellists": 3}}, "TypeError: 'int' object is not iterable"),
    ],
)
def test_what_differs_is_named(vector, part):
    assert part in why(**vector)


def test_the_state_afterwards_can_be_asked_for():
    wounded = {"duellists": [{"id": "ann", "hearts": 3}, {"id": "bo", "hearts": 2}]}
    assert why(dice=[5, 2], choices=["take"], expect_state=wounded) == ""


def test_a_crash_behind_the_shelter_says_where_too():
    report = run(sheltered(SYSTEM), [{"id": "v", "procedure": "strike", "given": {**STRIKE, "duellists": 3}}])
    assert re.match(r"crashed at tests/toy\.py:\d+: TypeError: 'int' object is not iterable", report.failed[0].why)


def test_expected_errors_and_odds_pass():
    assert why(given={**STRIKE, "force": 99}, expect_error="bad_force") == ""
    assert why(given={**STRIKE, "force": "much"}, expect_error="bad_force") == ""
    assert why(odds_of="result", choices=["take"], expect_odds={"missed": "1/4", "wounded": "3/4"}) == ""


def test_a_script_goes_on_from_the_state_before_an_error():
    step = {"procedure": "strike", "given": {"who": "ann", "at": "bo"}}
    vector = {
        "id": "s",
        "procedure": "script",
        "given": {**FIELD, "options": {"armour": 5}},
        "step": [
            {**step, "dice": [5, 5], "expect": {"result": "missed"}},
            {**step, "given": {**step["given"], "force": 0}, "expect_error": "bad_force"},
            {**step, "dice": [6, 1], "choices": ["take"], "expect": {"result": "wounded"}},
            {"procedure": "join", "given": {"who": "bo"}, "expect_error": "already_here"},
        ],
    }
    assert run(SYSTEM, [vector]).failed == ()


@pytest.mark.parametrize(("expected", "got"), [(7, 7), (7, 7.0), (0.5, 0.5000001), (2.0, 2), ("7", "7"), (True, True)])
def test_integers_and_texts_are_compared_exactly_and_other_numbers_closely(expected, got):
    compare(expected, got)


@pytest.mark.parametrize(
    ("expected", "got"), [(7, 7.0000001), (10**9, 10**9 + 1), (0.5, 0.50001), ("7", 7), (True, 1), (1, True)]
)
def test_what_is_almost_the_same_differs(expected, got):
    with pytest.raises(Exception, match="expected"):
        compare(expected, got)


TABLE = """
id = "toy-strikes"
procedure = "strike"
clause = ["TOY-STR-1"]
source = "own"
same = { duellists = [{ id = "ann" }, { id = "bo" }], at = "bo" }
given = ["who", "force"]
expect = ["hit", "error"]
rows = [
  # who    force    hit  error
  [ "ann", 99,      "-", "bad_force" ],
  [ "cy",  "-",     "-", "unknown_duellist" ],
]
"""


def test_every_row_of_a_table_is_a_vector(tmp_path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "strikes.toml").write_text(TABLE)
    (tmp_path / "strikes.toml").write_text("[[vector]]\nid = 'a'\nprocedure = 'strike'\n")
    found = load(tmp_path)
    assert [v["id"] for v in found] == ["a", "toy-strikes-ann-99", "toy-strikes-cy"]
    assert found[2]["given"] == {"duellists": [{"id": "ann"}, {"id": "bo"}], "at": "bo", "who": "cy"}
    assert run(SYSTEM, found[1:]).failed == ()


def test_a_row_with_a_cell_too_many_is_no_row(tmp_path):
    (tmp_path / "strikes.toml").write_text(TABLE.replace('"bad_force" ]', '"bad_force", 1 ]'))
    with pytest.raises(ValueError, match="toy-strikes"):
        load(tmp_path)
