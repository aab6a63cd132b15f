"""Moved to `packs`."""

from ludex.core.packs import *  # noqa: F403
from ludex.core.packs import _shapes as _shapes
