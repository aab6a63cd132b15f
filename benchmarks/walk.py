"""The walk of one attack: from the page's message to the log and two seats' pushes, in functions and calls (ours alone).

Counted, not timed: the same on every machine. The first attack at a table puts together what is then kept; every further one is «the same
again». `python -m benchmarks.walk` prints it.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, Self

import ludex
from ludex.fronts.web.live import messages as m
from ludex.fronts.web.live.asked import deed
from ludex.fronts.web.live.fragments import Painter
from ludex.fronts.web.log.logged import Scroll
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat

HOME = str(Path(ludex.__file__).parent)


class Counted:
    """Calls of our own functions while it is open."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str, int]] = Counter()

    def __enter__(self) -> Self:
        sys.setprofile(self._saw)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _saw(self, frame: FrameType, event: str, _arg: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(HOME) and code.co_filename.endswith(".py"):
            self.calls[code.co_filename, code.co_name, code.co_firstlineno] += 1

    def __str__(self) -> str:
        named = sum(not name.startswith("<") for _, name, _ in self.calls)
        return f"{len(self.calls)} distinct functions ({named} with a name), {sum(self.calls.values())} calls"


async def walk() -> dict[str, Counted]:
    """One attack at the boon demo: the deed, then what two seats are pushed."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(SqliteStore(Path(folder) / "walk.db"))
        table, _ = await house.demo("boon")
        chats = {seat.name: Chat(table, seat.id) for seat in table.memory.seats.values()}
        an, gm = chats["安"], chats["GM"]
        an.reads_log = gm.reads_log = True  # as an open page does
        await an.line(".上")
        painter, counted = (
            Painter(),
            {
                "deed to durable reply": Counted(),
                "push to one seat": Counted(),
                "push to another": Counted(),
                "the same deed again": Counted(),
            },
        )
        message = m.DeedAsked(deed="atk", args={"target": "orc1", "weapon": "longsword"}, actor="an", dice=(12, 4))
        for chat in (an, gm):
            await painter.picture(chat)
        scroll = Scroll(an)
        with counted["deed to durable reply"]:
            await deed(an, scroll, message)
        for name, chat in (("push to one seat", an), ("push to another", gm)):
            with counted[name]:
                await painter.picture(chat)
        await table.cancel(gm.seat, next(iter(table.memory.parked)))
        for chat in (an, gm):
            await painter.picture(chat)
        with counted["the same deed again"]:
            await deed(an, scroll, message)
        await house.close()
        return counted


if __name__ == "__main__":
    for what, found in asyncio.run(walk()).items():
        print(f"{what}: {found}")
