"""The clock: the only place that reads the time. Injected, so that tests and replays have their own."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], str]


def wall_clock() -> str:
    """Now, in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
