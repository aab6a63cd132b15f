"""A table as one seat's page: fragments of HTML by id, each replaced in the browser only when it changed.

No fragment holds an input in which a person may be typing. Sections are kept by what they were drawn from, so that many
readers of the same view cost one drawing.
"""

import asyncio
import hashlib
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import msgspec
from markupsafe import Markup

from ludex.core.deeds import CLOCK, Offer
from ludex.core.errors import RuleError
from ludex.core.principals import PLAYER, actor, actor_of
from ludex.core.view import Board, Deeds, Empty, Section, Stage, Thread, Timeline, View
from ludex.desk import handing, making
from ludex.desk.picturing import pictures
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.places import makes, place_of
from ludex.fronts.web.drawing.scene import Chip, Scene, lay_out
from ludex.fronts.web.drawing.spoken import act_said
from ludex.fronts.web.drawing.stones import HERE
from ludex.fronts.web.forms import editing
from ludex.fronts.web.live import questions
from ludex.fronts.web.live.explored import Explored
from ludex.fronts.web.live.ground import Ground, Kept, Source, ground_of
from ludex.fronts.web.live.hand import Hand, hands
from ludex.lab import answers
from ludex.table.questions import Open
from ludex.table.seats import hears
from ludex.table.settings import GROUND
from ludex.table.steps import latest
from ludex.table.table import Table
from ludex.table.undo import redoable
from ludex.text.chat import Chat

ROW = 8
"""So many cards of somebody's hand lie open; the rest is unfolded."""

FEW = 1
"""Beside so many people on the board there is room for an open panel."""

Pointed = Callable[[tuple[int, int]], Coroutine[Any, Any, None]]
"""How a page is told where somebody points."""

Held = tuple[int, str] | None
"""The act that others wait for, and who is asked."""


class Fragment(msgspec.Struct, frozen=True):
    """A piece of the page."""

    id: str
    html: str
    mark: str


class Picture(msgspec.Struct, frozen=True):
    """The whole live part of a page: its fragments, and which of them stand in which column in what order."""

    fragments: dict[str, Fragment]
    columns: dict[str, tuple[str, ...]]


class Shared(msgspec.Struct, frozen=True):
    """What everybody with the same eyes sees, and whose turn it is."""

    fragments: dict[str, Fragment]
    columns: dict[str, tuple[str, ...]]
    acting: tuple[str, ...]


