"""Odds come from the very rule that will be rolled."""

import random
from fractions import Fraction

import pytest

from ludex.core.asks import GM, Aside, again, choose, happen, part, roll
from ludex.core.driving import Choice, Faces, settle
from ludex.core.errors import RuleError
from ludex.core.odds import OddsTooLarge, in_order, odds
from ludex.dice.pools import d, highest_of, total_of
from tests.toy import Duellist, State, Strike, fold, strike

FIELD = State(duellists=(Duellist("ann"), Duellist("bo")))


def result(outcome, _state):
    return outcome.result


def strike_odds(choices=("take",), force=2, **more):
    start = lambda: strike(FIELD, Strike("ann", "bo", force))  # noqa: E731
    return odds(start, FIELD, fold, read=result, policy=in_order(choices), **more)


def test_the_odds_of_a_strike_are_exact():
    assert strike_odds().chances == {"missed": Fraction(1, 4), "wounded": Fraction(3, 4)}


def test_a_later_roll_is_weighed_in():
    chances = strike_odds(["dodge"]).chances
    assert chances == {"missed": Fraction(1, 4), "dodged": Fraction(3, 8), "wounded": Fraction(3, 8)}


def test_ten_dice_are_one_request_not_sixty_million_paths():
    found = strike_odds(["dodge"], force=10)
    assert found.paths < 100
    assert found.chances["missed"] == Fraction(1, 2**10)


def test_odds_of_an_open_question_start_from_the_dice_on_record():
    recorded = [Faces((6, 6), (6, 2)), Choice("bo", "questions.defence", "dodge")]
    found = strike_odds([], given=recorded)
    assert found.chances == {"dodged": Fraction(1, 2), "wounded": Fraction(1, 2)}


def test_past_the_budget_odds_are_refused_or_sampled_with_their_error():
    async def many():
        return sum([(await roll(d(20), "x")).value for _ in range(6)])

    with pytest.raises(OddsTooLarge):
        odds(many, None, fold, read=lambda r, s: r, budget=1000)
    sampled = odds(many, None, fold, read=lambda r, s: r > 63, budget=1000, below=iter_below())
    assert not sampled.exact
    assert abs(sampled.chances[True] - Fraction(1, 2)) < 5 * sampled.error


def iter_below():
    return random.Random().randrange


def test_endless_rerolls_are_cut_where_they_no_longer_matter():
    async def low():
        return (await roll(d(6), "x")).value < 4

    async def until_high():
        while await part(low):
            pass
        return "done"

    found = odds(until_high, None, fold, read=lambda r, s: r)
    assert not found.exact
    assert 0 < found.error < 1e-14
    assert 1 - found.chances["done"] < Fraction(1, 10**14)


def test_a_tie_that_is_rolled_again_has_exact_odds():
    async def duel(sides):
        mine, yours = (await roll(d(sides), "x")).value, (await roll(d(6), "x")).value
        return mine > yours if mine != yours else await again(duel, sides)

    async def fight():
        return await part(duel, 8)

    assert odds(fight, None, fold, read=lambda r, s: r).chances == {True: Fraction(27, 42), False: Fraction(15, 42)}


def test_a_part_that_asks_people_keeps_its_place_among_the_answers():
    async def guess():
        die = (await roll(d(4), "x")).value
        return die == 1 or await choose("ann", "x", ("yes", "no")) == "yes"

    async def twice():
        return await part(guess), await part(guess)

    found = odds(twice, None, fold, read=lambda r, s: r, policy=in_order(["no", "yes"])).chances
    # the first "no" goes to whichever guess is asked first
    assert found == {(True, True): Fraction(1, 16), (True, False): Fraction(3, 16), (False, True): Fraction(12, 16)}


def test_a_part_that_asks_is_worked_out_anew_where_the_state_is_another():
    async def ask():
        return await choose("ann", "x", ("low", "high"))

    async def before_and_after():
        first = await part(ask)
        await happen(1)
        return first, await part(ask)

    policy = lambda: lambda _ask, state: "high" if state else "low"  # noqa: E731
    found = odds(before_and_after, 0, lambda s, e: s + e, read=lambda r, s: r, policy=policy)
    assert found.chances == {("low", "high"): Fraction(1)}


def test_a_tie_with_questions_that_changes_what_is_rolled_next_has_exact_odds():
    async def duel(luck, rounds):
        mine, yours = (await roll(d(2), "x")).value, (await roll(d(2), "x")).value
        if luck and await choose("ann", "x", ("keep", "push")) == "push":
            mine, luck = mine + 1, luck - 1
        if mine == yours:
            return await again(duel, luck, Aside(rounds.shown + 1))
        return mine > yours

    async def fight():
        return await part(duel, 1, Aside(1))

    found = odds(fight, None, fold, read=lambda r, s: r, policy=in_order(["push"]))
    # pushed: 2 or 3 against 1 or 2 wins three times of four and ties once, then an even duel is left
    assert found.exact
    assert found.chances == {True: Fraction(7, 8), False: Fraction(1, 8)}


def test_pool_weights_agree_with_listing_every_face():
    from itertools import product

    for pool in (highest_of(3, 4), total_of(3, 6), d(7)):
        listed: dict[int, int] = {}
        for faces in product(*(range(1, n + 1) for n in pool.sides)):
            listed[pool.value(faces)] = listed.get(pool.value(faces), 0) + 1
        assert dict(pool.weights()) == listed


def test_the_rarest_last_roll_still_counts():
    async def pool():
        return (await roll(highest_of(60, 4), "x")).value

    assert odds(pool, None, fold, read=lambda r, s: r).chances[1] == Fraction(1, 4**60)


def test_single_dice_of_a_pool_are_told_when_they_are_asked_for():
    async def pool():
        return (await roll(highest_of(2, 4), "x")).faces

    assert odds(pool, None, fold, read=lambda r, s: r).chances == {(): Fraction(1)}
    found = odds(pool, None, fold, read=lambda r, s: r[:1], faces=True)
    assert found.chances == {(face,): Fraction(1, 4) for face in range(1, 5)}


def test_a_rule_that_never_ends_is_refused():
    async def ask_for_ever():
        while await choose(GM, "again", ("yes", "no")):
            pass

    with pytest.raises(RuleError, match="too_many_questions"):
        odds(ask_for_ever, None, lambda state, _: state, read=lambda result, _: result)
    with pytest.raises(RuleError, match="too_many_questions"):
        settle(ask_for_ever, None, lambda state, _: state, throw=lambda ask: ask.pool.sides, decide=lambda *_: "yes")
