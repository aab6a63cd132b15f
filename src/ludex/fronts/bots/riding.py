"""Riding on NoneBot: its adapters bring messages to the hall and carry out what is said there, not too fast and in order."""

import asyncio
import importlib
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import msgspec
import nonebot
import structlog
from nonebot.adapters import Bot, Event
from nonebot.log import logger

from ludex.core.errors import RuleError
from ludex.fronts.bots.gates import Gates
from ludex.fronts.bots.hall import Hall
from ludex.fronts.bots.messages import Busy, Message, Place, Say, Unsent, split
from ludex.fronts.bots.settings import ADAPTERS, OURS, Settings

CONSOLE = "console"

AGAIN = 3
"""So often a platform that wants to be asked later is asked again."""

LONGEST_WAIT = 30.0
"""Seconds that one message waits for its platform at most."""

PATIENCE = 10
"""Seconds that a platform gets to take a message."""


def start(settings: Settings) -> Any:
    """NoneBot with the adapters that the settings name; its ASGI application comes back."""
    if CONSOLE not in settings.adapters:  # the console writes NoneBot's own log into its window
        logger.remove()
        logger.add(_logged, level="WARNING")
    logging.getLogger("httpx").setLevel(logging.WARNING)  # it tells of every call
    nonebot.init(
        _env_file=None,
        driver="~fastapi+~httpx+~websockets",
        log_level="WARNING",
        api_timeout=PATIENCE,
        onebot_access_token=settings.onebot.token or None,
        onebot_ws_urls=set(settings.onebot.urls),
        **settings.discord.handed(),
        **settings.qq.handed(),
        **settings.extra,
    )
    driver = nonebot.get_driver()
    for name in settings.adapters:
        driver.register_adapter(_adapter(name))
    return nonebot.get_asgi()


def _logged(message: Any) -> None:
    """NoneBot's warnings in the server's own log: what was said stays out of it."""
    record = message.record
    structlog.get_logger().warning("nonebot", where=record["name"], what=str(record["message"])[:200])


def _adapter(name: str) -> Any:
    if name not in ADAPTERS:
        raise RuleError("unknown_adapter", name=name, names=list(ADAPTERS))
    try:
        return importlib.import_module(OURS.get(name, ADAPTERS[name])).Adapter
    except ImportError:
        raise RuleError("adapter_missing", name=name) from None


Reached = Callable[[str], Awaitable[None]]
"""Told of a platform that has connected here."""


async def not_told(_platform: str) -> None:
    """There are no other nodes that need to know."""


class Rider:
    """Carries messages between NoneBot and the hall."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        self.settings, self.clock = settings, clock
        self.gates = Gates()
        self.hall: Hall | None = None
        self.reached: Reached = not_told
        self._free: dict[Place, float] = {}

    def listen(self) -> None:
        """Hear every message from now on; until there is a hall nobody answers."""
        nonebot.get_driver().on_bot_connect(self._connected)
        nonebot.on_message(priority=1, block=False, handlers=[self._heard])
        nonebot.on_notice(priority=1, block=False, handlers=[self._noticed])

    async def _connected(self, bot: Bot) -> None:
        """A platform is back: what happened meanwhile is told there."""
        await self.reached(self.platform_of(bot))
        if self.hall is not None:
            await self.hall.open()

    def platform_of(self, bot: Bot) -> str:
        """The platform that a bot speaks to, as places name it."""
        return self.gates.of(bot).platform or bot.type.lower()

    def reaches(self, platform: str) -> bool:
        return any(self.platform_of(bot) == platform for bot in nonebot.get_bots().values())

    def accounts(self) -> list[tuple[str, str]]:
        """The accounts that are connected, with their platforms."""
        return [(self.platform_of(bot), str(bot.self_id)) for bot in self._bots()]

    async def _heard(self, bot: Bot, event: Event) -> None:
        message = await self.read(bot, event) if self.hall is not None else None
        if message is not None and self.hall is not None:
            await self.hall.take(message)

    async def _noticed(self, bot: Bot, event: Event) -> None:
        if self.hall is None:
            return
        for place, person in self.gates.of(bot).came(event):
            await self.hall.welcome(place, person)
        changes = self.gates.of(bot).changed(event)
        for change in changes:
            await self.hall.changed(change)
        if not changes:
            await self._heard(bot, event)

    async def read(self, bot: Bot, event: Event) -> Message | None:
        return await self.gates.of(bot).read(bot, event)

    async def send(self, say: Say) -> str:
        """Say something, in pieces if it is long, with a pause between two; the last piece's id comes back."""
        gate = self.gates.to(say.place.platform)
        if say.picture and gate.drawn and (sent := await self._pictured(say)):
            return sent
        if say.file and (how := await self._handed(say)):
            say = msgspec.structs.replace(say, text=say.caption, file="", body=b"")
            if not say.text:
                return how
        sent = ""
        texts = split(say.text, min(self.settings.longest, gate.longest))
        for place, text in enumerate(texts):
            await self._wait(say.place)
            first = not place
            under = say.buttons if place == len(texts) - 1 else ()
            to, quotes = (say.to, say.quotes) if first else ((), "")
            piece = Say(say.place, text, to, quotes, say.asks, buttons=under)
            sent = await self._carried(piece)
        return sent

    async def _handed(self, say: Say) -> str:
        """Put a file into a group; empty where the platform does not take one, so that the words are sent."""
        await self._wait(say.place)
        try:
            return await self.gates.to(say.place.platform).hand(self._bots(), say.place, say.file, say.body)
        except Unsent as error:
            if error.later:
                raise
            return ""

    async def _pictured(self, say: Say) -> str:
        """Send a picture; empty where the platform does not take it, so that the words are sent."""
        await self._wait(say.place)
        try:
            return await self._carried(say) or "sent"
        except Unsent as error:
            if error.later:
                raise
            return ""

    async def _carried(self, say: Say) -> str:
        """Said by the platform that it is for; one that is busy is asked again when it wants to be."""
        for _ in range(AGAIN):
            try:
                return await self.gates.to(say.place.platform).send(self._bots(), say)
            except Busy as error:
                if error.wait > LONGEST_WAIT:
                    raise
                await asyncio.sleep(error.wait)
        return await self.gates.to(say.place.platform).send(self._bots(), say)

    def _bots(self) -> list[Bot]:
        return list(nonebot.get_bots().values())

    async def rename(self, place: Place, person: str, card: str) -> None:
        """Set somebody's card in a group, where the platform has such a thing."""
        await self.gates.to(place.platform).rename(self._bots(), place, person, card)

    async def _wait(self, place: Place) -> None:
        """Not faster than the platform bears."""
        now = self.clock()
        free = max(now, self._free.get(place, now))
        self._free[place] = free + self.settings.gap
        if free > now:
            await asyncio.sleep(free - now)
