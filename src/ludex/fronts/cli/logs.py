"""The server's log: one line for each thing worth knowing, on the error stream, with its time, readable by people."""

import sys
from contextlib import suppress

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
        logger_factory=lambda *_names: Lines(),
        cache_logger_on_first_use=False,
    )


class Lines:
    """The error stream of the moment, line by line. That a line cannot be written (a full disk, a closed terminal) harms nobody."""

    def msg(self, line: str) -> None:
        with suppress(OSError, ValueError):
            print(line, file=sys.stderr, flush=True)

    log = debug = info = warn = warning = error = critical = fatal = exception = failure = err = msg


def _below(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """A trace stands below its line."""
    if "trace" in event:
        event["exception"] = event.pop("trace")
    return event
