"""What stands where on a table's page: people on the rail, the clock above the board, the board itself, and what lies beside it.

Worked out from a view alone, for any system: a section that holds a clock goes to the rail above the board, the first map, time axis
or case board is the board, everybody who has a sheet or bars is on the rail of people, and the rest are panels over the board.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.say import Label
from ludex.core.scenery import Backdrop
from ludex.core.view import (
    AnyPart,
    Board,
    Body,
    Empty,
    Facts,
    Gauges,
    Section,
    Stage,
    Stations,
    Strip,
    Tag,
    Tags,
    Text,
    Thread,
    Timeline,
    Token,
    Track,
    View,
    Vital,
)
from ludex.fronts.web.drawing.shapes.prose import told_apart
from ludex.fronts.web.drawing.shapes.sides import FRIENDS, tokens_of

SEPARATORS = "-.:"
PIPS = 8
"""A track of at most so many boxes may stand for what somebody can still do."""

ACTING = ("holder", "acting", "active")
OUT = ("out", "dead")
CLOCKS: tuple[type[Thread | Strip | Stations | Timeline], ...] = (Thread, Strip, Stations, Timeline)
"""What tells the time; a timeline is a board too."""

BOARDS: tuple[type[Stage | Timeline | Board], ...] = (Stage, Timeline, Board)

P = TypeVar("P")


class Meter(msgspec.Struct, frozen=True):
    """A bar of somebody: how full it is, and what the last change took. `said`: what is known of it, where its numbers are not."""

    label: Label
    now: float
    top: float
    share: float
    ghost: float = 0
    low: bool = False
    said: Label = ""


CARD = "card"
"""The kind of a tag that is a card in somebody's hand."""


class Chip(msgspec.Struct, frozen=True):
    """Somebody on the rail. `id` is the actor (or the section, where it is none); `sheet` the fragment that tells all about her; `face`
    where her portrait is; `tracks` what she bears; `cards` what she holds in her hand, as far as the one who looks knows; `down`: she lies there and can be helped, `out`: she takes no part any more.
    `letters`: what stands on her seal, where another's would look alike. `body`: hers, where it is hurt part by part."""

    id: str
    sheet: str
    name: Label
    side: str
    acting: bool = False
    out: bool = False
    dead: bool = False
    hidden: bool = False
    meters: tuple[Meter, ...] = ()
    pips: Track | None = None
    marks: tuple[Tag, ...] = ()
    note: Label = ""
    face: str = ""
    tracks: tuple[Track, ...] = ()
    down: bool = False
    letters: tuple[str, str] | None = None
    body: Body | None = None
    cards: tuple[Tags, ...] = ()

    @property
    def bars(self) -> tuple[Meter, ...]:
        """Her bars but for the body, where that is drawn by its slots."""
        return self.meters[1:] if self.body else self.meters


class Clock(msgspec.Struct, frozen=True):
    """A clock on the rail above the board: its title, what it says of now, and its drawings."""

    id: str
    title: Label
    note: Label
    parts: tuple[AnyPart, ...]
    facts: Facts | None = None
    hints: tuple[Label, ...] = ()
    empty: Empty | None = None


class Theatre(msgspec.Struct, frozen=True):
    """A scene that is played on a stage: what it is called and told, its tags, threats and clocks, whose turns come, and the case beside it."""

    title: Label
    note: Label = ""
    texts: tuple[Text, ...] = ()
    tags: tuple[Tag, ...] = ()
    threats: tuple[Tag, ...] = ()
    clocks: tuple[Track, ...] = ()
    coming: tuple[tuple[Label, Token], ...] = ()
    case: Board | None = None


class Scene(msgspec.Struct, frozen=True):
    """A whole table, laid out."""

    people: tuple[Chip, ...]
    clocks: tuple[Clock, ...]
    main: AnyPart | None
    panels: tuple[Section, ...]
    sheets: tuple[Section, ...]
    empty: tuple[Empty, ...] = ()
    backdrop: Backdrop | None = None
    theatre: Theatre | None = None

    @property
    def acting(self) -> tuple[str, ...]:
        return tuple(chip.id for chip in self.people if chip.acting)

    @property
    def timed(self) -> bool:
        """Whether a clock runs by which people take turns; a thread that only waits says nothing of the time."""
        for clock in self.clocks:
            if first(clock.parts, Strip, Timeline) or (clock.facts and first(clock.parts, Thread)):
                return True
        return False


