"""The GM's brush: ground is laid on squares or taken off them, and stays where it lay before.

Any command with squares (`cells`) and a kind of ground is a brush. Where what it is given takes the place of what was there
(`Field.replaces`), the squares of that kind that already lie on the map are given with the new ones, and there is an eraser.
"""

from collections.abc import Collection, Iterable, Mapping

from ludex.core.deeds import GM_ONLY, SQUARE, Command, Field, Filled, spellings
from ludex.core.packs import Written
from ludex.core.view import Stage
from ludex.fronts.web.messages import Paint
from ludex.fronts.web.places import place_of
from ludex.table.audience import Seen
from ludex.table.seats import check_gm
from ludex.text import lines
from ludex.text.chat import Chat

CELLS = "cells"

Cell = tuple[int, int]


def brushed(chat: Chat, seen: Seen) -> bool:
    """Whether an entry of the log is a stroke of the brush."""
    command = chat.desk.commands.get(seen.deed.deed) if seen.deed else None
    return command is not None and _brush(command) and bool(seen.deed and seen.deed.args.get(CELLS))


def _brush(command: Command) -> bool:
    return command.who == GM_ONLY and place_of(command) == SQUARE and command.field(CELLS) is not None


async def paint(chat: Chat, asked: Paint) -> None:
    """Lay ground on squares, or without a kind take all ground off them. It is the GM's preparing: nobody is told."""
    check_gm(chat.seat)
    command = chat.desk.command(asked.deed)
    cells, kind = command.field(CELLS), next((one for one in command.args if one.name != CELLS), None)
    if cells is None or kind is None:
        return
    called = _kinds(chat, kind)
    lying = _ground(chat, frozenset(called.values())) if cells.replaces else {}
    if asked.kind:
        name = called.get(asked.kind, asked.kind)
        await _lay(chat, command, kind, name, [*lying.get(name, ()), *asked.cells])
        return
    gone = frozenset(asked.cells)
    for name, there in lying.items():
        if gone.intersection(there):
            await _lay(chat, command, kind, name, [cell for cell in there if cell not in gone])


def _kinds(chat: Chat, kind: Field) -> dict[str, str]:
    """The kinds of ground by everything that is typed for them."""
    offered = chat.desk.offers(kind)
    pairs = offered.items() if isinstance(offered, Mapping) else [(str(one), one) for one in offered]
    return {said: key for key, name in pairs for said in (key, *spellings(name))}


def _ground(chat: Chat, kinds: Collection[str]) -> dict[str, tuple[Cell, ...]]:
    """The squares of every kind of ground on the map."""
    look = chat.table.sights.look(chat.table.system, chat.table.memory.state, chat.desk.viewer)
    parts = [part for section in look.where for part in section.parts] if look else []
    areas = [area for part in parts if isinstance(part, Stage) for area in part.areas]
    return {area.kind: area.cells for area in areas if area.kind in kinds}


async def _lay(chat: Chat, command: Command, kind: Field, name: str, cells: Iterable[Cell]) -> None:
    field = command.field(CELLS)
    written = [f"{x},{y}" for x, y in dict.fromkeys(cells)]
    given: Written = list(written) if field is not None and field.several else " ".join(written)
    filled = Filled(command.key, {kind.name: name, CELLS: given})
    await chat.do(filled, line=lines.write(chat.desk, chat.words, filled), secret=True)
