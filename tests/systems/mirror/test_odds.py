"""Odds come from the very rule that will be rolled."""

from fractions import Fraction

from ludex.core.odds import odds
from ludex.systems.mirror import SYSTEM
from ludex.systems.mirror.policy import decide


def chances(state, name, given, output):
    procedure = SYSTEM.procedures[name]
    asked = procedure.read(given)
    found = odds(
        lambda: procedure.run(state, asked),
        state,
        SYSTEM.fold,
        read=lambda result, _: str(getattr(result, output)),
        policy=lambda: lambda ask, now: decide(now, ask),
    )
    assert found.exact
    return found


def test_an_attack_with_advantage_against_disadvantage_stays_small():
    state = SYSTEM.demo().state
    given = {
        "attacker": "an",
        "defender": "bandit1",
        "category": "sword",
        "part": "arm",
        "attack": {"advantage": 1},
        "defense": {"disadvantage": 1},
        "damage": {"hit": 2, "dp": 3, "types": ["slash"], "effects": ["burst", "erosion"]},
        "great_damage": {"hit": 3},
    }
    found = chances(state, "attack", given, "grade")
    assert found.paths <= 421
    assert sum(found.chances.values()) == 1


def test_a_slash_at_the_bandit_has_the_odds_of_two_dice():
    state = SYSTEM.demo().state
    found = chances(state, "perform", {"actor": "an", "action": "挥砍", "targets": ["bandit1"], "part": "arm"}, "grade")
    assert found.chances["great_failure"] == Fraction(41, 400)


def test_a_dying_check_with_ego_declined_is_one_die():
    state = SYSTEM.demo().state
    an = state.characters["an"]
    wounded = SYSTEM.arrange(
        state,
        {
            "characters": {
                "an": {
                    "lv": 4,
                    "attributes": {"con": 10, "wil": 10},
                    "parts": [
                        {"id": "head", "organs": [{"name": "brain", "tags": ["vital"]}], "wounds": [1, 1, 1, 1]},
                        {"id": "leg", "type": "lower"},
                    ],
                }
            }
        },
    )[0]
    assert an.called == "安"
    found = chances(wounded, "dying_check", {"target": "an"}, "effect")
    assert found.chances == {
        "none": Fraction(5, 20),
        "great_success": Fraction(1, 20),
        "failure": Fraction(9, 20),
        "great_failure": Fraction(5, 20),
    }
