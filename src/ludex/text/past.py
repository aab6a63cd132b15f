"""The past of a demo's table, lived through line by line: real rolls, real questions, on the days on which they are said to have been.

Everybody can read the dice of the past in its file, so they are shown and sealed anew before anybody sits down.
"""

from datetime import datetime, timedelta

from ludex.core.principals import HOST
from ludex.desk.picturing import stamp
from ludex.table.house import Evening, Past, demo_of
from ludex.table.table import Table
from ludex.text.chat import Chat
from ludex.text.reply import Reply

EACH = 4
"""Minutes that a line takes, as far as the log is concerned."""

BEGINS = 20
"""The hour at which people come together."""


async def live_through(table: Table, past: Past, language: str) -> list[Reply]:
    """Everything that happened before today, and of today what has happened already; what each line was answered."""
    clock = table.clock
    await _paint(table, language)
    try:
        replies = [
            await _typed(table, line, language, at)
            for evening in past.evenings
            for line, at in _dated(evening, datetime.fromisoformat(clock()))
        ]
    finally:
        table.clock = clock
    await table.reveal(table.seat(HOST))
    return replies


async def _paint(table: Table, language: str) -> None:
    """What the GM has painted on the map before people came."""
    desk = Chat(table, HOST, language).desk
    demo = demo_of(table.system, language)
    for kind, boxes in demo.painted:
        cells = [(x, y) for a, b, c, d in boxes for x in range(a, c + 1) for y in range(b, d + 1)]
        await stamp(desk, kind, cells)


def _dated(evening: Evening, now: datetime) -> list[tuple[str, datetime]]:
    """The lines of an evening, each with its time; today's have been typed only now."""
    if not evening.days:
        return [(line, now) for line in evening.lines]
    begun = (now - timedelta(days=evening.days)).replace(hour=BEGINS, minute=0, second=0)
    return [(line, begun + timedelta(minutes=EACH * place)) for place, line in enumerate(evening.lines)]


async def _typed(table: Table, line: str, language: str, at: datetime) -> Reply:
    who, _, text = line.partition(": ")
    seat = next((seat.id for seat in table.memory.seats.values() if seat.name == who), HOST)
    table.clock = lambda: at.isoformat(timespec="seconds").replace("+00:00", "Z")
    return await Chat(table, seat, language, reads_log=True).line(text)
