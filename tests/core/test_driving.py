"""Drivers answer one run of a rule."""

import pytest

from ludex.core.driving import Choice, Faces, Finished, Parked, ScriptError, play, replay, script, settle
from ludex.core.errors import Diverged, RuleError
from ludex.core.principals import actor
from tests.toy import Duellist, State, Strike, Wounded, fold, strike

FIELD = State(duellists=(Duellist("ann"), Duellist("bo")))


def start():
    return strike(FIELD, Strike("ann", "bo"))


def never(sides):
    raise AssertionError("no dice were wanted")


def test_a_script_uses_every_die_and_answer():
    done = script(start, FIELD, fold, dice=[5, 2], choices=["take"])
    assert done.result.result == "wounded"
    assert done.events == (Wounded("bo", 1),)
    assert done.state.of("bo").hearts == 2


@pytest.mark.parametrize(
    ("dice", "choices"),
    [([5], ["take"]), ([5, 2, 1], ["take"]), ([5, 2], []), ([5, 2], ["take", "take"]), ([5, 2, 3], ["take"])],
)
def test_a_missing_or_left_over_die_or_answer_fails_a_script(dice, choices):
    with pytest.raises(ScriptError):
        script(start, FIELD, fold, dice=dice, choices=choices)


def test_a_face_that_the_die_does_not_have_is_refused():
    with pytest.raises(RuleError, match="bad_die"):
        script(start, FIELD, fold, dice=[7, 1])


def test_play_parks_at_a_question_and_goes_on_with_the_answer():
    parked = play(start, FIELD, fold, throw=lambda _ask: (6, 1))
    assert isinstance(parked, Parked)
    assert [o.answer for o in parked.ask.options] == ["dodge", "take", "beg:<words>"]
    answered = (*parked.answers, Choice(actor("bo"), "questions.defence", "dodge"))
    done = play(start, FIELD, fold, answers=answered, throw=lambda _ask: (1,))
    assert isinstance(done, Finished)
    assert done.result.result == "wounded"


def test_replay_of_a_finished_run_gives_the_same_result():
    done = settle(start, FIELD, fold, throw=lambda ask: (4,) * len(ask.pool.sides), decide=lambda ask, state: "take")
    assert replay(start, FIELD, fold, done.answers) == done


def test_a_record_that_does_not_fit_is_a_divergence():
    for answers in ([], [Faces((6, 6, 6), (1, 1, 1))], [Faces((6, 6), (5, 5))], [Choice("bo", "x", "take")]):
        with pytest.raises(Diverged):
            replay(start, FIELD, fold, answers)


def test_a_record_longer_than_the_rule_is_a_divergence():
    with pytest.raises(Diverged):
        play(start, FIELD, fold, answers=[Faces((6, 6), (1, 1)), Faces((6,), (1,))], throw=never)


def test_a_refusal_comes_before_any_die():
    with pytest.raises(RuleError) as refused:
        play(lambda: strike(FIELD, Strike("ann", "nobody")), FIELD, fold, throw=never)
    assert refused.value.code == "unknown_duellist"
    assert refused.value.facts["there"] == ["ann", "bo"]
