"""What somebody answers beside what others do is that person's own step: undo goes back to the last thing that a seat did (L4)."""

from typing import TYPE_CHECKING

import msgspec

from ludex.table.entries import Acted
from ludex.table.memory import Act
from ludex.table.playing import waits_beside
from ludex.table.seats import Seat

if TYPE_CHECKING:
    from ludex.table.table import Table


async def apart(table: "Table", number: int, seat: Seat) -> Act:
    """A parked act, with its answer by a seat as a step of its own where it waits beside everything else and somebody else's word led to it."""
    root = table.parked(number).root
    began = await table.history.commit(root) if waits_beside(table, table.parked(number)) else None
    act = table.parked(number)
    others = isinstance(began, Acted) and began.seat not in ("", seat.id)
    return msgspec.structs.replace(act, root=number) if others else act
