"""A picture of sections: every part of a view in its place, one below the other."""

from collections.abc import Sequence
from typing import assert_never

from ludex.core.view import (
    AnyPart,
    Board,
    Body,
    Deeds,
    Empty,
    Facts,
    Gauges,
    Rows,
    Section,
    Stage,
    Stations,
    Strip,
    Tags,
    Text,
    Thread,
    Timeline,
    Track,
    Vital,
)
from ludex.fronts.bots.painting import figures, flowing
from ludex.fronts.bots.painting.canvas import EDGE, HEAD, HIDDEN, INK, LINE, PAD, QUIET, SMALL, SURFACE, TALLEST, Canvas
from ludex.fronts.bots.painting.fonts import Fonts
from ludex.text.words import Words

GAP = 16
"""Between two sections."""


def painted(fonts: Fonts, words: Words, sections: Sequence[Section]) -> bytes:
    on = Canvas(fonts)
    for section in sections:
        if on.y > TALLEST:
            break
        section_painted(on, words, section)
        on.y += GAP
    on.y -= GAP
    return on.image()


def painted_text(fonts: Fonts, text: str) -> bytes:
    on = Canvas(fonts)
    first = on.strokes
    top, on.y = on.y, on.y + PAD
    for line in text.split("\n"):
        if on.y > TALLEST:
            break
        flowing.paragraph(on, line, INK, SMALL)
    on.y += PAD
    on.under(first, (EDGE, top, on.width - EDGE, on.y), SURFACE, LINE)
    return on.image()


def section_painted(on: Canvas, words: Words, section: Section) -> None:
    """One section with its title, its note and its parts."""
    first, top = on.strokes, on.y
    on.y += PAD - 4
    title = words.say(section.title)
    wide = on.text(on.left, on.y, title, HEAD, HIDDEN if section.hidden else INK, bold=True)
    note = on.fonts.wrapped(words.say(section.note), SMALL, max(80, on.inner - wide - 16)) if section.note else []
    for line in note:
        on.text(on.left + wide + 16, on.y + 8, line, SMALL, QUIET)
        on.y += 24 if line is not note[-1] else 0
    on.y += 44
    for part in section.parts:
        if on.y > TALLEST:
            break
        part_painted(on, words, part)
    on.y += PAD - 8
    on.under(first, (EDGE, top, on.width - EDGE, on.y), SURFACE, LINE)


def part_painted(on: Canvas, words: Words, part: AnyPart) -> None:  # noqa: C901  # a case for each kind of part
    """One part. What can be done is no part of a picture: it is written below it, to be typed."""
    match part:
        case Text():
            flowing.text(on, words, part)
        case Facts():
            flowing.facts(on, words, part)
        case Vital():
            flowing.vital(on, words, part)
        case Track():
            flowing.track(on, words, part)
        case Gauges():
            flowing.gauges(on, words, part)
        case Tags():
            flowing.tags(on, words, part)
        case Rows():
            flowing.rows(on, words, part)
        case Stations():
            flowing.stations(on, words, part)
        case Strip():
            figures.strip(on, words, part)
        case Timeline():
            figures.timeline(on, words, part)
        case Thread():
            figures.thread(on, words, part)
        case Board():
            figures.board(on, words, part)
        case Stage():
            figures.stage(on, words, part)
        case Body():
            figures.body(on, words, part)
        case Empty():
            flowing.paragraph(on, words.say(part.text), QUIET)
        case Deeds():
            pass
        case _:
            assert_never(part)
