"""The conformance runner is strict, and one bad vector never hides another."""

import pytest

from ludex.testing.conformance import run
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
        ({"dice": [1, 1], "expect": {"nothing": 1}}, "nothing is missing"),
        ({"procedure": "fly"}, "no procedure"),
        ({"odds_of": "result", "choices": ["take"], "expect_odds": {"missed": "1/2"}}, "expected 1/2, got 1/4"),
        ({"given": {**STRIKE, "duellists": 3}}, "crashed"),
    ],
)
def test_what_differs_is_named(vector, part):
    assert part in why(**vector)


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
