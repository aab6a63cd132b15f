"""What other engines understand means here what it means there, or is refused; nothing is lost without a word."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from ludex.dice import DiceError, distribution, explain, parse, roll


def dice(*faces: int) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    left = iter(faces)
    return lambda sides: tuple(next(left) for _ in sides)


@pytest.mark.parametrize(
    ("text", "faces", "value"),
    [
        ("1d8[cold]+1d6[fire]", (5, 3), 8),
        ("(1d8+2)[cold]*2", (5,), 14),
        ("4d6ra6", (6, 6, 1, 2, 4), 19),
        ("4d6ra6", (5, 5, 1, 2), 13),
        ("4d6k>3", (1, 4, 5, 3), 9),
        ("4d6p1", (1, 1, 5, 3), 8),
        ("4d6p<3", (1, 2, 5, 3), 8),
        ("4d6pl1", (1, 2, 5, 3), 10),
        ("4d6ph1", (1, 2, 5, 3), 6),
        ("4d6r1r2", (1, 2, 5, 3, 4, 2, 6), 18),
        ("2d6!!>=6", (6, 2, 3), 11),
        ("2d6!!cs>=7", (6, 2, 3), 1),
        ("2d6!cs>=7", (6, 2, 3), 0),
        ("2d6!p", (6, 2, 6, 3), 6 + 5 + 2 + 2),
        ("2d6!o", (6, 2, 6), 14),
        ("1d6!!p", (6, 6, 1), 11),
        ("5d6>4f<2", (6, 5, 1, 1, 3), 0),
        ("5d6>4f1", (6, 5, 5, 1, 3), 2),
        ("4d6sd", (1, 4, 2, 6), 13),
        ("{1d6,1d8,1d4}kh2", (2, 8, 4), 12),
        ("{2d6,1d8}kl1", (2, 3, 8), 5),
        ("(1d6,1d8)kh1", (2, 8), 8),
        ("8c8m10", (1, 9, 8, 3, 2, 7, 5, 4, 10, 2, 6), 26),
        ("2c8", (1, 5), 5),
        ("f", (3, 3, 1, 2), 1),
        ("(1d4)d6", (3, 6, 5, 4), 15),
        ("2d(1d6)", (4, 3, 4), 7),
        ("(2)d6", (3, 4), 7),
        ("ww8a9", (9, 8, 1, 1, 1, 1, 1, 1, 8), 3),
        ("ceil(7/2)", (), 4),
        ("floor(7/2)", (), 3),
        ("round(7/2)", (), 4),
        ("7/2", (), 3),
        ("d20+5优势", (3, 17), 22),
        ("d20+5 adv", (3, 17), 22),
        ("d20+5 劣势 攻击", (3, 17), 8),
        ("2*(d20+1)優勢", (3, 17), 36),
    ],
)
def test_it_means_what_it_means_where_it_comes_from(text: str, faces: tuple[int, ...], value: int):
    given = dice(*faces)
    assert roll(parse(text), given).value == value
    with pytest.raises((StopIteration, RuntimeError)):
        given((6,))
    assert parse(parse(text).text) == parse(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2d6伤害+3", "behind_reason"),
        ("2d6伤害 + 1d4", "behind_reason"),
        ("3#2#d6", "dice_syntax"),
        ("4d6d1", "ambiguous_drop"),
        ("2d20+5优势", "one_die_expected"),
        ("1d20+1d6+1优势", "one_die_expected"),
        ("d20+5优势攻击", "dice_syntax"),
        ("1d20p1", "d100_expected"),
        ("4d6k>3ra6", "modifier_not_allowed"),
        ("4d6f1", "modifier_not_allowed"),
        ("4d6k2k>3", "modifier_twice"),
        ("(1d6!)d6", "nested_open"),
        ("(1d300)d6", "nested_out_of_range"),
        ("(1d6-1d8)d6", "nested_out_of_range"),
        ("2d(1d6-1)", "nested_out_of_range"),
        ("8c1", "endless_explosion"),
        ("{1d6,1d8}kh3", "keep_out_of_range"),
        ("1d8[", "dice_syntax"),
        ("1d8[]", "dice_syntax"),
        ("4dF.1", "dice_syntax"),
    ],
)
def test_what_would_mean_something_else_is_refused(text: str, code: str):
    with pytest.raises(DiceError) as refusal:
        parse(text)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("text", "reason"),
    [("d20+5 优势地位", "优势地位"), ("1d20 攻击+2", "攻击+2"), ("d20+5 adv 攻击", "攻击"), ("1d8[cold]+1 冰", "冰")],
)
def test_a_reason_stays_a_reason(text: str, reason: str):
    assert parse(text).reason == reason


def test_a_label_is_kept_as_it_was_typed():
    assert parse("1d8[Cold Fire]").text == "1d8[Cold Fire]"
    assert [part.text for part in explain(roll(parse("1d8[Cold]+2"), dice(3)))[0].parts] == ["1d8[Cold]", "2"]


@pytest.mark.parametrize(
    "text", ["3d6ra6", "3d4k>2", "3d4p1", "3d4r1r2", "4d4>3f<2", "{1d4,1d6,2d4}kh2", "{1d4,1d6}kl1"]
)
def test_odds_are_those_of_all_faces(text: str):
    expression = parse(text)
    sides = [s for term in expression.terms for s in term.sides]
    more = 6 if "ra" in text else 1
    seen: dict[Fraction | int, int] = {}
    for faces in product(*(range(1, s + 1) for s in sides), range(1, more + 1)):
        if "r1" in text and any(face <= 2 for face in faces[: len(sides)]):
            continue
        value = roll(expression, dice(*faces)).value
        seen[value] = seen.get(value, 0) + 1
    total = sum(seen.values())
    assert distribution(expression).chances() == {v: Fraction(seen[v], total) for v in sorted(seen)}


def test_odds_of_nested_dice_and_criticals_add_up_to_what_they_are():
    nested = distribution(parse("(1d2)d2"))
    assert nested.chances() == {1: Fraction(1, 4), 2: Fraction(3, 8), 3: Fraction(1, 4), 4: Fraction(1, 8)}
    assert distribution(parse("1d(1d2)")).chance(1) == Fraction(3, 4)
    one = distribution(parse("1c10m10"))
    assert one.chance(9) == Fraction(1, 10)
    assert one.chance(10) == 0
    assert one.chance(11) == Fraction(1, 100)
    two = distribution(parse("2c10m10"))
    assert two.chance(1) == Fraction(1, 100)
    assert sum(two.chances().values()) == 1
    assert distribution(parse("1d6!!")).chances() == distribution(parse("1d6!")).chances()
    assert distribution(parse("1d6!p")).chance(6) == Fraction(1, 36)
