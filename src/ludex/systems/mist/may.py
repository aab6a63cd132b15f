"""What may be done now: one function, asked before every deed and by the buttons, in the ledger's order (MST-LIV-8, MST-LIV-9, MST-LIV-10; codes of every table: MST-LIV-60).

Phase, what is owed, safety, whether somebody is in play. What depends on a line's own words (tags, clues, prices) is asked by the rules, before
any die.
"""

from ludex.core.deeds import Refusal, refused
from ludex.systems.mist.rules.loop import check_not_cleared
from ludex.systems.mist.rules.missions import (
    LEADS_TO_WRITING,
    OPEN,
    check_none_open,
    check_not_writing,
    check_opportunity,
    check_safe,
    mission_in,
)
from ludex.systems.mist.rules.scenes import check_no_scene, check_settled, open_matters, scene_in
from ludex.systems.mist.rules.who import check_active
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import MissionPhase, ScenePhase

ACTS = frozenset({"act", "immerse"})
CONCLUDES = frozenset({"deduce", "test"})
QUIET = frozenset({"rest", "replace"})
OWN = CONCLUDES | {"immerse", "replace", "grow", "indulge", "mitigate", "hand"}
"""Deeds of a character, who must be in play for them. (Of those whom the MC calls or grants a rest the others are skipped.)"""


def may(state: State, actor: str, deed: str) -> Refusal | None:
    """Why a deed may not be done now by an actor; None if it may."""
    return refused(check, state, actor, deed)


def check(state: State, actor: str, deed: str) -> None:
    """Refuse a deed that may not be done now: phase, what is owed, safety, the actor."""
    _check_phase(state, actor, deed)
    _check_owed(state, deed)
    _check_safe(state, deed)
    _check_actor(state, actor, deed)


def _check_phase(state: State, actor: str, deed: str) -> None:
    """The phases of mission and scene in which a deed has its place."""
    if deed in ACTS:
        check_not_writing(state)
    if deed in CONCLUDES:
        mission_in(state, MissionPhase.WRITING)
    if deed == "suppress":
        check_opportunity(state)
    if deed == "close":
        mission_in(state, *OPEN)
    if deed == "mission":
        check_none_open(state)
    if deed == "write":
        mission_in(state, *LEADS_TO_WRITING)
    if deed == "wrap":
        check_not_cleared(state)
    if deed == "consequence" and not (state.running and state.running.action_due):
        scene_in(state, ScenePhase.CONSEQUENCE)
    if deed in QUIET and actor:
        check_no_scene(state)


def _check_owed(state: State, deed: str) -> None:
    """Nobody dives or writes, and no case begins or ends, while a consequence is owed (an action outside the loop may be made: the rule
    asks for the others)."""
    if deed in {"immerse", "write", "close", "mission"} and state.running:
        check_settled(state.running)


def _check_safe(state: State, deed: str) -> None:
    """Nobody writes the file in a scene in which something is unresolved."""
    if deed == "write" and state.running and open_matters(state.running):
        check_safe(state, together=True)


def _check_actor(state: State, actor: str, deed: str) -> None:
    """Who is dead or transformed does nothing more (MST-LIV-10)."""
    character = state.character(actor)
    if deed in OWN and character is not None and not character.benched:  # an own line brings her back (MST-LIV-61)
        check_active(character)
