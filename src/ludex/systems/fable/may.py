"""What may be done now: why a deed may not be done by somebody, in the order of FAB-LIV-6; None if it may.

What depends on how a deed is filled in (things, targets, limits, payment) is judged by the chapter that the deed belongs to.
"""

from ludex.core.deeds import Refusal, refused
from ludex.systems.fable.rules.conflict import check_able, check_acts, check_on_turn, check_own_turn
from ludex.systems.fable.state import State

ACTIONS = frozenset({"a", "dual", "cast", "guard", "hinder", "study", "obj", "act", "give", "feat"})
"""Deeds of one's own turn."""
LATE = frozenset({"item", "equip"})
"""Deeds of one's own turn that their chapter judges: some things have refusals of their own (FAB-LIV-8)."""
TURNS = frozenset({"turn", "end", "forfeit", "sup"})
CHECKS = frozenset({"c", "vs", "group", "op"})
PEACE = frozenset({"rest", "supply", "buy", "sell", "bond", "unbond", "lvup", "learn", "forget"})
"""What a fight has no time for."""
SHOPS = frozenset({"supply", "buy", "sell"})
OF_ACTOR = TURNS | PEACE | {"ritual", "reorder", "emotion", "mp"}
CLOCK = frozenset({"play", "next", "tick", "tock", "join", "leave", "endfight", "spd", "supgain", "reorder"}) | TURNS


def may(state: State, actor: str, deed: str) -> Refusal | None:
    character = state.characters.get(actor)
    if character is None:
        return _in_time(state, "", deed)
    if deed in ACTIONS:
        return refused(check_own_turn, state, actor, *(("cast",) if deed == "cast" else ()))
    refusal = None
    if deed in LATE | CHECKS:
        refusal = refused(check_acts, state, actor)
    elif deed in OF_ACTOR:
        refusal = refused(check_able, character)
    return refusal or _in_time(state, actor, deed)


def _in_time(state: State, actor: str, deed: str) -> Refusal | None:
    """Time and place (FAB-LIV-8)."""
    conflict = state.conflict
    if conflict is None:
        if deed in CLOCK:
            return Refusal("no_conflict", "FAB-INI-1")
        if deed in SHOPS and state.scene and not state.settlement:
            return Refusal("not_in_settlement", "FAB-PRS-1")
        return None
    if deed in ("scene", "fight"):
        return Refusal("conflict_running", "FAB-INI-1", {"round": conflict.round})
    if not state.live:
        return None
    if deed in PEACE or (deed == "ritual" and all(clock.filled < clock.size for clock in state.clocks)):
        return Refusal("in_conflict", "FAB-PAC-1")
    if actor and deed in LATE | TURNS | {"reorder"} and conflict.of(actor) is None:
        return Refusal("not_in_conflict", "FAB-CLK-13", {"who": actor})
    return refused(check_on_turn, state, actor) if actor and deed in ("turn", "end") else None
