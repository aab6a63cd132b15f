"""Joins Ticks (刻度) and Actions: what is done in somebody's turn, one thing after another, so that the clock waits for it (MIR-TCK-5, MIR-LIV-11)."""

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.content import action_named
from ludex.systems.mirror.rules.actions import OWN_TURN, UseAction
from ludex.systems.mirror.rules.clock import EndTurn
from ludex.systems.mirror.rules.combat import Attack
from ludex.systems.mirror.rules.performing import Perform
from ludex.systems.mirror.rules.report import Actor
from ludex.systems.mirror.rules.walking import Walk
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import ActionType

Done = Walk | Perform | Attack | UseAction | Actor | EndTurn


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
