"""What people see, as plain data: a small vocabulary of parts that every front end can draw.

A system's `views/` turn its state into these for ONE viewer, leaving out what that viewer must not know. Browser,
terminal and chat each draw every part once; no front end knows a system. Labels are `Say` (translated at the edge) or
plain text (people's own words, shown as they are).
"""

from enum import StrEnum
from typing import Any

import msgspec

from ludex.core.deeds import Offer
from ludex.core.explain import Total
from ludex.core.say import Label as Label
from ludex.core.scenery import Backdrop


class Part(msgspec.Struct, frozen=True, tag_field="part"):
    """Base of everything that can be drawn."""


class Text(Part, frozen=True, tag="text"):
    """A line of words. `tone`: plain, quiet, good, bad, warn."""

    text: Label
    tone: str = "plain"


MOST_BOXES = 60
MOST_CELLS = 100
"""What a track, and an edge of a map, has at most when it is drawn, whatever numbers somebody has set by hand."""


class Fact(msgspec.Struct, frozen=True):
    """One labelled value; `total` lets it be opened into its terms; `deed` edits it. `part`: another number of the card says it already."""

    label: Label
    value: Any
    total: Total | None = None
    note: Label = ""
    deed: Offer | None = None
    part: bool = False


class Facts(Part, frozen=True, tag="facts"):
    """Labelled values in columns."""

    rows: tuple[Fact, ...]


class Vital(Part, frozen=True, tag="vital"):
    """A bar with current and maximum; `low` is its bottom (below 0 for debts), `was` what it was before the last change."""

    label: Label
    now: float
    top: float
    low: float = 0
    was: float | None = None
    tone: str = "plain"
    note: Label = ""


class Track(Part, frozen=True, tag="track"):
    """Boxes that are marked or not (a status in tiers, a clock's sections, AP pips). `limit` is drawn as a line after that box.

    `borne`: it is something that somebody bears, and is seen wherever she is."""

    label: Label
    marked: tuple[int, ...]
    boxes: int = 6
    limit: int = 0
    tone: str = "plain"
    note: Label = ""
    borne: bool = False


def filled(label: Label, count: int, boxes: int, *, tone: str = "plain", note: Label = "") -> Track:
    """Boxes marked from the first on; no more of them than can be drawn."""
    marked = tuple(range(1, min(count, MOST_BOXES) + 1))
    return Track(label, marked, min(boxes, MOST_BOXES), tone=tone, note=note)


class Gauge(msgspec.Struct, frozen=True):
    """One segment of a row of gauges."""

    now: float
    cap: float
    broken: bool = False


class Gauges(Part, frozen=True, tag="gauges"):
    """Segments left to right, broken ones split. Where their numbers are not `known`, whether each is broken is all that is shown."""

    label: Label
    segments: tuple[Gauge, ...]
    note: Label = ""
    known: bool = True


class Tag(msgspec.Struct, frozen=True):
    """A short word on a sheet. `kind` colours it; `out` strikes it through; `deed` is done when it is clicked."""

    text: Label
    kind: str = "plain"
    out: bool = False
    note: Label = ""
    deed: Offer | None = None


class Tags(Part, frozen=True, tag="tags"):
    """A run of tags."""

    tags: tuple[Tag, ...]
    label: Label = ""


class Rows(Part, frozen=True, tag="rows"):
    """A table."""

    columns: tuple[Label, ...]
    rows: tuple[tuple[Any, ...], ...]


class Stations(Part, frozen=True, tag="stations"):
    """Phases as stations on a line, one of them now."""

    stations: tuple[Label, ...]
    now: int


class Token(msgspec.Struct, frozen=True):
    """Somebody on a strip, a stage or a thread."""

    id: str
    name: Label
    side: str = ""
    state: str = ""
    note: Label = ""


class Strip(Part, frozen=True, tag="strip"):
    """A clock of ticks: who stands on which, where now is. Drawn from `first` down to `last`. `coming`: whose turns come next, and when."""

    first: int
    last: int
    now: int | None
    tokens: tuple[tuple[int, Token], ...]
    label: Label = ""
    coming: tuple[tuple[Label, Token], ...] = ()


