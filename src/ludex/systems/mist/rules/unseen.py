"""Joins Actions, Mitigation and Effects: what only a challenge that is on stage unseen denies.

A refusal would tell of it (MST-LIV-36, MST-LIV-41), and the ledger names no outcome: the MC says whether it counts.
"""

from typing import TypeVar

from msgspec.structs import replace

from ludex.core.asks import GM, Option, choose
from ludex.core.rule import rule
from ludex.core.say import Label, say, term
from ludex.systems.mist.rules.effects import Basket
from ludex.systems.mist.rules.invocation import Invocation
from ludex.systems.mist.rules.records import denies
from ludex.systems.mist.state import State

COUNTS, NOT = "counts", "counts_not"

Named = TypeVar("Named", bound=Invocation)


async def counts(state: State, who: str, what: Label, *things: str) -> bool:
    """Whether somebody may use something that nothing seen denies; the MC is asked where something unseen does."""
    record = denies(state, who, *things)
    if record is None or denies(state.seen, who, *things):
        return True
    question = say("questions.unseen_denies", who=who, what=what, by=record.bearer)
    options = Option(NOT, say("answers.counts_not")), Option(COUNTS, say("answers.counts"))
    return await choose(GM, question, options, about=things[0]) == COUNTS


@rule("MST-LIV-36", "MST-LIV-41")
async def let_count(state: State, actor: str, given: Named) -> Named:
    """What somebody names for a roll, without the tags that the MC does not let count."""
    kept = [tag for tag in (*given.help, *given.hinder) if await counts(state, actor, tag, tag)]
    sides = {side: tuple(tag for tag in getattr(given, side) if tag in kept) for side in ("help", "hinder", "burn")}
    return replace(given, **sides) if len(kept) < len((*given.help, *given.hinder)) else given


@rule("MST-LIV-36", "MST-LIV-41")
async def let_land(state: State, actor: str, basket: Basket) -> Basket:
    """What somebody has bought, without what the MC does not let land; the power for it is spent."""
    kinds = {kind: await counts(state, actor, term(kind), kind, "effects") for kind in (p.kind for p in basket.picks)}
    return replace(basket, picks=tuple(pick for pick in basket.picks if kinds[pick.kind]))
