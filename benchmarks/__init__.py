"""Measurements against named peers, both sides in one run. A module is a benchmark if it has `run() -> list[Row]`."""
