"""Sessions of live play (BOO-LIV-58): what an evening brings to everybody whom players play."""

import msgspec

from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.systems.boon.content import thing_named
from ludex.systems.boon.rules.creation import LevelUp, level_up
from ludex.systems.boon.rules.scene import Equip, given_to
from ludex.systems.boon.rules.stages import check_peace
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Status


class Reward(msgspec.Struct, frozen=True, kw_only=True):
    """What each of them gets: money, things of the catalogue by id, and so many levels more."""

    money: int = 0
    things: tuple[str, ...] = ()
    levels: int = 0


@rule("BOO-LIV-58")
async def reward(state: State, given: Reward) -> tuple[Say, ...]:
    """Everybody whom players play and who lives gets it; what a new level lets choose is asked (BOO-LIV-50)."""
    if given == Reward():
        return ()
    if given.levels:
        check_peace(state, "BOO-LIV-50")
    party = [c for c in state.combatants if state.is_player(c) and c.status is not Status.DEAD]
    for one in party:
        state = await given_to(state, Equip(who=one.id, things=given.things, money=given.money))
    for one in party if given.levels else ():
        await level_up(state, LevelUp(who=one.id, level=one.level + given.levels))
    return tuple(say("told.rewarded", who=one.called, gains=_gains(state, given)) for one in party)


def _gains(state: State, given: Reward) -> list[Label]:
    """What somebody got, by its names."""
    found = [thing_named(name, state.library) for name in given.things]
    money: list[Label] = [say("view.money", money=given.money)] if given.money else []
    levels: list[Label] = [say("told.levels_more", levels=given.levels)] if given.levels else []
    return [*money, *(thing.called for thing in found if thing), *levels]
