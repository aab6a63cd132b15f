"""A desk's verbs about portraits: whoever holds a character gives her a face; everybody who knows her sees it."""

import asyncio

from ludex.core.errors import RuleError
from ludex.core.principals import OBSERVER
from ludex.desk.desk import Desk
from ludex.table.entries import Settled
from ludex.table.pictures import read_picture
from ludex.table.seats import check_acts_for
from ludex.table.settings import Pictured


async def give(desk: Desk, actor: str, data: bytes) -> str:
    """Give somebody a portrait out of a file, or with none take it away; its name."""
    if desk.seat.role == OBSERVER:
        raise RuleError("observers_watch")
    check_acts_for(desk.seat, actor)
    table = desk.table
    found = await asyncio.to_thread(read_picture, data) if data else None
    setting = Pictured(actor, found.name if found else "")
    kept = {found.name: found.body} if found else {}
    await table.write(Settled(at=table.clock(), seat=desk.seat_id, setting=setting), pictures=kept)
    return setting.picture


def faces(desk: Desk) -> dict[str, str]:
    """The portraits of those whom this seat knows, by actor."""
    known = desk.actors()
    return {actor: name for actor, name in desk.table.memory.settings.faces.items() if actor in known}
