"""Laws of the notation: what holds for every text and every expression."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import assume, example, given, settings, strategies as st

from ludex.dice import DiceError, Division, distribution, explain, parse, pool, roll
from ludex.dice.errors import EXPLOSIONS
from tests.dice.strategies import expressions, nearly


def faces_from(data: st.DataObject):
    def throw(sides: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(data.draw(st.integers(1, side)) for side in sides)

    return throw


def place_of_refusal(text: str) -> int:
    """Where a text is refused; 0 if it is read."""
    try:
        parse(text)
    except DiceError as refusal:
        return -1 if refusal.position is None else refusal.position
    return 0


@given(st.one_of(st.text(max_size=60), nearly(), st.tuples(nearly(), st.text(max_size=5)).map("".join)))
@example("1d6\x00")
@example("²d6")
@example("1d²")
@example("İd6")
@example("3#")
@example("#")
@settings(max_examples=600)
def test_every_text_is_read_or_refused_at_a_place_within_it(text: str):
    assert 0 <= place_of_refusal(text) <= len(text)


@given(st.one_of(expressions(), nearly()), st.sampled_from(Division))
@settings(max_examples=600)
def test_the_text_of_an_expression_reads_as_that_expression(text: str, division: Division):
    try:
        read = parse(text, division=division)
    except DiceError:
        assume(False)
    assert parse(read.text, division=division) == read
    assert parse(read.text, division=division).text == read.text


@given(st.one_of(expressions(), nearly()), st.data())
@settings(max_examples=300, deadline=None)
def test_what_is_rolled_is_in_the_distribution(text: str, data: st.DataObject):
    try:
        read = parse(text)
        outcome = roll(read, faces_from(data))
        odds = distribution(read)
    except DiceError:
        assume(False)
    assert sum(odds.weights.values()) == odds.total
    assert all(weight > 0 for weight in odds.weights.values())
    assert all(value in odds.weights for value in outcome.values)
    assert [tree.value for tree in explain(outcome)] == list(outcome.values)


@given(st.text(max_size=30), st.sampled_from(["1d20+5", "3#d6", "b1"]))
def test_a_reason_behind_a_comment_sign_is_kept_as_it_was_typed(reason: str, dice: str):
    read = parse(f"{dice} # {reason}")
    assert read.reason == reason.strip()
    assert parse(read.text) == read


@st.composite
def small_terms(draw: st.DrawFn) -> str:
    """Dice that ask for nothing after the first throw, few enough to list every face."""
    count, faces = draw(st.integers(0, 4)), draw(st.integers(1, 5))
    text = draw(st.sampled_from([f"{count}d{faces}", f"{count}dF"]))
    text += draw(st.sampled_from(["", "", f"mi{draw(st.integers(-1, 4))}", f"ma{draw(st.integers(-1, 4))}"]))
    if count and draw(st.booleans()):
        text += draw(st.sampled_from(["kh", "kl", "dh", "dl"])) + str(draw(st.integers(1, count)))
    relation = draw(st.sampled_from(["", ">=", ">", "<=", "<"]))
    return f"{text}{relation}{draw(st.integers(-1, 5))}" if relation else text


@given(st.one_of(small_terms(), st.sampled_from(["b1", "p1", "d20adv", "b2", "d%+d6", "2d4*1d6-1d3", "2d4/1d3"])))
@settings(max_examples=200, deadline=None)
def test_the_odds_are_those_of_listing_every_face(text: str):
    read = parse(text)
    asked = pool(read)
    listed = Counter(asked.value(faces) for faces in product(*(range(1, side + 1) for side in asked.sides)))
    total = sum(listed.values())
    assert distribution(read).chances() == {value: Fraction(listed[value], total) for value in sorted(listed)}


def chances(die: icepool.Die) -> dict[Fraction, Fraction]:
    total = die.denominator()
    return {Fraction(value): Fraction(ways, total) for value, ways in die.items() if ways}


def same(text: str, die: icepool.Die) -> None:
    odds = distribution(parse(text, division=Division.REAL)).chances()
    assert {Fraction(value): chance for value, chance in odds.items()} == chances(die)


@st.composite
def pools(draw: st.DrawFn) -> tuple[str, icepool.Die]:
    """A dice term, in our notation and in the oracle's."""
    count, faces = draw(st.integers(1, 5)), draw(st.integers(2, 10))
    text, die = f"{count}d{faces}", icepool.d(faces)
    if draw(st.booleans()):
        line = draw(st.integers(1, faces - 1))
        assume((faces - line) * 20 >= faces)
        text, die = f"{text}r<={line}", die.reroll(list(range(1, line + 1)), depth="inf")
    elif draw(st.booleans()):
        face = draw(st.integers(1, faces))
        text, die = f"{text}ro{face}", die.reroll([face], depth=1)
    if draw(st.integers(0, 3)) == 0:
        line = draw(st.integers(2, faces))
        assume(any(outcome < line for outcome in die.outcomes()))
        text = f"{text}!>={line}"
        die = (
            die.explode([o for o in die.outcomes() if o >= line] or None, depth=EXPLOSIONS)
            if any(o >= line for o in die.outcomes())
            else die
        )
    elif draw(st.booleans()):
        least, most = draw(st.integers(1, faces)), draw(st.integers(1, faces))
        text, die = f"{text}mi{least}ma{most}", die.map(lambda o: min(max(o, least), most))
    return _kept(draw, text, count, die)


