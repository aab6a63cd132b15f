"""What people see: the table for one viewer, and how finished procedures are told."""

from ludex.systems.mirror.views.cards import CARDS
from ludex.systems.mirror.views.deeds import deeds
from ludex.systems.mirror.views.look import look
from ludex.systems.mirror.views.tell import tell

__all__ = ["CARDS", "deeds", "look", "tell"]
