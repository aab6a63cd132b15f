"""A table as one seat's page: fragments of HTML by id, each replaced in the browser only when it changed.

No fragment holds an input in which a person may be typing. Sections are kept by what they were drawn from, so that many
readers of the same view cost one drawing.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, cast

import msgspec

from ludex.core.errors import RuleError
from ludex.core.system import Viewer
from ludex.core.view import Action, Label, Section, View
from ludex.fronts.chat.desk import Desk
from ludex.fronts.web import questions, whose
from ludex.fronts.web.draw import Drawing, mark_of
from ludex.fronts.web.foresight import Foresight
from ludex.fronts.web.held import open_turn
from ludex.table.audience import hears
from ludex.table.entries import Acted
from ludex.table.memory import Act
from ludex.table.seats import Seat
from ludex.table.table import Table

KEPT = 2048

Kept = OrderedDict[Any, Any]


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
    """Draws pictures, and remembers what it drew and from what."""

    def __init__(self, foresight: Foresight) -> None:
        self.foresight = foresight
        self._views: Kept = OrderedDict()
        self._drawn: Kept = OrderedDict()
        self._steps: Kept = OrderedDict()

    async def picture(self, desk: Desk) -> Picture:
        """Everything that this desk's page shows now."""
        drawing = Drawing.at(desk)
        view = self.view(desk.table, desk.seat.viewer())
        who = [self._section(desk, drawing, "who", s) for s in view.who]
        where = [self._section(desk, drawing, "where", s) for s in view.where]
        fixed = [
            self._fixed(desk, drawing, "title", name=desk.table.memory.name, seat=desk.seat),
            self._fixed(desk, drawing, "question", **self._questions(desk, drawing)),
            self._fixed(desk, drawing, "can", groups=_grouped(view.can), held=_open(desk)),
            self._fixed(desk, drawing, "history", **await self._history(desk)),
            self._fixed(desk, drawing, "seats", seat=desk.seat, **_seating(desk)),
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
        return cast("View", found)

    def _section(self, desk: Desk, drawing: Drawing, column: str, section: Section) -> Fragment:
        source = (section, _open(desk), drawing.people)
        return self._draw(desk, f"{column}-{section.id}", source, lambda: str(drawing.section(section)))

    def _fixed(self, desk: Desk, drawing: Drawing, name: str, /, **facts: Any) -> Fragment:
        return self._draw(desk, name, facts, lambda: drawing.page(f"fragments/{name}.html", **facts))

    def _draw(self, desk: Desk, name: str, source: Any, draw: Callable[[], str]) -> Fragment:
        """A fragment, drawn again only if what it is drawn from has changed."""
        key = (desk.table.id, desk.seat.viewer(), desk.language, name, _voice(desk.table))
        known = self._drawn.get(key)
        if known is None or known[0] != source:
            html = draw()
            known = (source, Fragment(name, html, mark_of(html)))
            _keep(self._drawn, key, known)
        return cast("Fragment", known[1])

    def _questions(self, desk: Desk, drawing: Drawing) -> dict[str, Any]:
        table, seat = desk.table, desk.seat

        def posed(acts: list[Act]) -> list[questions.Posed]:
            return [questions.posed(desk, drawing, act, self.foresight.known(table, act)) for act in acts]

        return {
            "mine": posed(whose.own(table, seat)),
            "others": posed(whose.others(table, seat)),
            "waiting": questions.waiting(desk),
        }

    async def _history(self, desk: Desk) -> dict[str, str | None]:
        """What undo and redo would take back or bring back, as far as this seat may."""
        memory = desk.table.memory
        redo = await self._step(desk, memory.redo[0]) if memory.redo else None
        return {"undo": await self._step(desk, memory.head), "redo": redo}

    async def _step(self, desk: Desk, n: int) -> str | None:
        key = (desk.table.id, n, desk.seat)
        if key not in self._steps:
            _keep(self._steps, key, await step_line(desk.table, desk.seat, n))
        return cast("str | None", self._steps[key])


def _keep(kept: Kept, key: Any, value: Any) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > KEPT:
        kept.popitem(last=False)


def _voice(table: Table) -> tuple[tuple[str, str], ...]:
    """The table's own wordings, which change how everything reads."""
    return tuple((k, str(v)) for k, v in table.memory.settings.items() if k.startswith("words:"))


def _open(desk: Desk) -> tuple[int, str] | None:
    """The act that others wait for, and who is asked: it changes how buttons look."""
    act = open_turn(desk)
    return (act.number, act.question.who) if act else None


def _grouped(actions: tuple[Action, ...]) -> list[tuple[Label, list[Action]]]:
    """What can be done, the main thing first and what is refused last; what belongs to nobody after what does, unless it is main."""
    ordered = sorted(actions, key=lambda a: (bool(a.refused), not a.primary))
    names = [a.group for n, a in enumerate(ordered) if a.group not in [b.group for b in ordered[:n]]]
    groups = [(name, [a for a in ordered if a.group == name]) for name in names]
    return sorted(groups, key=lambda group: not group[0] and not group[1][0].primary)


async def step_line(table: Table, seat: Seat, n: int) -> str | None:
    """What a step of history was, for a seat that may take it back; None if it may not."""
    try:
        entry = await table.history.commit(n)
    except RuleError:
        return None
    if not isinstance(entry, Acted) or not (seat.gm or entry.seat == seat.id):
        return None
    return (entry.asked.line or entry.asked.procedure) if hears(seat, entry.asked.audience, entry.seat) else None


def _seating(desk: Desk) -> dict[str, Any]:
    """Who sits here, and for the GM whom they may be given."""
    table = desk.table
    actors = table.system.actors(table.memory.state) if desk.seat.gm else {}
    return {
        "seats": tuple(table.memory.seats.values()),
        "actors": actors,
        "auto": frozenset(a for a in actors if table.memory.settings.get(f"auto:{a}")),
        "policy": table.system.decide is not None,
    }
