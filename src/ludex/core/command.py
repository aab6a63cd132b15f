"""Moved to `deeds`."""

from ludex.core.deeds import *  # noqa: F403
