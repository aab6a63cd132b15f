"""Effects: the vocabulary (FET-LIV-25 to -30, -34): events set traits off, and what they do is carried out step by step.

A trait with an `event` and `effects` listens: when the event comes (whose it is, FET-LIV-26) and its condition holds, its owner is
asked where it says so, and the steps run. The examples of the book that have windows of their own are `windows.py`.
"""

from collections.abc import Iterable

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.rules.conditions import Occasion, SetOff, holds, traits_of
from ludex.systems.fet.rules.roster import pools
from ludex.systems.fet.rules.steps import carry_out
from ludex.systems.fet.sheet import Trait
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Event

MOST = 20
"""FET-LIV-30: so many things may be set off in one moment; then it stops, and is told."""


STOPPED = "stopped"
"""The bound was reached: told, then nothing more (FET-LIV-30)."""


class Done(msgspec.Struct, frozen=True):
    """The state after things were set off, what they did, and whether it was stopped."""

    state: State
    rows: tuple[SetOff, ...] = ()
    stopped: bool = False


@rule("FET-LIV-26", "FET-LIV-30")
async def set_off(state: State, occasions: Iterable[Occasion]) -> Done:
    """Let every trait answer that an event sets off, in listed order, and no more than the bound."""
    rows: list[SetOff] = []
    for occasion in occasions:
        for owner in tuple(state.people):
            for trait in traits_of(state, owner):
                if not listens(state, owner, trait, occasion) or not await wanted(owner, trait, occasion):
                    continue
                if len(rows) >= MOST:
                    return Done(state, (*rows, SetOff(owner, trait.name, STOPPED)), stopped=True)
                state, told = await carry_out(state, owner, trait, occasion)
                rows.extend(told)
    return Done(state, tuple(rows))


def listens(state: State, owner: str, trait: Trait, occasion: Occasion) -> bool:
    """Whether a trait is set off: its event, whose it is, its condition, its count, and an owner who lives."""
    if not trait.effects or Event.said(trait.event) != occasion.event:
        return False
    limit = trait.limit
    spent = state.battle.used.get(f"{owner}:{trait.name}", 0) if state.battle else 0
    alive = not pools(state, owner).dead or occasion.event in (Event.DIED, Event.KILLED_BY_VAMPIRE)
    concerned = trait.whose in ("anybody", whose(state, owner, occasion.who))
    if not alive or not concerned or (limit is not None and spent >= limit):
        return False
    return holds(state, owner, trait.condition, occasion, trait=trait.name)


def whose(state: State, owner: str, who: str) -> str:
    """Whose event it is for somebody: the own one, a friend's, an enemy's."""
    if owner == who:
        return "own"
    one, other = state.fighter(owner), state.fighter(who)
    if one is not None and other is not None:
        return "friend" if one.side == other.side else "enemy"
    return "friend"


async def wanted(owner: str, trait: Trait, occasion: Occasion) -> bool:
    """Whether a trait's owner wants it, where it asks."""
    if not trait.ask:
        return True
    options = (Option("use", say("answers.use_trait", trait=trait.name)), Option("pass", say("answers.pass")))
    what = say("questions.use_trait", trait=trait.name)
    return await choose(actor(owner), what, options, about=f"{trait.name}:{occasion.event}:{occasion.other}") == "use"
