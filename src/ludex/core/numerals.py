"""Moved to `bounds`."""

from ludex.core.bounds import *  # noqa: F403
