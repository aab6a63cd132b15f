"""Simulation runs the very rule."""

import msgspec

from ludex.lab.simulate import Trial, run_here
from tests.toy import SYSTEM, Duellist, State


def test_a_simulated_share_comes_near_the_exact_odds():
    state = msgspec.json.encode(State(duellists=(Duellist("ann"), Duellist("bo"))))
    counts = run_here(SYSTEM, Trial("toy", "strike", {"who": "ann", "at": "bo"}, state, "result", runs=4000))
    assert sum(counts.values()) == 4000
    assert abs(counts["missed"] / 4000 - 1 / 4) < 0.05