class Bar(msgspec.Struct, frozen=True):
    """An act on a lane, from start to settlement. `state`: running, done, broken, hidden. `aims`: the actors whom it is aimed at."""

    start: float
    end: float
    label: Label
    state: str = "running"
    note: Label = ""
    aims: tuple[str, ...] = ()


class Lane(msgspec.Struct, frozen=True):
    """One fighter's line on a timeline."""

    who: Token
    bars: tuple[Bar, ...]


class Timeline(Part, frozen=True, tag="timeline"):
    """A time axis with a lane for each fighter, a now-line and the next moment at which something settles."""

    now: float
    lanes: tuple[Lane, ...]
    next: float | None = None
    unit: Label = "t"


class Link(msgspec.Struct, frozen=True):
    """An arrow from one token or card to another."""

    a: str
    b: str
    label: Label = ""
    kind: str = "plain"


class Thread(Part, frozen=True, tag="thread"):
    """Initiative as a thread through the portraits: who holds it, where it came from, where it may go; `open`: what is said of those
    who still may act, where that is not «not yet»."""

    tokens: tuple[Token, ...]
    holder: str = ""
    links: tuple[Link, ...] = ()
    open: Label = ""


class BoardCard(msgspec.Struct, frozen=True):
    """A card on a board. `kind`: a word of the system, the heading of its column; `state`: open, true, false, or nothing."""

    id: str
    title: Label
    kind: str
    state: str = ""
    note: Label = ""
    hidden: bool = False


class Board(Part, frozen=True, tag="board"):
    """Cards in columns by kind, linked. `foot`: what can be done with them, on a card at the foot that offers it; without it there is none.
    `columns`: kinds that have their column before there is any of them; the last of them holds the foot.
    """

    cards: tuple[BoardCard, ...]
    links: tuple[Link, ...] = ()
    foot: Label = ""
    columns: tuple[str, ...] = ()


class Piece(msgspec.Struct, frozen=True):
    """A token on the stage, at a cell, with its size in cells. `deed` is done when it is touched; `z`: how high, where a map has that."""

    token: Token
    x: float
    y: float
    size: float = 1
    deed: Offer | None = None
    z: float | None = None


class Area(msgspec.Struct, frozen=True):
    """Cells washed in a tone: reach, light, an effect's area, walls, difficult ground, fog (what a viewer does not see), murk and haze (weather, thick and thin).

    `sources`: the cells where light comes from. `secret`: only some seats see it.
    """

    cells: tuple[tuple[int, int], ...]
    kind: str
    label: Label = ""
    sources: tuple[tuple[int, int], ...] = ()
    secret: bool = False


class Stage(Part, frozen=True, tag="stage"):
    """A map. `grid`: square or hex. `move` is the deed done when a piece is dragged: its fields are `who` and `to`."""

    width: int
    height: int
    pieces: tuple[Piece, ...]
    areas: tuple[Area, ...] = ()
    grid: str = "square"
    move: str = ""
    unit: Label = ""


def edge(cells: int) -> int:
    """As many cells along an edge of a map as can be drawn."""
    return max(0, min(cells, MOST_CELLS))


class BodyPart(msgspec.Struct, frozen=True):
    """A part of a body: its place in the plan (row, column), wounds by severity in slots, temporary life, whether it is lost.

    `figure`: which part of a human figure it is (`head`, `trunk`, `arms`, `legs`); empty where the body is another."""

    id: str
    name: Label
    row: int
    column: int
    slots: int = 4
    wounds: tuple[int, ...] = ()
    temporary: int = 0
    state: str = "whole"
    vital: bool = False
    note: Label = ""
    figure: str = ""


class Body(Part, frozen=True, tag="body"):
    """Parts as joined tiles in the character's own plan. `levels`: what a wound of each severity is called, from the slightest."""

    parts: tuple[BodyPart, ...]
    joints: tuple[Link, ...] = ()
    levels: tuple[Label, ...] = ()


class Deeds(Part, frozen=True, tag="deeds"):
    """What can be done with the thing that it stands beside."""

    deeds: tuple[Offer, ...]


class Empty(Part, frozen=True, tag="empty"):
    """An empty place that teaches: what goes here, and the one next step."""

    text: Label
    deed: Offer | None = None


