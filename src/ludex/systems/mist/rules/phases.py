"""The two state machines refuse in one voice: what phase it is, and in which this could be done. MST-SCN-8, MST-MIS-8."""

from collections.abc import Sequence

from ludex.core.errors import RuleError
from ludex.core.say import term
from ludex.systems.mist.terms import named

NOTHING = "nothing"
"""Stands for the phase of a scene or a mission that there is not."""


def check_phase(now: str, wanted: Sequence[str], clause: str) -> None:
    """Refuse what is done in another phase than one of these."""
    if now not in wanted:
        raise RuleError("wrong_phase", clause=clause, phase=term(now), wanted=named(wanted))
