"""The server's log: one line for each thing worth knowing, on the error stream, with its time, readable by people."""

import sys

import structlog
from structlog.typing import EventDict, WrappedLogger


def configure() -> None:
    """Write what is logged to the error stream."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%Y-%m-%d %H:%M:%SZ", utc=True),
            _below,
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback, pad_event_to=24
            ),
        ],
        logger_factory=lambda *_names: structlog.PrintLogger(sys.stderr),  # the stream of the moment
        cache_logger_on_first_use=False,
    )


def _below(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """A trace stands below its line."""
    if "trace" in event:
        event["exception"] = event.pop("trace")
    return event
