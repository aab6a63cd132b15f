"""What a player foresees rests on what that player knows."""

from fractions import Fraction
from itertools import product

from ludex.lab import preview
from ludex.text.commands.dice import foresee

SWORD = list(product(range(1, 10), range(1, 9)))
"""苏砚's D9 of DEX and D8 of MIG; her bronze sword adds 1."""


def reaching(defence):
    return Fraction(sum(a + b + 1 >= defence for a, b in SWORD), len(SWORD))


async def hits(desk, line):
    found = {p.output: p for p in await foresee(desk, line)}
    return found["hits"].odds.chances[1], found["hits"].assumed


async def test_an_unstudied_wolf_is_taken_for_an_ordinary_character_and_that_is_said(seats):
    chance, assumed = await hits(seats["苏砚"], ".攻击 灰狼1 青铜剑")
    assert chance == reaching(8)
    assert len(assumed) == 1
    assert "没研究出来" in (await seats["苏砚"].line(".概率 攻击 灰狼1 青铜剑")).text


async def test_the_gm_foresees_what_is(seats):
    chance, assumed = await hits(seats["GM"], ".攻击 @苏砚 灰狼1 青铜剑")
    assert chance == reaching(10)
    assert not assumed


async def test_whoever_was_studied_far_enough_has_its_real_odds(seats, at):
    await at("苏砚", ".研究 灰狼1", [5, 6])
    await at("苏砚", ".1")
    chance, assumed = await hits(seats["苏砚"], ".攻击 灰狼1 青铜剑")
    assert chance == reaching(10)
    assert not assumed
    assert (await hits(seats["苏砚"], ".攻击 灰狼2 青铜剑"))[1]


async def test_an_unknown_vulnerability_does_not_show_in_the_damage(seats):
    (damage,) = [p for p in await foresee(seats["白露"], ".施法 余烬弹 灰狼1") if p.output == "damage"]
    assert max(damage.odds.chances) == 2 * (9 + 15)  # a crushing blow, and no ×3 with a vulnerability


async def test_a_contest_does_not_tell_the_rivals_dice(seats):
    (known,) = await foresee(seats["苏砚"], ".对抗 灰狼1 灵巧+灵巧")
    (real,) = await foresee(seats["GM"], ".对抗 @苏砚 灰狼1 灵巧+灵巧")
    assert known.assumed
    assert known.odds.chances["a"] > Fraction(1, 2) > real.odds.chances["a"]  # D9 against D8, in truth against D10


async def test_odds_of_ones_own_check_assume_nothing(seats):
    assert not (await foresee(seats["苏砚"], ".检定 灵巧+洞察 10"))[0].assumed


async def test_the_odds_beside_each_answer_give_nothing_away_either(table, seats, at):
    await at("苏砚", ".攻击 灰狼1 青铜剑", [4, 4])
    (asked,) = seats["苏砚"].desk.questions()
    answers = preview.answers(table, asked.act, asked.question)
    hit, again = ({p.output: p for p in answers[one]}["hits"] for one in ("accept", "trait:失职的渡口守卫:1"))
    assert hit.odds.chances == {0: Fraction(1)}  # FAB-LIV-42: 9 was a miss, so it is above the 8 that she would expect
    assert hit.assumed
    assert again.odds.chances == {0: Fraction(4, 9), 1: Fraction(5, 9)}


async def test_odds_of_a_villain_whom_the_gm_plays_count_on_no_ultima_points(table, seats, at):
    line = ".攻击 @暮面 苏砚 影刃"
    plain, _ = await hits(seats["GM"], line)
    await at("GM", ".auto 暮面 on")
    by_itself, _ = await hits(seats["GM"], line)
    await at("GM", ".auto 暮面 off")
    await at("GM", ".set characters.暮面.ultima 0")
    without, _ = await hits(seats["GM"], line)
    assert plain == without < by_itself
