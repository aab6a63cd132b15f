"""Exact odds come from the rule that will be rolled, and agree with sums done by hand."""

from fractions import Fraction

from ludex.core.odds import in_order, odds
from ludex.systems.boon import SYSTEM
from ludex.systems.boon.rules.tests import Bands, TestDice


def chances(procedure, given, read, choices=()):
    ready = SYSTEM.procedures[procedure]
    state, rest = SYSTEM.arrange(None, given)
    asked = ready.read(rest)
    return odds(lambda: ready.run(state, asked), state, SYSTEM.fold, read=read, policy=in_order(choices))


def test_the_best_of_n_boons_has_the_closed_form():
    weights = TestDice(3).weights()
    faces = [
        TestDice(3).value((d20, a, b, c))
        for d20 in range(1, 21)
        for a in range(1, 7)
        for b in range(1, 7)
        for c in range(1, 7)
    ]
    assert dict(weights) == {value: faces.count(value) for value in set(faces)}


def test_bands_are_the_test_dice_seen_through_thresholds():
    fine, coarse = TestDice(-2).weights(), Bands(-2, (4, 11)).weights()
    assert coarse[0] == sum(w for value, w in fine.items() if value < 4)
    assert coarse[2] == sum(w for value, w in fine.items() if value >= 11)


def test_the_chain_adds_up_to_one_and_stays_small():
    given = {
        "actor": {"hit": 2, "hit_boons": 1, "force": 3},
        "weapon": {"id": "w", "die": 6, "boons": 1},
        "defender": {
            "health": 30,
            "armor": {"value": 15, "durability": 8},
            "block": 2,
            "training": ["block"],
            "items": [{"id": "s", "kind": "shield", "durability": 8}],
        },
        "cover": "half",
        "defense_boons": 1,
    }
    found = chances("attack", given, lambda deed, _: deed.verdict, ["block:s"])
    assert sum(found.chances.values()) == Fraction(1)
    assert found.exact
    assert found.paths < 1000


def test_expected_wounds_count_only_what_reaches_the_body():
    given = {"actor": {}, "defender": {"health": 30, "ap": 0, "armor": {"value": 11, "durability": 20}}}
    found = chances("attack", given, lambda deed, _: deed.wounds)
    assert found.mean() == Fraction(10, 20) * Fraction(5, 2)


def test_no_two_damage_numbers_are_shown_as_faces_under_odds():
    found = chances("damage_roll", {"force": 2, "die": 6}, lambda harm, _: harm.damage)
    assert found.chances[7] == Fraction(1, 6)
