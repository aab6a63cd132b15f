"""Parts that flow like text: words, facts, tags, bars, boxes, tables, stations."""

import re
from collections.abc import Sequence

from ludex.core.view import Fact, Facts, Gauges, Rows, Stations, Tag, Tags, Text, Track, Vital
from ludex.fronts.bots.painting.canvas import (
    ACCENT,
    BAD,
    GOOD,
    HIDDEN,
    HUE,
    INK,
    LIFE,
    LINE,
    QUIET,
    SMALL,
    SUNKEN,
    SURFACE,
    TEXT,
    TONES,
    WARN,
    Canvas,
)
from ludex.text.drawing import total_text
from ludex.text.words import Words

_CLAUSE = re.compile(r" [A-Z]{3}-[A-Z]+-\d+")
"""Clauses are for reading on: a picture has no links."""

LEAD = 32
"""From one line to the next."""

BAR_HIGH = 20


def paragraph(on: Canvas, text: str, colour: str = INK, size: int = TEXT) -> None:
    for line in on.fonts.wrapped(text, size, on.inner):
        on.text(on.left, on.y, line, size, colour)
        on.y += round(LEAD * size / TEXT)


def text(on: Canvas, words: Words, part: Text) -> None:
    """A line of words in its tone."""
    paragraph(on, words.say(part.text), TONES.get(part.tone, INK))


def facts(on: Canvas, words: Words, part: Facts) -> None:
    """Labelled values side by side; those that explain themselves have a line each."""
    flow = Flow(on)
    for row in part.rows:
        if row.total is not None and len(row.total.terms) > 1:
            flow.end()
            _explained(on, words, row)
        else:
            _fact(flow, words, row)
    flow.end()


def _explained(on: Canvas, words: Words, row: Fact) -> None:
    label = f"{words.say(row.label)}  "
    on.text(on.left, on.y + 2, label, SMALL, QUIET)
    shift = on.fonts.width(label, SMALL)
    told = _CLAUSE.sub("", total_text(words, row.total) if row.total else words.show(row.value))
    for line in on.fonts.wrapped(told, SMALL, on.inner - shift):
        on.text(on.left + shift, on.y + 2, line, SMALL)
        on.y += round(LEAD * 0.85)


def _fact(flow: "Flow", words: Words, row: Fact) -> None:
    label, value = words.say(row.label), words.show(row.value)
    note = words.say(row.note)
    flow.put([(label, SMALL, QUIET), (value, TEXT, INK), (note, SMALL, QUIET)])


class Flow:
    """Things side by side, in as many lines as they need."""

    def __init__(self, on: Canvas, gap: int = 22) -> None:
        self.on, self.gap, self.x = on, gap, 0

    def put(self, pieces: Sequence[tuple[str, int, str]]) -> None:
        """Pieces of writing that belong together."""
        shown = [piece for piece in pieces if piece[0]]
        width = sum(self.on.fonts.width(text, size) + 8 for text, size, _ in shown)
        if self.x and self.x + width > self.on.inner:
            self.end()
        if width > self.on.inner:
            paragraph(self.on, " ".join(piece[0] for piece in shown))
            return
        for text_, size, colour in shown:
            low = 0 if size == TEXT else 3
            self.x += self.on.text(self.on.left + self.x, self.on.y + low, text_, size, colour, bold=size == TEXT) + 8
        self.x += self.gap - 8

    def chip(self, text: str, fill: str, ink: str, edge: str | None = None, *, out: bool = False) -> None:
        """A word in a box."""
        for line in self.on.fonts.wrapped(text, SMALL, self.on.inner - 24):
            width = self.on.fonts.width(line, SMALL) + 20
            if self.x and self.x + width > self.on.inner:
                self.end()
            x, y = self.on.left + self.x, self.on.y
            self.on.box((x, y, x + width, y + 28), fill, edge, round_=6)
            self.on.text(x + 10, y + 2, line, SMALL, ink)
            if out:
                self.on.line((x + 6, y + 15, x + width - 6, y + 15), ink, 2)
            self.x += width + 8

    def end(self) -> None:
        """The line is full."""
        if self.x:
            self.x, self.on.y = 0, self.on.y + LEAD + 2


KINDS = {"weakness": (SURFACE, BAD, BAD), "story": (SURFACE, HUE, HUE), "power": (SUNKEN, INK, None)}


def tags(on: Canvas, words: Words, part: Tags) -> None:
    """A run of words in boxes."""
    flow = Flow(on)
    if label := words.say(part.label):
        flow.put([(label, SMALL, QUIET)])
    for one in part.tags:
        fill, ink, edge = KINDS.get(one.kind, (SUNKEN, INK, None))
        flow.chip(_tag(words, one), fill, ink, edge, out=one.out)
    flow.end()


def _tag(words: Words, one: Tag) -> str:
    note = words.say(one.note)
    return words.say(one.text) + (words("common.because", why=note) if note else "")


BARS = {"bad": BAD, "warn": WARN, "good": GOOD, "quiet": QUIET, "hidden": HIDDEN}