def lay_out(
    view: View, actors: Mapping[str, str], friends: Collection[str], faces: Mapping[str, str] | None = None
) -> Scene:
    """A view laid out. `friends` are the actors whom players hold, `faces` where their portraits are."""
    where = [part for section in view.where for part in section.parts]
    tokens = {token.id: token for part in where for token in _standing(part)}
    board: AnyPart | None = next((found for kind in BOARDS if (found := first(where, kind))), None)
    theatre = None if isinstance(board, Stage | Timeline) else _theatre(view, board)
    main = None if theatre else board
    beings = tuple(filter(_being, view.where))
    shown = [replace(one, brief="") for one in (*view.who, *beings) if not _bare(one)]  # a line of text, not drawn here
    ours = FRIENDS | {token.side.lower() for key, token in tokens.items() if key in friends}
    people = [_chip(section, tokens, actors, (friends, ours)) for section in shown]
    there = {chip.id for chip in people}
    people += [_loose(one, (friends, ours)) for key, one in tokens.items() if key in actors and key not in there]
    clocks = tuple(map(_clock, filter(_timed, view.where)))
    panels = []
    for section in view.where:
        left = None if section in beings or (theatre and section.staged) else _left(section, board)
        if left and left.parts and not _bare(left):
            panels.append(left)
    apart, faces = told_apart([str(chip.name) for chip in people]), faces or {}
    shown_as = [replace(chip, face=faces.get(chip.id, ""), letters=apart.get(str(chip.name))) for chip in people]
    places = dict(zip(actors, range(len(actors)), strict=True))  # nobody changes places because it is her turn
    ordered = sorted(shown_as, key=lambda chip: (chip.side == "foe", places.get(chip.id, len(places))))
    empty = every([part for section in view.who for part in section.parts] + where, Empty)
    return Scene(tuple(ordered), clocks, main, tuple(panels), tuple(shown), empty, view.backdrop, theatre)


def every(parts: Iterable[AnyPart], *kinds: type[P]) -> tuple[P, ...]:
    """The parts that are of one of these kinds."""
    return tuple([part for part in parts if isinstance(part, kinds)])


def first(parts: Iterable[AnyPart], *kinds: type[P]) -> P | None:
    """The first part that is of one of these kinds."""
    for part in parts:
        if isinstance(part, kinds):
            return part
    return None


def _theatre(view: View, board: AnyPart | None) -> Theatre | None:
    """The stage on which the scene is played, where one runs."""
    section = next((one for one in view.where if one.staged), None)
    if section is None:
        return None
    tags = every(section.parts, Tags)
    threats = [part for part in tags if any(t.kind == "threat" or t.out for t in part.tags)]
    against = [tag for part in threats for tag in part.tags]
    strip = first([part for one in view.where for part in one.parts], Strip)
    return Theatre(
        section.staged,
        section.note,
        every(section.parts, Text),
        tuple(tag for part in tags for tag in part.tags if tag not in against),
        tuple(against),
        every(section.parts, Track),
        strip.coming if strip else (),
        board if isinstance(board, Board) else None,
    )


def _standing(part: AnyPart) -> Iterable[Token]:
    """Everybody who stands on a part. On a timeline it is the turn of those who must declare; who is at something has had hers."""
    if not isinstance(part, Timeline):
        return tokens_of(part)
    turn = {"waiting": ACTING[0], "acting": ""}
    return [replace(token, state=turn.get(token.state, token.state)) for token in tokens_of(part)]


def _bare(section: Section) -> bool:
    """Whether a section tells of nobody, but of how people come."""
    return bool(section.parts) and len(every(section.parts, Empty)) == len(section.parts)


def _being(section: Section) -> bool:
    """Whether a section among the places tells of somebody, as its side says, or of something that can be hurt."""
    hurt = first(section.parts, Vital, Gauges, Body) or any(part.limit for part in every(section.parts, Track))
    return bool(hurt or section.side) and not (first(section.parts, *CLOCKS) or first(section.parts, *BOARDS))


def _timed(section: Section) -> bool:
    return section.timed or first(section.parts, *CLOCKS) is not None


def _clock(section: Section) -> Clock:
    """What the rail above the board shows of a section."""
    parts = section.parts
    hints = tuple([part.text for part in every(parts, Text)])
    drawn, facts, empty = every(parts, *CLOCKS), first(parts, Facts), first(parts, Empty)
    return Clock(section.id, section.title, section.note, drawn, facts, hints, empty)


