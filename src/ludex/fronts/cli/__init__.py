"""The `ludex` command."""

import gc

gc.disable()  # nothing of what is imported is ever garbage: to look for it again and again takes a fifth of the start
from ludex.fronts.cli.app import main  # noqa: E402

gc.freeze()
gc.enable()

__all__ = ["main"]
