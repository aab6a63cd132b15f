"""Conflict without the GM's hand: those whom the table plays until a player must decide (MIR-LIV-30)."""

import msgspec

from ludex.core.rule import rule
from ludex.systems.mirror.events import PlaySet
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.state import State


class LetPlay(msgspec.Struct, frozen=True):
    """Who plays by itself; nobody ends it."""

    ids: tuple[str, ...] = ()


@rule("MIR-LIV-30")
async def let_play(state: State, given: LetPlay) -> LetPlay:
    """The GM lets these play their turns and answer their questions until a player has to decide."""
    for who in given.ids:
        state.who(who)
    await happen(PlaySet(given.ids))
    return given
