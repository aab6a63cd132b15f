"""What a viewer's eyes have seen of a map and do not see now. It belongs to the seat, not to a page: every page of it shows the same, and
after a restart it is found again in the log."""

import asyncio
from collections import Counter, OrderedDict

import msgspec

from ludex.core.errors import RuleError
from ludex.core.principals import Viewer
from ludex.core.view import Area, Stage, View
from ludex.table.sights import Redactions
from ludex.table.table import Table
from ludex.text.chat import Chat

FOG, KNOWN = "fog", "known"

BACK = 80
"""So many entries that a seat knows of are looked through for what was seen before."""

KEPT = 512

Cells = set[tuple[int, int]]
Eyes = tuple[str, Viewer, str, int, int]
"""Whose eyes, at which table, on which map."""


class Explored:
    """What has been seen, by viewer and map."""

    def __init__(self) -> None:
        self._seen: OrderedDict[Eyes, Cells] = OrderedDict()
        self.searches: set[asyncio.Task[None]] = set()
        """What is being looked for at this moment."""
        self.found: Counter[str] = Counter()
        """Searches that have found something, by table: whatever was drawn there before is drawn again."""

    def drawn(self, chat: Chat, part: Stage) -> Stage:
        """A map on which the fog over what was seen before is thin."""
        fogged = _fogged(part)
        if not fogged:
            return part
        seen = self._of(chat, part)
        seen |= _cells(part) - fogged
        others = tuple(area for area in part.areas if area.kind != FOG)
        fog = [msgspec.structs.replace(a, cells=_without(a, seen)) for a in part.areas if a.kind == FOG]
        known = Area(tuple(sorted(fogged & seen)), KNOWN)
        return msgspec.structs.replace(part, areas=(*others, *fog, *((known,) if known.cells else ())))

    def _of(self, chat: Chat, part: Stage) -> Cells:
        eyes = (chat.table.id, chat.desk.viewer, part.grid, part.width, part.height)
        if eyes not in self._seen:
            self._seen[eyes] = set()
            while len(self._seen) > KEPT:
                self._seen.popitem(last=False)
            first = chat.desk.entry(max(1, chat.desk.last - BACK))
            search = asyncio.ensure_future(self._search(chat.table, eyes, self._seen[eyes], first))
            self.searches.add(search)
            search.add_done_callback(self.searches.discard)
        return self._seen[eyes]

    async def _search(self, table: Table, eyes: Eyes, seen: Cells, first: int) -> None:
        """Look at the table as it was after each entry, beside everything else: nobody waits for it."""
        known = len(seen)
        for n in range(first, table.memory.n):
            try:
                state = await table.history.state_at(n)
            except RuleError:
                continue  # no commit
            view = await asyncio.to_thread(Redactions().look, table.system, state, eyes[1])
            for part in _maps(view or View(), eyes):
                seen |= _cells(part) - _fogged(part)
        if len(seen) > known:
            self.found[table.id] += 1
            for wake in tuple(table.watchers):
                wake()


def _maps(view: View, eyes: Eyes) -> list[Stage]:
    stages = [part for section in view.where for part in section.parts if isinstance(part, Stage)]
    return [part for part in stages if (part.grid, part.width, part.height) == eyes[2:]]


def _fogged(part: Stage) -> Cells:
    return {cell for area in part.areas if area.kind == FOG for cell in area.cells}


def _cells(part: Stage) -> Cells:
    return {(x, y) for x in range(part.width) for y in range(part.height)}


def _without(area: Area, seen: Cells) -> tuple[tuple[int, int], ...]:
    return tuple(cell for cell in area.cells if cell not in seen)
