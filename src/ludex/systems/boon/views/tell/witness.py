"""What a viewer knows of an act: the states on both sides of it, and how those are called whom its events name (`events.Witness`)."""

import msgspec

from ludex.core.events import told_by
from ludex.core.say import Label, Say, say
from ludex.core.system import Told
from ludex.core.view import EventLine
from ludex.systems.boon.rules.windows import bodied
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State, Thing


class Onlooker(msgspec.Struct, frozen=True):
    """One viewer of an act. Who is in neither state is a stranger to her."""

    before: State
    after: State

    def find(self, who: str) -> Character | Thing | None:
        """Somebody or something that is there, or was until now."""
        return next((one for state in (self.after, self.before) if (one := state.find(who) or state.thing(who))), None)

    def name(self, who: str) -> Label:
        """How somebody or something is called; a stranger if it is not there for her, nothing for nobody."""
        if who.startswith("@"):
            return who[1:]  # a square
        found = self.find(who)
        return found.called if found else say("view.stranger") if who else ""

    def body(self, who: str) -> Character | None:
        """Somebody with the health that effects leave it; None if it is not there for her."""
        return bodied(self.after, who) if self.after.find(who) else None


def onlooker(told: Told) -> Onlooker:
    """The viewer of a finished procedure, whose states hold what she may know."""
    return Onlooker(told.before, told.after)


def happened(told: Told) -> tuple[EventLine, ...]:
    """What the events of a finished procedure say to the viewer."""
    return told_by(told.events, onlooker(told))


ARRIVALS = ("told.appears", "told.add_effect", "told.effect_there")
"""What the title of a card about the scene says already."""


def but_arrivals(told: Told) -> tuple[EventLine, ...]:
    """The same but for who has come, where a card's title names them."""
    return tuple(line for line in happened(told) if not (isinstance(line.said, Say) and line.said.key in ARRIVALS))
