"""Whatever is handed to a procedure, it ends in a result or a refusal: every vector made wrong in one place at a time."""

from pathlib import Path

import pytest

from ludex.core.errors import RuleError
from ludex.testing.conformance import check, load
from tests.mutations import every
from tests.ours import systems

VECTORS = Path(__file__).parent.parent / "conformance"
STEP = 211
"""One mutant in so many is tried (a prime, so that every wrong value and every place comes up)."""


@pytest.mark.parametrize("system", sorted(systems()))
def test_a_wrong_input_is_refused_and_never_crashes(system):
    found = systems()[system]
    for where, mutant in every(STEP, load(VECTORS / system)):
        assert "crashed" not in check(found, mutant), where


@pytest.mark.parametrize("system", sorted(systems()))
@pytest.mark.parametrize("given", [{}, {"x": 1}, {"": None}, {"actor": []}, {"options": 1}, {"options": {"x": 1}}])
def test_no_procedure_breaks_on_next_to_nothing(system, given):
    found = systems()[system]
    for name in found.procedures:
        assert "crashed" not in check(found, {"id": name, "procedure": name, "given": given}), name


def test_a_number_that_no_rule_could_use_is_refused_under_the_code_of_its_field():
    procedure = systems()["mist"].procedures["status_stack"]
    for wrong in (10**400, float("nan"), float("inf"), 10**16):
        with pytest.raises(RuleError) as refused:
            procedure.read({"boxes": [], "tier": wrong})
        assert refused.value.code == "bad_tier"
