"""The laws of `ludex.testing`, for each of our systems: Hypothesis draws the games, so that a broken law is made as small as it can be."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ludex.testing import laws
from ludex.testing.games import random_game
from tests.ours import systems

APART = (laws.random_play_keeps_the_laws, laws.vectors_hold, laws.hidden_stays_hidden)
"""Asked in tests of their own."""


class Drawn:
    """Draws of Hypothesis."""

    def __init__(self, draw):
        self.draw = draw

    def number(self, low, high):
        return self.draw(st.integers(low, high))

    def one(self, among):
        return self.draw(st.sampled_from(among))


@pytest.mark.parametrize("system", sorted(systems()))
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_laws_hold_in_random_play(system, data, tmp_path_factory):
    asyncio.run(random_game(Drawn(data.draw), system, tmp_path_factory.mktemp("law")))


@pytest.mark.parametrize("law", [law for law in laws.LAWS if law.ask not in APART], ids=lambda law: law.demands)
@pytest.mark.parametrize("name", sorted(systems()))
def test_a_law_holds(name, law):
    try:
        law.ask(systems()[name], 2)
    except laws.Lacking as lacking:
        pytest.skip(str(lacking))
