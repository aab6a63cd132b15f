"""What each viewer sees of a FET table, how a finished procedure is told, cards on request, and what can be done now."""

from ludex.systems.fet.views.cards import CARDS
from ludex.systems.fet.views.deeds import deeds
from ludex.systems.fet.views.look import look
from ludex.systems.fet.views.tell import tell

__all__ = ["CARDS", "deeds", "look", "tell"]
