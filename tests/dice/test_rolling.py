"""Rolling: every die is accounted for, at once and at the table."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from ludex.core.asks import Pool
from ludex.core.driving import Finished, play, replay, script
from ludex.core.odds import odds
from ludex.dice import DiceError, Explained, Outcome, Shown, distribution, explain, free_roll, parse, pool, roll
from ludex.dice.pools import highest_of, lowest_of, total_of


def dice(*faces: int):
    """Throw these faces, in this order, and no more."""
    left: Iterator[int] = iter(faces)
    return lambda sides: tuple(next(left) for _ in sides)


def no_events(state: object, _event: object) -> object:
    return state


def at_the_table(text: str, *faces: int) -> Outcome:
    outcome = script(lambda: free_roll(parse(text)), None, no_events, dice=faces).result
    assert isinstance(outcome, Outcome)
    return outcome


def shown(outcome: Outcome) -> tuple[Shown, ...]:
    return explain(outcome)[0].dice


def test_dropped_dice_are_shown_as_dropped():
    outcome = roll(parse("4d6kh3"), dice(1, 6, 3, 4))
    assert outcome.value == 13
    assert [(die.faces, die.kept) for die in shown(outcome)] == [
        ((1,), False),
        ((6,), True),
        ((3,), True),
        ((4,), True),
    ]


def test_rerolled_faces_are_shown():
    outcome = roll(parse("2d6r<=2"), dice(1, 5, 2, 4))
    assert outcome.value == 9
    assert [(die.faces, die.rerolled) for die in shown(outcome)] == [((4,), (1, 2)), ((5,), ())]


def test_a_die_rerolled_once_stays_as_it_falls():
    assert roll(parse("2d6ro1"), dice(1, 5, 1)).value == 6


def test_an_exploded_die_is_one_die_for_keeping():
    outcome = roll(parse("2d6!kh1"), dice(6, 5, 6, 1))
    assert outcome.value == 13
    assert [(die.faces, die.exploded, die.kept) for die in shown(outcome)] == [
        ((6, 6, 1), True, True),
        ((5,), False, False),
    ]


def test_each_exploded_die_is_a_die_of_its_own_for_counting():
    outcome = roll(parse("2d10!=10>=8"), dice(10, 3, 8))
    assert outcome.value == 2
    assert [die.hits for die in shown(outcome)] == [2, 0]


def test_dice_brought_by_an_explosion_are_rerolled_too():
    assert roll(parse("1d6r1!"), dice(1, 6, 1, 3)).value == 9


def test_the_minimum_of_a_die_raises_its_worth_and_not_its_face():
    assert shown(roll(parse("1d20mi10"), dice(3))) == (Shown((3,), 10),)


def test_a_bonus_die_keeps_the_lower_tens_and_a_penalty_die_the_higher():
    assert roll(parse("b1"), dice(5, 7, 3)).value == 35
    assert roll(parse("p1"), dice(5, 7, 3)).value == 75


def test_double_zero_is_a_hundred_and_bonus_dice_avoid_it():
    assert roll(parse("b1"), dice(10, 10, 10)).value == 100
    assert roll(parse("b1"), dice(10, 10, 9)).value == 90
    assert roll(parse("p1"), dice(10, 10, 9)).value == 100
    assert [die.kept for die in shown(roll(parse("b1"), dice(10, 10, 9)))] == [True, False, True]


def test_fate_dice_show_minus_one_to_plus_one():
    outcome = roll(parse("4dF"), dice(1, 2, 3, 3))
    assert outcome.value == 1
    assert [die.faces for die in shown(outcome)] == [(-1,), (0,), (1,), (1,)]


def test_repeats_are_rolled_one_after_the_other():
    assert roll(parse("3#1d20+5"), dice(1, 10, 20)).values == (6, 15, 25)


def test_an_explanation_opens_every_part():
    explained = explain(roll(parse("(1d6+2)*3"), dice(4)))[0]
    assert (explained.text, explained.value) == ("(1d6+2)*3", 18)
    inner, three = explained.parts
    assert (inner.text, inner.value, three) == ("1d6+2", 6, Explained("3", 3))
    assert inner.parts[0] == Explained("1d6", 4, (), (Shown((4,), 4),))


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("4d6kh3+1d8", (1, 2, 3, 4, 5)),
        ("2d6r1!+b1", (1, 6, 3, 2, 5, 5, 5)),
        ("2#1d20adv", (1, 2, 3, 4)),
        ("5", ()),
        ("0d6", ()),
        ("3d6!=6>=5", (6, 6, 1, 6, 2, 3)),
    ],
)
def test_the_table_rolls_as_rolling_at_once_does(text: str, faces: tuple[int, ...]):
    assert at_the_table(text, *faces) == roll(parse(text), dice(*faces))


def test_a_free_roll_is_replayed_from_its_record():
    start = lambda: free_roll(parse("3d6r1!+1d4"))  # noqa: E731
    throw = dice(1, 6, 3, 2, 4, 2)
    done = play(start, None, no_events, throw=lambda ask: throw(ask.pool.sides))
    assert isinstance(done, Finished)
    assert replay(start, None, no_events, done.answers).result == done.result


@pytest.mark.parametrize(
    "text", ["1d20+5", "4d6kh3", "3d6!kh2", "1d6!", "1d6r<=2+1d4", "2d10ro1-1d4", "b1", "1dF", "0d6"]
)
def test_the_odds_of_a_free_roll_are_its_distribution(text: str):
    found = odds(lambda: free_roll(parse(text)), None, no_events, read=lambda outcome, _: outcome.value)
    exact = distribution(parse(text)).chances()
    missing = sum(chance for value, chance in exact.items() if value not in found.chances)
    assert all(abs(found.chances[value] - exact[value]) <= found.error for value in found.chances)
    assert float(missing) <= found.error * 1.001


def test_an_expression_is_a_pool():
    asked: Pool = pool(parse("1d20+4d6kh3-2"))
    assert asked.sides == (20, 6, 6, 6, 6)
    assert asked.value((10, 1, 6, 3, 4)) == 21
    assert asked.weights() == distribution(parse("1d20+4d6kh3-2")).weights


@pytest.mark.parametrize("text", ["1d6!", "2d6r1", "2#1d6"])
def test_what_asks_for_further_dice_is_no_pool(text: str):
    with pytest.raises(DiceError, match="not_a_pool"):
        pool(parse(text))


@pytest.mark.parametrize(
    ("text", "same"),
    [("5d6", total_of(5, 6)), ("5d6kh1", highest_of(5, 6)), ("5d6kl1", lowest_of(5, 6)), ("0d6", total_of(0, 6))],
)
def test_rules_and_people_ask_for_the_same_dice(text: str, same: Pool):
    assert pool(parse(text)).sides == same.sides
    assert pool(parse(text)).weights() == same.weights()


def test_a_distribution_answers_questions():
    attack = distribution(parse("1d20+5"))
    assert attack.chance(15) == Fraction(1, 20)
    assert attack.chance_that(lambda value: value >= 15) == Fraction(11, 20)
    assert attack.mean() == Fraction(31, 2)
    assert attack.variance() == Fraction(133, 4)


def test_a_distribution_without_a_closed_form_is_refused():
    with pytest.raises(DiceError, match="no_exact_odds"):
        distribution(parse("5d10!kh3>=8"))


def test_successes_among_kept_dice_are_exact():
    kept = distribution(parse("3d6kh2>=5")).chances()
    assert kept[0] == Fraction(8, 27)
    assert kept[1] == Fraction(12, 27)
    assert kept[2] == Fraction(7, 27)
