"""What people see of a mist table, and how what happened is told. What a viewer may know is decided in `redact` alone."""

from ludex.systems.mist.views.cards import CARDS, tally
from ludex.systems.mist.views.deeds import deeds
from ludex.systems.mist.views.look import look
from ludex.systems.mist.views.tell import tell

__all__ = ["CARDS", "deeds", "look", "tally", "tell"]