class _Sheet:
    """The fragments of one page by their names, each with what it was drawn from. A piece that is drawn no more is forgotten."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Source, Fragment]] = {}
        self._drawn: dict[str, tuple[Source, Fragment]] = {}

    def begin(self) -> None:
        """The page is drawn anew: what of it was drawn the last time is known."""
        self._known, self._drawn = self._drawn or self._known, {}

    def draw(self, name: str, source: Source, draw: Callable[[], str]) -> Fragment:
        """A fragment, drawn again only if what it is drawn from has changed."""
        known = self._known.get(name)
        if known is None or known[0] != source:
            html = draw()
            known = (source, Fragment(name, html, _mark(html)))
        self._drawn[name] = known
        return known[1]

    def page(self, drawing: Drawing, name: str, /, **facts: Any) -> Fragment:
        """A fragment with a template of its own name."""
        return self.draw(name, facts, partial(drawing.page, f"fragments/{name}.html", **facts))

    def piece(self, drawing: Drawing, kind: str, name: str, source: Source, /, **facts: Any) -> Markup:
        """A part of a fragment, drawn again only if it has changed itself."""
        return Markup(
            self.draw(f"{kind}-{name}", source, partial(drawing.page, f"fragments/{kind}.html", **facts)).html
        )


class Painter:
    """Draws pictures, and remembers what it drew and from what."""

    def __init__(self) -> None:
        self._sheets: Kept[_Sheet] = Kept()
        self._steps: Kept[tuple[int, str | None]] = Kept()
        self._redone: Kept[str | None] = Kept()
        self._scenes: Kept[tuple[Source, Source, Shared]] = Kept()
        self._pictures: Kept[tuple[Ground, Picture]] = Kept()
        self._here: dict[str, dict[str, int]] = {}
        self._pointed: dict[str, list[Pointed]] = {}
        self._pointing: set[asyncio.Future[None]] = set()
        self.turns = asyncio.Lock()
        """Pages are drawn one at a time: replies come first."""
        self._since: Kept[tuple[Source, str]] = Kept()
        self._case = editing.Case()
        self.explored = Explored()

    async def picture(self, chat: Chat) -> Picture:
        """Everything that this chat's page shows now: the very picture from before while nothing that it is drawn from has changed."""
        key, ground = (chat.table.id, chat.desk.seat_id, chat.language), self._ground(chat)
        known = self._pictures.get(key)
        if known is not None and known[0].same(ground):
            return known[1]
        found = await self._painted(chat)
        if self._ground(chat).same(ground):  # else it may show something of both
            self._pictures.keep(key, (ground, found))
        return found

    def _ground(self, chat: Chat) -> Ground:
        return ground_of(chat, self.here(chat.table.id), self.explored.found[chat.table.id])

    async def _painted(self, chat: Chat) -> Picture:
        """A picture: what all with the same eyes share is drawn once, the rest for each seat."""
        shared = self._shared(chat)
        name, seat, here = chat.table.memory.name, chat.seat, self.here(chat.table.id)
        drawing, history = Drawing.at(chat), await self._history(chat)
        waits, page = self._waited(chat, shared.acting), self._sheet(chat, chat.desk.seat_id)
        own = [
            page.page(drawing, "title", name=name, seat=seat, need=_need(chat, shared.acting), **waits),
            page.page(drawing, "question", **self._questions(chat, drawing)),
            page.page(drawing, "history", **history),
            page.page(drawing, "chairs", seats=tuple(chat.table.memory.seats.values()), seat=seat, here=here),
            page.page(drawing, "seats", seat=seat, here=here, **_seating(chat)),
            page.page(drawing, "papers", shown=tuple(handing.handouts(chat.desk))),
            page.page(drawing, "welcome", seat=seat, welcome=_welcome(chat), steps=_steps(chat, shared.acting)),
        ]
        return Picture({**shared.fragments, **{f.id: f for f in own}}, shared.columns)

    def _shared(self, chat: Chat) -> "Shared":
        """What everybody with the same eyes sees: people, clock, board, sheets and hands; again only when something of it changed."""
        memory, viewer = chat.table.memory, chat.desk.viewer
        key = (chat.table.id, viewer, chat.language, chat.desk.own(), _voice(chat.table))
        stamp = (memory.parked, memory.seats, memory.settings, self.explored.found[chat.table.id])
        known = self._scenes.get(key)
        if known is None or known[0] is not memory.state or known[1] != stamp:
            known = self._scenes.keep(key, (memory.state, stamp, self._laid(chat)))
        return known[2]

    def _laid(self, chat: Chat) -> "Shared":
        drawing, scene = Drawing.at(chat), self.scene(chat)
        drawing.cast = {chip.id: chip for chip in scene.people}
        drawing.sheets = {section.id: section for section in scene.sheets}
        drawing.pictured = frozenset(chat.desk.actors() if chat.seat.gm else chat.seat.controls)
        drawing.ground = (HERE + ground) if (ground := pictures(chat.desk).get(GROUND, "")) else ""
        drawing.backdrop, drawing.stamps = scene.backdrop, chat.table.memory.settings.stamps
        threads = (part for clock in scene.clocks for part in clock.parts if isinstance(part, Thread))
        drawing.passed = tuple(link for thread in threads for link in thread.links if link.b == thread.holder)
        full = isinstance(scene.main, Stage | Timeline | Board) or scene.timed or not 0 < len(scene.people) <= FEW
        main = self.explored.drawn(chat, scene.main) if isinstance(scene.main, Stage) else scene.main
        drawing.crowded = full  # what lies over a map, a fight, many people or the first steps waits folded
        gm, held, deeds, people = chat.seat.gm, _open(chat), chat.desk.deeds(), scene.people
        asked = frozenset(actor_of(one.question.who) for one in chat.desk.waits())
        known = frozenset(asked & set(drawing.cast))
        clock = tuple(one for one in deeds if _of_clock(chat, one))
        page = self._sheet(chat)
        who = [self._section(page, chat, drawing, "who", s, held) for s in scene.sheets]
        where = [self._section(page, chat, drawing, "where", s, held) for s in scene.panels]
        chips = [_chip(page, drawing, chip, asked=chip.id in known) for chip in people]
        turn, calls = _turn(chat, scene), gm and bool(chat.table.system.check and people)
        dealt = [_dealt(page, drawing, one, turn=turn, calls=calls) for one in hands(chat, scene, deeds)]
        fixed = [
            page.page(drawing, "rail", people=people, drawn=chips, gm=gm),
            page.page(drawing, "clock", clocks=scene.clocks, deeds=clock, people=people, held=held),
            page.page(
                drawing,
                "board",
                main=main,
                theatre=scene.theatre,
                people=people,
                sheets=scene.sheets,
                gm=gm,
                empty=tuple(_without_page(chat, one) for one in scene.empty),
                ground=drawing.ground,
                stamps=drawing.stamps,
                makes=chat.table.system.makes,
            ),
            page.page(drawing, "hand", drawn=dealt, gm=gm),
        ]
        columns = {"who": tuple(f.id for f in who), "where": tuple(f.id for f in where)}
        return Shared({f.id: f for f in (*fixed, *who, *where)}, columns, scene.acting)

    # --- who is here -----------------------------------------------------------------------------------------------

    def here(self, table: str) -> frozenset[str]:
        """The seats whose pages are open."""
        return frozenset(seat for seat, pages in self._here.get(table, {}).items() if pages)

    def arrive(self, table: str, seat: str, pages: int = 1) -> bool:
        """A page of a seat was opened, or closed again; whether that changes who is here."""
        there = self._here.setdefault(table, {})
        before = there.get(seat, 0)
        there[seat] = max(0, before + pages)
        return bool(before) != bool(there[seat])

    def listen(self, table: str, page: Pointed, *, on: bool) -> None:
        """A page wants to know where people point, or no longer."""
        pages = self._pointed.setdefault(table, [])
        if on:
            pages.append(page)
        elif page in pages:
            pages.remove(page)

    def point(self, table: str, cell: tuple[int, int]) -> None:
        """Somebody points at a square: every open page of the table shows it, and nothing keeps it."""
        for page in tuple(self._pointed.get(table, ())):
            task = asyncio.ensure_future(page(cell))
            self._pointing.add(task)
            task.add_done_callback(self._pointing.discard)

    def scene(self, chat: Chat) -> Scene:
        view = chat.table.sights.look(chat.table.system, chat.table.memory.state, chat.desk.viewer) or View()
        friends = frozenset(chat.table.memory.played)
        faces = {who: HERE + name for who, name in pictures(chat.desk).items()}
        return lay_out(view, chat.desk.actors(), friends, faces)

    def _sheet(self, chat: Chat, seat: str = "") -> _Sheet:
        """What is kept of a page: what all with the same eyes share, or what is one seat's alone."""
        key = (chat.table.id, chat.desk.viewer, seat, chat.language, _voice(chat.table))
        page = self._sheets.keep(key, self._sheets.get(key) or _Sheet())
        page.begin()
        return page

    def _section(
        self, page: _Sheet, chat: Chat, drawing: Drawing, column: str, section: Section, held: Held
    ) -> Fragment:
        chip = (
            next((one for one in drawing.cast.values() if one.sheet == section.id), None) if column == "who" else None
        )
        pens = self._case.pens(chat, drawing, chip.id, section) if chip else None
        buttons = any(isinstance(part, Deeds | Empty) for part in section.parts)
        source = (section, held if buttons else None, chip, drawing.crowded, pens)
        return page.draw(f"{column}-{section.id}", source, lambda: str(drawing.section(section, chip, pens)))

    def _questions(self, chat: Chat, drawing: Drawing) -> dict[str, Any]:
        def posed(asked: list[Open]) -> list[questions.Posed]:
            return [questions.posed(chat, drawing, one, answers.known(chat.table, one)) for one in asked]

        return {
            "mine": posed(chat.desk.questions()),
            "others": posed(chat.desk.others_questions()),
            "waiting": questions.waiting(chat, drawing),
        }

    def _waited(self, chat: Chat, acting: tuple[str, ...]) -> dict[str, str]:
        """For the GM: who is being waited for, and since when: others' questions, else the turns of those whom players hold."""
        if not chat.seat.gm:
            return {"waited": _waits(chat), "since": ""}
        held = set(chat.table.memory.played)
        asked = [] if (own := chat.desk.questions()) else chat.desk.others_questions()
        turns = [] if own or asked else [who for who in acting if who in held]
        names = [chat.name_of(one.question.who) for one in asked] or [chat.called_actor(who) for who in turns]
        if not names:
            self._since.pop(chat.table.id, None)  # somebody who is waited for again is waited for anew
            return {"waited": "", "since": ""}
        key = (*((one.act.number, len(one.act.answers), one.question.who) for one in asked), *turns)
        began, since = self._since.get(chat.table.id, ((), ""))
        if began != key:
            since = chat.table.clock()
            self._since.keep(chat.table.id, (key, since))
        told = chat.words("common.comma").join(dict.fromkeys(names))
        return {"waited": chat.words("web.waited", who=told), "since": since}

    async def _history(self, chat: Chat) -> dict[str, str | None]:
        """What undo and redo would take back or bring back, as far as this seat may."""
        memory, seat = chat.table.memory, chat.seat
        _, undo = await self._step(chat, memory.head)
        key = (chat.table.id, memory.head, memory.redo, memory.aside, seat, chat.language, _voice(chat.table))
        if key not in self._redone:
            self._redone.keep(key, await redo_line(chat))
        return {"undo": undo, "redo": self._redone[key]}

    async def _step(self, chat: Chat, n: int) -> tuple[int, str | None]:
        key = (chat.table.id, n, chat.seat, chat.language, _voice(chat.table))
        if key not in self._steps:
            self._steps.keep(key, await step_line(chat, n))
        return self._steps[key]


