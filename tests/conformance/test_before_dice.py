"""The shipped rules check before they roll: no refusal of a vector comes after a die, so that none tells what fell."""

from pathlib import Path

import pytest

from ludex.core.driving import Faces
from ludex.core.errors import RuleError
from ludex.testing import conformance
from tests.ours import systems

HERE = Path(__file__).parent


def refusing(vectors):
    """Those in which something is refused, alone or as a step."""
    return [v for v in vectors if "expect_error" in v or any("expect_error" in step for step in v.get("step", ()))]


@pytest.mark.parametrize("system", sorted(systems()))
def test_no_refusal_comes_after_a_die(system, monkeypatch):
    perform, refused, late = conformance._perform, [], []

    def watched(of, name, *rest):
        try:
            return perform(of, name, *rest)
        except RuleError as error:
            refused.append(error.code)
            if any(isinstance(one, Faces) for one in error.spent):
                late.append((name, error.code))
            raise

    monkeypatch.setattr(conformance, "_perform", watched)
    assert conformance.run(systems()[system], refusing(conformance.load(HERE / system))).failed == ()
    assert len(refused) > 50
    assert late == []
