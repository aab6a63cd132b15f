"""A `ludex bot` whose adapters do not dawdle: `python -m tests.fronts.bots.hurried bot …`. Only the pauses that they take of their own accord
before they connect are cut short; heartbeats and waits that a service asks for stay what they are."""

import asyncio
import importlib
import sys

PAUSE = 5.0
ADAPTERS = ("nonebot.adapters.discord.adapter", "nonebot.adapters.qq.adapter")


class Hurried:
    """`asyncio`, with short pauses."""

    def __getattr__(self, name):
        return getattr(asyncio, name)

    async def sleep(self, seconds):
        await asyncio.sleep(0.02 if seconds <= PAUSE else seconds)


if __name__ == "__main__":
    for name in ADAPTERS:
        setattr(importlib.import_module(name), "asyncio", Hurried())  # noqa: B010
    from ludex.fronts.cli import main

    sys.argv = ["ludex", *sys.argv[1:]]
    main()
