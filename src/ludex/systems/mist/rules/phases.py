"""The scene loop and Mission structure, joined where they are alike: two state machines that refuse in one voice.

What phase it is, in which this could be done, and who moves it on. MST-SCN-8, MST-MIS-8.
"""

from collections.abc import Sequence

from ludex.core.errors import RuleError
from ludex.core.say import Say, say, term
from ludex.systems.mist.terms import as_terms

NOTHING = "nothing"
"""Stands for the phase of a scene or a mission that there is not."""


SCENE, MISSION = "scene", "mission"
CLAUSES = {SCENE: "MST-SCN-8", MISSION: "MST-MIS-8"}
"""The two machines, and where they are written down."""


def way_on(machine: str, now: str) -> Say:
    """Who moves a scene or a mission on from this phase, and how."""
    return say(f"ways.{machine}_{now}")


def check_phase(machine: str, now: str, wanted: Sequence[str]) -> None:
    """Refuse what is done in another phase than one of these."""
    if now not in wanted:
        way = say("ways.scene_open") if machine == SCENE and NOTHING in wanted else way_on(machine, now)
        raise RuleError("wrong_phase", clause=CLAUSES[machine], phase=term(now), wanted=as_terms(wanted), hint=way)
