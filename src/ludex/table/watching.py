"""Those who watch a table are told when something has come to disk, or could not. A watcher that fails takes nothing back."""

from collections.abc import Callable, Sequence

import structlog

Watcher = Callable[[], None]


def tell(table: str, watchers: Sequence[Watcher]) -> None:
    """Tell everybody; one who falls over is named in the server's log and keeps nobody from hearing."""
    for watcher in tuple(watchers):
        try:
            watcher()
        except Exception as error:  # noqa: BLE001
            problem = f"{type(error).__name__}: {error}"
            structlog.get_logger().error("watcher_failed", table=table, problem=problem)
