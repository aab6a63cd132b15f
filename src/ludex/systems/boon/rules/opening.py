"""Ambush (BOO-AMB) joined with taking an action (BOO-ACT), because one line strikes and starts the fight (BOO-LIV-13)."""

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.systems.boon.events import InitiativeMoved
from ludex.systems.boon.rules.actions import Deed, check_active
from ludex.systems.boon.rules.appearing import appeared
from ludex.systems.boon.rules.clock import clock_view, passed_to
from ludex.systems.boon.rules.initiative import begun, check_start
from ludex.systems.boon.rules.rounds import Act, act, check_known, taken
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Outcome, Result


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A fight that a deed has started, and what came of the deed; nothing but the clock of the fight where it was no ambush."""

    ambush: bool = False
    sides: dict[str, Total]
    deed: Deed

    @property
    def verdict(self) -> Outcome | Result | None:
        """Of the deed; so are the others, which odds tell too."""
        return self.deed.verdict

    @property
    def wounds(self) -> int | None:
        """See `Deed`."""
        return self.deed.wounds

    @property
    def blind_total(self) -> int | None:
        """See `Deed`."""
        return self.deed.blind_total

    @property
    def blind_damage(self) -> int | None:
        """See `Deed`."""
        return self.deed.blind_damage


@rule("BOO-LIV-13", "BOO-LIV-46", "BOO-AMB-1", "BOO-AMB-2")
async def strike_first(state: State, given: Act) -> Deed | Opened:
    """An attack outside a fight starts it: done as the first action of a surprise round, or it lapses and costs nothing.

    If a fight has begun since it was proposed, it is a deed of that fight.
    """
    if state.clock.running:
        return await act(state, replace(given, picks=True))
    side = state.character(given.actor).side
    state = await appeared(state, given.actor)
    check_start(state, side)
    check_known(state, given)
    check_active(state.character(given.actor))
    check_deed(state, given)
    state, ranked = await begun(state, side)
    if not ranked.ambush:
        return Opened(sides=ranked.why, deed=Deed(**asdict(clock_view(state))))
    if state.clock.holder != given.actor:
        state = await passed_to(state, InitiativeMoved(holder=given.actor, reason="picked"))
    return Opened(ambush=True, sides=ranked.why, deed=await act(state, given))


def check_deed(state: State, given: Act) -> None:
    """What would be refused starts nothing: the deed is tried up to its first step, and given up."""
    tried = taken(state, given).__await__()
    try:
        next(tried)
    except StopIteration:
        return
    finally:
        tried.close()  # a coroutine's iterator can be given up