def vital(on: Canvas, words: Words, part: Vital) -> None:
    """A bar with what is left of how much."""
    share = (part.now - part.low) / (part.top - part.low) if part.top > part.low else 0
    _labelled(on, words.say(part.label))
    x, wide = on.left + 120, _room(on)
    on.box((x, on.y + 6, x + wide, on.y + 6 + BAR_HIGH), SUNKEN, LINE)
    if share > 0:
        colour = BARS.get(part.tone, BAD if share <= 0.25 else LIFE)
        on.box((x, on.y + 6, x + wide * min(1, share), on.y + 6 + BAR_HIGH), colour)
    shown = f"{words.show(part.now)}/{words.show(part.top)}"
    _beside(on, x + wide + 12, shown, words.say(part.note))


NARROW = 480
"""A card that is not as wide keeps less room beside its bars."""


def _room(on: Canvas) -> int:
    """How long a bar is, with its label before it and its number behind it."""
    return round(on.inner - (320 if on.inner > NARROW else 210))


def _labelled(on: Canvas, label: str) -> None:
    on.text(on.left, on.y + 3, on.fonts.wrapped(label, SMALL, 116)[0], SMALL, QUIET)


def _beside(on: Canvas, x: float, shown: str, note: str) -> None:
    """What stands at the end of a bar, and its note below it if it is long."""
    wide = on.text(x, on.y + 1, shown, TEXT, bold=True)
    room = on.left + on.inner - x - wide - 10
    fits = on.fonts.width(note, SMALL) <= room
    if note and fits:
        on.text(x + wide + 10, on.y + 4, note, SMALL, QUIET)
    on.y += LEAD + 2
    if note and not fits:
        paragraph(on, note, QUIET, SMALL)


def track(on: Canvas, words: Words, part: Track) -> None:
    """Boxes that are marked or not."""
    _labelled(on, words.say(part.label))
    side = min(22, _room(on) // max(1, part.boxes) - 3)
    x = on.left + 120
    for n in range(1, part.boxes + 1):
        at = x + (n - 1) * (side + 4)
        on.box((at, on.y + 5, at + side, on.y + 5 + side), ACCENT if n in part.marked else SURFACE, QUIET, round_=3)
        if n == part.limit:
            on.line((at + side + 2, on.y + 1, at + side + 2, on.y + side + 9), BAD, 2)
    _beside(on, x + part.boxes * (side + 4) + 10, "", words.say(part.note))


def gauges(on: Canvas, words: Words, part: Gauges) -> None:
    """Segments left to right, broken ones struck through."""
    _labelled(on, words.say(part.label))
    x, wide = on.left + 120, _room(on) / max(1, len(part.segments))
    for n, one in enumerate(part.segments):
        box = (x + n * wide, on.y + 6, x + (n + 1) * wide - 5, on.y + 6 + BAR_HIGH)
        on.box(box, SUNKEN, BAD if one.broken else LINE)
        if one.now > 0 and one.cap > 0:
            on.box((box[0], box[1], box[0] + (box[2] - box[0]) * min(1, one.now / one.cap), box[3]), LIFE)
        if one.broken:
            on.line((box[0], box[3], box[2], box[1]), BAD, 2)
    now, cap = sum(one.now for one in part.segments), sum(one.cap for one in part.segments)
    note = words.say(part.note)
    shown = f"{words.show(now)}/{words.show(cap)}" if part.known else ""
    _beside(on, x + wide * len(part.segments) + 8, shown, note.removeprefix(shown).strip())


def rows(on: Canvas, words: Words, part: Rows) -> None:
    """A table; columns are as wide as what stands in them needs."""
    cells = [[words.say(one) for one in part.columns], *([words.show(one) for one in row] for row in part.rows)]
    widths = _widths(on, cells)
    for place, row in enumerate(cells):
        wrapped = [on.fonts.wrapped(cell, SMALL, wide - 14) for cell, wide in zip(row, widths, strict=False)]
        x = on.left
        for lines, wide in zip(wrapped, widths, strict=False):
            for n, line in enumerate(lines):
                on.text(x, on.y + n * 26, line, SMALL, QUIET if not place else INK)
            x += wide
        on.y += 26 * max((len(lines) for lines in wrapped), default=1) + 6
        on.line((on.left, on.y - 4, on.left + on.inner, on.y - 4))


def _widths(on: Canvas, cells: Sequence[Sequence[str]]) -> list[int]:
    most = max((len(row) for row in cells), default=0)
    wanted = [
        max(40, max(on.fonts.width(row[n], SMALL) if n < len(row) else 0 for row in cells) + 16) for n in range(most)
    ]
    whole = sum(wanted)
    return wanted if whole <= on.inner else [max(60, one * on.inner // whole) for one in wanted]


def stations(on: Canvas, words: Words, part: Stations) -> None:
    """Phases on a line, one of them now."""
    flow = Flow(on)
    for n, one in enumerate(part.stations):
        here = n == part.now
        flow.chip(words.say(one), ACCENT if here else SUNKEN, SURFACE if here else QUIET)
    flow.end()