AnyPart = (
    Text
    | Facts
    | Vital
    | Track
    | Gauges
    | Tags
    | Rows
    | Stations
    | Strip
    | Timeline
    | Thread
    | Board
    | Stage
    | Body
    | Deeds
    | Empty
)


class Section(msgspec.Struct, frozen=True):
    """A titled card of parts. `id` is stable, so that live updates replace it in place. `hidden`: only some seats see it.

    `brief`: the whole of it in one line, where a table is looked at as text. `side`: where it tells of somebody, whose side that is on:
    `pc` (the players'), `foe`, or what the table calls it; empty where nobody knows. `state`: `out` or `dead` where somebody takes no
    part any more and stands nowhere that says so. `timed`: it keeps the time, also while nothing runs (clocks are known by their parts).
    `staged`: what the scene is called that it tells of, where that is played on a stage: who is there stands in it, with its tags and threats.
    """

    id: str
    title: Label
    parts: tuple[AnyPart, ...]
    hidden: bool = False
    folded: bool = False
    note: Label = ""
    brief: Label = ""
    side: str = ""
    state: str = ""
    timed: bool = False
    staged: Label = ""


class View(msgspec.Struct, frozen=True):
    """A table as one viewer sees it: `who` on the left, `where` in the middle; `backdrop`: the place as it is drawn behind everything."""

    who: tuple[Section, ...] = ()
    where: tuple[Section, ...] = ()
    backdrop: Backdrop | None = None


NOTHING, CLEAR, CAUGHT, LIGHT, GRAVE = range(5)
"""Kinds of outcomes, each with one colour and one shape wherever it is drawn: nothing comes of it, it goes clear, a thing takes it,
it goes half, it goes deep."""


class Toned(msgspec.Struct, frozen=True):
    """An outcome as it is drawn: its kind, whether it is what the one who acts is after, and the term it goes by, if not its own.

    `shade`: how much further it goes than another of its kind, drawn in a colour of its own (0 to 2): a great success beside a success.
    `partial`: it is only a step towards what the one who acts is after; whether that follows she may not know.
    """

    tone: int
    wanted: bool = False
    called: str = ""
    shade: int = 0
    partial: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """How it came out. `kind`: great, good, mixed, bad, terrible, plain: for the one whose deed it was.

    `for_reader`: it is so for who reads it, whosever deed it was.
    """

    kind: str
    say: Label
    for_reader: bool = False


class Role(StrEnum):
    """What a line of a card is for: what people retell, what changed, what was paid, what only runs the table."""

    HEADLINE = "headline"
    EFFECT = "effect"
    COST = "cost"
    BOOKS = "books"


class Delta(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number that moved: whose (an actor's id), what it is called, by how much, what is left of how much, and why.

    `now` and `top` are left out where the viewer may not know them.
    """

    who: str
    what: Label
    by: int
    now: int | None = None
    top: int | None = None
    why: Total | None = None


class EventLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one event says to a viewer, and the number that moved with it. `peak`: how much it matters to who was not there."""

    said: Label
    role: Role = Role.EFFECT
    moved: Delta | None = None
    peak: int = 0


class Card(msgspec.Struct, frozen=True):
    """A finished procedure as it is told: title, verdict, totals with their terms, and lines of what happened.

    The dice are not in it: the table adds every recorded throw itself. `scene`: what begins with it, a heading where the story is read.
    `sentence`: all of it as a friend would tell it who was there; the rest is for who asks why.
    `happened`: what its events say, each with its role; `lines`: what is told beside them.
    `printed`: a reply that the rulebook prints word for word; a group reads these lines alone.
    """

    title: Label
    verdict: Verdict | None = None
    totals: tuple[Fact, ...] = ()
    lines: tuple[Label, ...] = ()
    parts: tuple[AnyPart, ...] = ()
    scene: Label = ""
    sentence: Label = ""
    happened: tuple[EventLine, ...] = ()
    printed: tuple[Label, ...] = ()

    @property
    def all_lines(self) -> tuple[Label, ...]:
        """Everything that it tells in words: what its events say, what is told beside them, and last what only runs the table."""
        told = (line.said for line in self.happened if line.role is not Role.BOOKS)
        return (*told, *self.lines, *(line.said for line in self.happened if line.role is Role.BOOKS))
