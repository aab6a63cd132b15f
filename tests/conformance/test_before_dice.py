"""The shipped rules check before they roll: after a die nothing is refused in a vector but somebody's answer, so that nothing tells what fell."""

from pathlib import Path

import pytest

from ludex.core import driving
from ludex.core.errors import RuleError
from ludex.testing import conformance
from tests.ours import systems

HERE = Path(__file__).parent


def refusing(vectors):
    """Those in which something is refused, alone or as a step."""
    return [v for v in vectors if "expect_error" in v or any("expect_error" in step for step in v.get("step", ()))]


@pytest.mark.parametrize("system", sorted(systems()))
def test_after_a_die_only_answers_are_refused(system, monkeypatch):
    perform, throw, choose = conformance._perform, driving._Run.thrown, driving._Run.chosen
    refused, late, fell = [], [], []

    def thrown(run, ask, faces):
        rolled = throw(run, ask, faces)  # faces that no die has are refused here
        fell.append(faces)
        return rolled

    def chosen(run, ask, answer):
        fell.clear()  # what is refused after this is an answer
        return choose(run, ask, answer)

    def watched(of, state, given, vector):
        fell.clear()
        try:
            return perform(of, state, given, vector)
        except RuleError as error:
            refused.append(error.code)
            if fell and error.code != "bad_die":  # a face that was typed in
                late.append((vector.procedure, error.code))
            raise

    monkeypatch.setattr(driving._Run, "thrown", thrown)
    monkeypatch.setattr(driving._Run, "chosen", chosen)
    monkeypatch.setattr(conformance, "_perform", watched)
    assert conformance.run(systems()[system], refusing(conformance.load(HERE / system))).failed == ()
    assert len(refused) > 50
    assert late == []