def _chip(page: _Sheet, drawing: Drawing, chip: Chip, *, asked: bool) -> Markup:
    """Somebody on the rail."""
    return page.piece(drawing, "chip", chip.id, (chip, asked), chip=chip, asked=asked)


def _dealt(page: _Sheet, drawing: Drawing, hand: Hand, *, turn: str, calls: bool) -> Markup:
    """One hand with its cards, of which those that have not changed are as they were."""
    row = ROW if hand.chip and not hand.tray else len(hand.cards)
    cards = []
    for n, card in enumerate(hand.cards, 1):
        source = (card, n > row, drawing.deed_held(card.deed))
        cards.append(page.piece(drawing, "card", f"{hand.id}-{n}", source, card=card, n=n, over=n > row))
    facts = {"hand": hand, "turn": turn, "calls": calls, "row": row}
    return page.piece(drawing, "dealt", hand.id, (facts, cards), drawn=cards, **facts)


def _waits(chat: Chat) -> str:
    """Whom a player waits for to answer, as far as she may know of it."""
    if chat.desk.questions():
        return ""
    names = dict.fromkeys(chat.name_of(one.question.who) for one in chat.desk.waits())
    return chat.words("web.waits_for", who=chat.words("common.comma").join(names)) if names else ""


def _mark(html: str) -> str:
    """A short hash by which both ends know whether they have the same fragment."""
    return hashlib.blake2b(html.encode(), digest_size=6).hexdigest()


