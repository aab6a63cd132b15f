"""Errands: what one person alone may read is carried to her in private. The one who whispered hears how it arrived.

How far the log of a table was gone through is kept beside its links, so that a restart loses no whisper and doubles none.
"""

import asyncio
from typing import TYPE_CHECKING

from ludex.core.principals import EVERYBODY, GM, Who, actor, seat as seat_principal
from ludex.fronts.bots import following
from ludex.table.audience import own_number
from ludex.table.entries import Acted, Said, read_entry
from ludex.table.logbook import Logbook
from ludex.table.seats import Seat
from ludex.table.table import Table
from ludex.text.chat import Chat
from ludex.text.telling import seen_text

if TYPE_CHECKING:
    from ludex.fronts.bots.hall import Hall

KIND = "errand"
PRIVATELY, ON_PAGE, NOWHERE = "privately", "on_page", "nowhere"
"""How a whisper arrived: as a private message; on the page of somebody who is not in a group; not at all so far, it waits on a page."""

REMEMBERED = 200


async def run(hall: "Hall", table: Table) -> None:
    """Carry what is new at a table to those whom it is for."""
    async with hall.errands.setdefault(table.id, asyncio.Lock()):
        done = await hall.ledger.kept(KIND, table.id)
        if done is None:
            await hall.ledger.keep(KIND, table.id, str(table.memory.n))
            return
        at = int(done)
        while stored := await table.stored(at, 200):
            for one in stored:
                entry = read_entry(one.body)
                if isinstance(entry, Said | Acted) and EVERYBODY not in entry.audience:
                    await _carried(hall, table, one.n, entry)
                at = one.n
            await hall.ledger.keep(KIND, table.id, str(at))


async def _carried(hall: "Hall", table: Table, n: int, entry: Said | Acted) -> None:
    arrived = dict[str, str]()
    for seat in list(table.memory.seats.values()):
        if seat.id != entry.seat and _is_for(seat, entry.audience) and (text := await _text(hall, table, seat, n)):
            arrived[seat.name] = await _told(hall, table, seat, text)
    hall.arrived[table.id, n] = arrived
    while len(hall.arrived) > REMEMBERED:
        hall.arrived.popitem(last=False)


def _is_for(seat: Seat, audience: tuple[Who, ...]) -> bool:
    """Whether something is for a seat by name: the GM, who may read every whisper, is not sent those of others."""
    return (
        seat_principal(seat.id) in audience
        or (seat.gm and GM in audience)
        or any(actor(one) in audience for one in seat.controls)
    )


async def _text(hall: "Hall", table: Table, seat: Seat, n: int) -> str:
    """An entry as the one whom it is for reads it; empty where it tells her nothing."""
    own = own_number(table.memory, seat, n)
    found = [one for one in await Logbook(table).after(seat, own - 1, 5) if one.n == own]
    if not found or found[0].undone or (found[0].kind == "acted" and found[0].card is None):
        return ""
    words = following.words_of(table, hall.settings.language)
    return hall.words(
        "bots.carried",
        table=table.memory.name,
        text=seen_text(words, Chat(table, seat, words.language).desk.with_line(found[0])),
    )


async def _told(hall: "Hall", table: Table, seat: Seat, text: str) -> str:
    people = await hall.ledger.holders(table.id, seat.id)
    if not people:
        return ON_PAGE
    told = [await hall.whisper(person, text) for person in people]
    return PRIVATELY if any(told) else NOWHERE


def how(hall: "Hall", table: Table, n: int) -> str:
    """What the one who whispered is told of how it arrived."""
    arrived = hall.arrived.get((table.id, n), {})
    lines = [
        hall.words(f"bots.arrived_{way}", names=[name for name, one in arrived.items() if one == way])
        for way in (PRIVATELY, ON_PAGE, NOWHERE)
        if way in arrived.values()
    ]
    return "".join(lines)
