"""The law of secrecy does not trust `redact`: ten slips by which a secret gets out are found, each with what mends it."""

import sys
from types import ModuleType

import pytest

from ludex.core.principals import PLAYER, Viewer
from ludex.table import overtime, registry
from ludex.testing.games import LawBroken
from ludex.testing.laws import check
from ludex.testing.leaks import check_leaks, other_worlds
from tests.fronts.cli.test_authors import sketch
from tests.kit import masks, roles
from tests.kit.installing import installed
from tests.plugins import install

TOLD = {
    "naked": "`redact` shows `pile` to the player of an, though it is called hidden",
    "forgetful": "`redact` shows `pile`",
    "dicey": "the dice of .摸牌 @安 tell",
    "unsealed": "the question questions.mask asks somebody in the open",
    "talkative": "which stays hidden from her: call what tells it hidden too",
    "blunt": "`guilty`",
    "blindfold": "`redact` hides something from the GM, and that cannot be kept",
    "dealt": "(keeper), which stays hidden from her",
    "rolled": "the dice of .发身份 tell",
    "canvassed": "the question questions.vote asks somebody in the open",
}
MUTANTS = {
    **{name: (masks, slip) for name, slip in masks.MUTANTS.items()},
    **{name: (roles, slip) for name, slip in roles.MUTANTS.items()},
}
"""Where a slip is made, and which."""


@pytest.fixture
def all_there(tmp_path, monkeypatch):
    modules = {"masks": "tests.kit.masks", "roles": "tests.kit.roles"}
    for name, (kept, slip) in MUTANTS.items():
        module = ModuleType(f"{kept.__name__}_{name}")
        module.__file__, module.SYSTEM = kept.__file__, kept.system(name, **slip)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        modules[name] = module.__name__
    with installed(monkeypatch, tmp_path, **modules):
        yield


def test_a_system_that_keeps_its_secrets_passes(all_there):
    assert check_leaks(registry.system("masks")) > 6
    assert check_leaks(registry.system("roles")) > 6


@pytest.mark.parametrize("name", MUTANTS)
def test_a_slip_is_found_and_what_mends_it_is_said(all_there, name):
    with pytest.raises(LawBroken) as broken:
        check_leaks(registry.system(name))
    assert TOLD[name] in str(broken.value)


def test_worlds_are_made_of_what_could_be_there():
    state = masks.demo().state
    worlds = [other for _, other in other_worlds(masks.SYSTEM, state, Viewer(PLAYER, ("an",)))]
    assert any(other.people["bai"].hand == state.pile[:1] for other in worlds), "a card of the pile in another's hand"
    assert any(other.pile == state.pile[::-1] for other in worlds), "another order"
    assert all(other.people["an"].hand == state.people["an"].hand for other in worlds)


# --- what the check says of other slips ------------------------------------------------------------------------------


def test_a_rule_without_end_is_found_in_seconds_and_the_other_laws_are_asked(tmp_path, monkeypatch):
    endless = ("    pool = kit.successes(", "    while True:\n        pass\n    pool = kit.successes(")
    install(monkeypatch, tmp_path, "sketch", sketch(__init__=endless))
    stopped, stop = [], overtime._stop
    monkeypatch.setattr(overtime, "_stop", lambda thread, call: stopped.append(call.longest) or stop(thread, call))
    found = {one.law: one for one in check(registry.system("sketch"), games=2)}
    assert 0 < sum(stopped) < 25, "seconds of work that its loops were given altogether"
    assert "TookTooLong" in found["the vectors in its package hold"].note
    assert found["states survive the disk"].verdict == "kept"


def test_vectors_that_cannot_be_read_are_named_by_their_own_file(tmp_path, monkeypatch):
    install(monkeypatch, tmp_path, "sketch", {**sketch(), "vectors.toml": "[[vector]\n"})
    found = next(one for one in check(registry.system("sketch"), games=1) if "vectors" in one.law)
    assert (found.verdict, found.note.partition(":")[0]) == ("broken", "sketch/vectors.toml")