def _voice(table: Table) -> tuple[tuple[str, str], ...]:
    """The table's own wordings, which change how everything reads."""
    return tuple(sorted(table.memory.settings.phrases.items()))


def _open(chat: Chat) -> Held:
    """What others wait for: it changes how buttons look."""
    act = chat.table.open_turn()
    return (act.number, act.question.who) if act else None


def _turn(chat: Chat, scene: Scene) -> str:
    return chat.words("common.comma").join(chat.words.say(chip.name) for chip in scene.people if chip.acting)


def _without_page(chat: Chat, empty: Empty) -> Empty:
    """What an empty place offers, but for making a character: the page for that has its own button."""
    return msgspec.structs.replace(empty, deed=None) if empty.deed and makes(chat, empty.deed) else empty


def _of_clock(chat: Chat, deed: Offer) -> bool:
    """Whether a deed stands beside the clock: what moves time on is the table's, not somebody's."""
    command = chat.desk.commands.get(deed.name)
    return deed.of is None and not deed.gaps and command is not None and place_of(command) == CLOCK


def _need(chat: Chat, acting: tuple[str, ...]) -> str:
    """What this seat is needed for now, in a word."""
    mine = chat.desk.questions()
    if mine:
        return chat.words("web.need_answer", who=chat.name_of(mine[0].question.who))
    turn = [who for who in acting if who in chat.seat.controls]
    free = not chat.desk.waits()  # while another is asked, nobody's turn goes on
    return chat.words("web.need_turn", who=chat.called_actor(turn[0])) if turn and free else ""


