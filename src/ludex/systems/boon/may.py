"""What may be done now: one function, asked by lines, buttons and policies alike, in the order of BOO-LIV-8.

The fight, the actor, the turn, and what an effect forbids. What depends on how a deed is filled in (things, targets, AP) is judged by the
chapter that the deed belongs to, before anything is paid.
"""

from ludex.core.deeds import Refusal, refused
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.boon.rules.actions import check_active
from ludex.systems.boon.rules.rounds import check_in_round, check_pick, check_turn
from ludex.systems.boon.rules.stages import check_peace
from ludex.systems.boon.rules.windows import check_denied
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Action

TURN: dict[str, str] = {
    "atk": Action.ATTACK,
    "cast": Action.CAST,
    "shove": Action.SHOVE,
    "stunt": Action.STUNT,
    "hide": Action.HIDE,
    "mv": Action.MOVE,
    "drink": Action.USE_ITEM,
    "throw": Action.USE_ITEM,
    "reload": Action.USE_ITEM,
    "take": Action.USE_ITEM,
    "stow": Action.USE_ITEM,
    "item": Action.USE_ITEM,
    "rid": Action.RID,
    "pass": Action.PASS,
}
"""The deeds of a turn, by their commands, with the word under which effects forbid them."""
FIGHT = frozenset({"pass", "pick", "leave", "finish", "act", "endround", "give", "next"})
"""What makes sense only while a fight is on."""
PEACE = {"fight": "BOO-RND-3", "scene": "BOO-LIV-55", "time": "BOO-LIV-57", "clear": "BOO-LIV-20"}
"""What a fight has no time for; of those that name somebody (rest, level) their own chapter says it, after whose they are."""
OWN = frozenset(TURN) | {"ck", "drop"}
"""Deeds of a body, which nobody does who is down (BOO-LIV-10)."""


@rule("BOO-LIV-8")
def may(state: State, actor: str, deed: str) -> Refusal | None:
    """Why somebody may not do a deed now, asked before a line is read; the deeds of a turn ask `check` themselves: names come before the turn."""
    return None if deed in TURN or deed == "act" else refused(check, state, actor, deed)


@rule("BOO-LIV-8", "BOO-LIV-10")
def check(state: State, actor: str, deed: str) -> None:
    """Refuse a deed that may not be done now: the fight, the actor, the turn, effects."""
    check_fight(state, deed)
    who = state.find(actor)
    if who is None or deed not in OWN:
        return
    check_active(who)
    if state.clock.running and deed in TURN:
        check_holds(state, actor)
    if deed in TURN:
        check_denied(state, actor, TURN[deed])
    elif deed == "ck":
        check_denied(state, actor, "challenge")


def check_fight(state: State, deed: str) -> None:
    """Whether there is a fight for it, or peace."""
    if deed in FIGHT and not state.clock.running:
        if state.clock.combat_over and deed not in ("pass", "leave"):
            raise RuleError("combat_over", clause="BOO-EOR-4", winner=state.side_called(state.clock.winner))
        raise RuleError("not_fighting")
    if deed in PEACE:
        check_peace(state, PEACE[deed])
    if state.clock.running and deed in TURN:
        check_in_round(state)


@rule("BOO-LIV-12")
def check_holds(state: State, who: str) -> None:
    """Somebody who holds the initiative, or to whom the side that chooses may give it."""
    if state.clock.choosing:
        check_pick(state, who)
    else:
        check_turn(state, who)
