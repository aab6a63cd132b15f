"""The GM's brush: any command of hers with squares (`cells`) lays ground. Its strokes are the table's own business in the log."""

from ludex.core.deeds import GM_ONLY, SQUARE
from ludex.fronts.web.drawing.places import place_of
from ludex.table.audience import Seen
from ludex.text.chat import Chat

CELLS = "cells"


def brushed(chat: Chat, seen: Seen) -> bool:
    """Whether an entry of the log is a stroke of the brush."""
    command = chat.desk.commands.get(seen.deed.deed) if seen.deed else None
    if seen.deed is None or command is None or command.who != GM_ONLY or place_of(command) != SQUARE:
        return False
    return command.field(CELLS) is not None and bool(seen.deed.args.get(CELLS))
