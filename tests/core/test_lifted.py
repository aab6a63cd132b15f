"""A rolled number under odds stands for all its values at once, and comes out as if each had been rolled by itself."""

import math
import operator
from enum import Enum
from fractions import Fraction

import msgspec
import pytest

from ludex.core import odds_lifted
from ludex.core.answering import plainly
from ludex.core.asks import Aside, again, choose, happen, part, roll
from ludex.core.errors import RuleError
from ludex.core.hints import larger, of_each, remembered, smaller, undecided
from ludex.core.lifted import MOST, Lifted
from ludex.core.odds import OddsTooLarge, fallbacks, in_order, odds, plain_odds
from ludex.core.say import Say, say
from ludex.core.weighing import CannotLift
from ludex.dice.pools import d, highest_of, total_of


def both_ways(rule, *, state=0, fold=operator.add, read=lambda result, state: result, policy=plainly, faces=False):
    """The chances that a rule has either way, which must be the same; how many runs the lifted way took."""
    walk = odds_lifted.LiftedWalk(fold, policy, 100_000, (), faces=faces)
    lifted = walk.chances(rule, state, read)
    plain = plain_odds(rule, state, fold, read=read, policy=policy, faces=faces)
    assert lifted == plain.chances
    assert sum(lifted.values()) == 1
    return lifted, walk.paths


def of_dice(act, *pools):
    """A rule that rolls some pools and makes something of their values."""

    async def rule():
        return act(*[(await roll(pool, "x")).value for pool in pools])

    return rule


# ---------------------------------------------------------------------- arithmetic and comparison
ALONE = [
    operator.neg,
    operator.pos,
    abs,
    lambda a: a + 1,
    lambda a: 1 + a,
    lambda a: a - 3,
    lambda a: 3 - a,
    lambda a: a * Fraction(1, 2),
    lambda a: 2.5 * a,
    lambda a: a / 2,
    lambda a: 12 / a,
    lambda a: a // 2,
    lambda a: 7 // a,
    lambda a: a % 3,
    lambda a: 7 % a,
    lambda a: divmod(a, 4),
    lambda a: divmod(9, a),
    lambda a: a**2,
    lambda a: 2**a,
    lambda a: round(a / 4, 1),
    lambda a: round(a / 4),
    lambda a: math.floor(a / 2),
    lambda a: math.ceil(a / 2),
    lambda a: math.trunc(a / -2),
    lambda a: sum([a, 2, a], 1),
    lambda a: (a > 2) & (a < 5),
    lambda a: (a > 5) | (a < 2),
    lambda a: (a > 3) ^ True,
    lambda a: sum(a >= edge for edge in (2, 4, 6)),
    lambda a: larger(a, 3),
    lambda a: smaller(3, a),
    lambda a: (a, {"twice": a * 2}.get("twice"), "text"),
    lambda a: a != 3,
    lambda a: a == "three",
    lambda a: a is None,
]


@pytest.mark.parametrize("act", ALONE)
def test_arithmetic_on_one_roll_takes_one_run(act):
    assert both_ways(of_dice(act, d(6)))[1] == 1


@pytest.mark.parametrize(
    "act", [operator.add, operator.sub, operator.mul, operator.lt, operator.ge, operator.eq, larger]
)
def test_two_rolls_that_meet_take_one_run(act):
    assert both_ways(of_dice(act, d(6), total_of(2, 4)))[1] == 1


def test_numbers_that_come_from_the_same_roll_stay_together():
    found, runs = both_ways(of_dice(lambda a, b: (a - a, a + b - b == a), d(6), d(4)))
    assert (found, runs) == ({(0, True): Fraction(1)}, 1)


def test_a_comparison_splits_only_where_it_is_tested():
    assert both_ways(of_dice(lambda a: a > 3, d(6)))[1] == 1
    assert both_ways(of_dice(lambda a: "high" if a > 3 else "low", d(6)))[1] == 2
    assert both_ways(of_dice(lambda a: "sure" if a < 7 else "never", d(6)))[1] == 1


