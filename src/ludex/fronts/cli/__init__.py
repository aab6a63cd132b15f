"""The `ludex` command."""

from ludex.fronts.cli.app import main

__all__ = ["main"]
