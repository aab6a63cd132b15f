"""What may be done now: the chapters' own checks in the ledger's order, as one question (MIR-LIV-6). Nothing is changed here."""

from ludex.core.deeds import Refusal, refusal_of
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.rules.actions import check_able
from ludex.systems.mirror.rules.movement import on_stage
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State

FIGHTING = ("atk", "act", "action", "mv", "focus", "cont", "delay")
GROWING = ("rest", "levelup", "points", "learn")
OTHERS = (
    "item",
    "ck",
    "def",
    "relate",
    "improve",
    "worsen",
    "emotion",
    "humanity",
    "scar",
    "heal",
    "temp",
    "untemp",
    "sp",
)
OWN = frozenset((*FIGHTING, *GROWING, *OTHERS))
"""Deeds of the actor's own; queries, and what runs the table, are nobody's."""

AWAKE_OR_NOT = frozenset(("def", "scar", "rest", "sp", "heal", "temp", "untemp"))
"""What is open to the unconscious too: to defend, the texts of the sheet, a rest with others, what others do for her (MIR-LIV-8)."""


@rule("MIR-LIV-6")
def may(state: State, actor: str, deed: str) -> Refusal | None:
    """Why somebody may not do this now; None if she may."""
    character = state.characters.get(actor)
    if character is None or deed not in OWN:
        return None
    try:
        _check(state, character, deed)
    except RuleError as error:
        return refusal_of(error)
    return None


@rule("MIR-LIV-7", "MIR-LIV-8", "MIR-LIV-11")
def _check(state: State, c: Character, deed: str) -> None:
    check_able(c, automatic=deed in AWAKE_OR_NOT)
    conflict = state.conflict
    if conflict is None:
        return
    if deed in GROWING:
        raise RuleError("conflict_running", clause="MIR-LIV-11", round=conflict.round)
    if deed in FIGHTING and conflict.fighter(c.id) is None and on_stage(state.stage, c):
        raise RuleError("not_in_conflict", clause="MIR-LIV-11", who=c.called)
    if deed in ("atk", "focus") and conflict.fighter(c.id) is not None and not conflict.has_turn(c.id):
        raise RuleError("not_your_turn", clause="MIR-ACT-2", who=c.called)