def test_whoever_knows_an_answer_is_not_asked_again():
    def act(a):
        return ("high" if a > 3 else "low"), ("high" if a >= 4 else "low"), a > 3

    assert both_ways(of_dice(act, d(6)))[1] == 2


def test_what_was_split_stays_split_for_every_number_of_that_roll():
    def act(a, b):
        twice, lead = 2 * a, a - b
        return (twice, lead) if lead > 0 else (-twice, b)

    assert both_ways(of_dice(act, d(6), d(6)))[1] == 2


# ---------------------------------------------------------------------- where Python wants a plain answer
PLAIN = [
    lambda a: ("zero", "one", "two", "three", "four")[a],
    lambda a: "abcdef"[:a],
    lambda a: tuple(range(a)),
    lambda a: "x" * a,
    lambda a: a * (None,),
    lambda a: tuple([0] * (a > 2) + [1] * (a < 2)),
    lambda a: f"{a}",
    lambda a: f"{a:02d}",
    lambda a: str(a),
    lambda a: repr(a),
    lambda a: repr((a, a + 1)),
    lambda a: int(a),
    lambda a: float(a),
    lambda a: Fraction(a, 3),
    lambda a: Fraction(1, 3) + a,
    lambda a: a.bit_length(),
    lambda a: math.sqrt(a),
    lambda a: math.gcd(a, 6),
    lambda a: a in (1, 3),
    lambda a: a in range(2, 4),
    lambda a: [4, 3, 2, 1].index(a),
    lambda a: max(a, 2),
    lambda a: sorted([3, a, 2])[1],
    lambda a: not a - 1,
    lambda a: bool(a > 2 and a < 4),
    lambda a: Size(a).name,
]


class Size(Enum):
    SMALL, FAIR, LARGE, HUGE = 1, 2, 3, 4


@pytest.mark.parametrize("act", PLAIN)
def test_a_plain_answer_is_given_for_each_value(act):
    assert both_ways(of_dice(act, d(4)))[1] <= 4


def test_what_is_a_number_of_one_kind_here_and_of_another_there_is_told_apart():
    def act(a):
        number = larger(a * Fraction(1, 2), 2)
        return "whole" if isinstance(number, int) else "fraction"

    assert both_ways(of_dice(act, d(6)))[1] == 2


@pytest.mark.parametrize("act", [lambda a: (a == 1) + 1j, lambda a: of_each(lambda n: None if n > 2 else n)(a)])
def test_what_is_no_number_is_left_to_the_plain_way(act):
    with pytest.raises(CannotLift):
        both_ways(of_dice(act, d(6)))
    before = fallbacks.total()
    assert len(odds(of_dice(act, d(3)), 0, operator.add, read=lambda r, s: r).chances) > 1
    assert fallbacks.total() == before + 1


def test_a_rule_that_does_not_run_twice_alike_is_left_to_the_plain_way():
    seen = []

    async def rule():
        seen.append(1)
        first = (await roll(d(6), "x")).value
        more = first + 1 if len(seen) % 2 else first
        return "high" if more > 3 else "low"

    before = fallbacks.total()
    odds(rule, 0, operator.add, read=lambda r, s: r)
    assert fallbacks.total() == before + 1


def test_matching_works_by_value():
    def act(a):
        match a:
            case 1:
                return "one"
            case int() if a > 3:
                return "many"
        return a

    assert both_ways(of_dice(act, d(5)))[1] == 3


# ---------------------------------------------------------------------- what it passes for
def test_it_says_what_its_values_are():
    def act(a):
        assert type(a) is Lifted
        assert undecided(a)
        assert not undecided(3)
        assert isinstance(a, int)
        assert not isinstance(a, bool)
        assert not isinstance(a, str)
        assert isinstance(a > 2, bool)
        assert isinstance(a * Fraction(1, 2), Fraction)
        assert isinstance(a / 2, float)
        return a

    both = odds_lifted.LiftedWalk(operator.add, plainly, 100, (), faces=False)
    assert both.chances(of_dice(act, d(4)), 0, lambda r, s: r) == {n: Fraction(1, 4) for n in range(1, 5)}


class Sheet(msgspec.Struct, frozen=True):
    health: int
    name: str = ""


