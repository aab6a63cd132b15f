"""A service that is not there when the bot starts is called again, ever more seldom; adapters give up at the first failure."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

FIRST, LONGEST = 1.0, 300.0
"""Seconds until the second call, and between two calls at most."""

T = TypeVar("T")


async def patiently(platform: str, call: Callable[[], Awaitable[T]], failures: tuple[type[Exception], ...]) -> T:
    """What a call brings, as soon as it brings something."""
    pause = FIRST
    while True:
        try:
            return await call()
        except failures as error:
            structlog.get_logger().warning("not_there", platform=platform, problem=type(error).__name__, again=pause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST)
