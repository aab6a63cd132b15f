"""A table as one seat's page: fragments of HTML by id, each replaced in the browser only when it changed.

No fragment holds an input in which a person may be typing. Sections are kept by what they were drawn from, so that many
readers of the same view cost one drawing.
"""

from collections import OrderedDict
from typing import Any

import msgspec

from ludex.core.errors import RuleError
from ludex.core.system import Viewer
from ludex.core.view import Action, Section, View
from ludex.fronts.chat.desk import Desk
from ludex.fronts.web import questions
from ludex.fronts.web.draw import Drawing, mark_of
from ludex.fronts.web.foresight import Foresight
from ludex.table.audience import hears
from ludex.table.entries import Acted
from ludex.table.seats import Seat
from ludex.table.table import Table

KEPT = 512


class Fragment(msgspec.Struct, frozen=True):
    """A piece of the page."""

    id: str
    html: str
    mark: str


class Picture(msgspec.Struct, frozen=True):
    """The whole live part of a page: its fragments, and which of them stand in which column in what order."""

    fragments: dict[str, Fragment]
    columns: dict[str, tuple[str, ...]]


class Painter:
    """Draws pictures, and remembers what it drew."""

    def __init__(self, foresight: Foresight) -> None:
        self.foresight = foresight
        self._sections: OrderedDict[tuple[Any, ...], tuple[Section, Fragment]] = OrderedDict()
        self._views: OrderedDict[tuple[Any, ...], tuple[Any, View]] = OrderedDict()

    async def picture(self, desk: Desk) -> Picture:
        """Everything that this desk's page shows now."""
        drawing = Drawing(desk.words, desk.table.system.id)
        view = self.view(desk.table, desk.seat.viewer())
        who = [self._section(desk, drawing, "who", s) for s in view.who]
        where = [self._section(desk, drawing, "where", s) for s in view.where]
        fixed = [
            _fragment("title", drawing.page("fragments/title.html", desk=desk)),
            self._question(desk, drawing),
            _fragment("can", drawing.page("fragments/can.html", actions=_sorted(view.can))),
            await _history(desk, drawing),
            _seats(desk, drawing),
        ]
        columns = {"who": tuple(f.id for f in who), "where": tuple(f.id for f in where)}
        return Picture({f.id: f for f in (*fixed, *who, *where)}, columns)

    def view(self, table: Table, viewer: Viewer) -> View:
        """What a viewer sees, once for each state."""
        if table.system.look is None:
            return View()
        key = (table.id, viewer)
        state, found = self._views.get(key, (None, None))
        if found is None or state is not table.memory.state:
            found = table.system.look(table.memory.state, viewer)
            _keep(self._views, key, (table.memory.state, found))
        return found

    def _section(self, desk: Desk, drawing: Drawing, column: str, section: Section) -> Fragment:
        key = (desk.table.id, desk.seat.viewer(), desk.language, column, section.id, _voice(desk.table))
        drawn = self._sections.get(key)
        if drawn is None or drawn[0] != section:
            drawn = (section, _fragment(f"{column}-{section.id}", str(drawing.section(section))))
            _keep(self._sections, key, drawn)
        return drawn[1]

    def _question(self, desk: Desk, drawing: Drawing) -> Fragment:
        table, seat = desk.table, desk.seat
        foresee = self.foresight.known

        def pose(act: Any) -> questions.Posed:
            return questions.posed(desk, drawing, act, foresee(table, act))

        html = drawing.page(
            "fragments/question.html",
            mine=[pose(a) for a in questions.own(table, seat)],
            others=[pose(a) for a in questions.others(table, seat)],
            waiting=questions.waiting(desk),
        )
        return _fragment("question", html)


def _keep(kept: OrderedDict[tuple[Any, ...], Any], key: tuple[Any, ...], value: Any) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > KEPT:
        kept.popitem(last=False)


def _fragment(name: str, html: str) -> Fragment:
    return Fragment(name, html, mark_of(html))


def _voice(table: Table) -> tuple[tuple[str, str], ...]:
    """The table's own wordings, which change how everything reads."""
    return tuple((k, str(v)) for k, v in table.memory.settings.items() if k.startswith("words:"))


def _sorted(actions: tuple[Action, ...]) -> list[Action]:
    """What can be done, the main thing first and what is refused last."""
    return sorted(actions, key=lambda a: (bool(a.refused), not a.primary))


async def _history(desk: Desk, drawing: Drawing) -> Fragment:
    """Undo and redo with a preview of what they would take back or bring back, as far as this seat may."""
    memory = desk.table.memory
    undo = await step_line(desk.table, desk.seat, memory.head)
    redo = await step_line(desk.table, desk.seat, memory.redo[0]) if memory.redo else None
    return _fragment("history", drawing.page("fragments/history.html", undo=undo, redo=redo))


async def step_line(table: Table, seat: Seat, n: int) -> str | None:
    """What a step of history was, for a seat that may take it back; None if it may not."""
    try:
        entry = await table.history.commit(n)
    except RuleError:
        return None
    if not isinstance(entry, Acted) or not (seat.gm or entry.seat == seat.id):
        return None
    return (entry.asked.line or entry.asked.procedure) if hears(seat, entry.asked.audience, entry.seat) else None


def _seats(desk: Desk, drawing: Drawing) -> Fragment:
    table = desk.table
    actors = table.system.actors(table.memory.state) if desk.seat.gm else {}
    auto = {a for a in actors if table.memory.settings.get(f"auto:{a}")}
    html = drawing.page("fragments/seats.html", desk=desk, actors=actors, auto=auto, seats=table.memory.seats.values())
    return _fragment("seats", html)
