"""Hostile input is refused before it costs anything."""

import pytest

from ludex.dice import DiceError, distribution, parse, roll
from ludex.dice.errors import MAX_DEPTH
from tests.effort import Effort


def lowest(sides: tuple[int, ...]) -> tuple[int, ...]:
    return (1,) * len(sides)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1" * 1_000_000, "too_long"),
        ("(" * 10_000, "too_long"),
        ("(" * 400, "too_deep"),
        ("-" * 400 + "1", "too_deep"),
        ("2^" * 200 + "1", "too_deep"),
        ("max(" * 100, "too_deep"),
        ("1000000d6", "too_many_dice"),
        ("999999999999999999d6", "too_many_dice"),
        ("d999999999", "too_many_sides"),
        ("999#d6", "too_many_repeats"),
        ("b999999", "too_many_dice"),
    ],
)
def test_hostile_text_is_refused_at_once(text: str, code: str):
    with Effort() as effort, pytest.raises(DiceError) as refusal:
        parse(text)
    assert effort.calls < 10_000
    assert refusal.value.code == code
    assert "limit" in refusal.value.facts


def test_the_deepest_expression_is_read_rolled_and_worked_out():
    nested = "(" * (MAX_DEPTH - 1) + "1d4" + "+1)*2" * (MAX_DEPTH - 1)
    read = parse(nested)
    assert parse(read.text) == read
    assert roll(read, lowest).value in distribution(read).weights


def test_a_long_sum_is_flat():
    read = parse("+".join(["1"] * 250))
    assert roll(read, lowest).value == 250
    assert parse(read.text) == read


@pytest.mark.parametrize("text", ["9^9^9", "((9^99)^99)^99", "2^5000"])
def test_powers_stay_small(text: str):
    with Effort() as effort:
        with pytest.raises(DiceError, match="number_too_large"):
            roll(parse(text), lowest)
        with pytest.raises(DiceError, match="number_too_large"):
            distribution(parse(text))
    assert effort.calls < 2_000


@pytest.mark.parametrize(
    "text",
    [
        "d1000000",
        "1000d1000",
        "d1000000*d1000000",
        "d1000*d1000*d1000",
        "1000d1000kh500",
        "500d1000!",
        "d1000000!",
        "1000d20kh999",
        "+".join(["99d99"] * 10),
        "+".join(["d100000"] * 9),
        "*".join(["d20"] * 60),
        "+".join(["0.001*d1000"] * 3),
        "d1000/d1000",
        "+".join(["20d6!"] * 20),
        "max(" + ",".join(["d99999"] * 20) + ")",
        "d90000>=d90000+0",
        "(d90000)>=d90000",
    ],
)
def test_a_distribution_too_large_is_refused_or_quick(text: str):
    with Effort() as effort:
        try:
            distribution(parse(text))
        except DiceError as refusal:
            facts = refusal.facts
        else:
            facts = {"limit": 0}
    assert "limit" in facts
    assert effort.calls < 3_000_000


def test_a_reroll_that_never_ends_is_not_believed():
    with pytest.raises(DiceError, match="endless_reroll"):
        roll(parse("1d6r1"), lowest)


def test_an_explosion_ends():
    highest = roll(parse("1d6!"), lambda sides: sides)
    assert highest.value == 66
