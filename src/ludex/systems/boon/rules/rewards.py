"""Sessions of live play (BOO-LIV-58): what an evening brings to everybody whom players play."""

from collections.abc import Sequence

import msgspec

from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.systems.boon.content import thing_named
from ludex.systems.boon.rules.creation import LevelUp, level_up
from ludex.systems.boon.rules.scene import Equip, given_to
from ludex.systems.boon.rules.stages import check_peace
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Status


class Reward(msgspec.Struct, frozen=True, kw_only=True):
    """What each of them gets, those who are named or else everybody: money, things of the catalogue by id, and so many levels more."""

    who: tuple[str, ...] = ()
    money: int = 0
    things: tuple[str, ...] = ()
    levels: int = 0


@rule("BOO-LIV-58")
async def reward(state: State, given: Sequence[Reward]) -> tuple[Say, ...]:
    """Everybody whom players play and who lives gets what is hers; what a new level lets choose is asked (BOO-LIV-50)."""
    if any(one.levels for one in given):
        check_peace(state, "BOO-LIV-50")
    theirs = [(who, one) for one in given for who in party(state) if not one.who or who.id in one.who]
    for who, one in theirs:
        state = await given_to(state, Equip(who=who.id, things=one.things, money=one.money))
    for who, one in theirs:
        if one.levels:
            await level_up(state, LevelUp(who=who.id, level=who.level + one.levels))
    return tuple(say("told.rewarded", who=who.called, gains=_gains(state, one)) for who, one in theirs)


def party(state: State) -> list[Character]:
    """Whom players play, as far as they live."""
    return [c for c in state.combatants if state.is_player(c) and c.status is not Status.DEAD]


def _gains(state: State, given: Reward) -> list[Label]:
    """What somebody got, by its names."""
    found = [thing_named(name, state.library) for name in given.things]
    money: list[Label] = [say("view.money", money=given.money)] if given.money else []
    levels: list[Label] = [say("told.levels_more", levels=given.levels)] if given.levels else []
    return [*money, *(thing.called for thing in found if thing), *levels]