def _kept(draw: st.DrawFn, text: str, count: int, die: icepool.Die) -> tuple[str, icepool.Die]:
    number = draw(st.integers(1, count))
    how = draw(st.sampled_from(["", "kh", "kl", "dh", "dl", ">="]))
    pool = die.pool(count)
    if how == ">=":
        assume("!" not in text)
        line = draw(st.integers(1, 10))
        return f"{text}>={line}", count @ die.map(lambda o: int(o >= line))
    if how in ("kh", "kl"):
        return f"{text}{how}{number}", (pool.highest(number) if how == "kh" else pool.lowest(number)).sum()
    if how in ("dh", "dl"):
        assume(number < count)
        kept = pool.lowest(count - number) if how == "dh" else pool.highest(count - number)
        return f"{text}{how}{number}", kept.sum()
    return text, count @ die


@given(pools())
@settings(max_examples=200, deadline=None)
def test_pools_have_the_odds_that_icepool_gives_them(pool: tuple[str, icepool.Die]):
    same(*pool)


@given(pools(), pools(), st.sampled_from(["+", "-", "*", "max", "min", ">=", "<"]), st.integers(-5, 5))
@settings(max_examples=150, deadline=None)
def test_arithmetic_has_the_odds_that_icepool_gives_it(a, b, sign: str, shift: int):
    (left, x), (right, y) = a, b
    assume(len(x.outcomes()) * len(y.outcomes()) < 3000)
    if sign in ("max", "min"):
        together = icepool.map(lambda p, q: max(p, q) if sign == "max" else min(p, q), x, y)
        same(f"{sign}({left}, {right})+{shift}" if shift >= 0 else f"{sign}({left}, {right}){shift}", together + shift)
    elif sign in (">=", "<"):
        same(f"(({left}){sign}({right}))", icepool.map(lambda p, q: int(p >= q if sign == ">=" else p < q), x, y))
    else:
        together = {"+": lambda p, q: p + q, "-": lambda p, q: p - q, "*": lambda p, q: p * q}[sign]
        same(f"({left}){sign}({right})", icepool.map(together, x, y))


@pytest.mark.parametrize("text", ["16d10kh8", "20d10kh2", "10d10!kh5"])
def test_what_anydice_cannot_answer_is_answered_exactly(text: str):
    pool = {
        "16d10kh8": lambda: icepool.d10.highest(16, 8),
        "20d10kh2": lambda: icepool.d10.highest(20, 2),
        "10d10!kh5": lambda: icepool.d10.explode(depth=EXPLOSIONS).highest(10, 5),
    }[text]()
    same(text, pool)
