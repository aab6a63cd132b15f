"""Hidden is hidden, in each of our systems that says what is: the laws of `ludex.testing.secrets` and `ludex.testing.witnessed`."""

import asyncio

import pytest

from ludex.core.principals import Viewer
from ludex.testing import secrets
from ludex.testing.draws import Numbered
from ludex.testing.games import LawBroken
from ludex.testing.witnessed import Witness
from tests.ours import systems

OURS = sorted(name for name, system in systems().items() if system.redact is not None)


@pytest.mark.parametrize("name", OURS)
def test_what_may_not_be_known_makes_no_difference(name):
    assert secrets.check_hidden(systems()[name], Numbered(1)), "nothing at the demo table is hidden from anybody"


@pytest.mark.parametrize("name", OURS)
def test_dice_and_cards_of_what_the_gm_does_openly_rest_on_nothing_hidden(name):
    system = systems()[name]
    lines = tuple(command.example or f".{command.names[0]}" for command in system.commands)
    assert asyncio.run(Witness(system, Numbered(0), lines).watch(1)) == ()


@pytest.mark.parametrize("name", OURS)
def test_redacting_twice_is_redacting_once_and_the_gm_knows_all(name):
    system = systems()[name]
    state = system.demo().state
    assert system.known_to(state, Viewer()) is state
    for viewer in secrets.viewers(system):
        known = system.redact(state, viewer)
        assert type(known) is type(state)
        assert system.redact(known, viewer) == known


def test_a_leak_is_found(monkeypatch):
    system = systems()["mist"]

    async def gossip(found, state, viewer, house):
        return {**await everything(found, state, viewer, house), "look": str(state)}

    everything = secrets.everything
    monkeypatch.setattr(secrets, "everything", gossip)
    with pytest.raises(LawBroken, match="look gives away"):
        secrets.check_hidden(system, Numbered(1), worlds=1)
