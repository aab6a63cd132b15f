"""What may be done now: the chapters' own checks in the ledger's order, as one question (MIR-LIV-6), and what the clock waits for.

Nothing is changed here.
"""

from ludex.core.deeds import Asked, Refusal, refused
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.content import action_named
from ludex.systems.mirror.rules.actions import OWN_TURN, UseAction, check_able, check_in_conflict, check_turn
from ludex.systems.mirror.rules.clock import DelayTurn, EndTurn
from ludex.systems.mirror.rules.combat import Attack
from ludex.systems.mirror.rules.performing import Perform
from ludex.systems.mirror.rules.sheets import ActorGiven
from ludex.systems.mirror.rules.walking import Walk
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import ActionType, Status

ALONE = ("end", "delay", "rest", "levelup", "mv")
"""What nobody does for another's character, though a line may name whom it is for (MIR-LIV-6)."""

DRAFTS = ("points", "learn")
"""What changes a draft, in any mode (MIR-LIV-48)."""

GROWING = ("rest", "levelup", *DRAFTS)
OTHERS = ("atk", "act", "action", "mv", "ck", "def", "relate", "improve", "worsen", "emotion", "humanity", "scar")
OWN = frozenset((*GROWING, *OTHERS, "cont", "delay", "focus", "skill_check"))
"""Deeds of the actor's own, and what a check comes to that is no defence; queries, and what runs the table, are nobody's."""

BY_WORD = frozenset((
    *("sp", "heal", "temp", "untemp", "attr", "favour", "self", "levelup", "lvdown", "rank", "forget", "organ"),
    *("points", "learn", "autolearn", "end", "fx", "dispel", "trauma", "status"),
))  # fmt: skip
"""What a player does with her own character, if only by the GM's word; the GM does it to anybody."""

AWAKE_OR_NOT = frozenset(("def", "scar", "rest", "ck"))
"""What is open to the unconscious too: to defend (also as a check that names a defence), the texts of the sheet, a rest with others (MIR-LIV-8)."""


@rule("MIR-LIV-6")
def may(state: State, actor: str, deed: str) -> Refusal | None:
    """Why somebody may not do this now; None if she may. What a deed is done with and to whom its own procedure looks at, in the same order."""
    character = state.characters.get(actor)
    return refused(_check, state, character, deed) if character is not None and deed in OWN else None


@rule("MIR-LIV-7", "MIR-LIV-8", "MIR-LIV-11")
def _check(state: State, c: Character, deed: str) -> None:
    check_able(c, automatic=deed in AWAKE_OR_NOT)
    conflict = state.conflict
    if conflict is None:
        return
    if deed in GROWING and not (c.draft and deed in DRAFTS):
        raise RuleError("conflict_running", clause="MIR-LIV-11", round=conflict.round)
    if deed == "mv":
        if Status.IMMOBILE in c.given:
            raise RuleError("immobile", clause="MIR-MOV-3", who=c.called)
        check_in_conflict(state, c, ActionType.SA)
    if deed == "cont":
        check_turn(state, c)


@rule("MIR-LIV-6", "MIR-LIV-7", "MIR-LIV-8")
def check_hers(asked: Asked, deed: str) -> None:
    """Refuse a player what is another's to do, and what she does by the GM's word with one who is out of play or unconscious."""
    if asked.gm:
        return
    whom = asked.args.get("who")
    if deed in ALONE and whom and whom not in asked.controls:
        raise RuleError("not_yours", actor=asked.state.who(whom).called, controls=list(asked.controls))
    if deed in BY_WORD and asked.actor in asked.state.characters:
        check_able(asked.state.who(asked.actor))


TURNS = frozenset(("end", "delay", "mv", "act", "atk", "action", "cont", "focus"))
"""What uses or ends a turn."""


@rule("MIR-LIV-11")
def check_players_turn(asked: Asked, deed: str) -> None:
    """A line of the GM's that names nobody neither uses nor ends the turn of a player's character."""
    conflict = asked.state.conflict
    said = asked.named or (deed in ALONE and asked.args.get("who"))
    if not asked.gm or said or conflict is None or deed not in TURNS:
        return
    c = asked.state.characters.get(conflict.turn or "")
    if c is not None and not c.gm_played and (deed == "end" or asked.actor in ("", c.id)):
        raise RuleError("players_turn", clause="MIR-LIV-11", who=c.called)


Done = Walk | Perform | Attack | UseAction | ActorGiven | DelayTurn | EndTurn


@rule("MIR-TCK-5", "MIR-LIV-11", "MIR-LIV-27")
def in_turn(state: State, given: Done) -> bool:
    """Whether somebody does this in her turn: then nothing else that takes turns begins before it is over."""
    who = given.attacker if isinstance(given, Attack) else given.actor
    return state.has_turn(str(who)) and _kind(state, given) in OWN_TURN


@rule("MIR-ACT-4", "MIR-ACT-5")
def _kind(state: State, given: Done) -> str:
    """The type of action that it is: one that is free, or a reaction, comes at any time."""
    if isinstance(given, UseAction):
        return given.action.type
    if not isinstance(given, Perform):
        return ActionType.SA
    try:
        return action_named(given.action, state.catalogue, state.who(given.actor)).type
    except RuleError:  # the action itself will say so
        return ""
