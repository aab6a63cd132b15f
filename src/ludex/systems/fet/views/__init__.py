"""What each viewer sees of a FET table (`look`), and how a finished procedure is told (`tell`)."""

from ludex.systems.fet.views.look import look
from ludex.systems.fet.views.tell import tell

__all__ = ["look", "tell"]
