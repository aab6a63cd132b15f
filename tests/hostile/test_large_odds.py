"""Odds whose fractions fill pages: few of them come to the tables, and nothing that is said of them is less than the whole."""

import asyncio
import signal
import time
from fractions import Fraction

import pytest

from ludex.core.errors import RuleError
from ludex.core.odds import Odds
from ludex.lab.crossing import BITS, FEWEST, Preview, packed, unpacked
from ludex.lab.free import free_odds, free_odds_beside
from ludex.lab.workers import WAITING, Workers
from ludex.text.drawing import MANY


def crossed(preview):
    return unpacked(packed(preview))


async def test_the_likeliest_come_over_and_the_rest_as_its_sums():
    whole, came = free_odds("70d90kh7+200d6"), await free_odds_beside("70d90kh7+200d6", ("t", "ann"))
    chances = came.odds.chances
    assert sum(c.denominator.bit_length() for c in chances.values()) <= BITS + FEWEST * 2000
    assert FEWEST <= len(chances) < len(whole.odds.chances) == len(chances) + came.beyond.count
    assert chances.items() <= whole.odds.chances.items()
    least = min(chances.values())
    assert all(chance <= least for value, chance in whole.odds.chances.items() if value not in chances)
    assert came.beyond.share == pytest.approx(float(1 - sum(chances.values())))
    assert came.mean() == pytest.approx(float(whole.odds.mean()))


@pytest.mark.parametrize("dice", ["3d6", "d20+5", "3d100", "4d6kh3", "20d6"])
def test_ordinary_odds_come_over_whole(dice):
    whole = free_odds(dice)
    assert crossed(whole) == whole


def test_words_have_no_mean():
    assert crossed(Preview("result", Odds({"hit": Fraction(1, 3), "miss": Fraction(2, 3)}))).mean() is None
    assert crossed(Preview("result", Odds({n: Fraction(1, 10**6) for n in range(10**4)}))).beyond is not None


async def test_what_is_said_of_them_counts_everything(ann):
    whole = free_odds("70d90kh7+200d6").odds
    said = (await ann.line(".odds 70d90kh7+200d6")).text
    assert str(len(whole.chances) - MANY) in said
    assert f"{float(whole.mean()):.2f}" in said


def forever():
    while True:
        pass


def deaf():
    signal.signal(signal.SIGPROF, signal.SIG_IGN)
    forever()


@pytest.mark.parametrize("job", [forever, deaf])
async def test_a_question_that_never_ends_is_stopped_and_the_next_is_answered(job):
    workers = Workers(1)
    try:
        with pytest.raises(RuleError) as refused:
            await workers.run(job, seconds=0.3)
        assert refused.value.code == "odds_too_long"
        assert await workers.run(sum, (20, 22)) == 42
    finally:
        workers.end()


def a_while():
    time.sleep(0.02)  # what is asked of a busy machine


async def test_whoever_asks_without_end_waits_behind_herself():
    workers, done = Workers(1), []

    async def ask(who):
        await workers.run(a_while, whose=("table", who))
        done.append(who)

    try:
        asking = [asyncio.create_task(ask("ann")) for _ in range(WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(RuleError) as refused:
            await workers.run(a_while, whose=("table", "ann"))
        assert refused.value.code == "too_fast"
        await ask("bo")
        assert done.count("ann") <= 2, "one of hers was under way, one stood before him"
        await asyncio.gather(*asking)
    finally:
        workers.end()
    assert not workers._turns