@pytest.mark.parametrize(
    "keep",
    [lambda a: hash(a), lambda a: {a}, lambda a: {a: 1}, lambda a: hash(Sheet(a)), lambda a: hash(say("x", n=[a]))],
)
def test_it_cannot_be_hashed_not_even_inside_something(keep):
    with pytest.raises(TypeError, match="unhashable"):
        odds_lifted.LiftedWalk(operator.add, plainly, 100, (), faces=False).chances(
            of_dice(keep, d(4)), 0, lambda r, s: r
        )


def test_a_say_is_hashed_by_what_it_says():
    assert hash(Say("x", {"a": 1, "b": [2]})) == hash(Say("x", {"b": [2], "a": 1}))
    assert len({say("x", n=1), say("x", n=1), say("x", n=2), say("x", who=say("y"))}) == 3


def test_a_number_is_useless_after_its_odds():
    kept = []
    both_ways(of_dice(lambda a: kept.append(a) or a, d(4)))
    assert "long since" in repr(kept[0])
    for use in (lambda a: a + 1, bool, int, str):
        with pytest.raises(CannotLift):
            use(kept[0])


def test_what_only_one_of_the_values_cannot_do_is_left_to_the_plain_way():
    before = fallbacks.total()
    with pytest.raises(ZeroDivisionError):
        odds(of_dice(lambda a: 6 // (a - 1), d(4)), 0, operator.add, read=lambda r, s: r)
    found = odds(of_dice(lambda a: {1: "one"}.get(a, "more"), d(4)), 0, operator.add, read=lambda r, s: r)
    assert found.chances == {"one": Fraction(1, 4), "more": Fraction(3, 4)}
    assert fallbacks.total() == before + 2


# ---------------------------------------------------------------------- rolls
def test_dice_that_depend_on_a_roll_are_rolled_with_it():
    async def rule():
        number = (await roll(d(3), "x")).value
        thrown = await roll(total_of(number, 4), "x")
        return thrown.value, thrown.faces == ()

    assert both_ways(rule)[1] == 2  # of one die the face is told


def test_dice_whose_sides_depend_on_a_roll_tell_their_face():
    async def rule():
        thrown = await roll(d((await roll(d(4), "x")).value + 2), "x")
        return thrown.value + thrown.faces[0]

    assert both_ways(rule)[1] == 1


def test_single_dice_of_a_pool_may_be_told():
    async def rule():
        thrown = await roll(highest_of(3, 4), "x")
        return thrown.value, thrown.faces[0] + thrown.faces[2]

    assert both_ways(rule, faces=True)[1] == 1


def test_rolls_that_would_have_too_many_ways_together_are_taken_apart():
    assert MOST < 20**3
    found, runs = both_ways(of_dice(lambda a, b, c: a + b + c, d(20), d(20), d(20)))
    assert found[60] == Fraction(1, 20**3)
    assert runs == 20


def test_a_roll_that_can_only_come_up_one_way_is_a_plain_number():
    assert both_ways(of_dice(lambda a: type(a) is int, d(1)))[0] == {True: Fraction(1)}


def test_ways_are_budgeted_like_runs():
    async def rule():
        return [(await roll(d(20), "x")).value + (await roll(d(20), "x")).value for _ in range(100)]

    with pytest.raises(OddsTooLarge):
        odds(rule, 0, operator.add, read=lambda r, s: len(r), budget=10)


# ---------------------------------------------------------------------- states, questions and parts
def test_events_carry_lifted_numbers_into_the_state():
    async def rule():
        await happen((await roll(d(6), "x")).value)
        return await happen((await roll(d(6), "x")).value) > 6

    found, runs = both_ways(rule, read=lambda result, state: (result, state))
    assert found[True, 12] == Fraction(1, 36)
    assert runs == 1


def test_a_policy_may_look_at_numbers_that_are_not_decided():
    async def rule():
        state = await happen((await roll(d(6), "x")).value)
        return await choose("ann", say("x", total=state), ("stay", "go"))

    policy = lambda: lambda ask, state: "go" if ask.what.facts["total"] > 4 and state < 6 else "stay"  # noqa: E731
    assert both_ways(rule, policy=policy) == ({"stay": Fraction(5, 6), "go": Fraction(1, 6)}, 3)


class Done(msgspec.Struct, frozen=True):
    value: int
    good: bool
    word: str
    shown: Aside = Aside(None)


def test_results_of_a_part_that_differ_only_in_numbers_come_back_as_one():
    async def thrown(sides):
        face = (await roll(d(sides), "x")).value
        return Done(face, face > 2, "high" if face > 3 else "low", Aside(face))

    async def rule():
        one, other = await part(thrown, 6), await part(thrown, 6)
        return one.value + other.value, one.word, one.good

    found, runs = both_ways(rule)
    assert found[12, "high", True] == Fraction(1, 36)
    assert runs == 2 + 4  # the part twice; each word with each word


def test_a_part_is_worked_out_for_decided_numbers():
    async def more(bonus):
        return bonus + (await roll(d(4), "x")).value

    async def rule():
        return await part(more, (await roll(d(4), "x")).value)

    assert both_ways(rule)[0][8] == Fraction(1, 16)


def test_a_part_that_asks_looks_at_a_decided_state():
    async def asked():
        return await choose("ann", "x", ("low", "high"))

    async def rule():
        await happen((await roll(d(4), "x")).value)
        return await part(asked)

    policy = lambda: lambda _ask, state: "high" if state > 3 else "low"  # noqa: E731
    assert both_ways(rule, policy=policy)[0] == {"low": Fraction(3, 4), "high": Fraction(1, 4)}


def test_ties_are_rolled_again_exactly():
    async def duel(luck, rounds):
        mine, yours = (await roll(d(6), "x")).value + luck, (await roll(d(6), "x")).value
        if mine == yours:
            return await again(duel, luck, Aside(rounds.shown + 1))
        return mine > yours, mine - yours

    async def rule():
        luck = (await roll(d(2), "x")).value
        won, lead = await part(duel, luck, Aside(luck))
        return won, lead

    both_ways(rule)


def test_answers_in_order_are_used_up_by_the_runs_that_ask():
    async def guess():
        die = (await roll(d(4), "x")).value
        return die == 1 or await choose("ann", "x", ("yes", "no")) == "yes"

    async def rule():
        return await part(guess), await part(guess)

    both_ways(rule, policy=in_order(["no", "yes"]))


def test_a_part_whose_result_cannot_be_compared_runs_in_place():
    async def listed():
        return [(await roll(d(4), "x")).value]

    async def rule():
        return (await part(listed))[0]

    both_ways(rule)


# ---------------------------------------------------------------------- hints
def test_a_table_is_looked_up_for_each_value():
    table = {1: 10, 2: 20, 3: 30, 4: 40}

    @of_each
    def price(size, number):
        return table[size] * number

    assert both_ways(of_dice(price, d(4), d(6)))[1] == 1


def test_functions_remember_plain_numbers_for_good_and_lifted_ones_for_their_run():
    calls = []

    @remembered(8)
    def halved(sheet):
        calls.append(sheet)
        return sheet.health // 2

    def act(a):
        sheet = Sheet(a)
        return halved(sheet) + halved(sheet) if halved(sheet) > 1 else halved(Sheet(8))

    walk = odds_lifted.LiftedWalk(operator.add, plainly, 100, (), faces=False)
    assert walk.chances(of_dice(act, d(6)), 0, lambda r, s: r)[6] == Fraction(1, 6)
    assert len(calls) == walk.paths + 1
    assert type(halved(Sheet(8))) is int
    assert len(calls) == walk.paths + 1


def test_in_play_hints_are_plain():
    assert (larger(2, 3), smaller(2, 3), of_each(abs)(-3)) == (3, 2, 3)


def test_a_refusal_is_the_plain_ones():
    def act(a):
        if a > 2:
            raise RuleError("too_high", number=a)
        return a

    with pytest.raises(RuleError, match=r"too_high\(number=3\)"):
        odds(of_dice(act, d(3)), 0, operator.add, read=lambda r, s: r)
    assert any(why.startswith("RuleError in ") and why.endswith(".act") for why in fallbacks)
