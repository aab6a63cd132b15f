"""What may be done now: why somebody may not do a deed, in the order of FET-LIV-7; None if it may.

What keeps a fighter from declaring is the battle's own order; what a deed is filled with is judged by its chapter.
"""

from ludex.core.deeds import Refusal
from ludex.core.rule import rule
from ludex.systems.fet.rules.roster import pools
from ludex.systems.fet.sheet import hindrance
from ludex.systems.fet.state import State

DEEDS = frozenset(
    [
        "ex",
        "neg",
        "talk",
        "bat",
        "cast",
        "atk",
        "shoot",
        "reload",
        "int",
        "def",
        "dodge",
        "parry",
        "move",
        "heal",
        "ctl",
        "weak",
        "free",
        "do",
        "wait",
        "treat",
        "rest",
    ]
)
"""What the dead do not do."""


@rule("FET-LIV-7", "FET-LIV-8")
def may(state: State, actor: str, deed: str) -> Refusal | None:
    """Why somebody may not do a deed now."""
    character = state.characters.get(actor)
    if deed not in DEEDS or character is None or actor in state.veiled or hindrance(character.sheet):
        return None
    if pools(state, actor).dead:
        return Refusal("dead", "FET-DTH-2", {"who": state.called(actor)})
    return None
