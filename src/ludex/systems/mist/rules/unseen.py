"""Joins Actions, Mitigation and Effects: what only a challenge that is on stage unseen denies. MST-LIV-32.

A refusal would tell of it (MST-LIV-36, MST-LIV-41): it is done and paid for as if nothing denied it, brings nothing, and only the MC is told why.
"""

from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.mist.rules.effects import Basket
from ludex.systems.mist.rules.invocation import Invocation, Invoked, invoke
from ludex.systems.mist.rules.records import denies
from ludex.systems.mist.rules.tags import find_tag
from ludex.systems.mist.sheet import Character
from ludex.systems.mist.state import State


@rule("MST-LIV-32")
def denied_unseen(state: State, who: str, what: Label, *things: str) -> Say | None:
    """What the MC is told of something that somebody uses, where nothing seen denies it and something unseen does."""
    record = denies(state, who, *things)
    if record is None or denies(state.seen, who, *things):
        return None
    return say("told.unseen_denies", what=what, by=record.bearer)


@rule("MST-LIV-32", "MST-LIV-36", "MST-LIV-41")
def invoke_as_known(state: State, actor: Character, given: Invocation, kind: str = "action") -> Invoked:
    """What somebody names for a roll: tags that only something unseen denies bring nothing, and those of them that were to burn burn."""
    lost = {tag: why for tag in (*given.help, *given.hinder) if (why := denied_unseen(state, actor.id, tag, tag))}
    sides = {side: tuple(tag for tag in getattr(given, side) if tag not in lost) for side in ("help", "hinder", "burn")}
    invoked = invoke(state, actor, replace(given, **sides), kind)
    burns = tuple(find_tag(state, actor, tag, burn=True) for tag in given.burn if tag in lost)
    return replace(invoked, burns=(*invoked.burns, *burns), unseen=tuple(lost.values()))


@rule("MST-LIV-32", "MST-LIV-36", "MST-LIV-41")
def without_denied(state: State, actor: str, basket: Basket) -> tuple[Basket, tuple[Say, ...]]:
    """What somebody has bought, without what only something unseen denies; the power for it is spent."""
    kinds = dict.fromkeys(pick.kind for pick in basket.picks)
    lost = {kind: why for kind in kinds if (why := denied_unseen(state, actor, term(kind), kind, "effects"))}
    return replace(basket, picks=tuple(pick for pick in basket.picks if pick.kind not in lost)), tuple(lost.values())
