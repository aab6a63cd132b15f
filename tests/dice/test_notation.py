"""The notation: what people type, and what it means."""

from fractions import Fraction

import pytest

from ludex.dice import DiceError, Division, distribution, parse, roll


def lowest(sides: tuple[int, ...]) -> tuple[int, ...]:
    return (1,) * len(sides)


def counting(sides: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(min(i, side) for i, side in enumerate(sides, 1))


def value(text: str, division: Division = Division.WHOLE):
    return roll(parse(text, division=division), lowest).value


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1D20+5", "1d20+5"),
        ("d20", "1d20"),
        ("2d", "2d20"),
        ("d%", "1d100"),
        ("4df", "4dF"),
        ("4f", "4dF"),
        ("１ｄ２０＋５", "1d20+5"),
        ("３×（１ｄ６）÷２", "3*1d6/2"),
        ("2x3", "2*3"),
        ("1d6X2", "1d6*2"),
        ("2**3", "2^3"),
        ("4d6k3", "4d6kh3"),
        ("4d6 kh3", "4d6kh3"),
        ("4d6 r1 kh3mi2", "4d6r=1mi2kh3"),
        ("2d20q1", "2d20kl1"),
        ("4d6dl1", "4d6dl1"),
        ("4d6kh", "4d6kh1"),
        ("d20优势", "2d20kh1"),
        ("1d20 优势", "2d20kh1"),
        ("优势+5", "2d20kh1+5"),
        ("1d20dis+5", "2d20kl1+5"),
        ("adv", "2d20kh1"),
        ("b", "b1"),
        ("d100b2", "b2"),
        ("1d%p1", "p1"),
        ("4d6r<3", "4d6r<3"),
        ("4d6rr1", "4d6r=1"),
        ("4d6ro1", "4d6ro=1"),
        ("3d6!", "3d6!=6"),
        ("3d6e6", "3d6!=6"),
        ("3d6!>=5", "3d6!>=5"),
        ("2d6mi2ma5", "2d6mi2ma5"),
        ("1d20min10", "1d20mi10"),
        ("10d10>=8", "10d10>=8"),
        ("10d10cs>7+1", "(10d10>7)+1"),
        ("10d10a8", "10d10>=8"),
        ("7a5m6k4", "7d6!>=5>=4"),
        ("8a11", "8d10>=8"),
        ("max(1d6, 2d4) - min(3,4,5)", "max(1d6,2d4)-min(3,4,5)"),
        ("3#1d20 + 5 攻击", "3#1d20+5 # 攻击"),
        ("１０＃ｄ６", "10#1d6"),
        ("1d20=20", "1d20=20"),
        ("2.50*2", "2.5*2"),
        ("(((1d6)))", "1d6"),
        ("1-(2-3)", "1-(2-3)"),
        ("(1-2)-3", "1-2-3"),
        ("2^3^2", "2^3^2"),
        ("(2^3)^2", "(2^3)^2"),
        ("-2^2", "-2^2"),
        ("(-2)^2", "(-2)^2"),
        ("1d20>=1d20", "(1d20)>=1d20"),
    ],
)
def test_what_is_typed_has_one_canonical_form(text: str, canonical: str):
    assert parse(text).text == canonical
    assert parse(canonical) == parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1d20+5 攻击兽人", "攻击兽人"),
        ("1d20+5攻击", "攻击"),
        ("1d20 attack x3", "attack x3"),
        ("1d20#fire", "fire"),
        ("1d20 # +5", "+5"),
        ("1d20 （火焰）", "（火焰）"),
        ("3 # three", "three"),
        ("2d 攻击", "攻击"),
        ("1d20 advance", "advance"),
        ("d20优势 侦查", "侦查"),
        ("b2侦查", "侦查"),
        ("1d20 x marks", "x marks"),
    ],
)
def test_what_stands_behind_the_expression_is_its_reason(text: str, reason: str):
    assert parse(text).reason == reason


def test_a_comment_is_no_repeat_and_a_repeat_no_comment():
    assert parse("3#1d6").repeats == 3
    assert parse("1d6#3").repeats == 1
    assert parse("3 #1d6").repeats == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1+2*3", 7),
        ("(1+2)*3", 9),
        ("2*3^2", 18),
        ("-2^2", -4),
        ("2^-0", 1),
        ("2^3^2", 512),
        ("10-4-3", 3),
        ("24/4/2", 3),
        ("7/2", 3),
        ("-7/2", -3),
        ("-7//2", -4),
        ("7%4", 3),
        ("1.5*2", 3),
        ("abs(-3)+floor(2.5)+ceil(2.5)+round(2.5)", 11),
        ("2*-3", -6),
        ("+5", 5),
        ("3>2", 1),
        ("1d6+1>=3", 0),
        ("0d6", 0),
        ("4dF", -4),
    ],
)
def test_arithmetic_has_the_usual_order(text: str, expected: int):
    assert value(text) == expected


