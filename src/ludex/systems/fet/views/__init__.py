"""What each viewer sees of a FET table (`look`), and how a finished procedure is told (`tell`)."""

from ludex.systems.fet.views.cards import tell
from ludex.systems.fet.views.table import look

__all__ = ["look", "tell"]
