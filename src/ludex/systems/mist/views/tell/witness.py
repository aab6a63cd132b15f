"""What a viewer knows of an act: the states on both sides of it, as she may know them (`events.telling.Witness`)."""

import msgspec

from ludex.core.events import told_by
from ludex.core.system import Told
from ludex.core.view import EventLine
from ludex.systems.mist.sheet import Holder, Theme, theme_of
from ludex.systems.mist.state import State


class Onlooker(msgspec.Struct, frozen=True):
    """One viewer of an act."""

    before: State
    after: State

    def holder(self, who: str) -> Holder | None:
        """Somebody or something that is there for her, or was until now."""
        return self.after.holder(who) or self.before.holder(who)

    def theme(self, who: str, theme: str) -> Theme | None:
        """A theme of somebody's, as it is now."""
        character = self.after.character(who)
        return theme_of(character, theme) if character else None


def happened(told: Told) -> tuple[EventLine, ...]:
    """What the events of a finished procedure say to the viewer, whose states hold what she may know."""
    return told_by(told.events, Onlooker(told.before, told.after))
