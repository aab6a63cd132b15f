"""Odds come from the sheets and the very procedures, and agree with counting by hand."""

from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from ludex.core.odds import in_order, odds
from ludex.lab import preview
from ludex.systems.fable import SYSTEM
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.arms import arm_of, attack_with


def chances(table, name, given, read):
    procedure, state = SYSTEM.procedures[name], table.memory.state
    return odds(lambda: procedure.run(state, given), state, SYSTEM.fold, read=read).chances


def test_the_damage_of_an_attack_is_that_of_every_pair_of_faces(table):
    strike = arm_of(table.memory.state, "苏砚", "青铜剑")
    given = attack_with(table.memory.state, strike, attacker="苏砚", targets=("灰狼1",))
    found = chances(table, "attack", given, lambda r, _: r.damage)
    by_hand: dict[int, Fraction] = {}
    for a, b in product(range(1, 10), range(1, 9)):
        hit = a + b + 1 >= 10
        amount = max(a, b) + 6 if hit else 3
        if a == b and a >= 6:
            amount = 2 * amount
        if (a, b) == (1, 1):
            amount = 0
        by_hand[amount] = by_hand.get(amount, Fraction(0)) + Fraction(1, 72)
    assert found == by_hand


def test_two_equal_rivals_win_equally_often_although_ties_are_rolled_again(table):
    given = {"a": {"sizes": [7, 7]}, "b": {"sizes": [7, 7], "kind": "npc"}}
    read = SYSTEM.procedures["opposed_check"].read(given)
    assert chances(table, "opposed_check", read, lambda r, _: r.winner) == {"a": Fraction(1, 2), "b": Fraction(1, 2)}


def test_an_opposed_check_with_questions_is_exact_also_where_the_answer_changes_the_next_roll(table):
    bold = {"sizes": [5, 5], "fp": 1, "bonds": [{"target": "友人", "emotions": ["love"]}]}
    read = SYSTEM.procedures["opposed_check"].read({"a": bold, "b": {"sizes": [5, 5]}})
    state = replace(table.memory.state, options=Options(invoke_on_double_one=False))
    run = lambda: SYSTEM.procedures["opposed_check"].run(state, read)  # noqa: E731
    found = odds(run, state, SYSTEM.fold, read=lambda r, _: r.winner, policy=in_order(["bond:友人"]))
    rolls = list(product(range(1, 6), repeat=4))
    leads = {roll: roll[0] + roll[1] - roll[2] - roll[3] for roll in rolls}
    wins, ties = sum(lead + 1 > 0 for lead in leads.values()), sum(lead + 1 == 0 for lead in leads.values())
    bonded = Fraction(wins, len(rolls) - ties)  # with the bond in it, ties rolled again
    first, loops = Fraction(0), Fraction(0)
    for roll, lead in leads.items():
        chance = Fraction(1, len(rolls))
        asked = roll[:2] != (1, 1)  # nobody leans on a bond on a double 1
        if lead + asked == 0:
            first, loops = first + chance * bonded * asked, loops + chance * (not asked)
        else:
            first += chance * (lead + asked > 0)
    assert found.exact
    assert found.chances["a"] == first / (1 - loops)


async def test_the_odds_of_a_contest_between_people_who_could_invoke_are_exact(at):
    reply = await at("苏砚", ".概率 对抗 白露 力量+力量")
    assert reply.ok
    assert "±" not in reply.text


async def test_every_answer_to_an_open_question_shows_its_odds(table, seats, at):
    await at("苏砚", ".检定 灵巧+洞察 10", [4, 3])
    (asked,) = seats["苏砚"].desk.questions()
    found = preview.answers(table, asked.act, asked.question)
    assert found["trait:失职的渡口守卫:1"][0].odds.chances["success"] == Fraction(3, 9)
    assert "accept" not in found or found["accept"][0].odds.chances == {"failure": Fraction(1)}


def test_a_group_of_helpers_stays_within_the_budget(table):
    side = {"sizes": [12, 12]}
    given = {"leader": side, "supporters": [side] * 5, "dl": 16}
    read = SYSTEM.procedures["group_check"].read(given)
    found = chances(table, "group_check", read, lambda r, _: r.result)
    assert sum(found.values()) == 1
