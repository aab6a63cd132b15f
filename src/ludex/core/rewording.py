"""Moved to `packs`."""

from ludex.core.packs import reworded as reworded
