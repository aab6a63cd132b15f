"""A whole table on one picture that a phone shows: what is everybody's over the whole width, people as small cards, two beside one another."""

import io
from collections.abc import Sequence

from msgspec.structs import replace
from PIL import Image

from ludex.core.view import AnyPart, Body, Facts, Gauges, Section, Tags, Track, Vital
from ludex.fronts.bots.painting.canvas import EDGE, PAPER, TALLEST, WIDTH, Canvas
from ludex.fronts.bots.painting.fonts import Fonts
from ludex.fronts.bots.painting.sheets import section_painted
from ludex.text.words import Words

MANY = 4
"""From so many sections on a view is a whole table."""

FEW = 5
"""So many parts of somebody stand on her card; the rest is on her sheet (`.view NAME`)."""


ON_A_CARD = (Vital, Track, Gauges, Tags, Facts, Body)
SHORT = 2
"""So many facts of a list, and so many rows of tags, stand on a card."""

SLIM = EDGE // 2


def painted_table(fonts: Fonts, words: Words, sections: Sequence[Section], people: frozenset[str]) -> bytes:
    """A whole view as one PNG; `people`: the ids of the sections that are somebody's."""
    wide = [_drawn(fonts, words, one, WIDTH) for one in sections if one.id not in people]
    cards = [_drawn(fonts, words, _short(one), WIDTH // 2 + SLIM) for one in sections if one.id in people]
    places, top = list[tuple[Image.Image, int, int]](), 0
    for one in wide:
        places.append((one, 0, top))
        top += one.height - EDGE + 2
    columns = [top, top]
    for one in cards:
        side = 0 if columns[0] <= columns[1] else 1
        places.append((one, side * (WIDTH // 2 - SLIM), columns[side]))
        columns[side] += one.height - EDGE + 2
    height = min(TALLEST, max(columns) + EDGE)
    picture = Image.new("RGB", (WIDTH, height), PAPER)
    for one, x, y in places:
        picture.paste(one, (x, y))
    kept = io.BytesIO()
    picture.quantize(48, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(kept, "PNG", compress_level=6)
    return kept.getvalue()


def _drawn(fonts: Fonts, words: Words, section: Section, width: int) -> Image.Image:
    on = Canvas(fonts, width)
    section_painted(on, words, section)
    return on.picture()


def _short(section: Section) -> Section:
    """Somebody's section as a card: how she is, and what is on her."""
    parts = tuple(_brief(part) for part in section.parts if isinstance(part, ON_A_CARD))
    return replace(section, parts=parts[:FEW])


def _brief(part: AnyPart) -> AnyPart:
    if isinstance(part, Facts):
        return replace(part, rows=part.rows[:SHORT])
    return part
