"""What people see of a mist table, and how what happened is told. Redaction is in `redact` alone."""

from ludex.systems.mist.views.look import look
from ludex.systems.mist.views.tell import tell

__all__ = ["look", "tell"]
