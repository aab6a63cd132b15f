"""What a page is pushed is put together from pieces that did not change: it reads as if all of it were drawn anew."""

import pytest

from ludex.fronts.web.live.fragments import Painter
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.text.chat import Chat
from tests.ours import NAMES

LINES = 40
"""So many of a system's examples are played."""


@pytest.mark.parametrize("system", NAMES)
async def test_a_page_after_each_line_is_the_page_that_a_newcomer_gets(tmp_path, system):
    house = House(SqliteStore(tmp_path / "pieces.db"))
    table, _ = await house.demo(system)
    table.clock = lambda: "2026-01-01T12:00:00Z"  # since when somebody is waited for is told to the second
    seats = list(table.memory.seats.values())
    chats = [Chat(table, seat.id, reads_log=True) for seat in seats[:2]]
    painter, moved = Painter(), 0
    for command in [one for one in table.system.commands if one.example][:LINES]:
        reply = await chats[0].line(command.example)
        moved += reply.ok
        for chat in chats:
            drawn, anew = await painter.picture(chat), await Painter().picture(chat)
            assert drawn.columns == anew.columns
            for name, fragment in anew.fragments.items():
                assert drawn.fragments[name].html == fragment.html, (command.example, name)
    assert moved, "none of the examples was done"
    await house.close()
