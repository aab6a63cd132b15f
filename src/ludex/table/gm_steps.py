"""What the GM answers beside what players do is her own step: undo goes back to the last thing that a seat did (L4), not past it."""

from typing import TYPE_CHECKING

import msgspec

from ludex.table.entries import Acted
from ludex.table.memory import Act
from ludex.table.playing import waits_beside
from ludex.table.seats import Seat

if TYPE_CHECKING:
    from ludex.table.table import Table


async def apart(table: "Table", number: int, seat: Seat) -> Act:
    """A parked act, with the GM's answer as a step of its own where it waits beside everything else and a player's word led to it.

    What a player answers beside the GM's deed stays with that: the GM's undo is about the last thing that she did herself.
    """
    root = table.parked(number).root
    aside = seat.gm and waits_beside(table, table.parked(number))
    began = await table.history.commit(root) if aside else None
    act = table.parked(number)
    others = isinstance(began, Acted) and began.seat not in ("", seat.id)
    return msgspec.structs.replace(act, root=number) if others else act
