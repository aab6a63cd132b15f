"""What may be done now: why a deed may not be done by somebody, in the order of FAB-LIV-6; None if it may.

What depends on how a deed is filled in (things, targets, limits, payment) is judged by the chapter that the deed belongs to.
"""

from ludex.core.deeds import Refusal, refused
from ludex.core.errors import RuleError
from ludex.systems.fable.rules.conflict import check_on_turn
from ludex.systems.fable.rules.counting import denies
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import Conflict, State
from ludex.systems.fable.terms import Fate

DEAD = (Fate.SACRIFICED, Fate.SLAIN)
ACTIONS = frozenset({"a", "dual", "cast", "guard", "hinder", "study", "obj", "act", "give", "feat"})
"""Deeds of one's own turn."""
LATE = frozenset({"item", "equip"})
"""Deeds of one's own turn that their chapter judges: some things have refusals of their own (FAB-LIV-8)."""
TURNS = frozenset({"turn", "end", "forfeit", "sup"})
CHECKS = frozenset({"c", "vs", "group", "op", "emotion", "mp"})
PEACE = frozenset({"rest", "supply", "buy", "sell", "bond", "unbond", "lvup", "learn", "forget"})
"""What a fight has no time for."""
SHOPS = frozenset({"supply", "buy", "sell"})
OF_ACTOR = ACTIONS | LATE | TURNS | CHECKS | PEACE | {"ritual"}
CLOCK = frozenset({"play", "next", "tick", "tock", "join", "leave", "endfight", "spd", "supgain"}) | TURNS


def may(state: State, actor: str, deed: str) -> Refusal | None:
    """Why somebody may not do a deed now."""
    character = state.characters.get(actor)
    if character is not None and deed in OF_ACTOR:
        refusal = _able(character) or _denied(state, actor, deed)
        if refusal is not None:
            return refusal
    return _in_time(state, actor if character is not None else "", deed)


def _able(character: Character) -> Refusal | None:
    """Nobody acts who is dead or out (FAB-LIV-6, FAB-LIV-7)."""
    if character.fate in DEAD:
        return Refusal("dead", "FAB-PZR-4", {"who": character.called})
    if character.out:
        return Refusal("defeated", "FAB-PZR-3", {"who": character.called})
    return None


def check_able(character: Character) -> None:
    """Refuse somebody who is dead or out."""
    if refusal := _able(character):
        raise RuleError(refusal.code, clause=refusal.clause, **refusal.facts)


def check_turn(state: State, actor: str) -> None:
    """Refuse a deed of one's own turn that its chapter judges, before anything else is asked about it (FAB-LIV-6)."""
    if refusal := may(state, actor, "act"):
        raise RuleError(refusal.code, clause=refusal.clause, **refusal.facts)


def _denied(state: State, actor: str, deed: str) -> Refusal | None:
    """What an effect forbids her: to act at all, or to cast (FAB-LIV-31)."""
    words = [
        word
        for word, deeds in (("act", ACTIONS | LATE | {"c", "vs", "group", "op"}), ("cast", {"cast"}))
        if deed in deeds
    ]
    for word in words:
        if effect := denies(state, actor, word):
            return Refusal("denied", "FAB-LIV-31", {"effect": effect.called})
    return None


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
    return _on_turn(state, conflict, actor, deed) if actor else None


def _on_turn(state: State, conflict: Conflict, actor: str, deed: str) -> Refusal | None:
    """The own turn: in the conflict, the tick started, the right to act, and nobody before her."""
    if deed in ACTIONS | LATE | TURNS and conflict.of(actor) is None:
        return Refusal("not_in_conflict", "FAB-CLK-13", {"who": actor})
    if deed not in ACTIONS | (TURNS - {"forfeit", "sup"}):
        return None
    return refused(check_on_turn, state, actor)
