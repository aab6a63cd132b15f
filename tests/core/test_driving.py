"""Drivers answer one run of a rule."""

import pytest

from ludex.core.asks import Asking, choose_first, roll
from ludex.core.driving import Choice, Faces, Finished, Parked, ScriptError, play, replay, script, settle
from ludex.core.errors import Diverged, RuleError
from ludex.core.odds import odds
from ludex.core.principals import actor, actor_of
from ludex.dice.pools import d
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


async def race():
    """Two are called; each throws when she answers, in whatever order."""
    waits, thrown = ["ann", "bo"], []
    while waits:
        who, _ = await choose_first({actor(one): Asking("questions.throw", ("throw",)) for one in waits})
        waits.remove(actor_of(who))
        thrown.append((actor_of(who), (await roll(d(6), "rolls.race", who=who)).value))
    return tuple(thrown)


def test_a_rule_goes_on_with_the_first_who_answers():
    first = play(race, FIELD, fold, throw=never)
    assert isinstance(first, Parked)
    assert [ask.who for ask in first.asks] == [actor("ann"), actor("bo")]
    bo = Choice(actor("bo"), "questions.throw", "throw")
    second = play(race, FIELD, fold, answers=[bo], throw=lambda _: (5,))
    assert isinstance(second, Parked)
    assert [ask.who for ask in second.asks] == [actor("ann")]
    ann = Choice(actor("ann"), "questions.throw", "throw")
    done = play(race, FIELD, fold, answers=[*second.answers, ann], throw=lambda _: (2,))
    assert isinstance(done, Finished)
    assert done.result == (("bo", 5), ("ann", 2))
    assert replay(race, FIELD, fold, done.answers).result == done.result


def test_scripts_and_policies_answer_in_the_order_asked():
    assert script(race, FIELD, fold, dice=[3, 4], choices=["throw", "throw"]).result == (("ann", 3), ("bo", 4))
    done = settle(race, FIELD, fold, throw=lambda _: (1,), decide=lambda ask, _: ask.options[0].answer)
    assert done.result == (("ann", 1), ("bo", 1))
    assert sum(odds(race, FIELD, fold, read=lambda result, _: result).chances.values()) == 1