async def step_line(chat: Chat, n: int) -> tuple[int, str | None]:
    """The last step of history up to a commit that a seat knows of: its number, and what it was, where the seat may take it back."""
    table, seat = chat.table, chat.seat
    try:
        step = await latest(table, seat, n)
    except RuleError:
        return 0, None
    if step is None:
        return 0, None
    began, own = step.entry, seat.gm or step.entry.seat == seat.id
    told = own and hears(seat, began.audience, began.seat)
    return step.root, act_said(chat, began) if told else None


async def redo_line(chat: Chat) -> str | None:
    """The step that a seat would bring back; None where there is none of its own."""
    try:
        async for _, step, _ in redoable(chat.table, chat.seat, 1, chat.desk.line):
            told = hears(chat.seat, step.entry.audience, step.entry.seat)
            return act_said(chat, step.entry) if told else None
    except RuleError:
        return None
    return None


class Welcome(msgspec.Struct, frozen=True):
    """What a player without a character is offered first: ready-made people, the page to make one; `running`: others are there already."""

    samples: dict[str, str]
    running: bool
    makes: bool


def _welcome(chat: Chat) -> Welcome | None:
    """How somebody who has just sat down is led by the hand; None of anybody else."""
    if chat.seat.role != PLAYER or chat.seat.controls:
        return None
    system = chat.table.system
    samples = making.people(chat.desk, chat.language)
    return Welcome(samples, bool(chat.desk.actors()), bool(system.makes))


class Steps(msgspec.Struct, frozen=True):
    """The GM's first steps at a new table: people are invited, characters are made, the first session is opened."""

    invited: bool
    made: bool
    makes: bool

    @property
    def next(self) -> int:
        return 0 if not self.invited else 1 if not self.made else 2


def _steps(chat: Chat, acting: tuple[str, ...]) -> Steps | None:
    """What a GM has still to do until the first scene runs; None afterwards, and where everything stands ready to be tried out."""
    memory, system = chat.table.memory, chat.table.system
    tried_out = memory.settings.numbers == "open" and bool(memory.settings.trust)
    if not chat.seat.gm or memory.frames or acting or tried_out:
        return None
    return Steps(len(memory.seats) > 1, bool(system.actors(memory.state)), bool(system.makes))


def _seating(chat: Chat) -> dict[str, Any]:
    """Who sits here, and for the GM whom they may be given."""
    table = chat.table
    actors = table.actors() if chat.seat.gm else {}
    return {
        "seats": tuple(table.memory.seats.values()),
        "actors": actors,
        "auto": frozenset(a for a in actors if actor(a) in table.memory.settings.automatic),
        "policy": table.system.decide is not None,
    }
