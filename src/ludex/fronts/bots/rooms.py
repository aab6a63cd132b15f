"""What the bot remembers of one place while it runs."""

import asyncio
from collections import OrderedDict

from ludex.fronts.bots.messages import Changed

REMEMBERED = 2000
"""So many messages of a place are known as taken, and so many of the bot's own as questions."""

AGAIN = 900.0
"""Seconds after which somebody is told the way once more."""


class Room:
    """One place. `open`: the questions that wait, when they were asked, and how often again; `early`: changes of messages that have not
    come yet; `shown`: who was told the way to what, and when."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.taken: OrderedDict[str, None] = OrderedDict()
        self.asked: OrderedDict[str, int] = OrderedDict()
        self.open: dict[tuple[int, str, str, str], tuple[float, int]] = {}
        self.heard: set[int] = set()
        self.early: dict[str, Changed] = {}
        self.shown: OrderedDict[tuple[str, str], float] = OrderedDict()
        self.waking = False

    def first(self, message: str) -> bool:
        """Whether a message comes for the first time."""
        if message in self.taken:
            return False
        self.taken[message] = None
        while len(self.taken) > REMEMBERED:
            self.taken.popitem(last=False)
        return True

    def needs_showing(self, person: str, what: str, now: float) -> bool:
        """Whether somebody has not been told the way for a quarter of an hour; from now on she has."""
        told = self.shown.pop((person, what), None)
        self.shown[person, what] = now if told is None or now - told > AGAIN else told
        while len(self.shown) > REMEMBERED:
            self.shown.popitem(last=False)
        return told is None or now - told > AGAIN
