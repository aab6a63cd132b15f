"""What may be done now: one function, asked by lines, buttons and policies alike, in the order of BOO-LIV-8.

The fight, the actor, the turn, and what an effect forbids (`rules.turns`). What depends on how a deed is filled in (things, targets, AP) is
judged by the chapter that the deed belongs to, before anything is paid.
"""

from ludex.core.deeds import Refusal, refused
from ludex.core.rule import rule
from ludex.systems.boon.rules.turns import TURN, check_may
from ludex.systems.boon.state import State


@rule("BOO-LIV-8")
def may(state: State, actor: str, deed: str) -> Refusal | None:
    """Why somebody may not do a deed now, asked before a line is read; the deeds of a turn ask `check_may` themselves: names come before the turn."""
    return None if deed in TURN or deed == "act" else refused(check_may, state, actor, deed)
