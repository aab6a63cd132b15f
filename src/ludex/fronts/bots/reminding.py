"""Questions that nobody has answered for a while are asked again, a few times and no more."""

import asyncio
from contextlib import suppress

import msgspec
import structlog

from ludex.fronts.bots import following
from ludex.fronts.bots.hall import Hall
from ludex.fronts.bots.messages import Place
from ludex.store.leases import Elsewhere
from ludex.store.port import Failed

TIMES = 2
"""So often one question is asked again."""

LOOKS = 30.0
"""Seconds between two looks, at most."""


async def remind(hall: Hall) -> int:
    """Ask again, in every linked place, what has waited too long; how often that was."""
    asked = 0
    for place, linked in await hall.ledger.places():
        if hall.settings.remind <= 0 or linked.silent or hall.settings.is_quiet(hall.now().time()):
            continue
        try:
            asked += await _in_place(hall, place, linked.table)
        except Elsewhere:
            hall.room(place).open.clear()  # the node that has the table reminds
        except Exception as error:  # noqa: BLE001  # what is wrong in one place keeps no other from being reminded
            structlog.get_logger().error("not_reminded", place=place.id, problem=f"{type(error).__name__}: {error}")
    return asked


async def _in_place(hall: Hall, place: Place, name: str) -> int:
    room, now = hall.room(place), hall.clock()
    if not room.open:
        return 0
    async with room.turn:
        table = await hall.table(name)
        due = [one for one in following.open_questions(table) if _due(hall, room.open.get(following.mark(one)), now)]
        words = following.words_of(table, hall.settings.language)
        for say in await hall.asked(table, place, due):
            await hall.out(msgspec.structs.replace(say, text=f"{words('bots.still_waits')}\n{say.text}"))
        for one in due:
            waited = room.open[following.mark(one)]
            room.open[following.mark(one)] = (now, waited[1] + 1)
    return len(due)


def _due(hall: Hall, asked: tuple[float, int] | None, now: float) -> bool:
    return asked is not None and asked[1] < TIMES and now - asked[0] >= hall.settings.remind


async def keep_reminding(hall: Hall) -> None:
    """Look again and again, until cancelled."""
    while True:
        await asyncio.sleep(min(LOOKS, max(1.0, hall.settings.remind / 4)))
        with suppress(Failed):  # the database is away: told by the one who reads it
            await remind(hall)
            await hall.ledger.forget()
