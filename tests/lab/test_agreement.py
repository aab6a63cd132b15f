"""Simulated deeds come out as often as the exact odds say, on sheets and deeds of every system that nobody chose by hand."""

import random
from math import log, sqrt
from pathlib import Path

import pytest

from ludex.core.driving import settle
from ludex.core.errors import RuleError
from ludex.core.odds import odds
from ludex.core.weighing import Over
from ludex.lab.preview import decider
from ludex.table.registry import systems
from ludex.testing.conformance import load

VECTORS = Path(__file__).parent.parent / "conformance"
DEEDS, RUNS = 200, 120
ONE_IN_A_MILLION = 1e-6
BUDGET = 4_000
NEVER = 4.9
"""So many standard deviations are passed but once in a million."""


def nudged(value, dice):
    """Plain data with some of its numbers a little larger or smaller."""
    if isinstance(value, dict):
        return {key: nudged(inner, dice) for key, inner in value.items()}
    if isinstance(value, list):
        return [nudged(inner, dice) for inner in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return value + dice.choice((0, 0, 0, 0, 0, 1, -1, 2))
    return value


def deeds(name, dice):
    """Lawful deeds with odds that can be worked out exactly: the system, the procedure, its state and input, and the chances."""
    game = systems()[name]
    vectors = [v for v in load(VECTORS / name) if v.get("procedure") in game.procedures]
    vectors = [v for v in vectors if game.procedures[v["procedure"]].odds and (v.get("dice") or "expect_odds" in v)]
    while vectors:
        vector = dice.choice(vectors)
        procedure = game.procedures[vector["procedure"]]
        try:
            state, asked = game.read(procedure.name, None, nudged(vector.get("given", {}), dice))
            found = exactly(game, procedure, state, asked)
        except (RuleError, Over):
            continue
        if found.exact and len(found.chances) > 1:
            yield game, procedure, state, asked, found.chances


def exactly(game, procedure, state, asked):
    return odds(
        lambda: procedure.run(state, asked),
        state,
        game.fold,
        read=lambda result, _: outcome(procedure, result),
        policy=lambda: decider(game),
        budget=BUDGET,
    )


def simulated(game, procedure, state, asked, dice):
    counts: dict[str, int] = {}
    for _ in range(RUNS):
        done = settle(lambda: procedure.run(state, asked), state, game.fold, throw=rolled(dice), decide=decider(game))
        shown = outcome(procedure, done.result)
        counts[shown] = counts.get(shown, 0) + 1
    return counts


def outcome(procedure, result):
    return str(getattr(result, procedure.odds[0], None))


def rolled(dice):
    return lambda ask: tuple(dice.randrange(side) + 1 for side in ask.pool.sides)


@pytest.mark.parametrize("name", ["boon", "fable", "fet", "mirror", "mist"])
def test_what_is_simulated_comes_out_as_often_as_it_should(name):
    dice = random.Random(f"{name}:34")
    there = deeds(name, dice)
    most = sqrt(log(2 * DEEDS / ONE_IN_A_MILLION) / (2 * RUNS))  # but once in a million, for all of them together
    leaning = 0.0
    for _ in range(DEEDS):
        game, procedure, state, asked, chances = next(there)
        exact: dict[str, float] = {}
        for key, chance in chances.items():
            exact[str(key)] = exact.get(str(key), 0.0) + float(chance)
        counts = simulated(game, procedure, state, asked, dice)
        assert set(counts) <= set(exact), (procedure.name, counts, exact)
        for key, chance in exact.items():
            assert abs(counts.get(key, 0) / RUNS - chance) < most, (procedure.name, key, counts, exact)
        likely = min(exact, key=lambda key: abs(exact[key] - 0.5))
        spread = sqrt(exact[likely] * (1 - exact[likely]) / RUNS)
        leaning += (counts.get(likely, 0) / RUNS - exact[likely]) / spread
    assert abs(leaning) / sqrt(DEEDS) < NEVER