def _left(section: Section, main: AnyPart | None) -> Section:
    """What of a section is still to be shown beside the board: neither the clock nor the board itself."""
    taken: tuple[type[AnyPart], ...] = (*CLOCKS, Text, Empty) if _timed(section) else ()
    if first(section.parts, Thread):
        taken = (*taken, Facts)
    parts = tuple(part for part in section.parts if part is not main and not isinstance(part, taken))
    return replace(section, parts=parts)


# --- people ----------------------------------------------------------------------------------------------------------


Ours = tuple[Collection[str], Collection[str]]
"""The actors whom players hold, and what their sides are called."""


def _chip(section: Section, tokens: Mapping[str, Token], actors: Mapping[str, str], ours: Ours) -> Chip:
    who = actor_in(section.id, actors)
    token, tracks, tags = tokens.get(who), every(section.parts, Track), every(section.parts, Tags)
    state = token.state if token else section.state
    return Chip(
        who or section.id,
        section.id,
        section.title,
        _side(who, token, section.side, ours),
        state in ACTING,
        state in OUT,
        state == "dead",
        section.hidden or state == "hidden",
        tuple(meters(section.parts)),
        next((one for one in tracks if one.boxes <= PIPS and not (one.limit or one.borne)), None),
        tuple(tag for part in tags if not part.label for tag in part.tags),  # to be seen at a glance: without a title
        section.note,
        tracks=tuple(one for one in tracks if one.borne and one.marked),
        down=state == "down",
        body=first(section.parts, Body),
        cards=tuple(one for one in tags if one.tags and all(tag.kind == CARD for tag in one.tags)),
    )


def _loose(token: Token, ours: Ours) -> Chip:
    """Somebody who stands somewhere and has no sheet."""
    side, state = _side(token.id, token, "", ours), token.state
    acting, out, dead = state in ACTING, state in OUT, state == "dead"
    return Chip(token.id, "", token.name, side, acting, out, dead, state == "hidden", note=token.note)


def actor_in(section: str, actors: Mapping[str, str]) -> str:
    """The actor that a section tells of: its id ends in the actor's."""
    for mark in SEPARATORS:
        rest = section.partition(mark)[2]
        if rest in actors:
            return rest
    return section if section in actors else ""


def _side(who: str, token: Token | None, said: str, ours: Ours) -> str:
    """Whose side somebody is on: the players', where nobody says another."""
    if token is not None and token.side == "object":
        return "thing"
    held, sides = ours
    side = (said or (token.side if token else "")).lower()
    return "ally" if who in held or not side or side in sides else "foe"


def meters(parts: Iterable[AnyPart]) -> Iterator[Meter]:
    """Somebody's bars, the body first: at most two are shown small."""
    found = list(parts)
    yield from map(_body, every(found, Body))
    yield from map(_vital, every(found, Vital))
    yield from map(_gauges, every(found, Gauges))
    near = [_limited(part) for part in every(found, Track) if part.limit]
    yield from sorted(near, key=lambda meter: meter.share)[:1]


def _share(now: float, top: float) -> float:
    return round(100 * min(1.0, max(0.0, now / top)), 1) if top > 0 else 0


def _vital(part: Vital) -> Meter:
    share = _share(part.now, part.top)  # a small bar is empty at zero, whatever lies below it
    was = share if part.was is None else _share(part.was, part.top)
    return Meter(part.label, part.now, part.top, share, max(0.0, was - share), part.tone == "bad")


def _gauges(part: Gauges) -> Meter:
    now, top = sum(one.now for one in part.segments), sum(one.cap for one in part.segments)
    low, said = sum(one.broken for one in part.segments) > 1, "" if part.known else part.note
    return Meter(part.label, now, top, _share(now, top), low=low, said=said)


def _limited(part: Track) -> Meter:
    """How far something that grows is from its limit."""
    left = max(0, part.limit - max(part.marked, default=0))
    return Meter(part.label, left, part.limit, _share(left, part.limit), low=left * 3 <= part.limit)


def _body(part: Body) -> Meter:
    """A body by its free wound slots; a lost part has none."""
    slots = sum(one.slots for one in part.parts)
    hurt = sum(
        one.slots if one.state == "lost" else min(one.slots, len([w for w in one.wounds if w])) for one in part.parts
    )
    return Meter("", slots - hurt, slots, _share(slots - hurt, slots), low=hurt * 2 > slots)
