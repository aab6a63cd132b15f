"""Ludex 掌律: the table that knows the rules."""

__version__ = "0.3.0"
