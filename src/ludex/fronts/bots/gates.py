"""Gates: each chat platform that has a module of its own, behind one shape; `Others` stands for every platform that has none."""

import importlib
import sys
from collections.abc import Sequence
from typing import Protocol

from nonebot.adapters import Bot, Event

from ludex.fronts.bots.messages import Changed, Message, Person, Place, Say
from ludex.fronts.bots.other import Others


class Gate(Protocol):
    """One platform. `drawn`: whether it takes pictures; `longest`: characters of one message there."""

    platform: str
    drawn: bool
    longest: int

    async def read(self, bot: Bot, event: Event) -> Message | None:
        """A message as a message, a pressed button as its line; None of anything else, and of what bots say."""
        ...

    def changed(self, event: Event) -> Sequence[Changed]: ...

    async def send(self, bots: Sequence[Bot], say: Say) -> str:
        """Say something; the message's id comes back. `Unsent` if that cannot be."""
        ...

    async def rename(self, bots: Sequence[Bot], place: Place, person: str, card: str) -> None:
        """Set somebody's card in a group. `Unsent` if that cannot be."""
        ...

    async def hand(self, bots: Sequence[Bot], place: Place, name: str, body: bytes) -> str:
        """Put a text file into a group. `Unsent` if that cannot be."""
        ...

    def came(self, event: Event) -> Sequence[tuple[Place, Person]]: ...


_PACKAGES = {
    "onebot": ("nonebot.adapters.onebot.v11", "OneBot"),
    "satori": ("nonebot.adapters.satori", "Satori"),
    "discord": ("nonebot.adapters.discord", "Discord"),
    "qq": ("nonebot.adapters.qq", "Official"),
}
"""Platforms with a module of their own here, the adapter's package, and the gate's name."""


class Gates:
    """The gates that stand open. A gate is built when its adapter has been loaded: adapters are extras, and some take seconds."""

    def __init__(self) -> None:
        self._built: dict[str, Gate] = {}
        self._others = Others()

    def of(self, bot: Bot) -> Gate:
        homes = [kind.__module__ for kind in type(bot).__mro__]
        known = (name for name, (package, _) in _PACKAGES.items() if any(home.startswith(package) for home in homes))
        return self.to(next(known, ""))

    def to(self, platform: str) -> Gate:
        package, name = _PACKAGES.get(platform, ("", ""))
        if package not in sys.modules:
            return self._others
        if platform not in self._built:
            module = importlib.import_module(f"ludex.fronts.bots.{platform}")
            self._built[platform] = getattr(module, name)()
        return self._built[platform]
