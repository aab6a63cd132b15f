"""Opportunities that were kept and are spent later (FAB-POP-1, FAB-LIV-27): joins Opportunities and the windows of effects."""

import msgspec

from ludex.core.rule import rule
from ludex.systems.fable.events import Touched
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.checks import new_act
from ludex.systems.fable.rules.opportunities import OpportunitySpent, SpendOpportunity, status_heard, told_of, used_up
from ludex.systems.fable.state import State


@rule("FAB-POP-1", "FAB-LIV-34")
async def spend_opportunity(state: State, given: SpendOpportunity) -> OpportunitySpent:
    """Spend an opportunity on one of the things on the list; a status that it brings is gained like any other."""
    done = await used_up(state, given)
    if not state.live or not given.actor or done.status is None:
        return done
    act, after = new_act(), await happen(Touched())
    act.told += told_of(state, after, given.actor, given)[1:]  # the card names the use itself
    await status_heard(state, after, given.actor, use=given, act=act)
    return msgspec.structs.replace(done, told=tuple(act.told))