def test_division_cuts_off_or_is_exact_as_the_caller_asks():
    assert value("7/2") == 3
    assert value("7/2", Division.REAL) == Fraction(7, 2)
    assert value("-7/2") == -3
    assert value("6/2", Division.REAL) == 3
    assert distribution(parse("1d2/2", division=Division.REAL)).chances() == {
        Fraction(1, 2): Fraction(1, 2),
        1: Fraction(1, 2),
    }


def test_dice_without_faces_take_those_of_the_table():
    assert parse("2d", faces=100).text == "2d100"
    assert parse("adv", faces=6).text == "2d6kh1"
    assert parse("d6", faces=100).text == "1d6"


def test_dice_that_begin_an_expression_are_counted_and_sums_are_compared():
    ten = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert roll(parse("10d10>=8"), lambda _: ten).value == 3
    assert roll(parse("10d10>=8+2"), lambda _: ten).value == 5
    assert roll(parse("(10d10)>=8"), lambda _: ten).value == 1
    assert roll(parse("10d10+0>=55"), lambda _: ten).value == 1
    assert roll(parse("10d10kl5>=4"), lambda _: ten).value == 2


@pytest.mark.parametrize("first", ["r1", "!", "mi2", "kh2"])
def test_the_order_of_modifiers_does_not_matter(first: str):
    others = [m for m in ("r1", "!", "mi2", "kh2") if m != first]
    assert parse("3d6" + first + "".join(others)) == parse("3d6r1!mi2kh2")


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "dice_syntax", 0),
        ("1d20+", "dice_syntax", 5),
        ("(1d20", "dice_syntax", 5),
        ("1d20)", "dice_syntax", 4),
        ("1d20abc", "dice_syntax", 5),
        ("1d20zzz", "dice_syntax", 4),
        ("攻击", "dice_syntax", 0),
        ("1d0", "bad_sides", 0),
        ("2d6+1001d6", "too_many_dice", 4),
        ("999d6+2d6", "too_many_dice", 6),
        ("20#51d6", "too_many_dice", 3),
        ("d1000001", "too_many_sides", 0),
        ("21#d6", "too_many_repeats", 0),
        ("0#d6", "too_many_repeats", 0),
        ("4d6kh5", "keep_out_of_range", 5),
        ("4d6kh0", "keep_out_of_range", 5),
        ("4d6kh1kl1", "modifier_twice", 8),
        ("4d6r1ro2", "modifier_twice", 7),
        ("2d20adv", "one_die_expected", 7),
        ("1d20b1", "d100_expected", 5),
        ("b1kh1", "dice_syntax", 2),
        ("d100b1kh1", "modifier_not_allowed", 8),
        ("1d6!>=1", "endless_explosion", 4),
        ("1d1!", "endless_explosion", 4),
        ("1d6r<=6", "endless_reroll", 4),
        ("1d100r<=96", "endless_reroll", 6),
        ("9999999999999999999", "number_too_large", 0),
        ("1.2345678", "number_too_large", 2),
        ("max 3", "dice_syntax", 4),
        ("abs(1,2)", "dice_syntax", 5),
        ("1<2<3", "dice_syntax", 3),
        ("2d6+(1,2)", "dice_syntax", 6),
    ],
)
def test_a_refusal_names_the_place(text: str, code: str, position: int):
    with pytest.raises(DiceError) as refusal:
        parse(text)
    assert (refusal.value.code, refusal.value.position) == (code, position)


def test_a_refusal_says_what_was_found_and_what_would_have_fitted():
    with pytest.raises(DiceError) as refusal:
        parse("1d20+)")
    assert refusal.value.found == ")"
    assert "number" in refusal.value.expected
    assert refusal.value.facts["position"] == 5


@pytest.mark.parametrize(
    ("text", "code"),
    [("1/0", "division_by_zero"), ("1//0", "division_by_zero"), ("1%0", "division_by_zero"), ("2^-1", "bad_exponent")],
)
def test_arithmetic_without_an_answer_is_refused(text: str, code: str):
    with pytest.raises(DiceError, match=code):
        value(text)
    with pytest.raises(DiceError, match=code):
        distribution(parse(text))
